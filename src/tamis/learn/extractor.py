"""Training of the default strategy, with a cross-validation that no page's own site takes part in.

For each fold a model is trained on the others and tried on it, through the whole pipeline, as a user would get it. The
model that is written is trained on all folds. Lexicons never come from the fold that they are used on, neither in
training nor in the trial.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis import _version, pipeline
from tamis.bench.datasets import choose as choose_entries
from tamis.bench.datasets import read_index
from tamis.bench.metrics import word_score, words
from tamis.bench.progress import run, track
from tamis.errors import BadInput
from tamis.learn.boosting import Boosting, grow
from tamis.learn.confidence import fit_confidence
from tamis.learn.examples import FOLDS, Example, example
from tamis.learn.lexicon import TokenCounts
from tamis.model import Page
from tamis.settings import Settings
from tamis.strategies.learned import Learned
from tamis.strategies.learned.confidence import confidence, page_numbers
from tamis.strategies.learned.features import NAME_FEATURES, name_features
from tamis.strategies.learned.lexicon import score_names
from tamis.strategies.learned.model import Model
from tamis.strategies.learned.rule_adjustments import decide

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tamis.bench.datasets import Entry
    from tamis.strategies.learned.arrays import Floats
    from tamis.strategies.learned.features import Matrix

SETS = ("wcxb-dev", "news")
"""What is trained on when no set is named."""
_NO_CONFIDENCE = np.zeros(8)


class Trial(NamedTuple):
    """One page of the cross-validation, as the pipeline gave it with a model that had not seen its site."""

    set: str
    id: str
    url: str | None
    page_type: str | None
    language: str | None
    truth_words: int
    precision: float
    recall: float
    f1: float
    confidence: float
    """By a regression that had not seen the page's fold either."""
    outcome: str
    oracle: float = 0.0
    """The F1 that a right choice of blocks would have."""


@dataclass(frozen=True, slots=True)
class Training:
    """What came of it."""

    model: Model
    trials: list[Trial]
    pages: int
    blocks: int
    settings: Boosting = field(default_factory=Boosting)


def train(
    data: Path, sets: Sequence[str], limit: int | None, jobs: int, settings: Boosting, *, validate: bool = True
) -> Training:
    """Read the sets, cross-validate, and train on all."""
    entries = [
        entry
        for name in sets or SETS
        for entry in choose_entries(read_index(data, name), limit)
        if "text" in entry.truth.known
    ]
    examples = [page for page in run(example, entries, jobs, "features") if page is not None]
    if len({page.fold for page in examples}) < FOLDS:
        raise BadInput(f"{data}: too few sites to train on; {len(examples)} pages with text and a truth were found")
    counts = TokenCounts(examples)
    trials: list[Trial] = []
    weights = _NO_CONFIDENCE
    if validate:
        numbers, trials = _validate(entries, examples, counts, jobs, settings)
        weights, trials = _with_confidence(examples, numbers, trials)
    about = {
        "version": _version.__version__,
        "sets": ", ".join(f"{name} {sum(page.entry.set == name for page in examples)}" for name in sets or SETS),
        "blocks": str(sum(len(page.words) for page in examples)),
    }
    model = _fit(examples, counts, (), settings, weights, about)
    return Training(model, trials, len(examples), sum(len(page.words) for page in examples), settings)


def _fit(
    examples: Sequence[Example],
    counts: TokenCounts,
    without: tuple[int, ...],
    settings: Boosting,
    weights: Floats,
    about: dict[str, str],
) -> Model:
    """A model by all folds but some."""
    inside = [page for page in examples if page.fold not in without]
    lexicons = {fold: counts.lexicon(without=(*without, fold)) for fold in range(FOLDS) if fold not in without}
    count = sum(len(page.words) for page in inside)
    features = (*inside[0].features, *NAME_FEATURES)
    rows = np.empty((count, len(features)), dtype=np.float32)
    at = 0
    for page in inside:
        end = at + len(page.words)
        rows[at:end] = matrix_of(page, lexicons[page.fold]).T
        at = end
    forest = grow(
        rows,
        np.concatenate([page.wanted for page in inside]),
        np.concatenate([page.weights() for page in inside]),
        settings,
    )
    return Model(features, counts.lexicon(without=without), forest, weights, about)


def matrix_of(page: Example, lexicon: Mapping[str, float]) -> Matrix:
    """All features of an example, a line each."""
    return np.concatenate((page.plain, name_features(page.frame, score_names(page.names, lexicon)[page.frame.nodes])))


def _validate(
    entries: Sequence[Entry], examples: Sequence[Example], counts: TokenCounts, jobs: int, settings: Boosting
) -> tuple[list[Floats], list[Trial]]:
    """The numbers of every example for its confidence, and every page's trial, by models that had not seen its site."""
    numbers: list[Floats] = [np.zeros(0)] * len(examples)
    trials: dict[tuple[str, str], Trial] = {}
    folds = {(page.entry.set, page.entry.id): page.fold for page in examples}
    for fold in track(range(FOLDS), "cross-validation"):
        model = _fit(examples, counts, (fold,), settings, _NO_CONFIDENCE, {})
        for place, page in enumerate(examples):
            if page.fold == fold:
                probabilities, choice = decide(page, model.forest.log_odds(matrix_of(page, model.lexicon)))
                numbers[place] = page_numbers(probabilities, page.words, choice)
        # Pages without any text have no site to be held back; they are tried with the first model.
        held_back = [entry for entry in entries if folds.get((entry.set, entry.id), 0) == fold]
        work = partial(_try, strategy=Learned(model=model))
        for entry, trial in zip(held_back, run(work, held_back, jobs, f"trial of fold {fold + 1}"), strict=True):
            trials[entry.set, entry.id] = trial
    return numbers, [trials[entry.set, entry.id] for entry in entries]


def _try(entry: Entry, strategy: Learned) -> Trial:
    sample = entry.load()
    article = pipeline.run(Page(html=sample.html, url=sample.url), Settings(strategy=strategy))
    truth = words(sample.truth.text or "")
    precision, recall, f1 = word_score(words(article.text), truth)
    return Trial(
        set=entry.set,
        id=entry.id,
        url=entry.url,
        page_type=sample.page_type,
        language=sample.language,
        truth_words=len(truth),
        precision=precision,
        recall=recall,
        f1=f1,
        confidence=0.0,
        outcome=article.outcome.value,
    )


def _with_confidence(
    examples: Sequence[Example], by_page: Sequence[Floats], trials: Sequence[Trial]
) -> tuple[Floats, list[Trial]]:
    """The weights of the confidence by all pages, and the trials with a confidence by the other folds' pages."""
    tried = {(trial.set, trial.id): place for place, trial in enumerate(trials)}
    places = [tried[page.entry.set, page.entry.id] for page in examples]
    numbers = np.array(by_page)
    scores = np.array([trials[place].f1 for place in places])
    folds = np.array([page.fold for page in examples])
    result = list(trials)
    for fold in range(FOLDS):
        weights = fit_confidence(numbers[folds != fold], scores[folds != fold])
        for row in np.flatnonzero(folds == fold).tolist():
            place = places[row]
            sure = confidence(weights, numbers[row])
            result[place] = result[place]._replace(confidence=sure, oracle=examples[row].oracle)
    return fit_confidence(numbers, scores), result
