"""Training of F, the classifier of Article Clipper (`tamis.papers.clipper`), on pages that a browser rendered.

Each page is rendered from its own HTML, without a network and without scripts. So style sheets at other URLs are
missing, and what they would teach (columns, fonts of captions, frames) is learned only from pages that contain their
styles. A segment belongs to the article if the truth has its words. Pages weigh alike; a segment's weight within its
page depends on its characters.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.pipeline import prepare
from tamis.errors import BadInput
from tamis.io.rendering import Browser
from tamis.model import Page
from tamis.papers.clipper import Clipper, Look, LookModel, read_model, segment_features
from tamis.settings.fetching import RenderSettings
from tamis.text.urls.sites import site_of
from tamis_bench.alignment import best_choice
from tamis_bench.datasets import choose, read_index
from tamis_bench.metrics import mean, word_score, words
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tamis.core.parse import Document
    from tamis_bench.datasets import Entry, Sample

    Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]
    Vector = np.ndarray[tuple[int], np.dtype[np.float64]]

SETS = ("wcxb-dev", "news", "zh-articles")
ARTICLES = (None, "article")
"""Page types to train on: only articles, because the method is for articles."""
FOLDS = 5
MIN_ORACLE = 0.8
"""Minimum F1 of the best choice of blocks; pages below it are not used for training."""
PENALTY = 1.0
"""Weight of the squared weights in the loss: logistic regression with a ridge penalty."""
STEPS = 30
"""Maximum steps of Newton's method; it converges after about eight."""


class Lesson(NamedTuple):
    """The training data from one page: rendered, and as it was sent; without a browser, twice as it was sent."""

    set: str
    id: str
    fold: int
    truth: Sequence[str]
    rendered: Document
    plain: Document
    features: tuple[Matrix, Matrix]
    wanted: tuple[Vector, Vector]
    weights: tuple[Vector, Vector]


class Trial(NamedTuple):
    """A page's F1 by a model that has not seen its site: rendered, as it was sent, and without refinements."""

    set: str
    id: str
    rendered: float | None
    plain: float
    unrefined: float | None


class Training(NamedTuple):
    """A trained model, the number of its pages, and the cross-validation."""

    model: LookModel
    pages: int
    trials: list[Trial]


def train(
    data: Path, sets: Sequence[str] = (), limit: int | None = None, *, validate: bool = True, render: bool = True
) -> Training:
    """Render the pages, cross-validate by site, and train on all of them.

    Without `render` only the weights for pages as sent are trained; the others are those of the packaged model.
    """
    lessons = _lessons(data, sets or SETS, limit, render=render)
    if not lessons:
        raise BadInput(f"{data}: no article to learn from; the truth has to give the text, and the page to hold it")
    trials: list[Trial] = []
    for fold in range(FOLDS) if validate else ():
        model = fit([lesson for lesson in lessons if lesson.fold != fold])
        trials += [_trial(lesson, model) for lesson in lessons if lesson.fold == fold]
    model = fit(lessons)
    if not render:
        model = LookModel(read_model().rendered, model.plain)
    return Training(model, len(lessons), trials)


def fit(lessons: Sequence[Lesson]) -> LookModel:
    """Fit the weights of the features, on rendered pages and on pages as sent."""
    rendered, plain = (
        regression(
            np.concatenate([lesson.features[form] for lesson in lessons]),
            np.concatenate([lesson.wanted[form] for lesson in lessons]),
            np.concatenate([lesson.weights[form] for lesson in lessons]),
        )
        for form in (0, 1)
    )
    return LookModel(rendered, plain)


def table(trials: Sequence[Trial]) -> Table:
    """Build a table of the cross-validation."""
    result = Table("clipper, cross-validated by site", ("set", "pages", "rendered", "without refinements", "as sent"))
    for name in dict.fromkeys(trial.set for trial in trials):
        found = [trial for trial in trials if trial.set == name]
        result.add(
            name,
            len(found),
            mean(trial.rendered for trial in found),
            mean(trial.unrefined for trial in found),
            mean(trial.plain for trial in found),
        )
    result.notes.append("Word F1 of the kept blocks. Rendered from their own HTML, without other files.")
    return result


