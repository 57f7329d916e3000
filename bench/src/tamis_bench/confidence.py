"""The confidence of every page beside its word F1: the pairs that `tamis_bench.reliability` judges."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis_bench.metrics import word_score, words
from tamis_bench.progress import run
from tamis_bench.quality import PAGE_SECONDS
from tamis_bench.reliability import groups_table, reliability_table
from tamis_bench.tables import Table
from tamis_bench.time_limit import OutOfTime, quiet, time_cap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample


@dataclass(frozen=True, slots=True)
class PageConfidence:
    """A page's confidence and its score."""

    set: str
    id: str
    url: str | None
    page_type: str | None
    language: str | None
    outcome: str
    confidence: float
    f1: float

    @property
    def pair(self) -> tuple[float, float]:
        """Confidence and word F1."""
        return self.confidence, self.f1


def measure(
    samples: Sequence[Sample], strategy: str, jobs: int = 1, seconds: float = PAGE_SECONDS
) -> list[PageConfidence]:
    """Extract all pages whose truth has a text, even if it is empty."""
    judged = [sample for sample in samples if "text" in sample.truth.known]
    if not judged:
        raise BadInput("no page of these sets has a text in its truth, so there is nothing to hold confidence against")
    return list(run(partial(measure_page, strategy=strategy, seconds=seconds), judged, jobs, "confidence"))


def measure_page(sample: Sample, strategy: str, seconds: float) -> PageConfidence:
    """Measure one page. If extraction fails, the text is empty and the confidence 0."""
    from tamis import Settings, extract

    text, confidence, outcome = "", 0.0, "failed"
    try:
        with quiet(), time_cap(seconds):
            article = extract(sample.html, url=sample.url, settings=Settings(strategy=strategy))
            text, confidence, outcome = article.text, article.confidence, str(article.outcome.value)
    except OutOfTime:
        outcome = "out of time"
    except Exception as error:  # noqa: BLE001 (a page that fails is counted, not fatal)
        outcome = type(error).__name__
    return PageConfidence(
        set=sample.set,
        id=sample.id,
        url=sample.url,
        page_type=sample.page_type,
        language=sample.language,
        outcome=outcome,
        confidence=confidence,
        f1=word_score(words(text), words(sample.truth.text or "")).f1,
    )


def tables(pages: Sequence[PageConfidence], strategy: str) -> list[Table]:
    """Build the tables: the bins over all pages, the measures by set, page type and outcome, and the outcomes."""
    made = [reliability_table([page.pair for page in pages], f"Confidence of {strategy}")]
    for what, name in (
        ("set", lambda page: page.set),
        ("page type", lambda page: f"{page.set}: {page.page_type}" if page.page_type else ""),
        ("outcome", lambda page: page.outcome),
    ):
        named = [(name(page), *page.pair) for page in pages if name(page)]
        if len({group for group, *_ in named}) > 1:
            made.append(groups_table(sorted(named, key=lambda row: row[0]), f"Confidence by {what}"))
    return [*made, outcomes_table(pages)]


def outcomes_table(pages: Sequence[PageConfidence]) -> Table:
    """Build a table of outcomes by set and page type; it shows, for example, which list pages are recognized."""
    kinds = sorted({page.outcome for page in pages}, key=lambda outcome: (outcome != "article", outcome))
    table = Table("Outcomes by page type", ("pages of", "number", *kinds))
    groups: dict[str, Counter[str]] = {}
    for page in pages:
        group = f"{page.set}: {page.page_type}" if page.page_type else page.set
        groups.setdefault(group, Counter())[page.outcome] += 1
    for group, counts in sorted(groups.items()):
        table.add(group, counts.total(), *(counts[kind] for kind in kinds))
    return table
