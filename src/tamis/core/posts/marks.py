"""Marks of the blocks by which posts are found: how much a block says, and whether it has a date or names a user."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.parse.tree import Element
from tamis.text.dates import UNKNOWN_ORDER, find_date_at
from tamis.text.datewords import DOUBTFUL, MONTHS, without_accents
from tamis.text.markup_names import POST_WORDS, USER_URL
from tamis.text.phrases import lines as phrases
from tamis.text.phrases import pattern, whole_words, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from tamis.core.parse import Document
    from tamis.core.parse.document import Ints
    from tamis.core.parse.tree import Node
    from tamis.text.dates import Order

MAX_LINE = 160
"""Maximum number of characters of a line that names a user or a date."""
MAX_USER = 40
"""Maximum number of characters of a user's name."""
MIN_COPIES = 3
"""Number of times from which a short line that is on a page again and again is a label, such as ``Reply``."""
_DIGIT, _DIGITS = re.compile(r"\d"), re.compile(r"\d+")
_LEAST_DIGITS = 3  # of a date with a day and a year
_IN_TURN = frozenset({"odd", "even", "alt", "alternate", "first", "last"})
_NAME_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _any_of(some_words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(some_words, key=len, reverse=True)))


_UNIT, _AGO, _TODAY = (_any_of(words(purpose)) for purpose in ("time_unit", "ago", "relative_day"))
_AGO_SIGNS = frozenset(words("ago_sign"))
_AGO_SIGN = f"[{''.join(words('ago_sign'))}]"
RELATIVE_DATE = re.compile(
    rf"\b(?:\d{{1,3}}\s?|one\s|an?\s)(?:{_UNIT})\s(?:{_AGO})\b"
    rf"|\b(?:(?:{_AGO})\s){{1,2}}(?:a\s)?(?:\d{{1,3}}|{_UNIT})\s(?:{_UNIT})\b|\d{{1,3}}\s?(?:{_UNIT}){_AGO_SIGN}"
    rf"|\b(?:{_TODAY})(?:,?\s(?:[^\W\d]{{1,3}}\s)?\d{{1,2}}[:h]\d{{2}}(?:\s?[ap]m)?\b|$)",
    re.IGNORECASE,
)
"""A date that counts from the day of reading, which nobody knows afterwards."""
_RELATIVE_WORDS = frozenset(map(without_accents, (*words("ago"), *words("relative_day"))))
_AROUND_WORDS = ".,:;()"
_MONTH = _any_of(name for name in MONTHS if len(name) > 2 and name not in DOUBTFUL)
_WITHOUT_YEAR = re.compile(
    rf"(?<![\w.])\d{{1,2}}(?:\.|st|nd|rd|th|er)?\s(?:de\s|of\s)?(?:{_MONTH})\b"
    rf"|\b(?:{_MONTH})\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?!\w)",
    re.IGNORECASE,
)
"""A day and a month; the year is that of reading."""
NOT_OF_POST = re.compile(rf"{whole_words('joined_label')}|{whole_words('updated_label')}", re.IGNORECASE)
"""Labels of the date on which a user joined or was last seen, or a post was edited."""
_STARTS = sorted(phrases("byline_start"), key=len, reverse=True)
_VERB = re.compile(rf"(?<=\S)\s(?:{pattern('comment_verb')})\W{{0,3}}$", re.IGNORECASE)
_BEFORE_DATE = re.compile(rf"(?<=\S)\s(?:{pattern('before_comment_date')})$", re.IGNORECASE)
_NOT_IN_NAMES = frozenset((*words("before_date"), *words("weekday")))
_EDGES = " \t\n:,;·•|–—-()»«>#"


class FoundDate(NamedTuple):
    """A date in a line: as written, as parsed if it can be, and its place in the line."""

    when: str
    value: date | None
    start: int
    end: int


def find_when(text: str, order: Order = UNKNOWN_ORDER) -> FoundDate | None:
    """Find the first date of a short line; one that counts from the day of reading has no value."""
    digits = len(_DIGIT.findall(text))
    date = find_date_at(text, order) if digits >= _LEAST_DIGITS else None
    if date is not None:
        value, start, end = date
        return FoundDate(text[start:end].strip(), value, start, end)
    # Most lines have none of these words, and looking up words costs less than the patterns.
    folded = text.lower() if text.isascii() else without_accents(text)
    parts = {part.strip(_AROUND_WORDS) for part in folded.split()}
    match = None
    if not parts.isdisjoint(_RELATIVE_WORDS) or not _AGO_SIGNS.isdisjoint(text):
        match = RELATIVE_DATE.search(text)
    if match is None and digits and not parts.isdisjoint(MONTHS):
        match = _WITHOUT_YEAR.search(folded)
    return FoundDate(text[match.start() : match.end()], None, *match.span()) if match is not None else None


