"""A decision tree of the C4.5 kind, whose rules a person can read.

J. R. Quinlan: *C4.5: Programs for Machine Learning*, 1993. A split is chosen by its gain ratio among those with at
least average information gain; numbers are split at a threshold that is one of the values. The grown tree is pruned
bottom-up where the pessimistic estimate of a leaf's errors (the upper limit of a 25 % confidence interval) is no worse
than that of its branches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Row = Mapping[str, float]
    Limits = Mapping[str, tuple[float, float]]
    """Lower bound (exclusive) and upper bound (inclusive) of each feature."""

MIN_CASES = 2
"""Minimum number of cases in each of two branches: Quinlan's default."""
CONFIDENCE = 0.25
"""Confidence level of the pruning: Quinlan's default."""
_DEVIATION = NormalDist().inv_cdf(1 - CONFIDENCE)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf: a class, the number of cases that reached it, and how many of them belong to the other class."""

    answer: bool
    cases: int
    errors: int


@dataclass(frozen=True, slots=True)
class Branch:
    """A question: is the feature at most the threshold?"""

    feature: str
    threshold: float
    low: Tree
    high: Tree


Tree = Leaf | Branch


class _Split(NamedTuple):
    gain: float
    ratio: float
    feature: str
    threshold: float


def grow(rows: Sequence[Row], answers: Sequence[bool]) -> Tree:
    """Grow and prune a tree for cases with known answers. All rows have the same features."""
    return _pruned(_grown(rows, answers))


def answer(tree: Tree, row: Row) -> bool:
    """Classify a case."""
    while isinstance(tree, Branch):
        tree = tree.low if row[tree.feature] <= tree.threshold else tree.high
    return tree.answer


def rules(tree: Tree) -> Iterator[str]:
    """Yield the tree as rules in words, one for each leaf."""
    for limits, leaf in _paths(tree, {}):
        where = " and ".join(_condition(feature, *limits[feature]) for feature in limits) or "always"
        yield f"{where}: {'article' if leaf.answer else 'other'} ({leaf.cases} cases, {leaf.errors} wrong)"


def _condition(feature: str, low: float, high: float) -> str:
    """Write the condition of a rule on one feature: over `low`, at most `high`."""
    if math.isinf(low):
        return f"{feature} <= {high:g}"
    return f"{feature} > {low:g}" if math.isinf(high) else f"{low:g} < {feature} <= {high:g}"


def _paths(tree: Tree, limits: Limits) -> Iterator[tuple[Limits, Leaf]]:
    if isinstance(tree, Leaf):
        yield limits, tree
        return
    low, high = limits.get(tree.feature, (-math.inf, math.inf))
    yield from _paths(tree.low, {**limits, tree.feature: (low, min(high, tree.threshold))})
    yield from _paths(tree.high, {**limits, tree.feature: (max(low, tree.threshold), high)})


def _grown(rows: Sequence[Row], answers: Sequence[bool]) -> Tree:
    leaf = _leaf(answers)
    split = _best_split(rows, answers) if leaf.errors else None
    if split is None:
        return leaf
    is_low = [row[split.feature] <= split.threshold for row in rows]
    low, high = (
        _grown(
            [row for row, here in zip(rows, is_low, strict=True) if here is side],
            [given for given, here in zip(answers, is_low, strict=True) if here is side],
        )
        for side in (True, False)
    )
    return Branch(split.feature, split.threshold, low, high)


def _leaf(answers: Sequence[bool]) -> Leaf:
    yes = sum(answers)
    return Leaf(yes * 2 > len(answers), len(answers), min(yes, len(answers) - yes))


def _best_split(rows: Sequence[Row], answers: Sequence[bool]) -> _Split | None:
    """Choose the split with the greatest gain ratio among those whose gain is at least the average."""
    found = [split for name in sorted(rows[0]) if (split := _split_by(name, rows, answers)) is not None]
    if not found:
        return None
    average = sum(split.gain for split in found) / len(found)
    worth = [split for split in found if split.gain >= average - 1e-12]
    return max(worth, key=lambda split: (split.ratio, split.gain))


def _split_by(feature: str, rows: Sequence[Row], answers: Sequence[bool]) -> _Split | None:
    """Find the threshold of a feature with the greatest gain; return None if nothing is gained."""
    cases = sorted(zip((row[feature] for row in rows), answers, strict=True))
    total, yes = len(cases), sum(answers)
    before = _entropy(yes, total)
    best: _Split | None = None
    low_yes = 0
    for index in range(1, total):
        value, is_yes = cases[index - 1]
        low_yes += is_yes
        if value == cases[index][0] or index < MIN_CASES or total - index < MIN_CASES:
            continue
        after = (index * _entropy(low_yes, index) + (total - index) * _entropy(yes - low_yes, total - index)) / total
        gain = before - after
        if gain > 1e-9 and (best is None or gain > best.gain):
            best = _Split(gain, gain / _entropy(index, total), feature, value)
    return best


def _entropy(part: int, total: int) -> float:
    if part in (0, total):
        return 0.0
    share = part / total
    return -share * math.log2(share) - (1 - share) * math.log2(1 - share)


def _pruned(tree: Tree) -> Tree:
    if isinstance(tree, Leaf):
        return tree
    low, high = _pruned(tree.low), _pruned(tree.high)
    leaf = _joined(low, high)
    kept = Branch(tree.feature, tree.threshold, low, high)
    return leaf if _pessimistic(leaf) <= sum(map(_pessimistic, _leaves(kept))) + 0.1 else kept


def _leaves(tree: Tree) -> Iterator[Leaf]:
    if isinstance(tree, Leaf):
        yield tree
    else:
        yield from _leaves(tree.low)
        yield from _leaves(tree.high)


def _joined(*trees: Tree) -> Leaf:
    leaves = [leaf for tree in trees for leaf in _leaves(tree)]
    cases = sum(leaf.cases for leaf in leaves)
    yes = sum(leaf.cases - leaf.errors if leaf.answer else leaf.errors for leaf in leaves)
    return Leaf(yes * 2 > cases, cases, min(yes, cases - yes))


def _pessimistic(leaf: Leaf) -> float:
    """Estimate the errors to expect of a leaf: the upper limit of the interval around those it has, as in Quinlan's
    program."""
    cases, errors, z = leaf.cases, leaf.errors, _DEVIATION
    if not errors:
        return cases * (1 - math.pow(CONFIDENCE, 1 / cases))
    whole = errors + 0.5  # correction for continuity
    if whole >= cases:
        return errors + 0.67 * (cases - errors)
    spread = z * math.sqrt(whole * (1 - whole / cases) + z * z / 4)
    return cases * (whole + z * z / 2 + spread) / (cases + z * z)
