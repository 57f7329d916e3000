"""Callouts: boxes that note, advise or warn, told by a role, an attribute that names their kind, or their names.

A name tells one together with a kind, as documentation tools, wikis and Bootstrap have them. A box whose only name is a
kind is one if its first line says so too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element
from tamis.text.markup_names import (
    CALLOUT_KINDS,
    CALLOUT_NAMES,
    CALLOUT_PAIRS,
    LOOSE_CALLOUT_NAMES,
    PLAIN_CALLOUT_KINDS,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ROLES = {"note": "note", "doc-tip": "tip", "doc-notice": "note"}
_ALONE = frozenset("caution danger important note tip warning".split())
"""Kinds that are the only name of a callout, and seldom that of another box."""
_KIND_UNSAID = frozenset(("callout", "admonition"))
"""Names of boxes that are callouts even if nothing names their kind."""
_BEGINNINGS = "admonition callout alert aside hint messagebox notice notecard infobox custom- -macro".split()
"""Parts of which the names of every callout have one."""
_NAMES_AND_KINDS = LOOSE_CALLOUT_NAMES | {"information"}
"""Words that name a box in which another names its kind."""


def callout_kind(element: Element) -> str | None:
    """Return the kind of a callout; None if an element is none."""
    role = element.attr("role")
    named = element.attr("data-callout")
    if named:
        return CALLOUT_KINDS.get(named.lower(), "note")
    names = names_of(element)
    kind = named_kind(names)
    if kind is not None:
        return kind
    kind = next((CALLOUT_KINDS[name] for name in names if name in CALLOUT_KINDS), None)
    if kind is not None and len(names) == 1 and (element.tag == "details" or _says_kind(element)):
        return kind
    return (kind or _ROLES[role]) if role in _ROLES and element.tag != "details" else None


def callouts_among(classes: Sequence[str]) -> set[int]:
    """Return the places of the class attributes that name a callout: by a kind and a name for such boxes, or by the
    kind alone."""
    small = list(map(str.lower, classes))
    everything = " ".join(small)
    found = set() if _ALONE.isdisjoint(small) else {place for place, names in enumerate(small) if names in _ALONE}
    for word in _BEGINNINGS:
        if word in everything:
            may_name = [place for place, names in enumerate(small) if word in names]
            found.update(place for place in may_name if _names_both(words_of_classes(classes[place])))
    return found


def _names_both(names: Sequence[str]) -> bool:
    """Tell whether names say that a box is a callout, and of which kind."""
    return not PLAIN_CALLOUT_KINDS.isdisjoint(names) and named_kind(names) is not None


def named_kind(names: Sequence[str]) -> str | None:
    """Return the kind of the callout that names tell of; None if they tell of none."""
    is_named = not CALLOUT_NAMES.isdisjoint(names)
    if not is_named and not LOOSE_CALLOUT_NAMES.isdisjoint(names):
        is_named = not PLAIN_CALLOUT_KINDS.isdisjoint(names)
    if is_named or any(pair.issubset(names) for pair in CALLOUT_PAIRS):
        kinds = [name for name in names if name in CALLOUT_KINDS]
        own = next((name for name in kinds if name not in _NAMES_AND_KINDS), kinds[0] if kinds else None)
        return CALLOUT_KINDS[own] if own else "note" if not _KIND_UNSAID.isdisjoint(names) else None
    return None


def names_of(element: Element) -> tuple[str, ...]:
    """Return the words of the names of an element's classes, in small letters."""
    return words_of_classes(element.attr("class") or "")


@lru_cache(maxsize=1024)
def words_of_classes(classes: str) -> tuple[str, ...]:
    """Return the words that a list of classes is made of, in small letters."""
    return tuple(name.lower() for name in _WORD.findall(classes))


def _says_kind(element: Element) -> bool:
    """Tell whether the first line of a box is the name of a kind."""
    first = next((child for child in element if type(child) is Element), None)
    return first is not None and first.text.strip(" \n\t:!").lower() in CALLOUT_KINDS
