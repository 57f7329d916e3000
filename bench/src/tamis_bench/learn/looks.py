"""The value of rendering: strategies on rendered pages and on pages as sent, and the default with boxes.

Titles are compared as well: by markup alone, with the look taking part as it does in the default, and by the look alone
(Article Clipper's Q, as in the strategy clipper).

There are two kinds of pages. Styled pages (`tamis_bench.styled_pages`) have complete style sheets, but generated
layouts. Saved pages are real, with the styles that they contain; most of their style sheets are missing.

The default with boxes is a logistic regression on the default's probability of each block and on its look (the
features of `tamis.papers.clipper`). It is compared with a regression on the probability and the features that need no
browser. Both are cross-validated: by template on styled pages, by site on saved ones.
"""

from __future__ import annotations

import random
import zlib
from collections import defaultdict
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core import pipeline
from tamis.core.enrich import PageFacts
from tamis.core.pipeline import prepare
from tamis.core.strategies import by_name
from tamis.errors import BadInput
from tamis.io.rendering import Browser, RenderSettings
from tamis.model import Page
from tamis.papers.clipper import FEATURES, Look, segment_features
from tamis.settings.extraction import Settings
from tamis.text.urls.sites import site_of
from tamis_bench.alignment import best_choice
from tamis_bench.datasets import choose, read_index
from tamis_bench.learn.clipper import regression, shares
from tamis_bench.metrics import mean, word_score, words, words_and_characters
from tamis_bench.progress import track
from tamis_bench.styled_pages import TEMPLATES, Words, styled_page
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tamis_bench.datasets import Sample
    from tamis_bench.styled_pages import StyledPage

    Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]
    Vector = np.ndarray[tuple[int], np.dtype[np.float64]]

STRATEGIES = ("learned", "clipper", "vips", "cuter", "mss")
BOXES, NO_BOXES = "learned + boxes", "learned + markup"
BY_MARKUP = "markup alone"
TITLES = (BY_MARKUP, "default: markup and look", "clipper: Q alone")
SETS = ("wcxb-dev", "news")
FOLDS = 5
MIN_STYLES = 3_000
"""Minimum number of characters in style attributes and style elements of a saved page with styles."""
ALIKE = 0.001
"""Minimum difference in F1; pages that differ by less count for neither side in the sign test."""
_LINES_FROM_ONE_PAGE = 60
_LEAST_PROSE = 80
_NEED_A_BROWSER = frozenset(
    ("off center", "width", "font size", "body font", "bold", "other color", "aligned otherwise", "in a frame")
)


class Case(NamedTuple):
    """A page as sent and as rendered, with its scores."""

    kind: str
    group: str
    """Group for the cross-validation: its pages are never both trained and tested on."""
    truth: Sequence[str]
    texts: Sequence[str]
    features: Matrix
    """Features of the blocks of the rendered page: a constant, the default's log-odds, then those of clipper."""
    wanted: Vector
    weights: Vector
    sent: dict[str, float]
    """F1 by strategy on the page as sent."""
    drawn: dict[str, float]
    pictures: tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]] | None = None
    """Counts as sent and as rendered: right, found, wanted, advertisements among those found, right captions."""
    titles: dict[str, float] | None = None
    """F1 of the words of the rendered page's title by each way to find it; None if the true title is not known."""


def measure(data: Path, sets: Sequence[str], styled: int, saved: int, seed: int) -> list[Table]:
    """Render the pages and compare the strategies on them."""
    with Browser(RenderSettings(timeout=30, settle=0.5, scripts=False)) as browser:
        cases = [
            *_styled_cases(browser, data, sets or SETS, styled, seed),
            *_saved_cases(browser, data, sets or SETS, saved),
        ]
    if not cases:
        raise BadInput(f"{data}: no article to measure on; the truth has to give the text")
    return tables(cases)


def tables(cases: Sequence[Case]) -> list[Table]:
    """Build the tables of all pages, by kind."""
    made = []
    for kind in dict.fromkeys(case.kind for case in cases):
        pages = [case for case in cases if case.kind == kind]
        for name, found in ((NO_BOXES, False), (BOXES, True)):
            for case, f1 in zip(pages, _cross_validated(pages, with_boxes=found), strict=True):
                case.drawn[name] = f1
        made.append(_strategy_table(kind, pages))
        if titled := [case.titles for case in pages if case.titles]:
            made.append(_title_table(kind, titled))
        if any(case.pictures for case in pages):
            made.append(_picture_table(kind, pages))
    return made


