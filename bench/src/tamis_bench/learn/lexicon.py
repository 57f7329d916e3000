"""The lexicon of class and id names: log-odds by site, always from other folds than those that it is used on."""

from __future__ import annotations

from collections import defaultdict
from math import log
from typing import TYPE_CHECKING

import numpy as np

from tamis_bench.learn.examples import FOLDS, MIN_ORACLE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tamis_bench.learn.examples import Example

MIN_SITES = 4
"""Minimum number of sites that must use a token."""
_PRIOR = 0.5  # added to both sides, so that few sites cannot make anything certain


class TokenCounts:
    """Counts by fold and token: the number of sites that use it, and the sum of their shares of article text."""

    def __init__(self, examples: Sequence[Example]) -> None:
        by_site: dict[tuple[int, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for page in examples:
            if page.oracle >= MIN_ORACLE and bool(page.wanted.any()):
                for token, share in page.shares_by_token().items():
                    by_site[page.fold, page.site][token].append(share)
        self._folds: list[dict[str, tuple[float, int]]] = [{} for _ in range(FOLDS)]
        for (fold, _site), tokens in by_site.items():
            counts = self._folds[fold]
            for token, shares in tokens.items():
                right, sites = counts.get(token, (0.0, 0))
                counts[token] = (right + sum(shares) / len(shares), sites + 1)

    def lexicon(self, without: Collection[int] = ()) -> dict[str, float]:
        """Compute the lexicon from all folds except some."""
        totals: dict[str, tuple[float, int]] = {}
        for fold, counts in enumerate(self._folds):
            if fold not in without:
                for token, (right, sites) in counts.items():
                    known_right, known_sites = totals.get(token, (0.0, 0))
                    totals[token] = (known_right + right, known_sites + sites)
        return {
            # Rounded as in the model's file, so that training sees what extraction will see.
            token: float(np.float16(log((right + _PRIOR) / (sites - right + _PRIOR))))
            for token, (right, sites) in totals.items()
            if sites >= MIN_SITES
        }
