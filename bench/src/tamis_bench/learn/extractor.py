"""Training of the default strategy, with a cross-validation by site.

For each fold, a model is trained on the other folds and tried on this one, through the whole pipeline, as a user would
get it. No site is in two folds. The written model is trained on all folds. Lexicons never come from the fold that they
are used on, neither in training nor in the trial.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis import _version
from tamis.core import pipeline
from tamis.core.strategies.learned import Learned
from tamis.core.strategies.learned.cutoff import NUMBERS, page_confidence, page_numbers
from tamis.core.strategies.learned.features import NAME_FEATURES, TYPE_FEATURES, join_features, name_features
from tamis.core.strategies.learned.model import Model
from tamis.core.strategies.learned.page_type import ARTICLE
from tamis.core.strategies.learned.rule_adjustments import adjusted, decide
from tamis.core.strategies.markup_hints import score_names
from tamis.errors import BadInput
from tamis.model import Page
from tamis.settings.extraction import Settings
from tamis_bench.datasets import choose as choose_entries
from tamis_bench.datasets import read_index
from tamis_bench.learn.agreement import MIN_ARTICLE, read_votes, wanted_by_agreement
from tamis_bench.learn.boosting import Boosting, grow
from tamis_bench.learn.confidence import fit_confidence
from tamis_bench.learn.examples import FOLDS, Example, read_examples
from tamis_bench.learn.lexicon import TokenCounts
from tamis_bench.learn.network import Training as NetworkTraining
from tamis_bench.learn.network import teach
from tamis_bench.learn.page_types import TREES as TYPE_TREES
from tamis_bench.learn.page_types import grow_types
from tamis_bench.metrics import word_score, words
from tamis_bench.progress import run, track

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tamis.core.strategies.learned.arrays import Floats, Ints
    from tamis.core.strategies.learned.cutoff import Choice
    from tamis.core.strategies.learned.features import Matrix
    from tamis.core.strategies.learned.forest import Forest
    from tamis.core.strategies.learned.page_type import TypeForest
    from tamis_bench.datasets import Entry
    from tamis_bench.learn.agreement import Votes

SETS = ("wcxb-dev", "news", "world", "east-articles", "east-forums", "zh-articles", "forums")
"""Sets to train on if none is named."""
UNWANTED, UNWANTED_OF_COPIES, UNWANTED_BY_AGREEMENT = 0.4, 0.12, 0.2
"""Shares of the unwanted blocks that are trained on; each of these then weighs more.

Most unwanted blocks are much alike, and those of a short copy are those of its page.
"""
ROUNDS = 2
"""Number of times that the pages without labels are voted on, each time with the model of the previous round."""
_NO_CONFIDENCE = np.zeros(NUMBERS)


class Trial(NamedTuple):
    """The result of one page in the cross-validation: by the pipeline with a model that has not seen its site."""

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
    """Confidence by a regression that has not seen the page's fold either."""
    outcome: str
    oracle: float = 0.0
    """The F1 of the best choice of blocks."""


class ShortTrial(NamedTuple):
    """The result of a short copy in the cross-validation, counted in words of blocks."""

    set: str
    precision: float
    recall: float
    f1: float


class Repeat(NamedTuple):
    """One cross-validation with its seed."""

    seed: int
    trials: list[Trial]
    short: list[ShortTrial]


@dataclass(frozen=True, slots=True)
class Training:
    """A trained model with its cross-validations."""

    model: Model
    trials: list[Trial]
    pages: int
    blocks: int
    settings: Boosting = field(default_factory=Boosting)
    short: list[ShortTrial] = field(default_factory=list)
    repeats: list[Repeat] = field(default_factory=list)
    """The cross-validations with each seed, including the first."""
    held_out: list[Trial] = field(default_factory=list)
    """The pages of held-out sets, by models that have seen no page of their set."""


class _Data(NamedTuple):
    """All data for the training."""

    labeled: list[Example]
    """Labeled pages, including the short copies."""
    agreed: list[Example]
    articles: list[Example]
    """Unlabeled pages that people have called articles, for learning the page types."""
    counts: TokenCounts
    types: dict[int | None, TypeForest]
    """Forests by the fold that they were trained without; under None, the one trained on all folds."""

    def types_of(self, page: Example) -> Floats:
        """Return the probabilities of a page's types, by a forest trained on other folds."""
        return self.types[page.fold].probabilities(page.page)


