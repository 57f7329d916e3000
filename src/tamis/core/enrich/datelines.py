"""Datelines: visible dates beside the headline, or elsewhere with a label that calls them the page's date."""

from __future__ import annotations

import re
from datetime import date, datetime
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.headline_lines import MAX_LABEL, Line
from tamis.core.parse.ancestors import elements_around
from tamis.model import DateSource
from tamis.text.dates import find_date_at, read_date
from tamis.text.markup_names import DATELINE_NAME_PARTS, NO_DATELINE_PLACE
from tamis.text.phrases import pattern, plain_phrases, whole_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Element
    from tamis.text.dates import Order


STEM = 4
"""Number of letters at a label's beginning to compare; with fewer, most lines would pass the quick check."""


class DateLabel(NamedTuple):
    """Labels of a date in many languages."""

    pattern: re.Pattern[str]
    stems: tuple[str, ...]
    """Beginnings of the labels; a quick check before the slow one."""

    def is_in(self, text: str) -> bool:
        """Tell whether a text has such a label."""
        return self._may_be_in(text) and self.pattern.search(text) is not None

    def last_end(self, text: str) -> int:
        """Return where the last such label of a text ends; 0 if it has none."""
        return max((match.end() for match in self.pattern.finditer(text)), default=0) if self._may_be_in(text) else 0

    def _may_be_in(self, text: str) -> bool:
        return any(map(_lower(text).__contains__, self.stems))


def _lower(text: str) -> str:
    """Convert to lower case, where the Turkish capital I is the same with and without its dot."""
    return text.lower().replace("ı", "i")


def _stems(purpose: str) -> tuple[str, ...]:
    return tuple({_lower(phrase[:STEM].rstrip("*+")) for phrase in plain_phrases(purpose)})


PUBLISHED = DateLabel(re.compile(whole_words("published_label"), re.IGNORECASE), _stems("published_label"))
CHANGED = DateLabel(re.compile(whole_words("updated_label"), re.IGNORECASE), _stems("updated_label"))
_OTHER_DATE = re.compile(rf"{whole_words('other_date_label')}|©|\(c\)", re.IGNORECASE)
_GOES_ON = re.compile(rf",?\s+(?!{whole_words('after_date')})[a-zà-öø-ÿ]{{2,}}")
_SAYS_WHEN = re.compile(rf"\w\s+(?:{pattern('before_event_date')})\s*$", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?<!\d)(?:199|20[0-3])\d(?!\d)")
_MAY_BE_DATE = re.compile(r"(?:1[89]|20)\d\d|\d[./-]\s?\d\d?[./-]\s?\d")
_AFTER_OPENING = re.compile(r"\s*[)\].:|–—„“\"/-]|\s*$|\s*\n")
EARLIEST_SHOWN = 1993
"""Earliest year of a shown date. No page is older than the web; an older date in its text is about something else."""
MAX_LINE = 200
MAX_BESIDE = 60
"""Number of characters that may be beside a date in a line that is not named as a date."""
MAX_RELATIVE = 60
"""Longest line such as ``3 days ago`` that may be a ``time`` element with the date in an attribute."""
MAX_OPENING = 60
"""Number of characters within which a paragraph that opens with a date does so."""
MAX_DATES = 3
"""Number of dates of one line that are examined."""
MAX_LABELED = 300
"""Number of lines with a year that are examined away from the headline."""
MAX_AROUND = 3
"""Number of levels, from its text outward, in which an element may have a line's date in an attribute."""
MAX_TIMES = 20
"""Number of ``time`` elements that are examined."""


class DateClaim(NamedTuple):
    """A text that may be a date, and its source."""

    raw: str
    source: DateSource
    value: date | None = None
    changed: bool = False
    """True if the page calls it the date of a change."""
    name: str = ""
    """Name of the meta element or microdata property, if it comes from one."""


def dates_by_headline(lines: Sequence[Line], order: Order) -> Iterator[DateClaim]:
    """Yield the dates around the headline."""
    for line in lines:
        text = line.text
        has_date = _MAY_BE_DATE.search(text if len(text) <= MAX_LINE else text[:MAX_OPENING]) is not None
        is_relative = not has_date and len(text) <= MAX_RELATIVE and _DIGIT.search(text) is not None
        if not (has_date or is_relative) or NO_DATELINE_PLACE.search(line.close_names):
            continue
        yield from _times(line)
        if has_date and len(text) <= MAX_LINE:
            yield from _dates_in(line, order)
        elif has_date:
            yield from _opening(text, order)


