"""MSS, maximum subsequence segmentation: keeps the stretch of tokens that is most like an article as a whole.

J. Pasternack, D. Roth: *Extracting Article Text from the Web with Maximum Subsequence Segmentation*, WWW 2009, pp.
971-980.

A classifier, trained on labeled pages, estimates for each token of the source, word or tag, how likely it is part of
the article, by its neighbors and the tag around it (`tamis.papers.token_model`). By itself it is often wrong. But the
stretch of tokens with the greatest sum of these probabilities, each minus one half, is found in one pass, and in it the
errors even out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path  # noqa: TC003 (options read the type)
from typing import TYPE_CHECKING, ClassVar, Literal
from zipfile import BadZipFile

import numpy as np

from tamis.core.parse.token_ranges import find_token_ranges
from tamis.core.parse.tokens import read_tokens
from tamis.core.strategies.advertising import Advertising
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.errors import BadSettings
from tamis.papers.token_model import TokenModel, packaged_model, read_model, read_stream
from tamis.settings.options import check, option
from tamis.text.max_sum import max_sum_run

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels


_MOSTLY = 0.5  # the share of a block's characters


@dataclass(frozen=True, slots=True)
class Subsequence:
    """The MSS strategy, with the classifier or without."""

    name: ClassVar[str] = "mss"

    method: Literal["supervised", "simple"] = option(
        "supervised",
        "With the trained classifier; or the paper's baseline, in which a word counts 1 and a tag `tag_score`.",
        source="the paper",
    )
    threshold: float = option(
        0.5,
        "What is taken from each token's probability (`supervised`). More makes the stretch shorter.",
        above=0,
        below=1,
        source="the paper",
    )
    tag_score: float = option(-3.25, "What a tag counts (`simple`).", below=0, source="the paper")
    clean: bool = option(
        True, "Leave out what is mostly links, and what is named an advertisement, within the stretch.", source="chosen"
    )
    model: Path | None = option(None, "A model that `tamis learn mss` wrote, in place of the packaged one.")

    def __post_init__(self) -> None:
        check(self)
        if self.model is not None:
            _model_in(self.model)  # raises an error that says what is wrong with the file

    def label(self, document: Document) -> Labels:
        """Keep the blocks in the stretch."""
        if self.method != "supervised":
            return self.segment(document, None)
        return self.segment(document, _model_in(self.model) if self.model is not None else packaged_model())

    def segment(self, document: Document, model: TokenModel | None) -> Labels:
        """Keep the blocks in the stretch, found with the given model or, by the baseline, without one."""
        tokens = read_tokens(document.page.html)
        stream = read_stream(tokens)
        if model is None:
            scores = np.where(stream.texts < 0, self.tag_score, 1.0)
        else:
            scores = model.probabilities(stream) - self.threshold
        first, last = max_sum_run(scores * stream.weights)
        chosen = stream.texts[first:last]
        chosen = chosen[chosen >= 0]
        count = len(tokens.texts)
        words = np.bincount(stream.texts[stream.texts >= 0], minlength=count)
        inside = np.bincount(chosen, minlength=count) / np.maximum(words, 1)
        shares = find_token_ranges(document, tokens).shares(inside * tokens.sizes, tokens.sizes)
        inside_run = (shares >= 0.5).tolist()
        within = f"in the stretch of {len(chosen)} words that is most like an article"
        outside = "before or after the stretch that is most like an article"
        clutter = _clutter(document) if self.clean else [None] * len(document)
        kept = [keep and why is None for keep, why in zip(inside_run, clutter, strict=True)]
        reasons = [(why or within) if keep else outside for keep, why in zip(inside_run, clutter, strict=True)]
        return labels_from_choice(document, document.visible(), kept, shares.tolist(), reasons)


def _clutter(document: Document) -> list[str | None]:
    """Say for each block why it cannot be article text, even in the stretch; None if nothing excludes it."""
    advertising = Advertising(document)
    return [
        "in the stretch, but an advertisement by its name"
        if advertising.holds(node)
        else "in the stretch, but mostly links"
        if text and link >= _MOSTLY * len(text)
        else None
        for text, link, node in zip(document.texts, document.link_sizes, document.block_nodes, strict=True)
    ]


@lru_cache(maxsize=8)
def _model_in(path: Path) -> TokenModel:
    """Read a model from a file, once."""
    try:
        return read_model(path.read_bytes())
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise BadSettings(f"{path}: not a model of tamis learn mss: {error}") from error