def train(
    data: Path,
    sets: Sequence[str],
    limit: int | None,
    jobs: int,
    settings: Boosting,
    *,
    validate: bool = True,
    agreement: Path | None = None,
    hold_out: Sequence[str] = (),
    repeat: int = 1,
) -> Training:
    """Read the sets, cross-validate, and train on all. `agreement` is a folder with the answers of other extractors.

    For each set in `hold_out`, another model is trained without it and tried on it. The cross-validation is repeated
    with other seeds, to tell chance from gain; the labels by agreement stay the same.
    """
    entries = [
        entry
        for name in sets or SETS
        for entry in choose_entries(read_index(data, name), limit)
        if "text" in entry.truth.known
    ]
    labeled = [page for pages in run(read_examples, entries, jobs, "features") for page in pages]
    whole = [page for page in labeled if not page.is_short]
    if len({page.fold for page in whole}) < FOLDS:
        raise BadInput(f"{data}: too few sites to train on; {len(whole)} pages with text and a truth were found")
    votes = read_votes(data, agreement, jobs) if agreement is not None else []
    known = _gather(labeled, votes, settings)
    trials: list[Trial] = []
    short: list[ShortTrial] = []
    weights = _NO_CONFIDENCE
    repeats: list[Repeat] = []
    if validate:
        numbers, trials, short = _validate(entries, known, jobs, settings)
        weights, trials = _with_confidence(whole, numbers, trials)
        repeats = [Repeat(settings.seed, trials, short)]
    inside = [*labeled, *known.agreed]
    blocks = sum(len(page.words) for page in inside)
    about = {
        "version": _version.__version__,
        "sets": ", ".join(f"{name} {sum(page.entry.set == name for page in whole)}" for name in sets or SETS),
        "short copies": str(len(labeled) - len(whole)),
        "by agreement": str(len(known.agreed)),
        "blocks": str(blocks),
    }
    model = _fit(known, None, settings, weights, about)
    held_out = [trial for name in hold_out for trial in _try_held_out(name, entries, labeled, votes, jobs, settings)]
    if validate:
        for seed in range(settings.seed + 1, settings.seed + repeat):
            repeats.append(Repeat(seed, *_validate(entries, known, jobs, replace(settings, seed=seed))[1:]))
    return Training(model, trials, len(inside), blocks, settings, short, repeats, held_out)


def _types(labeled: Sequence[Example], articles: Sequence[Example], settings: Boosting) -> dict[int | None, TypeForest]:
    pages = [*labeled, *articles]
    trees = min(TYPE_TREES, settings.trees)
    return {
        without: grow_types([page for page in pages if page.fold != without], settings.seed, trees)
        for without in (*range(FOLDS), None)
    }


def _gather(labeled: list[Example], votes: Sequence[Votes], settings: Boosting) -> _Data:
    """Collect all that a model is trained on, given the labeled pages that it may see."""
    # People have said that pages with snippets are articles.
    articles = [vote.example for vote in votes if vote.example.entry.truth.snippets_with]
    whole = [page for page in labeled if not page.is_short]
    known = _Data(labeled, [], articles, TokenCounts(whole), _types(labeled, articles, settings))
    for _ in range(ROUNDS if votes else 0):
        known = _with_agreement(known, votes, settings)
    return known


def _with_agreement(known: _Data, votes: Sequence[Votes], settings: Boosting) -> _Data:
    """Add the pages that other extractors were asked about, labeled by their votes and that of a forest.

    The forest is trained on the known pages.
    """
    lessons = _lessons(known, None)
    own = _forest(lessons, settings)
    agreed: list[Example] = []
    for vote in votes:
        page = vote.example
        likely = known.types_of(page)
        if likely[ARTICLE] < MIN_ARTICLE:
            continue
        _, choice = _decide(page, own.log_odds(matrix_of(page, lessons.lexicon, likely)), likely)
        wanted = wanted_by_agreement(vote, choice.kept)
        if wanted is not None:
            agreed.append(replace(page, wanted=wanted, texts=()))
    whole = [page for page in known.labeled if not page.is_short]
    return known._replace(agreed=agreed, counts=TokenCounts([*whole, *agreed]))


class _Lessons(NamedTuple):
    """The training data of one model."""

    features: tuple[str, ...]
    lexicon: Mapping[str, float]
    """Lexicon of all folds that the model is trained on."""
    pages: list[Example]
    matrices: list[Matrix]
    """Feature matrix of each page, with a lexicon that does not include the page's own fold."""


def _lessons(data: _Data, without: int | None) -> _Lessons:
    """Collect the pages of all folds but one, with their features."""
    inside = [page for page in (*data.labeled, *data.agreed) if page.fold != without]
    outside = () if without is None else (without,)
    lexicons = {fold: data.counts.lexicon(without=(*outside, fold)) for fold in range(FOLDS) if fold != without}
    return _Lessons(
        (*inside[0].features, *TYPE_FEATURES, *NAME_FEATURES),
        data.counts.lexicon(without=outside),
        inside,
        [matrix_of(page, lexicons[page.fold], data.types_of(page)) for page in inside],
    )


def _fit(data: _Data, without: int | None, settings: Boosting, weights: Floats, about: dict[str, str]) -> Model:
    """Train a model on all folds but one."""
    lessons = _lessons(data, without)
    forest = _forest(lessons, settings)
    taught = list(zip(lessons.pages, lessons.matrices, strict=True))
    network = teach(taught, lessons.features, NetworkTraining(seed=settings.seed))
    return Model(lessons.features, lessons.lexicon, forest, network, data.types[without], weights, about)


