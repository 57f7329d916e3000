"""Page numbers in the query of a URL, beside that of the page's own one."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.rules import Objection, first_objection
from tamis.text.urls.page_numbers import ITEM, MAX_BARE, MAX_PAGE, MIN_OFFSET, NUMBER, by_step, first_found, names_item
from tamis.text.urls.page_signs import OTHER_COUNTS, TRIVIAL, Counted, counted_by, counts_other_things, rank_of_name
from tamis.text.urls.relations import Comparison, Relation
from tamis.text.urls.split import words_in

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_OFFSET = MAX_PAGE * 100
"""Maximum number of the items before a page."""
MAX_FIRST_OFFSET = 500
"""Maximum number of items on a first page; a greater number identifies one of them."""
_KEY_ENDS = ("id", "key", "code", "item", "entry")
"""Endings of parameters whose numbers identify things."""
_VALUE = re.compile(r"([^\W_]++[./_,-])([0-9]{1,5})")
_LISTS = re.compile(r"[0-9](?:,[0-9])*")


class QueryDifference:
    """The parameters in which another URL differs from the page's own one."""

    def __init__(self, own: Mapping[str, str], other: Mapping[str, str]) -> None:
        self.own = own
        self.other = other
        self.changed = {name for name in other if not _is_same_value(own.get(name), other[name])}
        """Names of parameters that are new in the other URL or have another value there."""
        self.missing = set(own) - set(other)
        """Names of parameters that the other URL does not have."""

    @cached_property
    def number(self) -> Comparison | None:
        """The number that counts pages."""
        return _number_that_follows(self) or _number_left_out(self)


def _is_same_value(own: str | None, other: str) -> bool:
    """Tell whether a parameter has the same value, perhaps with an explicit default: ``red`` and ``red:relevance``."""
    return own is not None and (own == other or (len(own) > 1 and other.startswith(f"{own}:")))


def _number_that_follows(query: QueryDifference) -> Comparison | None:
    """Find the page number in a parameter that is new or different in the other URL."""
    if any(_names_thing(name, query) and query.own[name] for name in query.missing):
        return None
    candidates = (name for name in sorted(query.changed, key=rank_of_name) if _may_count(name, query))
    return first_found(_number_in(name, query) for name in candidates)


def _names_thing(name: str, query: QueryDifference) -> bool:
    """Tell whether a parameter of the page's own URL may say which thing the page shows."""
    return name in query.own and name not in TRIVIAL and counted_by(name) is None


def _may_count(name: str, query: QueryDifference) -> bool:
    """Tell whether a parameter may be a page number: it is not 0 from nothing, and only it changes what is shown."""
    if name not in query.own and not query.other[name].strip("0"):
        return False
    return not any(_names_thing(other, query) for other in query.changed if other != name)


def _number_in(name: str, query: QueryDifference) -> Comparison | None:
    """Read the value of a parameter as a page number."""
    number, current = query.other[name], query.own.get(name, "")
    start = len(_lists_before(number, current))
    number, current = number[start:], current[start:]
    counted = counted_by(name)
    if counted is not None and NUMBER.fullmatch(number):
        before = int(current) if NUMBER.fullmatch(current) else None
        return _named_number(int(number), before, is_offset=counted is Counted.ITEMS)
    return _unnamed_number(name, number, current)


def _lists_before(number: str, current: str) -> str:
    """Return the prefix of a number that belongs to other lists on the page: ``0,`` in ``0,1`` and ``0,2``."""
    before = number.rpartition(",")[0]
    others = f"{before}," if before and _LISTS.fullmatch(before) else ""
    return others if not current or current.startswith(others) else ""