def _strategy_table(kind: str, pages: Sequence[Case]) -> Table:
    table = Table(
        f"{kind}: {len(pages)}",
        (
            "strategy",
            "as sent",
            "rendered",
            "better",
            "worse",
            "p",
            "better than default as sent",
            "worse than it",
            "p of it",
        ),
    )
    for name in (*STRATEGIES, NO_BOXES, BOXES):
        before = [case.sent.get(name, case.drawn[NO_BOXES]) for case in pages]
        after = [case.drawn[name] for case in pages]
        default = [case.sent["learned"] for case in pages]
        better, worse, p = sign_test(after, before)
        ahead, behind, p_default = sign_test(after, default)
        is_strategy = name in STRATEGIES
        sent = mean(before) if is_strategy else None
        table.add(name, sent, mean(after), better, worse, p, ahead, behind, p_default)
    table.notes.append(
        f"Word F1; pages that differ by less than {ALIKE} count for neither side. `{BOXES}` is compared with "
        f"`{NO_BOXES}`, both cross-validated regressions on the default's probabilities."
    )
    return table


def _title_table(kind: str, pages: Sequence[dict[str, float]]) -> Table:
    """Build a table of the titles of rendered pages, each way compared with markup alone."""
    table = Table(f"{kind}: titles of {len(pages)}", ("title", "word F1", "better", "worse", "p"))
    for name in TITLES:
        scores = [page[name] for page in pages]
        table.add(name, mean(scores), *sign_test(scores, [page[BY_MARKUP] for page in pages]))
    return table


def _picture_table(kind: str, pages: Sequence[Case]) -> Table:
    table = Table(f"{kind}: pictures", ("", "precision", "recall", "advertisements", "captions right"))
    for name, side in (("as sent", 0), ("rendered", 1)):
        found = [case.pictures[side] for case in pages if case.pictures is not None]
        right, said, wanted, advertisements, captions = (sum(column) for column in zip(*found, strict=True))
        table.add(
            name, right / said if said else None, right / wanted if wanted else None, advertisements,
            captions / wanted if wanted else None,
        )  # fmt: skip
    return table


def sign_test(after: Sequence[float], before: Sequence[float]) -> tuple[int, int, float]:
    """Count how often the first is better and worse, and compute the two-sided p-value of the sign test."""
    better = sum(one - other >= ALIKE for one, other in zip(after, before, strict=True))
    worse = sum(other - one >= ALIKE for one, other in zip(after, before, strict=True))
    count = better + worse
    tail = sum(comb(count, at) for at in range(min(better, worse) + 1))
    return better, worse, min(1.0, 2 * tail / 2**count)


def _cross_validated(pages: Sequence[Case], *, with_boxes: bool) -> list[float]:
    """Return the F1 of each page by a regression on log-odds and features, trained on other groups."""
    columns = [
        0,
        1,
        *(2 + at for at, name in enumerate(FEATURES) if at and (with_boxes or name not in _NEED_A_BROWSER)),
    ]
    groups = sorted({case.group for case in pages})
    folds = {group: at % FOLDS for at, group in enumerate(groups)}
    result = [0.0] * len(pages)
    for fold in range(FOLDS):
        lessons = [case for case in pages if folds[case.group] != fold]
        if not lessons:
            continue
        weights = np.asarray(
            regression(
                np.concatenate([case.features for case in lessons])[:, columns],
                np.concatenate([case.wanted for case in lessons]),
                np.concatenate([case.weights for case in lessons]),
            )
        )
        for at, case in enumerate(pages):
            if folds[case.group] == fold:
                result[at] = _f1_of(case, case.features[:, columns] @ weights > 0)
    return result


def _f1_of(case: Case, kept: Sequence[bool] | Vector) -> float:
    found = [word for text, keep in zip(case.texts, kept, strict=True) if keep for word in words(text)]
    return word_score(found, case.truth).f1


def _styled_cases(browser: Browser, data: Path, sets: Sequence[str], count: int, seed: int) -> Iterator[Case]:
    entries = [e for name in sets for e in read_index(data, name) if e.page_type in (None, "article")]
    samples = [entry.load() for entry in choose(entries, count)]
    samples = [sample for sample in samples if sample.truth.text]
    around = [_lines_around(sample) for sample in samples]
    names = sorted(TEMPLATES)
    for number, sample in enumerate(track(samples, "styled pages")):
        furniture = [line for at, lines in enumerate(around) if at != number for line in lines]
        others = [one for at, one in enumerate(samples) if at != number]
        prose = [line for other in others for line in _paragraphs(other) if len(line) >= _LEAST_PROSE]
        chooser = random.Random(seed + number)  # noqa: S311 (nothing secret)
        made = styled_page(
            Words(
                sample.truth.title or "A page without a title",
                _paragraphs(sample),
                chooser.choices(furniture, k=400),
                chooser.choices(prose, k=40),
            ),
            seed + number,
            names[number % len(names)],
        )
        page, title = Page(made.html, made.url), sample.truth.title
        case = _case(browser, page, (made.truth, title), "styled pages", made.template, made)
        if case is not None:
            yield case


