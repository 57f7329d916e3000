"""Rows of page links: links to pages that follow each other, and which of their numbers is the page's own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from tamis.core.enrich.page_links.places import names_of
from tamis.core.parse.tree import Element, Text
from tamis.text.phrases import words
from tamis.text.urls.further_pages import compare, is_same
from tamis.text.urls.relations import Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.core.enrich.page_links.link_signs import Link

MAX_PAIRS = 5
"""Number of URLs of a row that are compared with the ones that follow."""
MIN_ROW, MAX_ROW_DEPTH, MAX_ROW_TEXT = 2, 4, 400
"""Numbers that make a row, levels up to which its box is searched for, and characters of the box that are read."""
_SHOWN = re.compile(r"(?<![\w.,])\d{1,4}(?![\w,])")
_CURRENT_NAMES = frozenset((*words("current_name"), "on", "currentpage", "activepage"))


@dataclass(frozen=True)
class Row:
    """Links that follow each other and all lead to pages. Answers that every link of a row needs are computed once."""

    numbers: dict[int, str]
    """URL of each number."""
    current: int | None
    """The number of the page itself, as far as the row tells."""
    is_series: bool = False
    """True if the row shows the page's own number, and all its URLs are the same except for their numbers."""

    @cached_property
    def urls(self) -> frozenset[str]:
        """The URLs of its numbers."""
        return frozenset(self.numbers.values())

    @cached_property
    def has_one_form(self) -> bool:
        """True if its URLs differ only in the values of their queries."""
        parts = [urlsplit(url) for url in self.numbers.values()]
        forms = {(part.netloc, part.path, tuple(name for name, _ in parse_qsl(part.query))) for part in parts}
        return len(parts) >= MIN_ROW and len(forms) == 1


NO_ROW = Row({}, None)


def rows_of(links: Iterable[Link | None]) -> Iterator[list[Link]]:
    """Yield the links in reading order, grouped into rows.

    Links that may form a row come together, every other one by itself. None ends a row.
    """
    row: list[Link] = []
    has_numbers = False
    for link in links:
        if link is not None and link.says.in_row and link.element.tag != "link":
            if row and _starts_again(row[-1], link, has_numbers=has_numbers):
                yield row
                row, has_numbers = [], False
            row.append(link)
            has_numbers = has_numbers or link.says.number is not None
            continue
        if row:
            yield row
            row, has_numbers = [], False
        if link is not None:
            yield [link]
    if row:
        yield row


def _starts_again(last: Link, link: Link, *, has_numbers: bool) -> bool:
    """Tell whether a new row begins with this link: numbers fall, or a link back follows one forward."""
    before, number = last.says.number, link.says.number
    if before is not None and number is not None:
        return number < before
    return has_numbers and last.says.is_next and link.says.is_previous


def read_row(links: Sequence[Link], own: str | None) -> Row:
    """Read the numbers of a row, and find out which of them is the page's."""
    numbers: dict[int, str] = {}
    for link in links:
        if link.says.number is not None and link.url is not None:
            numbers.setdefault(link.says.number, link.url)
    by_url = _current_by_url(numbers, own)
    alone = by_url.number if by_url is not None and by_url.is_named and len(numbers) == 1 else None
    shown = (
        _current_by_mark(links)
        or alone
        or _current_by_steps(links, numbers)
        or _current_by_own(links, own)
        or _current_by_text(links, numbers)
    )
    guessed = by_url.number if by_url is not None else _gap(numbers) if numbers else None
    return Row(numbers, shown or guessed, is_series=shown is not None and _is_series(numbers))


def _current_by_mark(links: Sequence[Link]) -> int | None:
    """Find the page's number if it is marked as such, or is no link."""
    return next((link.says.number for link in links if link.says.number is not None and _is_marked(link)), None)


