"""Page numbers in the path of a URL, beside that of the page's own one."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from tamis.text.rules import Objection, first_objection
from tamis.text.urls.page_numbers import ITEM, MAX_BARE, MAX_DIGITS, MAX_PAGE, MIN_OFFSET, PARTS, by_step, first_found
from tamis.text.urls.page_signs import (
    GALLERIES,
    LIST_FILES,
    OFFSET_NAMES,
    OTHER_COUNTS,
    PAGE_NAMES,
    SHORT_NAMES,
    ends_with_page_word,
)
from tamis.text.urls.relations import USUAL_SIZES, Comparison, Relation
from tamis.text.urls.split import has_extension, without_extension

MAX_FOLDER = 12
"""Maximum characters of a folder of pages whose name is unknown."""
_INSERTED = re.compile(r"[/_.,;:~!*-]*+([^\W\d_]*+)[/_.=,:*-]*+(?:st__)?([0-9]{1,5})")
_AFTER = re.compile(r"(?:[,-][0-9]{1,2})?[/_-]*(?:\.[a-z]{2,5})?")
_RANGE = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_DAYS = re.compile(r"(?:19|20)\d\d[/-](?:[01]?\d[/-])?$")
_YEAR = re.compile(r"(?:19|20)\d\d")


class PathDifference:
    """The place where the path of another URL differs from that of the page's own one."""

    def __init__(self, own: str, other: str) -> None:
        """Find where two paths begin to differ and where each stops, with numbers and words kept whole."""
        ours, theirs = PARTS.findall(own), PARTS.findall(other)
        start = _common(ours, theirs, min(len(ours), len(theirs)))
        end = _common(ours[::-1], theirs[::-1], min(len(ours), len(theirs)) - start)
        self.before = "".join(ours[:start])
        """Text that both have before it."""
        self.after = "".join(ours[len(ours) - end :])
        """Text that both have after it."""
        self.gone = own[len(self.before) : len(own) - len(self.after)]
        """Text that only the page's own URL has there."""
        self.added = other[len(self.before) : len(other) - len(self.after)]
        """Text that only the other URL has there."""

    @cached_property
    def number(self) -> Comparison | None:
        """The number that counts pages."""
        return first_found(read(self) for read in (_following_range, _changed_number, _added_number, _dropped_number))


def _common(ours: list[str], theirs: list[str], limit: int) -> int:
    """Count the parts that two lists have in common at their beginning."""
    return next((index for index in range(limit) if ours[index] != theirs[index]), limit)


def _following_range(path: PathDifference) -> Comparison | None:
    """Compare the items of two pages: 1-10, then 11-20."""
    own, other = _RANGE.fullmatch(path.gone), _RANGE.fullmatch(path.added)
    if not own or not other:
        return None
    if int(other[1]) != int(own[2]) + 1 and int(own[1]) != int(other[2]) + 1:
        return None
    return Comparison(Relation.PAGE, int(other[1]), int(own[1]), named=True, is_offset=True)


def _changed_number(path: PathDifference) -> Comparison | None:
    """Find the page number if both paths have one."""
    if not (path.gone.isdecimal() and path.added.isdecimal()) or max(len(path.gone), len(path.added)) > MAX_DIGITS:
        return None
    case = _Changed(path, int(path.added), int(path.gone), ends_with_page_word(path.before))
    if not case.is_named and _is_inside_other(path):
        return None
    if (by_items := _step_in_path(case)) is not None:
        return by_items
    if first_objection(_OBJECTIONS_TO_CHANGED, case) is not None:
        return None
    return Comparison(Relation.PAGE, case.number, case.current, case.is_named)


class _Changed(NamedTuple):
    """A number in a path, where the page's own URL has another one."""

    path: PathDifference
    number: int
    current: int
    is_named: bool


def _is_inside_other(path: PathDifference) -> bool:
    """Tell whether a number is inside a path that does not have the number of an article or a thread."""
    if not path.after.strip("/") or _AFTER.fullmatch(path.after):
        return False
    return all(_YEAR.fullmatch(number) for number in ITEM.findall(f"{path.before} {path.after}"))


