"""Output files of a batch: rows go to the articles or to the rejects, and a mark says when both are complete."""

from __future__ import annotations

import hashlib
import json
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from tamis.batch.output import ARTICLES, REJECTS
from tamis.batch.schema import (
    NAMES,
    SCHEMA_VERSION,
    columns_of_articles,
    columns_of_rejects,
    rows_to_batch,
    schema_of,
)
from tamis.batch.storage import opened
from tamis.batch.tally import Tally
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from tamis.batch.output import Output, ShardKey
    from tamis.batch.rows import Row
    from tamis.batch.schema import Column
    from tamis.settings.batch import BatchSettings, FileFormat

ROW_GROUP = 500
"""Number of rows held in memory and written together."""
FILES, BYTES, HASH = "files", "bytes", "sha256"
"""Fields of a completion mark: its files by name, with their size and hash."""
LEVEL = 3
"""Compression level of zstd: its default."""


class HashedFile:
    """A file written from beginning to end that computes its size and hash. Arrow can write to it."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.size = 0

    @property
    def sha256(self) -> str:
        """The hash of the bytes written so far."""
        return self._hash.hexdigest()

    def write(self, data: Any) -> int:
        """Write bytes, or an object with a buffer."""
        view = memoryview(data)
        self._file.write(view)
        self._hash.update(view)
        self.size += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        """Return the offset of the next byte."""
        return self.size

    def flush(self) -> None:
        """Flush the file below."""
        self._file.flush()


class RowFile:
    """A file of rows, Parquet or JSON Lines. It is opened when the first rows are written."""

    def __init__(self, output: Output, name: str, file_format: FileFormat, columns: tuple[Column, ...]) -> None:
        self._output = output
        self._columns = columns
        self._name = f"{name}.{file_format}"
        self._is_parquet = file_format == "parquet"
        self._held: list[Row] = []
        self._open = ExitStack()
        self._file: HashedFile | None = None
        self._writer: Any = None
        self.rows = 0
        self.written: dict[str, dict[str, int | str]] = {}
        """Size and hash of the file by its name, once it is complete."""

    def add(self, row: Row) -> None:
        """Add a row. Rows are written in groups of `ROW_GROUP`."""
        self.rows += 1
        self._held.append(row)
        if len(self._held) >= ROW_GROUP:
            with self._output.writing(self._output.path(self._name)):
                self._write()

    def close(self) -> None:
        """Write the remaining rows; the file then appears under its name. Without rows there is no file."""
        if not self.rows:
            self._output.remove(self._name)  # A killed run may have written rows: pages fetched, deadlines kept.
            return
        with self._output.writing(self._output.path(self._name)):
            if self._held:
                self._write()
            if self._writer is not None:
                self._writer.close()
            self._open.close()
        if self._file is not None:
            self.written[self._name] = {BYTES: self._file.size, HASH: self._file.sha256}

    def abandon(self, error: BaseException) -> None:
        """Close the file and remove it."""
        if self._writer is not None:
            with suppress(Exception):
                self._writer.close()
        with suppress(Exception):
            self._open.__exit__(type(error), error, error.__traceback__)

    def _write(self) -> None:
        if self._file is None:
            self._file = HashedFile(self._open.enter_context(self._output.whole_file(self._name)))
            self._writer = self._parquet_writer() if self._is_parquet else None
        if self._writer is not None:
            self._writer.write_batch(rows_to_batch(self._held, schema_of(self._columns)))
        else:
            self._file.write("".join(map(self._line, self._held)).encode())
        self._held = []

    def _parquet_writer(self) -> Any:
        from pyarrow.parquet import ParquetWriter

        return ParquetWriter(self._file, schema_of(self._columns), compression="zstd", compression_level=LEVEL)

    def _line(self, row: Row) -> str:
        names = (column.name for column in self._columns)
        return json_text({name: row[name] for name in names if row.get(name) is not None}) + "\n"


class Shard:
    """One output file of articles, its rejects, and its mark."""

    def __init__(self, output: Output, key: ShardKey, settings: BatchSettings) -> None:
        self.key = key
        self.expected = 0
        """Number of documents that were read for it."""
        self.is_read = False
        """True if all its documents were read."""
        self.is_last = False
        """True if it is the last of its split."""
        self.tally = Tally()
        self._output = output
        form = settings.file_format
        self._articles = RowFile(output, f"{ARTICLES}/{key.name}", form, columns_of_articles(settings))
        self._rejects = RowFile(output, f"{REJECTS}/{key.name}", form, columns_of_rejects())
        self._held_rejects: list[Row] = []

    @property
    def is_complete(self) -> bool:
        """True if every document has its row."""
        return self.is_read and self.tally.documents == self.expected

    def add(self, row: Row) -> None:
        """Add the row of a document."""
        self.tally.add(row)
        if row.get("rejected"):
            self._held_rejects.append(row)
        else:
            self._articles.add(row)

    def close(self) -> None:
        """Write the remaining rows, then the mark."""
        for row in sorted(self._held_rejects, key=lambda row: (row["source"], row["position"])):
            self._rejects.add(row)
        self._articles.close()
        self._rejects.close()
        mark = {
            "schema_version": SCHEMA_VERSION,
            "batch": self._output.batch,
            "part": self.key.name,
            "last": self.is_last,
            FILES: self._articles.written | self._rejects.written,
            "articles_written": self._articles.rows,
            "rejects_written": self._rejects.rows,
            **self.tally.to_dict(),
        }
        self._output.write_sealed(self.key.mark, mark)

    def abandon(self, error: BaseException) -> None:
        """Remove the temporary files."""
        self._articles.abandon(error)
        self._rejects.abandon(error)


def read_rows(path: str) -> list[dict[str, Any]]:
    """Read the rows of an output file."""
    return read_columns(path, NAMES)


def read_columns(path: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """Read some columns of an output file, as rows. Values of columns that the file does not have are None."""
    with opened(path) as file:
        if path.endswith(".jsonl"):
            rows = map(json.loads, file)
            return [{name: row.get(name) for name in names} for row in rows]
        from pyarrow.parquet import ParquetFile

        held = ParquetFile(file)
        there = [name for name in names if name in held.schema_arrow.names]
        rows = held.read(columns=there).to_pylist()
        return [{name: row.get(name) for name in names} for row in rows]
