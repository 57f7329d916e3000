"""Why the model decided as it did: what weighed most for each block, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tamis.strategies.learned.feature_descriptions import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.strategies.learned.block_table import BlockTable
    from tamis.strategies.learned.features import Matrix
    from tamis.strategies.learned.model import Model

TOP = 3
"""How many features a reason names."""
NOT_ASKED = "menus, headers, footers and the like are never the article, so the model was not asked"


def explained(
    model: Model, table: BlockTable, matrix: Matrix | None, scores: Sequence[float], reasons: Sequence[str]
) -> list[str]:
    """The reasons with the probability of each block and what weighed most. No matrix if no block was asked about."""
    result = list(reasons)
    for begin, end in table.names.menus:
        for block in range(begin, end):
            if table.document.texts[block]:
                result[block] = f"{reasons[block]}; {NOT_ASKED}"
    if matrix is None:
        return result
    weights = model.forest.contributions(matrix)
    strongest = np.argsort(-np.abs(weights), axis=0, kind="stable")
    for row, block in enumerate(table.rows.tolist()):
        told: dict[str, str] = {}  # features that are alike have the same words
        for feature in strongest[:, row].tolist():
            sign = "+" if weights[feature, row] >= 0 else "−"
            said = say(model.names[feature], float(matrix[feature, row]))
            told.setdefault(said.partition(":")[0], f"{sign} {said}")
            if len(told) == TOP:
                break
        result[block] = f"{reasons[block]}; {scores[block]:.0%} likely to be wanted: {'; '.join(told.values())}"
    return result