def _forest(lessons: _Lessons, settings: Boosting) -> Forest:
    pages = lessons.pages
    chosen = [_sample(page) for page in pages]
    return grow(
        np.concatenate([matrix.T[some] for matrix, some in zip(lessons.matrices, chosen, strict=True)]),
        np.concatenate([page.wanted[some] for page, some in zip(pages, chosen, strict=True)]),
        np.concatenate([_sample_weights(page)[some] for page, some in zip(pages, chosen, strict=True)]),
        settings,
    )


def _sample(page: Example) -> Ints:
    """Choose all wanted rows and some of the others, the same ones every time."""
    random = np.random.default_rng(zlib.crc32(f"{page.entry.set} {page.entry.id}".encode()))
    return np.flatnonzero(page.wanted | (random.random(len(page.words)) < _unwanted_share(page)))


def _sample_weights(page: Example) -> Floats:
    weights: Floats = np.where(page.wanted, 1.0, 1.0 / _unwanted_share(page)) * page.weights()
    return weights


def _unwanted_share(page: Example) -> float:
    if page.is_short:
        return UNWANTED_OF_COPIES
    return UNWANTED if "text" in page.entry.truth.known else UNWANTED_BY_AGREEMENT


def matrix_of(page: Example, lexicon: Mapping[str, float], types: Floats) -> Matrix:
    """Return all features of an example, one row per feature."""
    scores = score_names(page.names, lexicon)[page.frame.nodes]
    return join_features(page.plain, types, name_features(page.frame, scores))


def _decide(page: Example, log_odds: Floats, types: Floats) -> tuple[Floats, Choice]:
    """Decide what to keep of a page, as the strategy does."""
    decision = decide(page, page.shown_words, adjusted(log_odds, page.posts, page.signs, types))
    return decision.probabilities, decision.choice


def _decide_by(model: Model, page: Example, types: Floats) -> tuple[Floats, Choice]:
    matrix = matrix_of(page, model.lexicon, types)
    return _decide(page, model.log_odds(matrix, types, page.posts.places, page.words), types)


def _validate(
    entries: Sequence[Entry], data: _Data, jobs: int, settings: Boosting
) -> tuple[list[Floats], list[Trial], list[ShortTrial]]:
    """Return each page's numbers for its confidence, and all trials, by models that have not seen the page's site."""
    whole = [page for page in data.labeled if not page.is_short]
    numbers: list[Floats] = [np.zeros(0)] * len(whole)
    trials: dict[tuple[str, str], Trial] = {}
    short: list[ShortTrial] = []
    folds = {(page.entry.set, page.entry.id): page.fold for page in whole}
    for fold in track(range(FOLDS), "cross-validation"):
        model = _fit(data, fold, settings, _NO_CONFIDENCE, {})
        for place, page in enumerate(whole):
            if page.fold == fold:
                types = data.types_of(page)
                probabilities, choice = _decide_by(model, page, types)
                numbers[place] = page_numbers(probabilities, page.shown_words, choice, types)
        short += [_try_short(page, model, data) for page in data.labeled if page.is_short and page.fold == fold]
        # Pages without any text have no fold; they are tried with the first model.
        held_back = [entry for entry in entries if folds.get((entry.set, entry.id), 0) == fold]
        work = partial(_try, strategy=Learned(model=model))
        for entry, trial in zip(held_back, run(work, held_back, jobs, f"trial of fold {fold + 1}"), strict=True):
            trials[entry.set, entry.id] = trial
    return numbers, [trials[entry.set, entry.id] for entry in entries], short


def _try_held_out(
    name: str,
    entries: Sequence[Entry],
    labeled: Sequence[Example],
    votes: Sequence[Votes],
    jobs: int,
    settings: Boosting,
) -> list[Trial]:
    """Try the pages of a set with a model that saw no page of it, nor labels by agreement of a forest that did."""
    rest = _gather([page for page in labeled if page.entry.set != name], votes, settings)
    work = partial(_try, strategy=Learned(model=_fit(rest, None, settings, _NO_CONFIDENCE, {})))
    return list(run(work, [entry for entry in entries if entry.set == name], jobs, f"{name} held out"))


def _try_short(page: Example, model: Model, data: _Data) -> ShortTrial:
    _, choice = _decide_by(model, page, data.types_of(page))
    kept = choice.kept & page.shown
    hits, found, right = (float(page.words[rows].sum()) for rows in (kept & page.wanted, kept, page.wanted))
    return ShortTrial(page.entry.set, hits / found if found else 0.0, hits / right, 2.0 * hits / (found + right))


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
    """Fit the weights of the confidence on all pages, and add to each trial a confidence fitted on the other folds."""
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
            sure = page_confidence(weights, numbers[row])
            result[place] = result[place]._replace(confidence=sure, oracle=examples[row].oracle)
    return fit_confidence(numbers, scores), result
