"""The standfirst: the lines between headline and body that summarize the article. Also dek, lead, subtitle."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.declared import clean
from tamis.core.parse.jsonld import text_of
from tamis.text.datewords import is_date_line
from tamis.text.markup_names import STANDFIRST_ELEMENT, SUBTITLE_ELEMENT, SUBTITLE_NAME_PARTS
from tamis.text.phrases import plain, plain_phrases
from tamis.text.word_overlap import CUT_ENDS, is_excerpt, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.enrich.headline_lines import Line
    from tamis.core.parse.jsonld import Entity

FIRST_LINES = 6
"""Number of lines after the headline among which a subtitle is."""
MIN_LENGTH, MAX_LENGTH = 15, 400
MAX_STANDFIRST = 600
"""Most characters of a standfirst that is known by more than its place."""
MIN_SAME_WORDS = 6
"""Number of words, from the beginning, that a line shares with the description if one of the two goes on."""


class Standfirst(NamedTuple):
    """The standfirst and its block."""

    text: str
    block: int | None
    """Block that shows the standfirst; None if the page only declares it."""


def find_standfirst(
    entities: Sequence[Entity], lines: Sequence[Line], title: str | None, description: str | None = None
) -> Standfirst | None:
    """Find the standfirst: in an element named for it, as the line that repeats the description, or as declared."""
    near = [line for line in lines[:FIRST_LINES] if not _is_of_frame(line) and not _is_cut(line)]
    shown = (Standfirst(clean(line.text), line.block) for line in (*_named(near), *_standfirsts(near, description)))
    declared = (Standfirst(clean(text_of(entity.get("alternativeHeadline"))), None) for entity in entities[:1])
    title_words = words(title or "")
    return next(
        (standfirst for standfirst in (*shown, *declared) if standfirst.text and words(standfirst.text) != title_words),
        None,
    )


def _is_of_frame(line: Line) -> bool:
    """Tell whether a line is a date, or asks readers to follow an account: ``Follow @tides for all tides.``"""
    text = line.text
    return is_date_line(text.casefold()) or ("@" in text and plain(text).startswith(_FOLLOW_STARTS))


_FOLLOW_STARTS = tuple(f"{start} " for start in plain_phrases("follow_start"))


def _is_cut(line: Line) -> bool:
    """Tell whether a line is an excerpt of a text right below it."""
    if not line.text.endswith(CUT_ENDS):
        return False
    below = line.document.texts[line.block + 1 : line.block + 1 + MAX_BELOW]
    return any(is_excerpt(line.text, text) for text in below)


MAX_BELOW = 12
"""Number of blocks below an excerpt among which the whole text is."""


def _named(lines: Sequence[Line]) -> Iterator[Line]:
    for line in lines:
        if MIN_LENGTH <= len(line.text) <= MAX_LENGTH and _is_named(line):
            yield line


def _is_named(line: Line) -> bool:
    return (
        any(map(line.close_names.__contains__, SUBTITLE_NAME_PARTS))
        and SUBTITLE_ELEMENT.search(line.close_names) is not None
    )


def _standfirsts(lines: Sequence[Line], description: str | None) -> Iterator[Line]:
    """Yield the lines that repeat the description, then the lines in elements with the name of a lead."""
    summary = words(description or "")
    fitting = [line for line in lines if MIN_LENGTH <= len(line.text) <= MAX_STANDFIRST]
    for line in fitting:
        if summary and _begins_alike(words(line.text), summary) and not _is_first_of_body(line):
            yield line
    for line in fitting:
        if STANDFIRST_ELEMENT.search(line.close_names):
            yield line


def _is_first_of_body(line: Line) -> bool:
    """Tell whether a paragraph of the same form follows in the same element.

    Descriptions are often copied from the body.
    """
    document, block = line.document, line.block
    if block + 1 >= len(document):
        return False
    own, after = document.block_nodes[block], document.block_nodes[block + 1]
    return own == after or (
        document.parents[own] == document.parents[after]
        and document.tags[own] == document.tags[after]
        and document.elements[own].attr("class") == document.elements[after].attr("class")
    )


def _begins_alike(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether two texts are the same, or one is the beginning of the other. The last word may be cut off."""
    if first == second:
        return True
    shared = min(len(first), len(second)) - 1
    return shared >= MIN_SAME_WORDS and first[:shared] == second[:shared]
