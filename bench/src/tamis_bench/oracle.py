"""The oracle: the score of a strategy that decides every block rightly, which shows what segmentation loses.

All blocks that have text take part, including hidden ones. No strategy can recover what is missing to 1: words that
are in no block, and blocks that mix right words with wrong ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING

from tamis.core.parse import parse
from tamis.model import Page
from tamis_bench.alignment import best_choice
from tamis_bench.metrics import mean, words
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample
    from tamis_bench.metrics import Score

TOP_WORDS = 12  # words of each kind in the list of the worst pages


@dataclass(frozen=True, slots=True)
class PageOracle:
    """The best possible score on a page, and what limits it."""

    set: str
    id: str
    url: str | None
    page_type: str | None
    score: Score
    blocks: int
    kept: int
    truth_words: int
    missing_count: int
    missing: tuple[str, ...]
    """Words of the truth that are in no block, the most frequent first."""
    missing_in_source: int
    """Number of the missing words that are anywhere in the page's source, including attributes and scripts."""
    left_out_count: int
    left_out: tuple[str, ...]
    """Words of the truth that are only in blocks not worth keeping."""
    extra_count: int
    extra: tuple[str, ...]
    """Words of kept blocks that are not in the truth."""


def page_oracle(sample: Sample) -> PageOracle:
    """Choose the blocks of one page by its truth."""
    document = parse(Page(html=sample.html, url=sample.url))
    truth = words(sample.truth.text or "")
    choice = best_choice(document.texts, truth)
    return PageOracle(
        set=sample.set,
        id=sample.id,
        url=sample.url,
        page_type=sample.page_type,
        score=choice.score,
        blocks=len(document.texts),
        kept=sum(choice.kept),
        truth_words=len(truth),
        missing_count=choice.missing.total(),
        missing=_top(choice.missing),
        missing_in_source=_in_source(choice.missing, sample.html),
        left_out_count=choice.left_out.total(),
        left_out=_top(choice.left_out),
        extra_count=choice.extra.total(),
        extra=_top(choice.extra),
    )


def measure(samples: Sequence[Sample], jobs: int = 1) -> list[PageOracle]:
    """Run the oracle on every sample whose truth has a text, even if it is empty."""
    labeled = [sample for sample in samples if "text" in sample.truth.known]
    return list(run(page_oracle, labeled, jobs, "oracle"))


def summary(pages: Sequence[PageOracle]) -> Table:
    """Build a table of mean word scores by set and page type."""
    table = Table("Oracle: every block decided rightly", ("set", "page type", "pages", "precision", "recall", "F1"))
    for name in dict.fromkeys(page.set for page in pages):
        inside = [page for page in pages if page.set == name]
        table.add(name, "all", *_means(inside))
        for page_type in sorted({page.page_type for page in inside if page.page_type}):
            table.add(name, page_type, *_means([page for page in inside if page.page_type == page_type]))
    return table


def worst(pages: Sequence[PageOracle], count: int) -> Table:
    """Build a table of the pages where the segmentation loses most, and what it loses."""
    table = Table("Worst pages", ("set", "id", "url", "F1", "words", "missing", "left out", "extra"))
    for page in sorted(pages, key=lambda page: (page.score.f1, page.set, page.id))[:count]:
        table.add(
            page.set,
            page.id,
            page.url or "",
            page.score.f1,
            page.truth_words,
            f"{page.missing_count} ({page.missing_in_source} in the source): {' '.join(page.missing)}",
            f"{page.left_out_count}: {' '.join(page.left_out)}",
            f"{page.extra_count}: {' '.join(page.extra)}",
        )
    return table


def _means(pages: Sequence[PageOracle]) -> tuple[int, float | None, float | None, float | None]:
    return (
        len(pages),
        mean(page.score.precision for page in pages),
        mean(page.score.recall for page in pages),
        mean(page.score.f1 for page in pages),
    )


def _in_source(missing: Counter[str], source: str) -> int:
    if not missing:
        return 0
    there = set(words(unescape(source)))
    return sum(count for word, count in missing.items() if word in there)


def _top(counts: Counter[str]) -> tuple[str, ...]:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(word if count == 1 else f"{word}×{count}" for word, count in ordered[:TOP_WORDS])
