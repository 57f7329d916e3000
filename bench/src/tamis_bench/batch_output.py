"""The rows of a batch's output, for comparing two runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.batch.output import ARTICLES, REJECTS, Output
from tamis.batch.schema import row_hash
from tamis.batch.shards import read_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any


def rows_of(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield all rows of the output: articles and rejects."""
    output = Output(str(folder))
    for part in (ARTICLES, REJECTS):
        for name in output.names(part):
            yield from read_rows(output.path(f"{part}/{name}"))


def hashes_of(folder: Path) -> list[str]:
    """Return the hashes of all rows, sorted."""
    return sorted(map(row_hash, rows_of(folder)))
