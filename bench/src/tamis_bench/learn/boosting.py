"""Gradient boosting by CatBoost: train a forest of symmetric trees on features and labels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from tamis.core.strategies.learned.forest import Forest
from tamis.errors import MissingExtra

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Mask

THREADS = 2
"""Number of threads; fixed, because the order of sums depends on it: the same data give the same model everywhere."""


@dataclass(frozen=True, slots=True)
class Boosting:
    """The parameters of the training."""

    trees: int = 300
    depth: int = 6
    rate: float = 0.11
    regularisation: float = 8.0
    columns: float = 0.2
    """Share of the features that each level may choose from."""
    rows: float = 0.7
    """Share of the blocks that each tree sees."""
    borders: int = 64
    seed: int = 1


def grow(rows: Any, wanted: Mask, weights: Floats, settings: Boosting) -> Forest:
    """Train a forest. `rows` has a row for each block."""
    try:
        from catboost import CatBoostClassifier, Pool
    except ImportError as error:
        raise MissingExtra("Training", "learn", package="tamis-bench") from error
    classifier = CatBoostClassifier(
        iterations=settings.trees,
        depth=settings.depth,
        learning_rate=settings.rate,
        l2_leaf_reg=settings.regularisation,
        rsm=settings.columns,
        subsample=settings.rows,
        bootstrap_type="Bernoulli",
        border_count=settings.borders,
        random_seed=settings.seed,
        thread_count=THREADS,
        allow_writing_files=False,
        verbose=False,
    )
    classifier.fit(Pool(rows, wanted.astype(np.float64), weight=weights))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "forest.json"
        classifier.save_model(str(file), format="json")
        return _forest(json.loads(file.read_text(encoding="utf-8")), settings.depth)


def _forest(description: dict[str, Any], depth: int) -> Forest:
    """Convert CatBoost's description of a forest. Fill up trees that ended early with splits that are never true."""
    trees = description["oblivious_trees"]
    features = np.zeros((len(trees), depth), dtype=np.int16)
    borders = np.full((len(trees), depth), np.finfo(np.float32).max, dtype=np.float32)
    leaves = np.zeros((len(trees), 1 << depth), dtype=np.float32)
    shares = np.zeros((len(trees), 1 << depth), dtype=np.float32)
    for number, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"] or ()):
            features[number, level] = split["float_feature_index"]
            borders[number, level] = split["border"]
        values, weights = np.array(tree["leaf_values"]), np.array(tree["leaf_weights"])
        leaves[number, : len(values)] = values
        shares[number, : len(weights)] = weights / max(1e-9, float(weights.sum()))
    scale, bias = description["scale_and_bias"]
    offset = bias[0] if isinstance(bias, list) else bias
    return Forest(features, borders, (leaves * scale).astype(np.float32), shares, float(offset))
