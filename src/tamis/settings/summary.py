"""Settings of a summary: its length, and the weight of each sentence score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from tamis.errors import BadSettings
from tamis.settings.options import answering, check, option

SCORE_NAMES = ("frequency", "tf_idf", "lexical", "position", "title", "length")
"""Names of the sentence scores.

The weight of each is the field of `SummarySettings` with ``_weight`` after its name.
"""


Weighting = Literal["news", "paper"]
"""A preset of the six weights, with the form of two scores; see `tamis.core.summarizing.scores`."""
WEIGHTS: dict[Weighting, dict[str, float]] = {
    "news": {**dict.fromkeys(SCORE_NAMES, 0.0), "position": 4.0, "title": 2.0, "lexical": 1.0},
    "paper": dict.fromkeys(SCORE_NAMES, 1.0),
}
"""The weights of each preset. The paper averages the scores; for news the position counts most."""
LEAD = 0.25
"""Share of the title's terms in the first sentence from which the text begins with its main point."""
POSITION_AFTER_LEAD = 24.0
"""For news, the weight of the position in a short summary of such a text."""
SHORT = 4
"""Number of sentences up to which a summary is short: what news begins with."""
LONG_SHARE = 1 / 3
"""Share of a text's sentences from which a summary is long."""
FREQUENCY_OF_LONG = 0.7
"""For news, the weight of frequency in a long summary; with a smaller share it falls with its square."""


@answering
@dataclass(frozen=True, slots=True)
class SummarySettings:
    """Settings for making a summary. Weights are relative; a weight of 0 leaves a score out."""

    sentences: int = option(4, "Sentences of the summary.", minimum=1, maximum=1000)
    share: float | None = option(
        None, "Length as a share of the article's sentences, instead of --sentences.", above=0.0, maximum=1.0
    )
    keywords: int = option(8, "Keywords to find.", minimum=0, maximum=100)
    weighting: Weighting = option(
        "news", "Scores and weights: for news, or the paper's plain average. The weights below override its weights."
    )
    frequency_weight: float | None = option(None, "Weight of word frequency.", minimum=0.0)
    tf_idf_weight: float | None = option(None, "Weight of TF/IDF.", minimum=0.0)
    lexical_weight: float | None = option(None, "Weight of lexical similarity to other sentences.", minimum=0.0)
    position_weight: float | None = option(None, "Weight of the position: earlier sentences count more.", minimum=0.0)
    title_weight: float | None = option(None, "Weight of the words shared with the title.", minimum=0.0)
    length_weight: float | None = option(
        None, "Weight of the length: short and long sentences count less.", minimum=0.0
    )
    repetition: float = option(
        0.7, "Leave out a sentence if a better one has this share of its terms.", above=0.0, maximum=1.0
    )

    def __post_init__(self) -> None:
        check(self)
        if not any(self.weights().values()):
            raise BadSettings(f"at least one weight must be above 0: {', '.join(SCORE_NAMES)}")

    def weights(self, wanted: int = SHORT, count: int = 1, lead: float = 0.0) -> dict[str, float]:
        """Return the weight of each score by name, for a summary with so many of a text's sentences.

        `lead` is the share of the title's terms that the first sentence has.
        """
        given = {name: getattr(self, f"{name}_weight") for name in SCORE_NAMES}
        preset = dict(WEIGHTS[self.weighting])
        if self.weighting == "news" and wanted > SHORT:
            preset["frequency"] = FREQUENCY_OF_LONG * min(1.0, wanted / count / LONG_SHARE) ** 2
        elif self.weighting == "news" and lead >= LEAD:
            preset["position"] = POSITION_AFTER_LEAD
        return {name: preset[name] if weight is None else weight for name, weight in given.items()}


class SummaryOptions(TypedDict, total=False):
    """The fields of `SummarySettings` as keyword arguments of `tamis.summarize`."""

    sentences: int
    share: float | None
    keywords: int
    weighting: Weighting
    frequency_weight: float | None
    tf_idf_weight: float | None
    lexical_weight: float | None
    position_weight: float | None
    title_weight: float | None
    length_weight: float | None
    repetition: float