def _current_by_own(links: Sequence[Link], own: str | None) -> int | None:
    """Find the page's number if its link leads to the page itself."""
    for link in links:
        if own is None or link.says.number is None or link.url is None or _is_marked(link):
            continue
        if is_same(own, link.url):
            return link.says.number
    return None


def _is_series(numbers: dict[int, str]) -> bool:
    """Tell whether each URL of a row is that of the number before it with the next page number."""
    shown = [number + 1 for number in numbers if number + 1 in numbers][:MAX_PAIRS]
    steps = [compare(numbers[number - 1], numbers[number]) for number in shown]
    if len(steps) < MIN_ROW or not all(step.is_next for step in steps):
        return False
    if all(step.named for step in steps):
        return True
    apart = {number - (step.number or 0) for number, step in zip(shown, steps, strict=True)}
    return len(apart) == 1 and not any(step.is_offset for step in steps)


def _current_by_steps(links: Sequence[Link], numbers: dict[int, str]) -> int | None:
    """Find the page's number from the numbers that share the URLs of the next and previous links."""
    places = {url: number for number, url in numbers.items()}
    for link in links:
        step = link.says.is_previous - link.says.is_next
        if step and link.url in places:
            return places[link.url] + step
    return None


def _current_by_text(links: Sequence[Link], numbers: dict[int, str]) -> int | None:
    """Find the page's number if the row shows one that is not a link: as plain text, or bold."""
    numbered = [link.element for link in links if link.says.number in numbers]
    if len(numbered) < MIN_ROW:
        return None
    box = _box_of(numbered[0], numbered[-1])
    shown = {int(digits) for digits in _SHOWN.findall(_text_start(box))} if box is not None else set()
    missing = [number for number in shown if number not in numbers and {number - 1, number + 1} & numbers.keys()]
    return missing[0] if len(missing) == 1 else None


def _text_start(box: Element) -> str:
    """Return the first characters of an element. Reading all of a box with many rows would take quadratic time."""
    texts = (node.data for node in box.descendants if type(node) is Text)
    pieces, left = [], MAX_ROW_TEXT
    while left > 0 and (text := next(texts, None)) is not None:
        pieces.append(text[:left])
        left -= len(text)
    return "".join(pieces)


def _box_of(first: Element, last: Element) -> Element | None:
    """Return the nearest element around a row, if it is close."""
    around = set(islice(last.ancestors, MAX_ROW_DEPTH))
    return next(
        (
            ancestor
            for ancestor in islice(first.ancestors, MAX_ROW_DEPTH)
            if ancestor in around and isinstance(ancestor, Element)
        ),
        None,
    )


def _is_marked(link: Link) -> bool:
    """Tell whether a link of a row has no URL, or a name for the page's own number."""
    element = link.element
    if (
        link.url is None
        or not names_of(element).isdisjoint(_CURRENT_NAMES)
        or element.attr("aria-current") not in (None, "false")
    ):
        return True
    item = element.parent
    return isinstance(item, Element) and item.tag == "li" and not names_of(item).isdisjoint(_CURRENT_NAMES)


class _Current(NamedTuple):
    """The page's number by its URL, and whether a word there says that it is one."""

    number: int
    is_named: bool


def _current_by_url(numbers: dict[int, str], own: str | None) -> _Current | None:
    """Find the page's number from its own URL, at the place where the URLs of the row have theirs."""
    if own is None:
        return None
    for number, url in numbers.items():
        comparison = compare(own, url)
        if comparison.relation is Relation.PAGE and comparison.number is not None and not comparison.is_offset:
            current = 1 if comparison.current is None else comparison.current + number - comparison.number
            return _Current(current, comparison.named) if current > 0 else None
    return None


def _gap(numbers: dict[int, str]) -> int | None:
    """Return the number that a row leaves out, because it is the page's."""
    first, last = min(numbers), max(numbers)
    for number in range(max(1, first - 1), min(last, first + len(numbers)) + 1):
        if number not in numbers:
            return number
    return None
