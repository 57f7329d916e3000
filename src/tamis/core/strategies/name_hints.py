"""Hints from class and id names: what their words say about an element.

A name is split into words at hyphens, underscores and camel-case humps. The words are in `tamis.text.markup_names`,
the bits in `tamis.core.strategies.part_hints`. `core/native/hints.c` does the same in C.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.strategies.part_hints import BITS
from tamis.text import markup_names

if TYPE_CHECKING:
    from tamis.core.parse.tree import Element

MAX_RANDOM = 9
"""Number of characters from which the last part of a name is no longer taken for a random suffix."""
MIN_HUMP, MIN_LAST_HUMP = 3, 4
"""Minimum number of letters of a word in a camel-case name, and in its part after a hyphen or an underscore."""
MAX_ID_WORDS = 4
"""Number of hyphens in an id from which it is ignored: it is the text of a heading, made into a link target."""


class _Word(NamedTuple):
    """The hints of a word of a name: by itself, and in pairs with the word after it."""

    alone: int
    pairs: dict[str, int]


def _words() -> dict[str, _Word]:
    words: dict[str, _Word] = {}
    entries = [(name, BITS[hint]) for hint, names in markup_names.NAMES.items() for name in names]
    for name, bit in (*entries, *((pair, 0) for pair in markup_names.MEANINGLESS)):
        first, _, second = name.partition("-")
        word = words.get(first) or _Word(0, {})
        if second:
            word.pairs[second] = word.pairs.get(second, 0) | bit
        else:
            word = _Word(word.alone | bit, word.pairs)
        words[first] = word
    for name, hint in markup_names.LATER.items():
        words[name] = _Word(words[name].alone | BITS[hint], words[name].pairs)
    return words


_WORDS = _words()
_FIRST = {word: BITS[hint] for word, hint in markup_names.FIRST.items()}
_NO_NAMES = {word: BITS[hint] if hint else 0 for word, hint in markup_names.NO_NAMES.items()}
_SPECIAL_FIRST = frozenset((*_NO_NAMES, *_FIRST))
_WHOLE = {name: BITS[hint] for name, hint in markup_names.WHOLE.items()}
HINTS_OF_TAGS = {tag: BITS[hint] for tag, hint in markup_names.TAGS.items()}
HINTS_OF_ROLES = {role: BITS[hint] for role, hint in markup_names.ROLES.items()}
HINTS_OF_PROPERTIES = {name: BITS[hint] for name, hint in markup_names.PROPERTIES.items()}
_HUMPS = re.compile("[A-Z]*[^A-Z]+|[A-Z]+")
_DIGITS = "0123456789"
_NO_PAIRS: dict[str, int] = {}


def hints_of(names: str, seen: dict[str, int]) -> int:
    """Collect the hints of a list of names, such as a class attribute. `seen` caches the hints of each name."""
    hint = 0
    for name in names.split():
        known = seen.get(name)
        if known is None:
            known = seen[name] = hint_of_name(name)
        hint |= known
    return hint


def hints_of_element(element: Element, seen: dict[str, int] | None = None) -> int:
    """Collect the hints of one element from its tag, class and id. `seen` caches the hints of class names."""
    hint = HINTS_OF_TAGS.get(element.tag, 0)
    if names := element.attr("class"):
        hint |= hints_of(names, {} if seen is None else seen)
    if name := element.attr("id"):
        hint |= 0 if name.count("-") >= MAX_ID_WORDS else hint_of_name(name)
    return hint


def hint_of_name(name: str) -> int:
    """Collect the hints of one name, whose words are separated by hyphens, underscores or camel-case humps."""
    if name in _WHOLE:
        return _WHOLE[name]
    if not name.islower():
        name = _without_humps(name)
    words = _words_of(name)
    known = _WORDS
    if known.keys().isdisjoint(words):  # most names
        return 0
    hint = alone = 0
    pairs: dict[str, int] = _NO_PAIRS
    for word in words:
        if pairs and word in pairs:
            hint |= pairs[word]
            alone, pairs = 0, _NO_PAIRS
            continue
        hint |= alone
        if word in known:
            alone, pairs = known[word]
        else:
            alone, pairs = 0, _NO_PAIRS
    hint |= alone
    return _with_special_first(words, hint) if hint and words[0] in _SPECIAL_FIRST else hint


def _words_of(name: str) -> list[str]:
    if "_" in name:
        name = name.replace("__", "-").replace("_", "-")
    return name.rstrip(_DIGITS).split("-")


def _with_special_first(words: list[str], hint: int) -> int:
    """Correct the hints of a name whose first word changes what the others say."""
    if _begins_with_pair(words):
        return hint
    first = words[0]
    return _NO_NAMES[first] if first in _NO_NAMES else hint & ~_WORDS[first].alone | _FIRST[first]


def _without_humps(name: str) -> str:
    """Rewrite camel case as words, without random suffixes: ``ArticleBody_wrapper__aDk3q`` → ``article-body_wrapper_``.

    Build tools add such suffixes to names; they say nothing.
    """
    cut = max(name.rfind("_"), name.rfind("-")) + 1
    last = name[cut:]
    if 0 < len(last) < MAX_RANDOM and not last[1:].islower() and not last.isupper():
        humps = _HUMPS.findall(last)
        shortest = min(map(len, humps[1:] if humps[0] in _SHORT_HUMPS else humps), default=0)
        if shortest < (MIN_LAST_HUMP if cut else MIN_HUMP):
            name = name[:cut]
    return "-".join(_HUMPS.findall(name)).lower()


_SHORT_HUMPS = frozenset({"Ad", "ad"})


def _begins_with_pair(words: list[str]) -> bool:
    return len(words) > 1 and words[0] in _WORDS and words[1] in _WORDS[words[0]].pairs


NAME_TABLES = (
    _WHOLE, _WORDS, _SPECIAL_FIRST, _without_humps, lambda name, hint: _with_special_first(_words_of(name), hint),
    hint_of_name,
)  # fmt: skip
"""The tables and functions that the C module needs for names, in the order that it expects."""
