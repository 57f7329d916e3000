"""Training of the forest that classifies page types, by CatBoost."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from tamis.core.strategies.learned.page_type import ARTICLE, TYPES, TypeForest
from tamis.errors import MissingExtra
from tamis_bench.learn.boosting import THREADS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.learn.examples import Example

TREES, DEPTH, RATE = 200, 4, 0.1
COLUMNS, ROWS, BORDERS = 0.4, 0.8, 32
FORUMS, COPIES, SNIPPETS = 3.0, 0.3, 0.4
"""Weights of a thread from the sets of forums, a short copy, and a page of which only snippets are known."""


def type_of(page: Example) -> int:
    """Return the index of a page's type. Pages without a known type count as articles."""
    name = page.entry.page_type
    return TYPES.index(name) if name in TYPES else ARTICLE


def _weight(page: Example) -> float:
    if page.is_short:
        return COPIES
    if "text" not in page.entry.truth.known:
        return SNIPPETS
    return FORUMS if page.entry.set in ("east-forums", "forums") else 1.0


def grow_types(pages: Sequence[Example], seed: int, trees: int = TREES) -> TypeForest:
    """Train the forest. Types that no page has get a probability of almost zero."""
    try:
        from catboost import CatBoostClassifier, Pool
    except ImportError as error:
        raise MissingExtra("Training", "learn", package="tamis-bench") from error
    types = np.array([type_of(page) for page in pages])
    known = sorted(set(types.tolist()))
    if len(known) < 2:
        return _certain(known[0])
    classifier = CatBoostClassifier(
        iterations=trees,
        depth=DEPTH,
        learning_rate=RATE,
        loss_function="MultiClass",
        rsm=COLUMNS,
        subsample=ROWS,
        bootstrap_type="Bernoulli",
        border_count=BORDERS,
        random_seed=seed,
        thread_count=THREADS,
        allow_writing_files=False,
        verbose=False,
    )
    numbers = np.array([page.page for page in pages], dtype=np.float32)
    classifier.fit(Pool(numbers, types, weight=[_weight(page) for page in pages]))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "types.json"
        classifier.save_model(str(file), format="json")
        return _forest(json.loads(file.read_text(encoding="utf-8")), known)


_NEVER = -20.0  # log-odds, distributed over the trees


def _forest(description: dict[str, Any], known: Sequence[int]) -> TypeForest:
    trees = description["oblivious_trees"]
    features = np.zeros((len(trees), DEPTH), dtype=np.int16)
    borders = np.full((len(trees), DEPTH), np.finfo(np.float32).max, dtype=np.float32)
    leaves = np.full((len(trees), 1 << DEPTH, len(TYPES)), _NEVER / len(trees), dtype=np.float32)
    scale, bias = description["scale_and_bias"]
    offsets = np.array(bias if isinstance(bias, list) and len(bias) == len(known) else [0.0] * len(known))
    for number, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"] or ()):
            features[number, level] = split["float_feature_index"]
            borders[number, level] = split["border"]
        values = np.array(tree["leaf_values"]).reshape(-1, len(known)) * scale + offsets / len(trees)
        leaves[number, : len(values), known] = values.T
    return TypeForest(features, borders, leaves)


def _certain(number: int) -> TypeForest:
    """Make a forest for sets in which all pages have the same type."""
    leaves = np.full((1, 1 << DEPTH, len(TYPES)), _NEVER, dtype=np.float32)
    leaves[:, :, number] = 0.0
    borders = np.full((1, DEPTH), np.finfo(np.float32).max, dtype=np.float32)
    return TypeForest(np.zeros((1, DEPTH), dtype=np.int16), borders, leaves)
