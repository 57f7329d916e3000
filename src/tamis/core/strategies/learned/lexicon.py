"""What the names of elements say: log-odds of being part of the article, learned for the words of classes and ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from tamis.core import compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tamis.core.strategies.learned.arrays import Floats
    from tamis.core.strategies.markup_hints import Names


_COMPILED = compiled.load("tamis.core.strategies._hints")
_PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
_LONGEST = 30  # characters of a name worth knowing as a whole


def name_tokens(classes: str | None, identity: str | None) -> list[str]:
    """All that is learned of an element's names: each whole, and in parts; those of its id behind a ``#``."""
    tokens: list[str] = []
    for name in classes.split() if classes else ():
        tokens += _parts(name)
        if len(name) <= _LONGEST:
            tokens.append(name.lower())
    return tokens + ["#" + part for part in _parts(identity)] if identity else tokens


def _parts(name: str) -> list[str]:
    """The words of a name, which hyphens, underscores or humps part."""
    if name.islower():
        return name.replace("_", " ").replace("-", " ").split()
    return [part.lower() for part in _PART.findall(name)]


def score_names(names: Names, lexicon: Mapping[str, float]) -> Floats:
    """For each node the mean of what its names say; 0 where they say nothing."""
    look_up = lexicon.get
    if _COMPILED is None:
        totals, counts = score_classes(names.classes, lexicon)
    else:
        totals, counts = _COMPILED.score_classes(names.classes, lexicon, lambda name: _said(name, look_up))
    of_nodes = np.asarray(names.of_nodes)
    total_of, count_of = np.array(totals)[of_nodes], np.array(counts)[of_nodes]
    for node, identity in names.ids:
        for part in _parts(identity):
            score = look_up("#" + part)
            if score is not None:
                total_of[node] += score
                count_of[node] += 1
    result: Floats = total_of / np.maximum(count_of, 1)
    return result


def score_classes(classes: Sequence[str], lexicon: Mapping[str, float]) -> tuple[list[float], list[int]]:
    """For each class attribute the sum of what its names say, and how many say something."""
    known: dict[str, tuple[float, int]] = {}
    look_up = lexicon.get
    totals: list[float] = []
    counts: list[int] = []
    for names in classes:
        total, count = 0.0, 0
        for name in names.split():
            said = known.get(name)
            if said is None:
                said = known[name] = _said(name, look_up)
            total += said[0]
            count += said[1]
        totals.append(total)
        counts.append(count)
    return totals, counts


def _said(name: str, look_up: Callable[[str], float | None]) -> tuple[float, int]:
    """What a class says: as a whole if it is known, else the sum over its parts; and how many of these are known."""
    whole = look_up(name.lower())
    if whole is not None:
        return whole, 1
    total, count = 0.0, 0
    for part in _parts(name):
        score = look_up(part)
        if score is not None:
            total += score
            count += 1
    return total, count
