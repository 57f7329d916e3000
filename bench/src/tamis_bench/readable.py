"""The accuracy and cost of `tamis.is_readable`, on pages whose type is known."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.parse.readable import is_readable_source
from tamis.core.parse.tree import parse_html
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample

READABLE_TYPES = frozenset({"article", "documentation", "forum"})
"""Types of pages that people read; the others are lists, offers and forms."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one page, and its cost in CPU seconds."""

    set: str
    id: str
    page_type: str
    is_readable: bool
    parse_seconds: float
    seconds: float

    @property
    def is_right(self) -> bool:
        """True if the page's type agrees."""
        return self.is_readable == (self.page_type in READABLE_TYPES)


def measure(samples: Sequence[Sample]) -> list[Answer]:
    """Ask about every page whose type is known, and parse it alone for comparison."""
    return [_answer(sample, sample.page_type) for sample in samples if sample.page_type is not None]


def _answer(sample: Sample, page_type: str) -> Answer:
    start = time.process_time()
    parse_html(sample.html)
    parsed = time.process_time()
    found = is_readable_source(sample.html)
    return Answer(sample.set, sample.id, page_type, found, parsed - start, time.process_time() - parsed)


def summary(answers: Sequence[Answer]) -> Table:
    """Build a table of the accuracy by type of page and overall, and the cost as a multiple of a bare parse."""
    table = Table("Is it readable?", ("type", "pages", "said to be readable", "right"))
    for page_type in sorted({answer.page_type for answer in answers}):
        _add(table, page_type, [answer for answer in answers if answer.page_type == page_type])
    _add(table, "all", answers)
    parsing = sum(answer.parse_seconds for answer in answers)
    if parsing:
        cost = sum(answer.seconds for answer in answers) / parsing
        table.notes.append(f"Cost: {cost:.2f} times that of a bare parse.")
    table.notes.append(f"Readable are the types {', '.join(sorted(READABLE_TYPES))}.")
    return table


def _add(table: Table, name: str, answers: Sequence[Answer]) -> None:
    count = len(answers)
    readable, right = sum(one.is_readable for one in answers), sum(one.is_right for one in answers)
    table.add(name, count, readable / count if count else 0.0, right / count if count else 0.0)