def _saved_cases(browser: Browser, data: Path, sets: Sequence[str], count: int) -> Iterator[Case]:
    entries = [e for name in sets for e in read_index(data, name) if e.page_type in (None, "article")]
    samples = [sample for entry in choose(entries, 4 * count) if _has_styles(sample := entry.load())][:count]
    for sample in track(samples, "saved pages"):
        group = str(zlib.crc32((site_of(sample.url) or sample.id).encode()))
        truth = (sample.truth.text or "", sample.truth.title)
        case = _case(browser, Page(sample.html, sample.url), truth, "saved pages", group)
        if case is not None:
            yield case


def _has_styles(sample: Sample) -> bool:
    if not sample.truth.text:
        return False
    tree = prepare(Page(sample.html, sample.url)).document.tree
    inside = sum(len(element.text) for element in tree.select("style"))
    return inside + sum(len(element.attr("style") or "") for element in tree.select("[style]")) >= MIN_STYLES


def _paragraphs(sample: Sample) -> list[str]:
    return [line.strip() for line in (sample.truth.text or "").splitlines() if line.strip()]


def _lines_around(sample: Sample) -> list[str]:
    """Return lines of a page that are not in its article."""
    document = prepare(Page(sample.html, sample.url)).document
    lines = zip(document.texts, document.visible(), strict=True)
    truth = sample.truth.text or ""
    return [text for text, seen in lines if seen and text and "\n" not in text and text not in truth][
        :_LINES_FROM_ONE_PAGE
    ] or ["More"]


def _case(
    browser: Browser, page: Page, truth: tuple[str, str | None], kind: str, group: str, made: StyledPage | None = None
) -> Case | None:
    drawn = browser.render(page).page
    text, title = truth
    wanted = words(text)
    if drawn.layout is None or not wanted:
        return None
    document = prepare(drawn).document
    probabilities = np.clip(np.asarray(by_name("learned").label(document).scores, dtype=float), 1e-4, 1 - 1e-4)
    visible = np.asarray(document.visible(), dtype=float)
    sizes = np.minimum(document.sizes(), 2_000) * visible
    log_odds = np.log(probabilities / (1 - probabilities)) - 20 * (1 - visible)
    features = np.column_stack([np.ones(len(document)), log_odds, segment_features(document, Look.of(document))])
    sent = {name: _f1(page, name, wanted) for name in STRATEGIES}
    seen = {name: _f1(drawn, name, wanted) for name in STRATEGIES}
    choice = np.asarray(best_choice(document.texts, wanted).kept, dtype=float)
    pictures = (_pictures(page, made), _pictures(drawn, made)) if made is not None else None
    titles = _titles(drawn, title) if title else None
    return Case(kind, group, wanted, document.texts, features, choice, shares(sizes), sent, seen, pictures, titles)


def _titles(page: Page, truth: str) -> dict[str, float]:
    prepared = prepare(page)
    by_look = prepare(page, strategy=by_name("clipper"))
    found = (PageFacts(prepared.document).title, prepared.facts.title, by_look.facts.title)
    true = words_and_characters(truth)
    return {
        name: word_score(words_and_characters(title.text or ""), true).f1
        for name, title in zip(TITLES, found, strict=True)
    }


def _f1(page: Page, strategy: str, truth: Sequence[str]) -> float:
    settings = Settings(strategy=strategy, embedded=False)
    return word_score(words(pipeline.run(page, settings).text), truth).f1


def _pictures(page: Page, made: StyledPage) -> tuple[int, int, int, int, int]:
    found: dict[str, list[str]] = defaultdict(list)
    for image in pipeline.run(page).images:
        found["/" + image.src.split("/", 3)[-1]].append(image.caption or "")
    wanted = dict(made.captions)
    advertisements = sum(source in found for source in made.advertisements)
    captions = sum(wanted[source] in found[source] for source in wanted if source in found)
    return sum(source in found for source in wanted), len(found), len(wanted), advertisements, captions
