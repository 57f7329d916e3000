"""Near-duplicates among the articles of a batch, by the signatures of `tamis.text.near_duplicates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tamis.batch.output import ARTICLES
from tamis.batch.schema import arrow
from tamis.batch.shards import FILES, read_columns
from tamis.text.near_duplicates import BANDS, ROWS, SAME_STORY, VALUES, band_hashes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tamis.batch.output import Output

DUPLICATES = "duplicates.parquet"


class Duplicate(NamedTuple):
    """An article, the earliest one that it resembles, and their similarity."""

    article: int
    original: int
    similarity: float


def find_duplicates(signatures: NDArray[np.uint32]) -> list[Duplicate]:
    """Find each row of smallest values that resembles an earlier one, with the earliest of those compared."""
    best: dict[int, Duplicate] = {}
    for band in range(BANDS):
        keys = band_hashes(signatures[:, band * ROWS : (band + 1) * ROWS], 1)[:, 0]
        order = np.argsort(keys, kind="stable")
        held = keys[order]
        starts = np.flatnonzero(np.concatenate(([True], held[1:] != held[:-1])))
        sizes = np.diff(np.append(starts, len(held)))
        firsts = np.repeat(order[starts], sizes)
        later = order != firsts
        for article, original in zip(order[later].tolist(), firsts[later].tolist(), strict=True):
            known = best.get(article)
            if known is None or original < known.original:
                similarity = float(np.mean(signatures[article] == signatures[original]))
                if similarity >= SAME_STORY:
                    best[article] = Duplicate(article, original, similarity)
    return [best[article] for article in sorted(best)]


def mark_duplicates(output: Output) -> int:
    """Compare all articles of a batch and write the near-duplicates; return their number."""
    origins: list[tuple[str, int, str | None]] = []
    rows: list[list[int]] = []
    for name in _article_files(output):
        held = read_columns(output.path(name), ("source", "position", "url", "minhash"))
        for row in sorted(held, key=lambda row: (row["source"], row["position"])):
            if row.get("minhash"):
                origins.append((row["source"], row["position"], row.get("url")))
                rows.append(row["minhash"])
    found = find_duplicates(np.array(rows, np.uint32).reshape(len(rows), VALUES)) if rows else []
    _write(
        output,
        [(*origins[duplicate.article], *origins[duplicate.original], duplicate.similarity) for duplicate in found],
    )
    return len(found)


def _article_files(output: Output) -> list[str]:
    """List the files of articles that completion marks name, because others may have put files beside them."""
    marks = [mark for _, mark in output.marks() if isinstance(mark, dict)]
    return [name for mark in marks for name in mark[FILES] if name.startswith(f"{ARTICLES}/")]


def _write(output: Output, rows: list[tuple[Any, ...]]) -> None:
    pa = arrow()
    from pyarrow.parquet import write_table

    origin = [("source", pa.string()), ("position", pa.int64()), ("url", pa.string())]
    fields = [*origin, *((f"duplicate_of_{name}", of) for name, of in origin), ("similarity", pa.float32())]
    schema = pa.schema(fields)
    columns = [pa.array([row[number] for row in rows], of) for number, (_, of) in enumerate(fields)]
    with output.whole_file(DUPLICATES) as file:
        write_table(pa.Table.from_arrays(columns, schema=schema), file, compression="zstd")
