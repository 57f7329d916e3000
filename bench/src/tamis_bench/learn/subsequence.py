"""Training of the token classifier of maximum subsequence segmentation (`tamis.papers.mss`).

A token belongs to the article if it is in a block that the truth contains; a tag does if the texts before and after it
do. Every page has nearly the same weight, however long it is. Features that only a few sites have are left out, because
they would represent only these sites.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from tamis.core.parse import parse
from tamis.core.parse.token_ranges import find_token_ranges
from tamis.core.parse.tokens import read_tokens
from tamis.core.pipeline import run as extract
from tamis.errors import BadInput
from tamis.model import Page
from tamis.papers.mss import Subsequence
from tamis.papers.token_model import CLASSES, TokenModel, read_stream
from tamis.settings.extraction import Settings
from tamis.text.urls.sites import site_of
from tamis_bench.alignment import best_choice
from tamis_bench.datasets import choose, read_index
from tamis_bench.metrics import mean, word_score, words
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from tamis.core.parse import Document
    from tamis.core.parse.tokens import Tokens
    from tamis.model import Labels
    from tamis.papers.token_model import Stream
    from tamis_bench.datasets import Entry
    from tamis_bench.metrics import Score

    Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

SETS = ("wcxb-dev", "news")
"""Sets to train on if none is named."""
FOLDS = 5
MIN_ORACLE = 0.8
"""Minimum F1 of the best choice of blocks; pages below it teach nothing: text from elsewhere, or another page's."""
LONG_PAGE, SHORT_PAGE = 1000.0, 200.0
"""Total weight of a page's tokens, so that pages weigh alike, and the number of tokens below which it is less."""
MIN_SITES_OF_TRIPLE, MIN_SITES_OF_WORD = 10, 40
"""Minimum number of sites whose pages have a feature."""
SMOOTHING = 1.0
"""Number added to each count (Laplace)."""

Key = TypeVar("Key", int, str)


class Seen(NamedTuple, Generic[Key]):
    """Weighted counts of a feature's values on a page, inside and outside of the article."""

    keys: list[Key]
    inside: list[float]
    outside: list[float]


class Lesson(NamedTuple):
    """The training data from one page."""

    entry: Entry
    site: str
    fold: int
    tokens: tuple[float, float]
    """Weight of the tokens inside and outside of the article."""
    triples: Seen[int]
    parents: Seen[int]
    words: Seen[str]


class Trial(NamedTuple):
    """The result of a page in the cross-validation, by a model that has not seen its site."""

    set: str
    id: str
    page_type: str | None
    score: Score


@dataclass(frozen=True, slots=True)
class Training:
    """A trained model with its cross-validation."""

    model: TokenModel
    pages: int
    trials: list[Trial]


def train(
    data: Path, sets: Sequence[str] = (), limit: int | None = None, jobs: int = 1, *, validate: bool = True
) -> Training:
    """Read the sets, cross-validate by site, and train on all pages."""
    entries = [entry for name in sets or SETS for entry in choose(read_index(data, name), limit)]
    lessons = [lesson for lesson in run(lesson_of, entries, jobs, "reading pages") if lesson is not None]
    if not lessons:
        raise BadInput(f"{data}: no page to learn from; the truth has to give the text, and the page to hold it")
    trials: list[Trial] = []
    for fold in range(FOLDS) if validate else ():
        model = fit(lesson for lesson in lessons if lesson.fold != fold)
        held = [
            entry for entry in entries if entry.truth.text is not None and _fold(site_of(entry.url) or entry.id) == fold
        ]
        trials += run(partial(_try, model=model), held, jobs, f"trying fold {fold + 1} of {FOLDS}")
    return Training(fit(lessons), len(lessons), trials)


def table(trials: Sequence[Trial]) -> Table:
    """Build a table of the cross-validation by set and page type."""
    found = Table("MSS, cross-validated by site", ("set", "page type", "pages", "precision", "recall", "F1"))
    for name in dict.fromkeys(trial.set for trial in trials):
        inside = [trial for trial in trials if trial.set == name]
        types = sorted({trial.page_type for trial in inside if trial.page_type})
        for page_type in ("all", *types):
            scores = [trial.score for trial in inside if page_type in ("all", trial.page_type)]
            found.add(name, page_type, len(scores), *(mean(score[at] for score in scores) for at in range(3)))
    return found


# Reading pages.


def lesson_of(entry: Entry) -> Lesson | None:
    """Read a page and align it with its truth. None if it teaches nothing."""
    if not entry.truth.text:
        return None
    sample = entry.load()
    document = parse(Page(html=sample.html, url=sample.url))
    tokens = read_tokens(document.page.html)
    choice = best_choice(document.texts, words(entry.truth.text))
    if choice.score.f1 < MIN_ORACLE:
        return None
    stream = read_stream(tokens)
    inside = token_labels(stream, _texts_inside(document, tokens, choice.kept))
    weights = np.full(len(inside), LONG_PAGE / max(SHORT_PAGE, len(inside)))
    site = site_of(sample.url) or sample.id
    is_word = stream.words >= 0
    by_word = _count(stream.words[is_word], inside[is_word], weights[is_word])
    return Lesson(
        entry=entry,
        site=site,
        fold=_fold(site),
        tokens=(float(weights[inside].sum()), float(weights[~inside].sum())),
        triples=_count(stream.triples(), inside, weights),
        parents=_count(stream.parents, inside, weights),
        words=Seen([stream.vocabulary[word] for word in by_word.keys], by_word.inside, by_word.outside),
    )


