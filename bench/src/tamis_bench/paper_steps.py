"""CETR's table 4 step by step: from the scores of `tamis bench quality` to what the paper measures.

T. Weninger, W. H. Hsu, J. Han: *CETR: Content Extraction via Tag Ratios*, WWW 2010, section 6.2. The paper's F1 on a
source is that of its mean precision and mean recall, not the mean of the pages' F1. Precision is undefined on a page
without a truth. And "every word in the document is considered to be distinct even if two words are lexically the
same": words are those of the page, and the truth says which of them are content. So a word of the truth that is not on
the page does not count, and the recall of all text is 1, as in the paper's figure 6.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from statistics import stdev
from typing import TYPE_CHECKING

from tamis.core.parse import parse
from tamis.model import Page
from tamis_bench.alignment import common_places
from tamis_bench.contenders import ask, field, strategy_of
from tamis_bench.metrics import f1_of_means, mean, score_of, word_score, words
from tamis_bench.paper_figures import CETR, CETR_F1
from tamis_bench.papers import OTHERS, is_there
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample
    from tamis_bench.metrics import Score
    from tamis_bench.tables import Value


@dataclass(frozen=True, slots=True)
class PageSteps:
    """The scores of one contender on one page."""

    contender: str
    set: str
    id: str
    bag: Score
    """Scores where words are alike if they are spelled alike."""
    placed: Score | None
    """Scores of the words of the page, each distinct; None if none of them is in the truth."""


def strategies(more: Sequence[str] = ()) -> list[str]:
    """Return the strategies of the paper's table 4, all text, and others that were asked for."""
    wanted = [method.strategy or "" for method in CETR_F1]
    return [name for name in dict.fromkeys([*wanted, *OTHERS, *more]) if is_there(name)]


def measure(samples: Sequence[Sample], names: Sequence[str], jobs: int, seconds: float) -> list[PageSteps]:
    """Score the strategies, each method alone, on the samples that have a truth of their text."""
    judged = [sample for sample in samples if "text" in sample.truth.known]
    work = partial(_page, contenders=tuple(field(names, (), embedded=False)), seconds=seconds)
    return [steps for page in run(work, judged, jobs, "steps") for steps in page]


def _page(sample: Sample, contenders: Sequence[str], seconds: float) -> list[PageSteps]:
    truth = words(sample.truth.text or "")
    page = page_words(sample)
    right = frozenset(common_places(page, truth))
    found = {name: words(ask(name, sample.html, sample.url, seconds).text) for name in contenders}
    return [
        PageSteps(name, sample.set, sample.id, word_score(its, truth), placed_score(page, right, its))
        for name, its in found.items()
    ]


def page_words(sample: Sample) -> list[str]:
    """Return all words of a page, with those of its title element."""
    document = parse(Page(sample.html, sample.url))
    title = document.tree.select_one("title")
    return words("\n".join([title.text if title is not None else "", *document.texts]))


def placed_score(page: Sequence[str], right: frozenset[int], found: Sequence[str]) -> Score | None:
    """Score the places of the page's words that were extracted against the right ones; None if there are none."""
    if not right:
        return None
    taken = frozenset(common_places(page, found))
    return score_of(len(taken & right), len(taken), len(right))


def tables(pages: Sequence[PageSteps]) -> list[Table]:
    """Build a table for each set: a row for each method, a column for each step."""
    by_set: dict[str, dict[str, list[PageSteps]]] = defaultdict(lambda: defaultdict(list))
    for page in pages:
        by_set[page.set][strategy_of(page.contender)].append(page)
    return [_table(name, methods) for name, methods in by_set.items()]


def _table(name: str, methods: dict[str, list[PageSteps]]) -> Table:
    columns = (
        "method", "pages", "mean F1", "F1 of means", "with a truth", "placed P", "placed R", "placed F1",
        "paper: F1", "difference", "± of pages", "over CETR", "± of over",
    )  # fmt: skip
    table = Table(f"CETR, table 4, step by step: {name}", columns)
    paper = {method.strategy: figures[0] for method, figures in CETR_F1.items()}
    basis = methods.get(CETR.strategy or "", [])
    for strategy, pages in methods.items():
        bags = [page.bag for page in pages]
        judged = [page.bag for page in pages if page.placed is not None]
        placed = [page.placed for page in pages if page.placed is not None]
        last = f1_of_means(placed)
        reported = paper.get(strategy)
        difference = last - reported / 100 if last is not None and reported is not None else None
        steps: list[Value] = [
            mean(score.f1 for score in bags), f1_of_means(bags), f1_of_means(judged), mean(s.precision for s in placed),
            mean(s.recall for s in placed), last, None if reported is None else reported / 100, difference,
        ]  # fmt: skip
        table.add(strategy, len(pages), *steps, _error([score.f1 for score in placed]), *_beside(pages, basis))
    table.notes += [
        "With a truth: F1 of means without the pages whose truth has no word of the page. Placed: words of the page, "
        "each distinct, as the paper counts them. Difference: placed F1 minus the paper's, on CleanEval English.",
        "± of pages: standard error of the mean of the pages' placed F1. Over CETR: their mean difference from CETR's.",
    ]
    return table


def _beside(pages: Sequence[PageSteps], basis: Sequence[PageSteps]) -> tuple[Value, Value]:
    """Compute the mean difference from the basis on the same pages, and its standard error."""
    pairs = zip(pages, basis, strict=True) if len(pages) == len(basis) else ()
    differences = [one.placed.f1 - other.placed.f1 for one, other in pairs if one.placed and other.placed]
    return mean(differences), _error(differences)


def _error(values: Sequence[float]) -> float | None:
    """Compute the standard error of a mean."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
