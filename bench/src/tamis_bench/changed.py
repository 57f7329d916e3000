"""The pages on which two versions of tamis differ most, so that a mean does not hide a fall.

A page changed if it gained or lost more than `MUCH` of F1, or if one version keeps less than `LITTLE` of the words
that the other keeps. Each East Asian character is a word where words are counted.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput
from tamis_bench import metrics
from tamis_bench.datasets import MEASURED_ONLY
from tamis_bench.progress import bar
from tamis_bench.tables import Table, Value, write_file
from tamis_bench.versions import extract_all

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tamis_bench.samples import Entry
    from tamis_bench.versions import Worker

MUCH = 0.1
"""Difference of F1 from which a page counts."""
LITTLE = 1 / 3
"""Share of the other version's words under which a page counts."""
MIN_WORDS = 25
"""Minimum number of words that the other version keeps; below, a share says little."""
ALL_SETS = "all sets"


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """The text that a version of tamis extracted from a page, and what it said about it."""

    set: str
    id: str
    words: int
    f1: float | None
    recall: float | None
    """Recall of words; None without a true text, as F1."""
    confidence: float
    outcome: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A page in two versions."""

    before: PageAnswer
    after: PageAnswer

    @property
    def f1_change(self) -> float | None:
        """F1 that the page gained, negative if it lost; None without a true text."""
        if self.before.f1 is None or self.after.f1 is None:
            return None
        return self.after.f1 - self.before.f1

    @property
    def share_kept(self) -> float:
        """Words of the second version for each of the first."""
        return self.after.words / self.before.words if self.before.words else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Convert the change for JSON, without the texts."""
        pages = {"before": asdict(self.before), "after": asdict(self.after)}
        for page in pages.values():
            del page["set"], page["id"], page["text"]
        return {"set": self.after.set, "id": self.after.id, **pages}


def measure(entries: Sequence[Entry], source: Path, jobs: int, seconds: float) -> list[PageAnswer]:
    """Extract all pages with the version of tamis in a folder."""
    return list(bar(extract_all(source, entries, _extract, jobs, seconds), len(entries), "extracting"))


def _extract(worker: Worker, entry: Entry) -> PageAnswer:
    sample = entry.load()
    text, confidence, outcome = worker.extract(sample.html, sample.url)
    score = None
    if "text" in sample.truth.known:
        score = metrics.word_score(metrics.words(text), metrics.words(sample.truth.text or ""))
    return PageAnswer(
        set=sample.set,
        id=sample.id,
        words=len(metrics.words_and_characters(text)),
        f1=score.f1 if score else None,
        recall=score.recall if score else None,
        confidence=confidence,
        outcome=outcome,
        text=text,
    )


def save(path: Path, answers: Sequence[PageAnswer]) -> None:
    """Write a page per line, as JSON."""
    write_file(path, "".join(json.dumps(asdict(answer)) + "\n" for answer in answers))


def read_saved(path: Path) -> list[PageAnswer]:
    """Read what `save` wrote."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        return [_saved(path, number, line) for number, line in enumerate(lines, 1)]


def _saved(path: Path, number: int, line: str) -> PageAnswer:
    try:
        row = json.loads(line)
        return PageAnswer(**{field.name: row[field.name] for field in fields(PageAnswer)})
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"{path}, line {number}: not what 'tamis bench changed --save' writes") from error


def compare(before: Sequence[PageAnswer], after: Sequence[PageAnswer]) -> list[Change]:
    """Return the pages that both versions have, in the order of the second."""
    known = {(answer.set, answer.id): answer for answer in before}
    changes = [Change(known[answer.set, answer.id], answer) for answer in after if (answer.set, answer.id) in known]
    if not changes:
        raise BadInput("the two versions have no page in common: were they run on the same sets?")
    return changes


def tables(changes: Sequence[Change], most: int) -> list[Table]:
    """Build the tables: the changes by set, the pages that lost most, and those without a truth that keep least."""
    shown = [change for change in changes if change.after.set not in MEASURED_ONLY]
    fallen = [change for change in shown if (change.f1_change or 0.0) < 0]
    shrunk = [change for change in shown if change.f1_change is None and change.share_kept < 1]
    made = [
        summary(changes),
        _list("Pages that lost most", fallen, lambda change: change.f1_change or 0.0, most),
        _list("Pages without a truth that keep least", shrunk, lambda change: change.share_kept, most),
    ]
    if len(shown) < len(changes):
        made[0].notes.append(f"Sets that are only to measure on ({', '.join(MEASURED_ONLY)}) are counted, not listed.")
    return [table for table in made if table.rows]


def summary(changes: Sequence[Change]) -> Table:
    """Build a table of the number of pages that changed, by set."""
    columns = ("pages", "with a truth", "F1 before", "F1", "gained", "lost", "keep little", "kept little")
    table = Table("Changes by set", ("set", *columns))
    names = dict.fromkeys(change.after.set for change in changes)
    for name in names:
        table.add(name, *_counts([change for change in changes if change.after.set == name]))
    if len(names) > 1:
        table.add(ALL_SETS, *_counts(changes))
    table.notes.append(
        f"Gained, lost: more than {MUCH:g} of F1. Keep little: less than a third of the words that were kept before; "
        f"kept little: less than a third of those now. The other version keeps {MIN_WORDS} words or more."
    )
    return table


def _counts(changes: Sequence[Change]) -> tuple[Value, ...]:
    judged = [change.f1_change for change in changes if change.f1_change is not None]
    return (
        len(changes),
        len(judged),
        metrics.mean(change.before.f1 for change in changes),
        metrics.mean(change.after.f1 for change in changes),
        sum(gain > MUCH for gain in judged),
        sum(gain < -MUCH for gain in judged),
        sum(_is_little(change.after, change.before) for change in changes),
        sum(_is_little(change.before, change.after) for change in changes),
    )


def _is_little(answer: PageAnswer, other: PageAnswer) -> bool:
    return other.words >= MIN_WORDS and answer.words < LITTLE * other.words


def _list(title: str, changes: Sequence[Change], order: Callable[[Change], float], most: int) -> Table:
    columns = (
        "words before",
        "words",
        "F1 before",
        "F1",
        "confidence before",
        "confidence",
        "outcome before",
        "outcome",
    )
    table = Table(title, ("set", "id", *columns))
    for change in sorted(changes, key=lambda change: (order(change), -change.before.words))[:most]:
        before, after = change.before, change.after
        table.add(
            *(after.set, after.id, before.words, after.words, before.f1, after.f1),
            *(before.confidence, after.confidence, before.outcome, after.outcome),
        )
    return table
