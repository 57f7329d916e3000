"""CUTER's table 2 step by step: where accuracy goes, as the rules of the method are switched off one after the other.

G. Adam, C. Bouras, V. Poulopoulos: *CUTER: an Efficient Useful Text Extraction Mechanism*, 2009, section V. Accuracy is
Y/A and noise 1 - Y/X, with A, X and Y the sizes of the true, the extracted and the shared text. The first steps change
what is counted, the others what the method does; the last one keeps all text.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tamis_bench.alignment import common_places
from tamis_bench.contenders import ask, field
from tamis_bench.metrics import Share, accuracy_and_noise, mean, text_size, words
from tamis_bench.page_class import PageClass
from tamis_bench.paper_figures import CUTER_BY_CLASS
from tamis_bench.paper_steps import page_words
from tamis_bench.progress import run
from tamis_bench.quality import page_facts
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample
    from tamis_bench.tables import Value

_PLAIN = "names=false,meaning=0"


class Step(NamedTuple):
    """A way to measure, or a form of the method."""

    name: str
    strategy: str
    is_placed: bool = True
    """True if only words of the page count, each distinct."""
    is_titled: bool = True
    """True if the title counts as extracted: CUTER knows it from the feed and leaves its heading out."""


STEPS = (
    Step("words of the truth", "cuter", is_placed=False, is_titled=False),
    Step("words of the page", "cuter", is_titled=False),
    Step("and its title", "cuter"),
    Step("without names and meaning", f"cuter:{_PLAIN}"),
    Step("without the third", f"cuter:{_PLAIN},join=0,min_tp=0"),
    Step("and at any distance", f"cuter:{_PLAIN},join=0,min_tp=0,reach=1000000000"),
    Step("all text", "all"),
)


@dataclass(frozen=True, slots=True)
class CuterPage:
    """The figures of one page, for each step in order."""

    source: str
    """Name of the set, and the page's type if the set knows it."""
    id: str
    page_class: str
    shares: tuple[Share, ...]


def measure(samples: Sequence[Sample], jobs: int, seconds: float) -> list[CuterPage]:
    """Measure the samples that have a class: those with a truth that is on the page."""
    judged = [sample for sample in samples if sample.truth.text]
    found = run(partial(_page, seconds=seconds), judged, jobs, "CUTER's steps")
    return [page for page in found if page is not None]


def _page(sample: Sample, seconds: float) -> CuterPage | None:
    kind = page_facts(sample).page_class
    if kind is None:
        return None
    names = list(dict.fromkeys(step.strategy for step in STEPS))
    contenders = zip(names, field(names, (), embedded=False), strict=True)
    answers = {name: ask(contender, sample.html, sample.url, seconds) for name, contender in contenders}
    page, truth = page_words(sample), words(sample.truth.text or "")
    shares = []
    for step in STEPS:
        answer = answers[step.strategy]
        title = answer.found.title if step.is_titled and answer.found is not None else None
        found = words(f"{title or ''}\n{answer.text}")
        shares.append(placed_shares(page, truth, found) if step.is_placed else accuracy_and_noise(found, truth))
    source = f"{sample.set}: {sample.page_type}" if sample.page_type else sample.set
    return CuterPage(source, sample.id, kind, tuple(shares))


def placed_shares(page: Sequence[str], truth: Sequence[str], found: Sequence[str]) -> Share:
    """Compute accuracy and noise from the places of the page's words, by their size."""
    right, taken = frozenset(common_places(page, truth)), frozenset(common_places(page, found))
    all_right, extracted, shared = (text_size(page[at] for at in places) for places in (right, taken, right & taken))
    return Share(shared / all_right if all_right else 0.0, 1 - shared / extracted if extracted else 0.0)


def tables(pages: Sequence[CuterPage]) -> list[Table]:
    """Build a table for each source: a row for each step, accuracy and noise of each class of page."""
    by_source: dict[str, list[CuterPage]] = defaultdict(list)
    for page in pages:
        by_source[page.source].append(page)
    return [_table(name, its) for name, its in by_source.items()]


def _table(name: str, pages: Sequence[CuterPage]) -> Table:
    kinds = [*(str(kind) for kind in PageClass), "all"]
    groups = {kind: [page for page in pages if kind in (page.page_class, "all")] for kind in kinds}
    heads = [f"{part}, {len(groups[kind])} {kind}" for kind in kinds for part in ("accuracy", "noise")]
    table = Table(f"CUTER, table 2, step by step: {name}", ("step", "strategy", *heads))
    for number, step in enumerate(STEPS):
        figures: list[Value] = []
        for kind in kinds:
            shares = [page.shares[number] for page in groups[kind]]
            figures += [mean(share.accuracy for share in shares), mean(share.noise for share in shares)]
        table.add(step.name, step.strategy, *figures)
    reported = [value / 100 for kind in PageClass for value in CUTER_BY_CLASS[kind]]
    table.add("paper", None, *reported, None, None)
    table.notes.append("Each step keeps the ones before it. What all text has over the last form of cuter is linked.")
    return table
