"""Promises of excerpts, pages and links, kept or broken on many pages.

An excerpt has no more tokens than asked for and all headings, pages one after the other are the whole Markdown, a
section is where the outline says, and the words of a link are on its page once.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

import tamis
from tamis.errors import TamisError
from tamis.model import Kind
from tamis.text.token_counts import estimate_tokens
from tamis.write.markdown import markdown_pieces
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Article
    from tamis_bench.datasets import Sample

BUDGETS = (30, 250, 1_000, 4_000)
PAGE_TOKENS = 500
MOST_PAGES = 200
"""Most pages of one text that are asked for; the rest is taken in one."""
PROMISES = ("within the budget", "all headings", "pages are the whole", "sections in place", "links unique")
_WORD = re.compile(r"\w+")
_ACROSS = r"\0+"
"""Pattern of what is between the words of a quote and those around it, which may be in another block."""
_URL = "https://page.example/"


@dataclass(slots=True)
class Kept:
    """The promises that were broken on one page, and its cost in CPU seconds."""

    set: str
    id: str
    broken: list[str] = field(default_factory=list)
    links: int = 0
    repeated: int = 0
    """Links whose words are not on the page once."""
    plain: int = 0
    """Chunks whose words are on the page twice with the same surroundings, so that their link is the page's URL."""
    markdown_seconds: float = 0.0
    excerpt_seconds: float = 0.0


def measure(samples: Sequence[Sample]) -> Iterator[Kept]:
    """Try the promises on every page."""
    for sample in samples:
        try:
            article = tamis.extract(sample.html, sample.url or _URL)
        except TamisError:
            continue
        yield _kept(sample, article)


def summary(pages: Sequence[Kept]) -> Table:
    """Build a table of the promises with the pages that broke them."""
    table = Table("Excerpts", ("promise", "pages", "broken"))
    for promise in PROMISES[:-1]:
        table.add(promise, len(pages), sum(promise in page.broken for page in pages))
    table.add("links unique (links)", sum(page.links for page in pages), sum(page.repeated for page in pages))
    plain = sum(page.plain for page in pages)
    table.notes.append(f"{plain} chunks have words that their page has twice with the same surroundings: no text link.")
    seconds = sum(page.markdown_seconds for page in pages)
    if seconds:
        cost = sum(page.excerpt_seconds for page in pages) / len(BUDGETS) / seconds
        table.notes.append(f"An excerpt costs {cost:.1f} times as much as writing the Markdown.")
    table.notes.append(f"Budgets: {', '.join(map(str, BUDGETS))} tokens, by the estimate and by characters / 4.")
    return table


def _kept(sample: Sample, article: Article) -> Kept:
    kept = Kept(sample.set, sample.id)
    pieces = markdown_pieces(article)
    headings = [piece.text for piece in pieces if _is_heading(piece.block)]
    start = time.process_time()
    whole = article.to_markdown()
    kept.markdown_seconds = time.process_time() - start
    for count in (estimate_tokens, _by_length):
        for most in BUDGETS:
            start = time.process_time()
            excerpt = article.excerpt(max_tokens=most, count_tokens=count)
            kept.excerpt_seconds += (time.process_time() - start) / 2
            if count(excerpt.text) > most:
                kept.broken.append(PROMISES[0])
            room = sum(map(count, headings)) + 20 * len(headings) + 60
            if room <= most and not all(heading.strip() in excerpt.text for heading in headings):
                kept.broken.append(PROMISES[1])
    if "".join(_pages(article)) != whole:
        kept.broken.append(PROMISES[2])
    for section in article.outline():
        if whole[section.start : section.end].strip() not in article.excerpt(section=section.number).text:
            kept.broken.append(PROMISES[3])
            break
    _count_links(kept, article)
    return kept


def _is_heading(block: object) -> bool:
    return getattr(block, "kind", None) is Kind.HEADING and not getattr(block, "quoted", 0)


def _by_length(text: str) -> int:
    return -(-len(text) // 4)


def _pages(article: Article) -> Iterator[str]:
    offset: int | None = 0
    for _ in range(MOST_PAGES):
        page = article.excerpt(offset=offset, max_tokens=PAGE_TOKENS)
        yield page.text
        offset = page.next_offset
        if offset is None:
            return
    yield article.excerpt(offset=offset).text


def _count_links(kept: Kept, article: Article) -> None:
    hidden = set(article.hidden_texts())
    texts = article.page_texts()
    shown = [text for number, text in enumerate(texts) if number not in hidden]
    page = "\0".join(
        word for text in (*shown, *(texts[number] for number in hidden)) for word in ("", *_words(text), "")
    )
    for chunk in article.chunks():
        directive = (chunk.link or "").partition("#:~:text=")[2]
        if not directive:
            kept.plain += 1
            continue
        kept.links += 1
        before, start, after = map(_words, context_of(directive))
        pattern = _ACROSS.join(map(re.escape, ("\0".join(words) for words in (before, start, after) if words)))
        kept.repeated += len(re.findall(rf"(?<=\0){pattern}(?=\0)", page)) != 1


def context_of(directive: str) -> tuple[str, str, str]:
    """Return the words before the quote, those it begins with, and those after it, if it is given whole."""
    parts = directive.split(",")
    before = unquote(parts.pop(0)[:-1]) if parts[0].endswith("-") else ""
    after = unquote(parts.pop()[1:]) if parts[-1].startswith("-") else ""
    return before, unquote(parts[0]), after if len(parts) == 1 else ""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
