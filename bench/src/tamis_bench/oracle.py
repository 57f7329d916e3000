"""The oracle: the score of a strategy that decides every block rightly, which shows what segmentation loses.

All blocks that have text take part, including hidden ones. No strategy can recover what is missing to 1: words that
are in no block, and blocks that mix right words with wrong ones.

VIPS has an oracle of its own, because CETR's authors judged VIPS so (section 6.3): its segmentation with the best
degree of coherence for each page, and the best choice of its visual blocks. They tried all combinations; here blocks
are toggled as long as the F1 rises.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING

from tamis.core.parse import parse
from tamis.core.pipeline import prepare
from tamis.model import Page
from tamis.papers.vips import MOST_COHERENT, Vips, segmentation
from tamis.papers.visual_tree import VisualTree
from tamis_bench.alignment import best_choice
from tamis_bench.metrics import mean, word_score, words
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from tamis.core.parse import Document
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
    return list(run(page_oracle, _labeled(samples), jobs, "oracle"))


def _labeled(samples: Sequence[Sample]) -> list[Sample]:
    return [sample for sample in samples if "text" in sample.truth.known]


@dataclass(frozen=True, slots=True)
class VipsOracle:
    """The best score that VIPS can reach on a page, with and without the truth."""

    set: str
    id: str
    score: Score
    coherence: int
    """The permitted degree of coherence that gives it."""
    default: Score
    """Best choice at the strategy's default degree of coherence."""
    strategy: Score
    """The strategy's own choice."""


def vips_oracle(sample: Sample) -> VipsOracle:
    """Choose degree of coherence and visual blocks of one page by its truth."""
    document = prepare(Page(html=sample.html, url=sample.url)).document
    truth = words(sample.truth.text or "")
    tree = VisualTree.of(document, document.visible())
    scores = {coherence: _best_blocks(document, tree, coherence, truth) for coherence in range(1, MOST_COHERENT + 1)}
    best = max(scores, key=lambda coherence: (scores[coherence].f1, coherence))
    own = Vips()
    labels = own.label(document)
    chosen = [word for text, keep in zip(document.texts, labels.kept, strict=True) if keep for word in words(text)]
    return VipsOracle(sample.set, sample.id, scores[best], best, scores[own.coherence], word_score(chosen, truth))


def _best_blocks(document: Document, tree: VisualTree, coherence: int, truth: Sequence[str]) -> Score:
    blocks = [[at for item in one.items for at in tree.blocks_in(item)] for one in segmentation(tree, coherence)]
    return best_choice([" ".join(document.texts[at] for at in inside) for inside in blocks], truth).score


def measure_vips(samples: Sequence[Sample], jobs: int = 1) -> list[VipsOracle]:
    """Run VIPS's oracle on every sample whose truth has a text."""
    return list(run(vips_oracle, _labeled(samples), jobs, "oracle"))


def vips_table(pages: Sequence[VipsOracle]) -> Table:
    """Build a table of VIPS with its own choice, with the best blocks, and with the best coherence, too."""
    table = Table("VIPS with a perfect choice", ("set", "choice", "pages", "precision", "recall", "F1"))
    for name in dict.fromkeys(page.set for page in pages):
        inside = [page for page in pages if page.set == name]
        ways = {
            "the strategy's own": [page.strategy for page in inside],
            "best blocks": [page.default for page in inside],
            "best blocks and degree of coherence": [page.score for page in inside],
        }
        for way, found in ways.items():
            table.add(name, way, len(found), *(mean(getattr(score, what) for score in found) for what in _MEASURES))
    table.notes.append("CETR's authors judged VIPS in the last way.")
    return table


_MEASURES = ("precision", "recall", "f1")


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
