"""A site's own Markdown against its page: is it the same text?

Both are compared by runs of three words. The Markdown has to have the article that tamis finds on the page; and a
block with a longer run of words that the page does not show is a text for machines only, so it counts as hidden: it
gets the attribute ``hidden``, and the setting `hidden` decides about it. So do blocks that are too short for such a run
but that the page shows nothing of, if together they are longer. Pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tamis.core import pipeline
from tamis.core.parse import parse
from tamis.core.parse.markdown import markdown_page
from tamis.errors import TamisError
from tamis.model import MarkdownOffer, MarkdownVerdict
from tamis.settings.extraction import Settings
from tamis.text.tokenizing import tokens

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from tamis.model import Block, Page

RUN = 3
"""Number of words that are compared together."""
LONGEST_UNSEEN = 6
"""Maximum number of words in a row, in a block, that the page does not show: a label, a note on a link. Blocks that the
page shows nothing of have no more together, and of one of which it shows a part, that is more than half."""
MIN_COVERED = 0.8
"""Minimum share of the article's runs that the Markdown has."""
MAX_UNSEEN = 0.5
"""Maximum share of the Markdown's words in blocks that the page does not show."""
MIN_WORDS = 20
"""Minimum number of words of both for a comparison."""
_SETTINGS = Settings()

Run = tuple[str, ...]


class Judged(NamedTuple):
    """A page after the comparison: made from the Markdown, or the page as it was."""

    page: Page
    offer: MarkdownOffer


def chosen_page(page: Page, markdown: Page, offer: MarkdownOffer) -> Judged:
    """Return the page that is made from a site's Markdown if it has the text of the page, else the page itself."""
    try:
        article = tokens(pipeline.run(page, _SETTINGS).text)
        shown = parse(page)
    except TamisError as error:
        return Judged(page, offer._replace(verdict=MarkdownVerdict.NOT_COMPARABLE, note=str(error)))
    if len(article) < MIN_WORDS:
        note = f"the article of the page has {len(article)} words"
        return Judged(page, offer._replace(verdict=MarkdownVerdict.NOT_COMPARABLE, note=note))
    texts = (text for text, seen in zip(shown.texts, shown.visible(), strict=True) if seen)
    shown_words = [*map(tokens, (*texts, _title_of(page))), article]
    on_page = {run for words in shown_words for run in _runs(words)}
    on_page.update((word,) for words in shown_words for word in words)
    blocks = pipeline.run(markdown, _SETTINGS).blocks
    unseen = _unseen(blocks, on_page)
    if unseen:
        markdown = _with_hidden(markdown, unseen)
        left = pipeline.run(markdown, _SETTINGS).blocks
        if _unseen(left, on_page):
            note = "a text that the page does not show cannot be told apart"
            return Judged(page, offer._replace(verdict=MarkdownVerdict.OTHER_TEXT, unseen=len(unseen), note=note))
    else:
        left = blocks
    return _verdict(page, markdown, offer, article, blocks, left)


def _verdict(
    page: Page, markdown: Page, offer: MarkdownOffer, article: Sequence[str], all_blocks: Sequence[Block],
    left: Sequence[Block],
) -> Judged:  # fmt: skip
    words, words_left = (sum(len(tokens(block.text)) for block in blocks) for blocks in (all_blocks, left))
    runs = _runs(article)
    in_markdown = _runs([word for block in left for word in tokens(block.text)])
    covered = len(runs & in_markdown) / len(runs)
    offer = offer._replace(covered=round(covered, 3), unseen=len(all_blocks) - len(left))
    if words < MIN_WORDS:
        return Judged(page, offer._replace(verdict=MarkdownVerdict.EMPTY, note=f"it has {words} words"))
    if words_left < (1 - MAX_UNSEEN) * words:
        note = f"the page shows {words_left} of its {words} words"
        return Judged(page, offer._replace(verdict=MarkdownVerdict.OTHER_TEXT, note=note))
    if covered < MIN_COVERED:
        note = f"it has {covered:.0%} of the article of the page"
        return Judged(page, offer._replace(verdict=MarkdownVerdict.INCOMPLETE, note=note))
    return Judged(markdown, offer)


def _title_of(page: Page) -> str:
    return pipeline.run(page, _SETTINGS).title or ""


def _runs(words: Sequence[str]) -> set[Run]:
    return {tuple(words[start : start + RUN]) for start in range(max(len(words) - RUN + 1, min(len(words), 1)))}


def _unseen(blocks: Iterable[Block], on_page: Container[Run]) -> list[Block]:
    """Return the blocks with too many words that the page does not show: in a row, or in blocks that are short."""
    unseen: list[Block] = []
    short: list[Block] = []
    texts: dict[Run, int] = {}
    """Number of words of each short text that the page shows nothing of."""
    for block in blocks:
        words = tokens(block.text)
        seen = _seen(words, on_page)
        missing = seen.count(0)
        if max(map(len, bytes(seen).split(b"\1"))) > LONGEST_UNSEEN or missing > max(LONGEST_UNSEEN, len(words) // 2):
            unseen.append(block)
        elif words and missing == len(words):
            short.append(block)
            texts[tuple(words)] = len(words)
    return [*unseen, *short] if sum(texts.values()) > LONGEST_UNSEEN else unseen


def _seen(words: Sequence[str], on_page: Container[Run]) -> bytearray:
    """Return a 1 for each word that the page shows, in a run with others; one by one if there are too few for a run."""
    if len(words) < RUN:
        return bytearray((word,) in on_page for word in words)
    seen = bytearray(len(words))
    for start in range(len(words) - RUN + 1):
        if tuple(words[start : start + RUN]) in on_page:
            seen[start : start + RUN] = b"\1" * RUN
    return seen


def _with_hidden(page: Page, blocks: Sequence[Block]) -> Page:
    """Hide the elements of some blocks."""
    html = page.html
    for start, end in sorted({(block.span.start, block.span.end) for block in blocks if block.span}, reverse=True):
        source = html[start:end]
        if source.startswith("<"):
            name_end = start + 1 + next((n for n, sign in enumerate(source[1:]) if sign in " />\n\t"), 0)
            html = f"{html[:name_end]} hidden{html[name_end:]}"
        else:
            html = f"{html[:start]}<span hidden>{source}</span>{html[end:]}"
    return replace(page, html=html)


def taken(text: str, page: Page, offer: MarkdownOffer, *, compares: bool) -> Judged:
    """Make a page from the Markdown that a site offers for one; return that one if the comparison refuses it."""
    made = markdown_page(text, page.url, base=offer.url, encoding=page.encoding, fetched=page.fetched, offers=(offer,))
    markdown = replace(made, rights=page.rights)
    if compares:
        return chosen_page(page, markdown, offer)
    words = len(tokens(text[:2_000]))
    if words < MIN_WORDS:
        return Judged(page, offer._replace(verdict=MarkdownVerdict.EMPTY, note=f"it has {words} words"))
    return Judged(markdown, offer)