def user_name(text: str) -> str:
    """Strip the words around a name: ``Posted by Ann Field on``, ``Ann Field says:``."""
    text = " ".join(text.split()).strip(_EDGES)
    folded = text.casefold()
    for start in _STARTS:
        if folded.startswith(start) and folded[len(start) : len(start) + 1] in (" ", ":"):
            text = text[len(start) :]
            break
    text = _VERB.sub("", _BEFORE_DATE.sub("", text.strip(_EDGES))).strip(_EDGES)
    first, _, last = text.rpartition(" ")
    if last.casefold() in _NOT_IN_NAMES:
        text = first.strip(_EDGES)  # the day of the week before a date
    return text if any(map(str.isalpha, text)) else ""


@lru_cache(maxsize=4096)
def name_words(name: str) -> frozenset[str]:
    """Split the names in a class or id into lower-case words: message, user and info in ``messageUserInfo``."""
    return frozenset(part.lower() for part in _NAME_PART.findall(name))


@lru_cache(maxsize=4096)
def plain_names(names: str) -> str:
    """Return class names without what differs between elements in turn: numbers, and whether a row is odd or even."""
    plain = _DIGITS.sub("#", names.lower()).split()
    return " ".join(name for name in plain if _IN_TURN.isdisjoint(name_words(name)))


def words_of(element: Element) -> frozenset[str]:
    """Return the words of an element's class."""
    names = element.attr("class")
    return name_words(names) if names else frozenset()


def is_user_link(element: Element) -> bool:
    """Tell whether an element is a link to a user's profile, by its URL."""
    return element.tag == "a" and USER_URL.search((element.attr("href") or "").lower()) is not None


class Marks(NamedTuple):
    """Marks of each block of a page."""

    sizes: Ints
    """Number of characters that are neither linked nor hidden, nor a date, a user or a label."""
    dated: Ints
    """1 for short lines with a date."""
    signed: Ints
    """1 for short lines that name a user."""


def mark_blocks(document: Document, wanted: Sequence[bool], order: Order = UNKNOWN_ORDER) -> Marks:
    """Find the marks of the wanted blocks; all others have none."""
    count = len(document)
    sizes, dated, signed = (np.zeros(count, dtype=np.int64) for _ in range(3))
    lengths = [len(text) if want else 0 for text, want in zip(document.texts, wanted, strict=True)]
    copies = Counter(text for text, length in zip(document.texts, lengths, strict=True) if 0 < length <= MAX_USER)
    starts: dict[str, int | None] = {}
    has_times = document.tree.select_one("time") is not None
    for block, (text, length, linked) in enumerate(zip(document.texts, lengths, document.link_sizes, strict=True)):
        if not length:
            continue
        if length > MAX_LINE:
            sizes[block] = length - linked
            continue
        if text not in starts:
            starts[text] = _start_of_date(text, order)
        start = starts[text]
        inside = elements_inside(document, block) if has_times or length <= 2 * MAX_USER else ()
        if start is None and has_times and any(element.tag == "time" for element in inside):
            start = length
        is_dated = start is not None and NOT_OF_POST.search(text, 0, start) is None
        is_signed = length <= 2 * MAX_USER and any(map(_is_of_user, inside))
        dated[block], signed[block] = is_dated, is_signed
        is_label = length <= MAX_USER and copies[text] >= MIN_COPIES
        sizes[block] = 0 if is_label or is_dated or is_signed else length - linked
    return Marks(sizes, dated, signed)


def _start_of_date(text: str, order: Order) -> int | None:
    when = find_when(text, order)
    return when.start if when is not None else None


def _is_of_user(element: Element) -> bool:
    """Tell whether an element is a link to a user's profile, or named for a user."""
    names = element.attr("class")
    return (names is not None and _is_user_name(names)) or (element.tag == "a" and is_user_link(element))


@lru_cache(maxsize=4096)
def _is_user_name(names: str) -> bool:
    return not POST_WORDS["user"].isdisjoint(name_words(names))


_MAX_INLINE = 6  # elements around a text within its line


def elements_inside(document: Document, block: int) -> list[Element]:
    """List the inline elements around a block's texts, with the block's own element."""
    own = document.elements[document.block_nodes[block]]
    elements: list[Element] = [own]
    for leaf in document.leaves[block]:
        node: Node | None = None if isinstance(leaf, str) else leaf.parent
        for _ in range(_MAX_INLINE):
            if node is None or node is own or not isinstance(node, Element):
                break
            elements.append(node)
            node = node.parent
    return elements