def dates_elsewhere(document: Document, order: Order) -> Iterator[DateClaim]:
    """Yield the dates away from the headline, in short lines that say which date it is."""
    texts = document.texts
    short = [block for block, text in enumerate(texts) if len(text) <= MAX_LINE and ("20" in text or "199" in text)]
    for block in short[:MAX_LABELED]:
        text = texts[block]
        if _YEAR.search(text) and (PUBLISHED.is_in(text) or CHANGED.is_in(text)):
            line = Line(document, block, "")
            is_elsewhere = NO_DATELINE_PLACE.search(line.close_names) is not None
            # Pages say in their footer when they were changed.
            yield from (claim for claim in _dates_in(line, order) if claim.changed or not is_elsewhere)


def times_elsewhere(document: Document, order: Order) -> Iterator[DateClaim]:
    """Yield the dates of the page's ``time`` elements, except for those that date a change."""
    for element in document.tree.select("time")[:MAX_TIMES]:
        around = element.parent.text[:MAX_LINE] if element.parent is not None else ""
        raw = element.attr("datetime") or " ".join(element.text.split())
        value = read_date(raw, order)
        if value is not None and not CHANGED.is_in(around) and not _is_named_changed(element):
            yield DateClaim(raw, DateSource.TIME_ELEMENT, value)


def only_day(claims: Iterable[DateClaim]) -> list[DateClaim]:
    """Return the claim to the only day that the claims name; none if they name several."""
    claim_of_day = {day_of(claim.value): claim for claim in claims if claim.value is not None}
    return list(claim_of_day.values()) if len(claim_of_day) == 1 else []


def day_of(value: date) -> date:
    """Return the calendar day of a date or a moment."""
    return value.date() if isinstance(value, datetime) else value


def _times(line: Line) -> Iterator[DateClaim]:
    """Yield the dates in the ``time`` elements of a line, or in others with a ``datetime``."""
    for element in line.elements:
        for around in islice(elements_around(element), MAX_AROUND):
            raw = around.attr("datetime")
            if raw or around.tag == "time":
                shown = " ".join(around.text.split())
                before = (line.text.partition(shown)[0] if shown else "") or line.label
                changed = _is_named_changed(around) or _says_changed(before)
                yield DateClaim(raw or shown, DateSource.TIME_ELEMENT, None, changed)
                break


def _is_named_changed(element: Element) -> bool:
    names = f"{element.attr('class')} {element.attr('itemprop')}".lower()
    return "modif" in names or "updat" in names


def _says_changed(before: str) -> bool:
    """Tell whether the last label before a date is one of change."""
    return CHANGED.last_end(before) > PUBLISHED.last_end(before)


def _dates_in(line: Line, order: Order) -> Iterator[DateClaim]:
    """Yield the dates in a block's lines of text that may be the page's."""
    label = line.label
    for text in line.text.split("\n"):
        offset = 0
        for _ in range(MAX_DATES):
            date = find_date_at(text[offset:], order)
            if date is None:
                break
            value, start, end = date
            before, raw, after = (
                text[offset : offset + start],
                text[offset + start : offset + end],
                text[offset + end :],
            )
            if _is_dateline(line, label, before, after, value):
                yield DateClaim(raw.strip(" ,|-–"), DateSource.TEXT, value, _says_changed(before or label))
            offset += end
        label = text if len(text) <= MAX_LABEL else ""


def _is_dateline(line: Line, label: str, before: str, after: str, value: date) -> bool:
    """Tell whether a date is the page's: its line is named or labeled so, or has little else in it."""
    if value.year < EARLIEST_SHOWN or _OTHER_DATE.search(before) or _OTHER_DATE.search(label):
        return False
    named = PUBLISHED.is_in(before) or CHANGED.is_in(before) or any(map(line.names.__contains__, DATELINE_NAME_PARTS))
    if not named and (_GOES_ON.match(after) or _SAYS_WHEN.search(before)):
        return False  # a sentence about something that happened then
    return len(before) + len(after) <= (MAX_LINE if named else MAX_BESIDE) and len(before) <= MAX_LINE / 2


def _opening(text: str, order: Order) -> Iterator[DateClaim]:
    """Yield the date that a paragraph opens with: ``Berlin, 1. Mai 2022 – …``, ``(1 May 2022) …``."""
    date = find_date_at(text[:MAX_OPENING], order)
    if date is not None and date[1] <= MAX_OPENING / 2 and _AFTER_OPENING.match(text, date[2]):
        value, start, end = date
        before = text[:start]
        if value.year >= EARLIEST_SHOWN and before.count(" ") <= 2 and not CHANGED.is_in(before):
            yield DateClaim(text[start:end], DateSource.TEXT, value)
