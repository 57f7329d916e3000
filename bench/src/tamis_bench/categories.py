"""Categories by the text: accuracy on pages whose section says what they are about, cross-validated by site.

The truth is the category that the page's section or a part of its URL names; the text alone is judged, by the listed
words, and by centroids that pages of other sites have moved. Sites call sections as they like, so the truth has errors.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from tamis.api import extract
from tamis.library.categories import CONFIDENT, Category, category_of_section, learn, stems
from tamis.library.prepared import term_counts
from tamis.text.tokenizing import tokens
from tamis.text.urls.sites import site_of
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.library.categories import Categories
    from tamis_bench.samples import Sample

FOLDS = 5
LEVELS = (0.0, CONFIDENT, 0.5, 0.7, 0.9)
"""Confidences from which the accuracy is told."""


class LabeledPage(NamedTuple):
    """A page with the category that its section names."""

    category: Category | None
    counts: Mapping[str, int]
    site: str
    language: str


class Judged(NamedTuple):
    """The guess for a page."""

    page: LabeledPage
    guess: Category | None
    confidence: float


def read_pages(samples: Sequence[Sample], jobs: int = 1) -> list[LabeledPage]:
    """Extract the pages, with the terms of their texts."""
    return list(run(_page, samples, jobs, "reading"))


def _page(sample: Sample) -> LabeledPage:
    article = extract(sample.html, sample.url)
    counts = term_counts(article.title or "", tokens(article.text), article.language)
    category = category_of_section(article.section) or category_of_url(sample.url)
    return LabeledPage(category, counts, site_of(sample.url) or sample.id, (article.language or "").partition("-")[0])


def category_of_url(url: str | None) -> Category | None:
    """Return the category that a part of a URL's path names."""
    try:
        names = unquote(urlsplit(url or "").path).split("/")[1:-1]
    except ValueError:
        return None
    return next((found for name in names if (found := category_of_section(name))), None)


def judge(pages: Sequence[LabeledPage]) -> dict[str, list[Judged]]:
    """Judge the labeled pages by the listed words alone, and by what pages of other sites teach."""
    frequencies = Counter(stem for page in pages for stem in stems(page.counts))
    labeled = [page for page in pages if page.category is not None]
    sites = sorted({page.site for page in labeled})
    fold_of = {site: number % FOLDS for number, site in enumerate(sites)}
    listed = learn([], len(pages), frequencies)
    found = {"listed words": [_judged(listed, page) for page in labeled], "learned from other sites": []}
    for fold in range(FOLDS):
        others = [(page.category, page.counts, 1.0) for page in labeled if fold_of[page.site] != fold and page.category]
        learned = learn(others, len(pages), frequencies)
        found["learned from other sites"] += [_judged(learned, page) for page in labeled if fold_of[page.site] == fold]
    return found


def _judged(categories: Categories, page: LabeledPage) -> Judged:
    found = categories.judge(page.counts)
    return Judged(page, found.guess, found.confidence)


def tables(judged: Mapping[str, Sequence[Judged]]) -> list[Table]:
    """Build the tables: accuracy by confidence, and by category and language with what was learned."""
    by_confidence = Table("Categories by the text", ("centroids", "confidence from", "pages", "right", "accuracy"))
    for name, found in judged.items():
        for level in LEVELS:
            own = [one for one in found if one.confidence >= level]
            by_confidence.add(name, level, len(own), *_right(own))
    learned = judged["learned from other sites"]
    most = Counter(one.page.category for one in learned).most_common(1)
    by_confidence.notes = [f"Always the most frequent category: {most[0][1] / len(learned):.3f}."] if learned else []
    by_kind = Table("By category and language, learned from other sites", ("kind", "pages", "right", "accuracy"))
    for category in Category:
        own = [one for one in learned if one.page.category is category]
        if own:
            by_kind.add(category.value, len(own), *_right(own))
    for language, count in Counter(one.page.language for one in learned).most_common():
        by_kind.add(language or "unknown", count, *_right([one for one in learned if one.page.language == language]))
    return [by_confidence, by_kind]


def _right(judged: Sequence[Judged]) -> tuple[int, float | None]:
    right = sum(one.guess is one.page.category for one in judged)
    return right, right / len(judged) if judged else None