def _step_in_path(case: _Changed) -> Comparison | None:
    """Compare two numbers in a path that may count items."""
    if abs(case.number - case.current) <= 1 or _DAYS.search(case.path.before) or case.path.before[-1:] in "0123456789":
        return None
    return by_step(case.number, case.current)


def _exceeds_pages(case: _Changed) -> bool:
    return max(case.number, case.current) > (MAX_PAGE if case.is_named else MAX_BARE)


def _is_other_day(case: _Changed) -> bool:
    return not case.is_named and _DAYS.search(case.path.before) is not None


_OBJECTIONS_TO_CHANGED = (
    Objection("too great to count pages", _exceeds_pages),
    Objection("a month or a day", _is_other_day),
)


def _added_number(path: PathDifference) -> Comparison | None:
    """Find the page number if only the other path has one."""
    insertion = _inserted(path.added, path) if _is_empty(path.gone) else None
    return (
        Comparison(Relation.PAGE, insertion.number, None, insertion.is_named, insertion.is_offset)
        if insertion
        else None
    )


def _dropped_number(path: PathDifference) -> Comparison | None:
    """Find the page number if only the page's own path has one."""
    insertion = _inserted(path.gone, path) if _is_empty(path.added) else None
    return (
        Comparison(Relation.PAGE, None, insertion.number, insertion.is_named, insertion.is_offset)
        if insertion
        else None
    )


def _is_empty(part: str) -> bool:
    """Tell whether a part of a path is nothing but an extension and signs."""
    return not without_extension(part).strip("/._-")


class _Insertion(NamedTuple):
    """A part that only one of two paths has, read as a word and a number."""

    text: str
    word: str
    number: int
    path: PathDifference

    @property
    def is_offset(self) -> bool:
        """True if it counts items."""
        if self.word in OFFSET_NAMES and self.number >= MIN_OFFSET:
            return True
        may_count_items = self.word in SHORT_NAMES or self.word in LIST_FILES or "st__" in self.text
        return may_count_items and self.number in USUAL_SIZES

    @property
    def is_named(self) -> bool:
        """True if a word says that it is a page number."""
        has_word = self.word in PAGE_NAMES or (not self.word and ends_with_page_word(self.path.before))
        return has_word and not self.is_offset

    @property
    def is_bare(self) -> bool:
        """True if nothing says what it counts."""
        return not self.is_named and not self.is_offset


def _inserted(text: str, path: PathDifference) -> _Insertion | None:
    """Read a part of a path as the number of a page; None if it is something else."""
    match = _INSERTED.match(text)
    if not match or not _AFTER.fullmatch(text, match.end()):
        return None
    insertion = _Insertion(text, match[1], int(match[2]), path)
    return insertion if first_objection(_OBJECTIONS_TO_INSERTED, insertion) is None else None


def _has_unknown_word(insertion: _Insertion) -> bool:
    word = insertion.word
    if word in LIST_FILES or not insertion.is_bare or (word in SHORT_NAMES and insertion.number == 2):
        return False
    return not _is_folder_of_pages(insertion)


def _is_folder_of_pages(insertion: _Insertion) -> bool:
    """Tell whether a word before a number may be a folder of pages: ``/lk/2``."""
    word = insertion.word
    is_folder = insertion.text.startswith(f"/{word}/") and len(word) <= MAX_FOLDER
    return is_folder and word not in OTHER_COUNTS and word not in GALLERIES


def _is_great_and_bare(insertion: _Insertion) -> bool:
    return insertion.is_bare and insertion.number > MAX_BARE


def _is_bare_day(insertion: _Insertion) -> bool:
    return insertion.is_bare and _DAYS.search(f"{insertion.path.before}/") is not None


def _is_second_title(insertion: _Insertion) -> bool:
    is_end = insertion.text[0] == "-" and not has_extension(insertion.text + insertion.path.after)
    return insertion.is_bare and is_end


_OBJECTIONS_TO_INSERTED = (
    Objection("the word before it is not one for pages", _has_unknown_word),
    Objection("too great, without a word for page", _is_great_and_bare),
    Objection("a month or a day", _is_bare_day),
    Objection("the second of two articles with the same title: /about-2/", _is_second_title),
)
