"""Lexicon of class and id names: learned log-odds that elements with these words are part of the article."""

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
_LONGEST = 30  # maximum characters of a name that is learned as a whole


def name_tokens(classes: str | None, identity: str | None) -> list[str]:
    """Split an element's names into tokens: each class whole and in parts, the id in parts with a ``#`` in front."""
    tokens: list[str] = []
    for name in classes.split() if classes else ():
        tokens += _parts(name)
        if len(name) <= _LONGEST:
            tokens.append(name.lower())
    return tokens + ["#" + part for part in _parts(identity)] if identity else tokens


def _parts(name: str) -> list[str]:
    """Split a name into words at hyphens, underscores and camel-case humps."""
    if name.islower():
        return name.replace("_", " ").replace("-", " ").split()
    return [part.lower() for part in _PART.findall(name)]


def score_names(names: Names, lexicon: Mapping[str, float]) -> Floats:
    """Compute the mean score of the names of each node; 0 if none is known."""
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
    """Compute for each class attribute the sum of its names' scores, and the number of scores."""
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
    """Score a class name: as a whole if it is known, else by the sum over its known parts. Also count the scores."""
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
