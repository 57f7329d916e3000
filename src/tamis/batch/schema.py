"""Arrow schemas of a batch's input and output. The version changes with the name, type or meaning of a column."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import MissingExtra
from tamis.settings.batch import BatchSettings
from tamis.write.metadata_fields import COLUMN_FIELDS, Form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tamis.write.metadata_fields import MetadataField

_DEFAULT_BATCH = BatchSettings()
SCHEMA_VERSION = 3
VERSION_KEY = "tamis.batch.schema_version"
"""The key of the schema version in the metadata of files and schemas."""


class Column(NamedTuple):
    """A column of the output."""

    name: str
    type: str
    """``string``, ``int64``, ``int32``, ``float32``, ``bool``, ``timestamp`` (microseconds, UTC), ``strings`` (a list),
    ``int64s`` (a list) or ``images`` (a list of structures)."""
    help: str
    format: str = ""
    """Format or view that has to be wanted for it, or ``minhash``; empty if it is always there."""


TYPES = {Form.TEXTS: "strings", Form.PEOPLE: "strings", Form.NEGATED: "bool"}
"""Types of the columns of metadata; those of other forms are strings."""


def _columns_of(field: MetadataField) -> Iterator[Column]:
    yield Column(field.attribute, TYPES.get(field.form, "string"), field.help)
    if field.form is Form.MOMENT:
        meaning = f"`{field.attribute}` as a timestamp. A day begins at midnight, and without a zone it is UTC."
        yield Column(f"{field.attribute}_at", "timestamp", meaning)


COLUMNS = (
    Column("source", "string", "The file or list that the page comes from."),
    Column(
        "position", "int64", "Its number among the documents of its source, from 0. With `source`, the key of a row."
    ),
    Column("offset", "int64", "Where its record begins in an archive, in bytes."),
    Column("url", "string", "Its URL."),
    Column("host", "string", "The host of the URL."),
    Column("fetched", "string", "When it was fetched, as the source writes it."),
    Column("outcome", "string", "An [outcome](outcomes.md), or `error`."),
    Column("rejected", "string", "Why the row is among the rejects: a code. Null in articles."),
    Column("reason", "string", "The reason in words, of a reject or of an outcome."),
    Column("confidence", "float32", "How sure tamis is of the text, from 0 to 1."),
    Column("doubt", "float32", "How likely the text is not right: see [doubt](#doubt). Null if there is no article."),
    Column("fallback", "string", "`used`, `declined` or `failed`, if the [fallback](#fallback) was asked."),
    Column("milliseconds", "float32", "CPU time of the page. The only column that differs between two runs."),
    Column("strategy", "string", "The strategy."),
    Column("version", "string", "The version of tamis."),
    Column("encoding", "string", "What the bytes were decoded from, and how that was known."),
    *(column for field in COLUMN_FIELDS for column in _columns_of(field)),
    Column("tdm_reservation", "bool", "True if text and data mining is [reserved](rights.md), false if it is not."),
    Column("tdm_policy", "string", "URL of the policy under which mining can be licensed."),
    Column("robots", "strings", "Robots directives of the page and of its HTTP headers: `noai`, `noarchive`."),
    Column("content_signals", "strings", "Content signals: `ai-train=no`."),
    Column("words", "int32", "Words of the text."),
    Column("text", "string", "The article as plain text.", "text"),
    Column("text_precision", "string", "The text without doubtful blocks.", "precision"),
    Column("text_recall", "string", "The text with doubtful blocks.", "recall"),
    Column("text_no_tables", "string", "The text without data tables.", "no_tables"),
    Column("code", "strings", "The code listings of the text, verbatim.", "code"),
    Column("comments", "strings", "What readers wrote below it.", "comments"),
    Column("markdown", "string", "The article as Markdown.", "markdown"),
    Column("json", "string", "The same as [JSON](json.md).", "json"),
    Column("images", "images", "Its pictures: `url`, `alt`, `caption` and `credit` of each.", "images"),
    Column("content_hash", "string", "[Hash](changes.md) of its title, authors and text.", "content_hash"),
    Column("minhash", "int64s", "The signature of the text, with `--near-duplicates`.", "minhash"),
)
"""All columns in their order; see also `input_schema`."""
NAMES = tuple(column.name for column in COLUMNS)
IMAGE_FIELDS = ("url", "alt", "caption", "credit")
TIMESTAMPS = frozenset(column.name for column in COLUMNS if column.type == "timestamp")
"""Columns whose values are ISO 8601 in rows, and timestamps in Arrow."""
NOT_HASHED = frozenset({"milliseconds"}) | TIMESTAMPS
"""Columns that differ between two runs, and those that follow from others."""
_LISTS = frozenset({"strings", "int64s", "images"})


def columns_for(settings: BatchSettings) -> tuple[Column, ...]:
    """Return the columns of a batch with these settings: formats that nobody asked for have none."""
    wanted = {"", *settings.formats, *settings.views, *(("minhash",) if settings.near_duplicates else ())}
    return tuple(column for column in COLUMNS if column.format in wanted)


def columns_of_articles(settings: BatchSettings) -> tuple[Column, ...]:
    """Return the columns of the files of articles."""
    return tuple(column for column in columns_for(settings) if column.name != "rejected")


def columns_of_rejects() -> tuple[Column, ...]:
    """Return the columns of the files of rejects, which have no text."""
    return tuple(column for column in COLUMNS if not column.format)


def arrow() -> Any:
    """Import pyarrow and return the package. Raises `MissingExtra` if it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise MissingExtra("tamis batch", "batch") from error
    return pyarrow


def output_schema(settings: BatchSettings = _DEFAULT_BATCH) -> Any:
    """Return the Arrow schema of the rows of `extract_batch` with the same settings."""
    return schema_of(columns_for(settings))


@cache
def schema_of(columns: tuple[Column, ...]) -> Any:
    """Return the Arrow schema of some columns."""
    pa = arrow()
    types = {
        "string": pa.string(),
        "int64": pa.int64(),
        "int32": pa.int32(),
        "float32": pa.float32(),
        "bool": pa.bool_(),
        "timestamp": pa.timestamp("us", "UTC"),
        "strings": pa.list_(pa.string()),
        "images": pa.list_(pa.struct([(name, pa.string()) for name in IMAGE_FIELDS])),
        "int64s": pa.list_(pa.int64()),  # Spark has no unsigned numbers
    }
    fields = [pa.field(column.name, types[column.type]) for column in columns]
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


def rows_to_batch(rows: Iterable[Mapping[str, Any]], schema: Any) -> Any:
    """Convert rows to an Arrow record batch."""
    pa = arrow()
    held = list(rows)
    arrays = [pa.array([_arrow_value(row, field.name) for row in held], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _arrow_value(row: Mapping[str, Any], name: str) -> Any:
    value = row.get(name)
    return datetime.fromisoformat(value) if isinstance(value, str) and name in TIMESTAMPS else value


def row_hash(row: Mapping[str, Any]) -> str:
    """Hash all values of a row except its CPU time. A row read back from a file has the same hash."""
    values = {name: row.get(name) for name in NAMES if name not in NOT_HASHED}
    for name in ("confidence", "doubt"):
        values[name] = None if values[name] is None else f"{values[name]:.6f}"
    values |= {column.name: list(row.get(column.name) or ()) for column in COLUMNS if column.type in _LISTS}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
