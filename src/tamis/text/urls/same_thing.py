"""URLs of the same thing in another form: by the numbers, names and words that identify one page of a site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.text.urls.page_numbers import names_item
from tamis.text.urls.page_signs import PAGE_NAMES, counted_by, may_differ
from tamis.text.urls.split import split_url

if TYPE_CHECKING:
    from tamis.text.urls.split import SplitUrl

MIN_IDENTIFIER = 4
"""Minimum digits of a number that identifies one page of a site; shorter ones count pages, days and months."""
MIN_NAME = 4
"""Minimum characters of all the words of a URL that identify one page of a site."""
MIN_SLUG = 12
"""Minimum characters of a part of a path that identifies one page of a site."""
_LONG_NUMBER = re.compile(rf"[0-9]{{{MIN_IDENTIFIER},}}")
_KEY = re.compile(r"[0-9a-f]{8,}")
_NAME_PARTS = re.compile(r"[^\W_]+")
_BETWEEN_PARTS = re.compile(r"[/&,;]")
_YEAR = re.compile(r"(?:19|20)\d\d")


def identifiers(url: str) -> frozenset[str]:
    """Return the parts of a URL that identify a page of a site: long numbers, long names, keys."""
    parts = split_url(url)
    if parts is None:
        return frozenset()
    text = "&".join((parts.plain_path, *parts.query.values()))
    found = {number for number in _LONG_NUMBER.findall(text) if not _YEAR.fullmatch(number)}
    found.update(_KEY.findall(text))
    found.update(part for part in _BETWEEN_PARTS.split(text) if len(part) >= MIN_SLUG)
    return frozenset(found)


def share_identifier(own: str, other: str) -> bool:
    """Tell whether two URLs identify the same thing of a site."""
    return not identifiers(own).isdisjoint(identifiers(other))


def is_thing_of(own: str, other: str) -> bool:
    """Tell whether the page's own URL identifies a thing that the other does not: an article of the list there."""
    return not identifiers(own) <= identifiers(other)


def is_same_thing(own: str, other: str) -> bool:
    """Tell whether a URL names the same thing as the page's own: by an identifier, or its path with more after it."""
    if share_identifier(own, other) or names_same(own, other) or is_same_list(own, other):
        return True
    path, longer = (url.partition("?")[0].rstrip("/").partition("://")[2].lower() for url in (own, other))
    return "/" not in path or longer.startswith(f"{path}/")


def is_list_of(other: str, own: str) -> bool:
    """Tell whether a URL is that of the list that contains the page's article."""
    return names_part_of(other, own) and is_thing_of(own, other)


def names_same(own: str, other: str) -> bool:
    """Tell whether a URL has all the words of the page's own: ``/desks-20649``, then ``/home-desks-20649?page=2``."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None:
        return False
    ours = _distinct_words(left)
    return sum(map(len, ours)) >= MIN_NAME and ours <= _distinct_words(right)


def names_part_of(other: str, own: str) -> bool:
    """Tell whether all words of a URL are in the page's own, as with the list that contains an article."""
    left, right = split_url(own), split_url(other)
    return left is None or right is None or _distinct_words(right) <= _distinct_words(left)


def _distinct_words(parts: SplitUrl) -> set[str]:
    """Collect the words of a URL that are not signs for pages."""
    values = " ".join(value for name, value in parts.query.items() if counted_by(name) is None)
    found = set(_NAME_PARTS.findall(f"{parts.plain_path} {values}")) - PAGE_NAMES
    return {word for word in found if not word.isdecimal() or len(word) >= MIN_IDENTIFIER}


def is_same_list(own: str, other: str) -> bool:
    """Tell whether two URLs ask the same script for the same thing, in another way: sorted, or by a form."""
    left, right = split_url(own), split_url(other)
    if left is None or right is None or (left.site, left.path) != (right.site, right.path):
        return False
    ours, theirs = _telling_fields(left), _telling_fields(right)
    shared = ours.keys() & theirs.keys()
    differing = [name for name in shared if ours[name] != theirs[name]]
    if any(_names_thing(ours[name]) or _names_thing(theirs[name]) for name in differing):
        return False
    if len(differing) < len(shared):
        return True
    return not any(_names_thing(ours[name]) for name in ours.keys() - theirs.keys())


def _telling_fields(parts: SplitUrl) -> dict[str, str]:
    """Return the parameters that may say what a page shows."""
    return {name: value for name, value in parts.query.items() if value and not may_differ(name)}


def _names_thing(value: str) -> bool:
    """Tell whether the value of a parameter may identify one thing of a site: a number or a name."""
    return names_item(value) or len(value) >= MIN_SLUG
