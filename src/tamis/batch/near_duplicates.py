"""Near-duplicates among the articles of a batch: the same story on two sites, with some edits.

A. Broder: *On the resemblance and containment of documents*, SEQUENCES 1997: the share of shingles (runs of words) that
two texts have in common is estimated by the smallest values of some hash functions over the shingles (MinHash). P.
Indyk, R. Motwani: *Approximate nearest neighbors: towards removing the curse of dimensionality*, STOC 1998: only texts
that share a band, a few of these values together, are compared. rensa computes the signatures, in the workers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tamis.batch.output import ARTICLES
from tamis.batch.schema import arrow
from tamis.batch.shards import FILES, read_columns
from tamis.errors import MissingExtra
from tamis.library.duplicates import MIN_TOKENS, SHINGLE, SIMILAR
from tamis.library.tokenizing import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tamis.batch.output import Output

VALUES = 128
"""Number of values of a signature. The standard error of the estimate is about .04 (the root of .25 / 128)."""
BANDS, ROWS = 42, 3
"""Number of bands, and of values in each. Texts that share .57 of their shingles (one word in ten replaced) are
compared with a probability of .999, those that share .4 with .94, those that share .1 with .04.
"""
SEED = 13
DUPLICATES = "duplicates.parquet"
_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio


class Duplicate(NamedTuple):
    """An article, the earliest one that it resembles, and their similarity."""

    article: int
    original: int
    similarity: float


def signature(text: str) -> list[int] | None:
    """Compute the MinHash signature of a text.

    Return None if the text is too short to compare, because notices and weather reports look alike.
    """
    try:
        from rensa import RMinHash
    except ImportError as error:
        raise MissingExtra("near-duplicates", "batch") from error
    words = tokens(text)
    if len(words) < MIN_TOKENS:
        return None
    made = RMinHash(num_perm=VALUES, seed=SEED)
    made.update([" ".join(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1)])
    return [int(value) for value in made.digest()]


def find_duplicates(signatures: NDArray[np.uint32]) -> list[Duplicate]:
    """Find each signature that resembles an earlier one, with the earliest of those it was compared with."""
    best: dict[int, Duplicate] = {}
    for band in range(BANDS):
        keys = _keys(signatures[:, band * ROWS : (band + 1) * ROWS])
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
                if similarity >= SIMILAR:
                    best[article] = Duplicate(article, original, similarity)
    return [best[article] for article in sorted(best)]


def _keys(values: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """Hash the values of a band to one number."""
    keys = np.zeros(len(values), np.uint64)
    with np.errstate(over="ignore"):
        for column in range(values.shape[1]):
            keys = (keys ^ values[:, column]) * _MIX
            keys ^= keys >> np.uint64(32)
    return keys


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
    _write(output, [(*origins[one.article], *origins[one.original], one.similarity) for one in found])
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
