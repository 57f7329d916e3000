"""A batch with pages that kill their worker.

The other pages must come out as from a plain loop, and the killers must be rejected with their reason.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from tamis.batch.local import run_batch
from tamis.batch.pages import RawPage
from tamis.batch.rows import row_of
from tamis.batch.schema import row_hash
from tamis.settings.batch import BatchSettings
from tamis_bench.batch_output import rows_of
from tamis_bench.deadly_pages import CODES, FUNCTION
from tamis_bench.made_archives import small_pages, write_archive
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from pathlib import Path

DEADLINE = 4.0
"""Seconds for a page; short, because a third of the killers use all of them."""
MAX_MEMORY = 600 << 20


@dataclass(slots=True)
class Survived:
    """The result of a batch with killers."""

    equal: int = 0
    """Number of pages whose row is the same as in the loop."""
    different: int = 0
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Number of killers, by expected reason and given reason."""

    @property
    def is_right(self) -> bool:
        """True if every page is as in the loop, and every killer has its reason."""
        return self.different == 0 and all(wanted == given for wanted, given in self.reasons)


def run(folder: Path, documents: int, killers: int, processes: int) -> Survived:
    """Make an archive with killers at random positions, run a batch over it and compare the result with a loop."""
    places = sorted(Random(5).sample(range(documents), killers))  # noqa: S311 (nothing secret)
    kinds = list(CODES)
    deadly = {place: kinds[number % len(kinds)] for number, place in enumerate(places)}
    pages = [
        (url, deadly.get(number, b"") + page) for number, (url, page) in enumerate(islice(small_pages(), documents))
    ]
    archive = folder / "killers.warc"
    write_archive(archive, iter(pages))
    settings = BatchSettings(workers=processes, deadline=DEADLINE, max_memory=MAX_MEMORY, shard_rows=1_000)
    run_batch([str(archive)], str(folder / "out"), settings, function=FUNCTION)
    return _compared(folder / "out", pages, deadly, settings)


def _compared(
    output: Path, pages: list[tuple[str, bytes]], deadly: dict[int, bytes], settings: BatchSettings
) -> Survived:
    found = Survived()
    rows = {row["position"]: row for row in rows_of(output)}
    for number, (url, page) in track(list(enumerate(pages)), "comparing with a loop"):
        row = rows[number]
        if number in deadly:
            found.reasons[CODES[deadly[number]], row["rejected"] or "none"] += 1
            continue
        raw = RawPage(row["source"], number, url, page, "text/html; charset=utf-8", row["fetched"], row["offset"])
        if row_hash(row_of(raw, settings)) == row_hash(row):
            found.equal += 1
        else:
            found.different += 1
    return found


def table(found: Survived) -> Table:
    """Build a table of the rows and reasons, expected and given."""
    made = Table("A batch with pages that kill their worker", ("pages", "expected", "given", "number"))
    made.add("harmless", "the loop's row", "the loop's row", found.equal)
    if found.different:
        made.add("harmless", "the loop's row", "ANOTHER ROW", found.different)
    for (wanted, given), number in sorted(found.reasons.items()):
        made.add("killers", wanted, given, number)
    return made
