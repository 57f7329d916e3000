"""Texts that survive the filters of corpora: tamis by view and by the union of its views, beside other extractors.

It also measures the price of views: CPU time of one text, and of one text with its views, of the same pages by turns.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis_bench.contenders import ask
from tamis_bench.corpus_filters import FILTERS
from tamis_bench.progress import run
from tamis_bench.tables import Table
from tamis_bench.time_limit import quiet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample

VIEWS: dict[str, dict[str, Any]] = {
    "precision": {"favor": "precision"},
    "recall": {"favor": "recall"},
    "no tables": {"tables": False},
}
"""Views beside the text itself, with their settings."""
OWN, UNION = "tamis", "tamis, any view"
ROUNDS = 3
"""Times that the cost of a page is measured; the least counts."""


class PageSurvival(NamedTuple):
    """The texts of a page by extractor or view: the words that each filter leaves, and the price of the views."""

    set: str
    id: str
    words: dict[str, dict[str, int]]
    """Words that pass, by extractor or view and by filter; ``text`` and ``all`` are no filter and all of them."""
    one: float
    """CPU milliseconds of the text alone."""
    views: float
    """CPU milliseconds of the text and all views."""


def measure(samples: Sequence[Sample], peers: Sequence[str], jobs: int, seconds: float) -> list[PageSurvival]:
    """Extract the English pages of the samples."""
    english = [sample for sample in samples if (sample.language or "en").lower().startswith("en")]
    return list(run(partial(measure_page, peers=tuple(peers), seconds=seconds), english, jobs, "survival"))


def measure_page(sample: Sample, peers: Sequence[str], seconds: float) -> PageSurvival:
    """Measure one page."""
    one, _ = _cost(sample, {})
    views, texts = _cost(sample, VIEWS)
    rest = {name: ask(name, sample.html, sample.url, seconds).text for name in peers}
    words = {name: _passing(text) for name, text in (texts | rest).items()}
    passed = [words[name] for name in texts]
    words[UNION] = {name: max(view[name] for view in passed) for name in passed[0]}
    return PageSurvival(sample.set, sample.id, words, one, views)


def _cost(sample: Sample, views: dict[str, dict[str, Any]]) -> tuple[float, dict[str, str]]:
    """Return the least CPU milliseconds of a page's texts, and the texts."""
    from tamis import TamisError, extract

    least, texts = float("inf"), {OWN: ""}
    for _ in range(ROUNDS):
        start = time.process_time()
        try:
            with quiet():
                article = extract(sample.html, url=sample.url)
                texts = {OWN: article.text}
                texts |= {f"{OWN}, {name}": article.view(**options).text for name, options in views.items()}
        except TamisError:
            texts = {OWN: ""} | {f"{OWN}, {name}": "" for name in views}
        least = min(least, 1000 * (time.process_time() - start))
    return least, texts


def _passing(text: str) -> dict[str, int]:
    words = len(text.split())
    passed = {name: words if words and passes(text) else 0 for name, passes in FILTERS.items()}
    return {"text": words, **passed, "all": words if all(passed.values()) else 0}


def tables(pages: Sequence[PageSurvival]) -> list[Table]:
    """Build a table of survival for each set, and one of the price of views."""
    made = []
    for name in dict.fromkeys(page.set for page in pages):
        made.append(_survival(name, [page for page in pages if page.set == name]))
    price = Table("Price of views", ("pages", "one text, ms", f"with {len(VIEWS)} views, ms", "factor"))
    one, views = sum(page.one for page in pages), sum(page.views for page in pages)
    price.add(len(pages), one / max(1, len(pages)), views / max(1, len(pages)), views / one if one else 0.0)
    price.notes.append(f"CPU time, the least of {ROUNDS} rounds for each page.")
    return [*made, price]


def _survival(name: str, pages: Sequence[PageSurvival]) -> Table:
    filters = ("text", *FILTERS, "all")
    table = Table(f"Survival of {name}", ("extractor", *(f"{title}: pages" for title in filters), "words after all"))
    for extractor in pages[0].words:
        counts = [sum(page.words[extractor][title] > 0 for page in pages) for title in filters]
        table.add(extractor, *counts, sum(page.words[extractor]["all"] for page in pages))
    table.notes.append(
        f"{len(pages)} pages in English. Gopher, C4 without its list of words, and FineWeb's own filters."
    )
    return table