def token_labels(stream: Stream, texts_inside: Bools) -> Bools:
    """Label the tokens that belong to the article, given its texts."""
    is_word = stream.texts >= 0
    labels = np.zeros(len(stream.texts), dtype=np.bool_)
    labels[is_word] = texts_inside[stream.texts[is_word]]
    places = np.flatnonzero(is_word)
    if len(places):
        tags = np.flatnonzero(~is_word)
        after = np.searchsorted(places, tags)
        between = (after > 0) & (after < len(places))
        before_after = labels[places[(after - 1).clip(min=0)]] & labels[places[after.clip(max=len(places) - 1)]]
        labels[tags] = between & before_after
    return labels


def _texts_inside(document: Document, tokens: Tokens, kept: Sequence[bool]) -> Bools:
    places = find_token_ranges(document, tokens)
    inside = np.zeros(len(tokens.texts), dtype=np.bool_)
    for keep, first, last in zip(kept, places.first.tolist(), places.last.tolist(), strict=True):
        if keep:
            inside[first:last] = True
    return inside


def _count(keys: np.ndarray[tuple[int], np.dtype[np.int64]], inside: Bools, weights: Floats) -> Seen[int]:
    known, places = np.unique(keys, return_inverse=True)
    sums = [np.bincount(places, weights * flags, minlength=len(known)).tolist() for flags in (inside, ~inside)]
    return Seen(known.tolist(), *sums)


def _fold(site: str) -> int:
    return zlib.crc32(site.encode()) % FOLDS


# From counts to weights.


@dataclass(slots=True)
class _Sum:
    inside: float = 0.0
    outside: float = 0.0
    sites: int = 0
    last_site: str = ""


def fit(lessons: Iterable[Lesson]) -> TokenModel:
    """Fit naive Bayes to the counts of all pages."""
    triples: dict[int, _Sum] = {}
    parents: dict[int, _Sum] = {}
    of_words: dict[str, _Sum] = {}
    inside = outside = 0.0
    for lesson in sorted(lessons, key=lambda lesson: (lesson.site, lesson.entry.set, lesson.entry.id)):
        inside += lesson.tokens[0]
        outside += lesson.tokens[1]
        _add(triples, lesson.triples, lesson.site)
        _add(parents, lesson.parents, lesson.site)
        _add(of_words, lesson.words, lesson.site)
    known = _weights(triples, MIN_SITES_OF_TRIPLE)
    parent_weights = np.zeros(CLASSES)
    for key, weight in _weights(parents, 1).items():
        parent_weights[key] = weight
    keys = sorted(known)
    word_weights = _weights(of_words, MIN_SITES_OF_WORD)
    word_weights.pop("", None)
    return TokenModel(
        prior=float(np.log((inside + SMOOTHING) / (outside + SMOOTHING))),
        triples=np.array(keys or [0], dtype=np.int64),
        triple_weights=np.array([known[key] for key in keys] or [0.0]),
        parent_weights=parent_weights,
        word_weights=word_weights,
    )


def _add(sums: dict[Key, _Sum], seen: Seen[Key], site: str) -> None:
    for key, inside, outside in zip(*seen, strict=True):
        known = sums.get(key)
        if known is None:
            known = sums[key] = _Sum()
        known.inside += inside
        known.outside += outside
        if known.last_site != site:
            known.last_site = site
            known.sites += 1


def _weights(sums: dict[Key, _Sum], min_sites: int) -> dict[Key, float]:
    """Compute by how much each value raises the log-odds, for the values that enough sites have."""
    all_inside = sum(one.inside for one in sums.values()) + SMOOTHING * len(sums)
    all_outside = sum(one.outside for one in sums.values()) + SMOOTHING * len(sums)
    return {
        key: float(np.log((one.inside + SMOOTHING) / all_inside) - np.log((one.outside + SMOOTHING) / all_outside))
        for key, one in sums.items()
        if one.sites >= min_sites
    }


# The cross-validation.


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """The strategy with another model than the packaged one."""

    name: ClassVar[str] = Subsequence.name

    model: TokenModel

    def label(self, document: Document) -> Labels:
        return Subsequence().segment(document, self.model)


def _try(entry: Entry, model: TokenModel) -> Trial:
    sample = entry.load()
    article = extract(Page(html=sample.html, url=sample.url), Settings(strategy=_Candidate(model)))
    return Trial(entry.set, entry.id, entry.page_type, word_score(words(article.text), words(entry.truth.text or "")))