def _named_number(number: int, current: int | None, *, is_offset: bool) -> Comparison:
    """Compare a number with the page's own in a parameter whose name mentions pages."""
    if number > (MAX_OFFSET if is_offset else MAX_PAGE):
        return Comparison(Relation.SITE)
    if is_offset and current is None and number > MAX_FIRST_OFFSET:
        return Comparison(Relation.SITE)
    if not is_offset and current is not None and abs(number - current) > 1:
        is_offset = by_step(number, current) is not None
    return Comparison(Relation.PAGE, number, current, named=True, is_offset=is_offset)


def _unnamed_number(name: str, number: str, current: str) -> Comparison | None:
    """Find the page number in a parameter that is not named so: ``topic=12.15`` after ``topic=12.0``, ``no=24``."""
    own, other = _VALUE.fullmatch(current), _VALUE.fullmatch(number)
    if own and other and own[1] == other[1]:
        return by_step(int(other[2]), int(own[2]))
    if counts_other_things(name) or not NUMBER.fullmatch(number):
        return None
    if not current:
        return _new_number(int(number))
    return _after_or_before(name, int(number), int(current)) if NUMBER.fullmatch(current) else None


def _new_number(number: int) -> Comparison | None:
    """Read a number that the page's own URL has nothing like."""
    if not 1 <= number <= MAX_BARE:
        return None
    return Comparison(Relation.PAGE, number, is_offset=number >= MIN_OFFSET)


def _after_or_before(name: str, number: int, current: int) -> Comparison | None:
    """Compare a number with the page's own in a parameter of any name, except that of an identifier."""
    if abs(number - current) == 1 and max(number, current) <= MAX_BARE and not name.endswith(_KEY_ENDS):
        return Comparison(Relation.PAGE, number, current, is_guess=True)
    return by_step(number, current)


class _LeftOut(NamedTuple):
    """A number that only the page's own URL has."""

    query: QueryDifference
    name: str
    """Name of its parameter."""
    others: tuple[str, ...]
    """Names of the other parameters with a number that are missing in the other URL."""

    @property
    def number(self) -> int:
        return int(self.query.own[self.name])

    @property
    def is_unnamed(self) -> bool:
        return counted_by(self.name) is None


def _number_left_out(query: QueryDifference) -> Comparison | None:
    """Find the number in the page's own URL, if the other URL is that of the first page, which has none."""
    numbered = [name for name in query.missing if NUMBER.fullmatch(query.own[name]) and name not in TRIVIAL]
    if query.changed or not numbered:
        return None
    name, *others = sorted(numbered, key=rank_of_name)
    case = _LeftOut(query, name, tuple(others))
    if first_objection(_OBJECTIONS_TO_LEFT_OUT, case) is not None:
        return None
    is_offset = case.number >= MIN_OFFSET if case.is_unnamed else counted_by(name) is Counted.ITEMS
    return Comparison(Relation.PAGE, None, case.number, not case.is_unnamed, is_offset)


def _loses_item(case: _LeftOut) -> bool:
    rest = case.query.missing.difference((case.name, *case.others))
    return any(names_item(case.query.own[name]) for name in rest)


def _loses_unnamed_item(case: _LeftOut) -> bool:
    return any(counted_by(name) is None and ITEM.fullmatch(case.query.own[name]) for name in case.others)


def _is_one_of_several(case: _LeftOut) -> bool:
    return case.is_unnamed and len(case.query.missing) > 1


def _is_great(case: _LeftOut) -> bool:
    return case.is_unnamed and case.number > MAX_BARE


def _counts_something_else(case: _LeftOut) -> bool:
    return case.is_unnamed and not OTHER_COUNTS.isdisjoint(words_in(case.name))


_OBJECTIONS_TO_LEFT_OUT = (
    Objection("the number of an article is left out, too", _loses_item),
    Objection("other parameters are left out, too, and its name does not mention pages", _is_one_of_several),
    Objection("too great, and its name does not mention pages", _is_great),
    Objection("its name says that it counts something else", _counts_something_else),
    Objection("another number is left out that may be that of an article", _loses_unnamed_item),
)