def _lessons(data: Path, sets: Sequence[str], limit: int | None, *, render: bool) -> list[Lesson]:
    entries = [
        entry
        for name in sets
        for entry in choose([e for e in read_index(data, name) if e.page_type in ARTICLES], limit)
    ]
    if not render:
        return _learned(entries, None)
    with Browser(RenderSettings(timeout=30, settle=0.5, scripts=False)) as browser:
        return _learned(entries, browser)


def _learned(entries: Sequence[Entry], browser: Browser | None) -> list[Lesson]:
    found = (_lesson(browser, entry.load()) for entry in track(entries, "reading pages"))
    return [lesson for lesson in found if lesson is not None]


def _lesson(browser: Browser | None, sample: Sample) -> Lesson | None:
    page = Page(sample.html, sample.url)
    rendered_page = browser.render(page).page if browser is not None else page
    if (browser is not None and rendered_page.layout is None) or not sample.truth.text:
        return None
    truth = words(sample.truth.text)
    documents = (prepare(rendered_page).document, prepare(page).document)
    choices = [best_choice(document.texts, truth) for document in documents]
    if min(choice.score.f1 for choice in choices) < MIN_ORACLE:
        return None
    sizes = [np.minimum(document.sizes(), 2_000) * np.asarray(document.visible()) for document in documents]
    return Lesson(
        set=sample.set,
        id=sample.id,
        fold=zlib.crc32((site_of(sample.url) or sample.id).encode()) % FOLDS,
        truth=truth,
        rendered=documents[0],
        plain=documents[1],
        features=(_features(documents[0]), _features(documents[1])),
        wanted=(np.asarray(choices[0].kept, dtype=float), np.asarray(choices[1].kept, dtype=float)),
        weights=(shares(sizes[0]), shares(sizes[1])),
    )


def _features(document: Document) -> Matrix:
    return segment_features(document, Look.of(document))


def shares(sizes: Vector) -> Vector:
    """Weigh segments half by characters, half equally, so that short ones count too. A page weighs 100."""
    present = (sizes > 0).astype(float)
    total, count = max(float(sizes.sum()), 1.0), max(float(present.sum()), 1.0)
    result: Vector = 50 * sizes / total + 50 * present / count
    return result


def _trial(lesson: Lesson, model: LookModel) -> Trial:
    is_rendered = lesson.rendered.page.layout is not None
    return Trial(
        lesson.set,
        lesson.id,
        _score(lesson, lesson.rendered, model, Clipper()) if is_rendered else None,
        _score(lesson, lesson.plain, model, Clipper()),
        _score(lesson, lesson.rendered, model, Clipper(refine=False)) if is_rendered else None,
    )


def _score(lesson: Lesson, document: Document, model: LookModel, clipper: Clipper) -> float:
    kept = clipper.segment(document, model).kept
    found = [word for text, keep in zip(document.texts, kept, strict=True) if keep for word in words(text)]
    return word_score(found, lesson.truth).f1


def regression(features: Matrix, wanted: Vector, weights: Vector) -> tuple[float, ...]:
    """Fit a logistic regression by Newton's method; the first feature is a constant. Deterministic."""
    found = np.zeros(features.shape[1])
    ridge = PENALTY * np.eye(features.shape[1])
    ridge[0, 0] = 0.0
    for _ in range(STEPS):
        probabilities = 1 / (1 + np.exp(-np.clip(features @ found, -30, 30)))
        slope = features.T @ (weights * (wanted - probabilities)) - ridge @ found
        curve = (features * (weights * probabilities * (1 - probabilities))[:, None]).T @ features + ridge
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]
        found = found + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return tuple(float(weight) for weight in found)
