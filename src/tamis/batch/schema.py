"""Arrow schemas of a batch's input and output. The version changes with the name, type or meaning of a column."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import MissingExtra
from tamis.write.metadata_fields import COLUMN_FIELDS, Form

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SCHEMA_VERSION = 1
VERSION_KEY = "tamis.batch.schema_version"
"""The key of the schema version in the metadata of files and schemas."""


class Column(NamedTuple):
    """A column of the output."""

    name: str
    type: str
    """``string``, ``int64``, ``int32``, ``float32``, ``bool``, ``strings`` (a list) or ``int64s`` (a list)."""
    help: str


TYPES = {Form.TEXTS: "strings", Form.PEOPLE: "strings", Form.NEGATED: "bool"}
"""Types of the columns of metadata; those of other forms are strings."""
COLUMNS = (
    Column("source", "string", "The file or list that the page comes from."),
    Column(
        "position", "int64", "Its number among the documents of its source, from 0. With `source`, the key of a row."
    ),
    Column("offset", "int64", "Where its record begins in an archive, in bytes."),
    Column("url", "string", "Its URL."),
    Column("fetched", "string", "When it was fetched, as the source writes it."),
    Column("outcome", "string", "An [outcome](outcomes.md), or `error`."),
    Column("rejected", "string", "Why the row is among the rejects: a code. Null in articles."),
    Column("reason", "string", "The reason in words, of a reject or of an outcome."),
    Column("confidence", "float32", "How sure tamis is of the text, from 0 to 1."),
    Column("milliseconds", "float32", "CPU time of the page. The only column that differs between two runs."),
    Column("strategy", "string", "The strategy."),
    Column("version", "string", "The version of tamis."),
    Column("encoding", "string", "What the bytes were decoded from, and how that was known."),
    *(Column(field.attribute, TYPES.get(field.form, "string"), field.help) for field in COLUMN_FIELDS),
    Column("words", "int32", "Words of the text."),
    Column("text", "string", "The article as plain text; null unless wanted, and in rejects."),
    Column("markdown", "string", "The same as Markdown."),
    Column("json", "string", "The same as [JSON](json.md)."),
    Column("minhash", "int64s", "The signature of the text for near-duplicates; null unless wanted."),
)
"""All columns in their order; see also `input_schema`."""
NAMES = tuple(column.name for column in COLUMNS)
NOT_HASHED = frozenset({"milliseconds"})
"""Columns that differ between two runs."""


def arrow() -> Any:
    """Import pyarrow and return the package. Raises `MissingExtra` if it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtra("tamis batch", "batch") from error
    return pyarrow


@cache
def output_schema() -> Any:
    """Return the Arrow schema of a batch's output."""
    pa = arrow()
    types = {
        "string": pa.string(),
        "int64": pa.int64(),
        "int32": pa.int32(),
        "float32": pa.float32(),
        "bool": pa.bool_(),
        "strings": pa.list_(pa.string()),
        "int64s": pa.list_(pa.int64()),  # Spark has no unsigned numbers
    }
    fields = [pa.field(column.name, types[column.type]) for column in COLUMNS]
    return pa.schema(fields, metadata={VERSION_KEY: str(SCHEMA_VERSION)})


@cache
def input_schema() -> Any:
    """Return the Arrow schema of pages. `extract_batch` takes any subset of these columns, with `html` or `body`."""
    pa = arrow()
    fields = [
        pa.field("source", pa.string()),
        pa.field("position", pa.int64()),
        pa.field("offset", pa.int64()),
        pa.field("url", pa.string()),
        pa.field("html", pa.string()),
        pa.field("body", pa.binary()),
        pa.field("content_type", pa.string()),
        pa.field("headers", pa.map_(pa.string(), pa.string())),
        pa.field("fetched", pa.string()),
    ]
    return pa.schema(fields, metadata={VERSION_KEY: str(SCHEMA_VERSION)})


def rows_to_batch(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Convert rows to an Arrow record batch."""
    pa = arrow()
    held = list(rows)
    schema = output_schema()
    arrays = [pa.array([row.get(field.name) for row in held], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def row_hash(row: Mapping[str, Any]) -> str:
    """Hash all values of a row except its CPU time. A row read back from a file has the same hash."""
    confidence = row.get("confidence")
    values = {name: row.get(name) for name in NAMES if name not in NOT_HASHED}
    values["confidence"] = None if confidence is None else f"{confidence:.6f}"
    values |= {
        column.name: list(row.get(column.name) or ()) for column in COLUMNS if column.type in ("strings", "int64s")
    }
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
