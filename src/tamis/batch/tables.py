"""Tables of pages: Parquet and JSON Lines. A row has the page, its address, or its place in Common Crawl's archives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tamis.batch.pages import Problem, RawPage, Reference, Rejection
from tamis.batch.storage import file_system, is_local, local_path
from tamis.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

BATCH_ROWS = 64
"""Rows that are read at a time."""
BODIES = ("html", "body", "content", "bytes")
"""Columns that may hold the page, as text or bytes; the first that is there counts."""
URLS = ("url", "uri", "target_uri")
FILES, OFFSETS, LENGTHS = (
    ("warc_filename", "filename"),
    ("warc_record_offset", "offset"),
    ("warc_record_length", "length"),
)
"""Columns of Common Crawl's index, in the names of its Parquet and of its CDX form."""
KNOWN = (*BODIES, *URLS, *FILES, *OFFSETS, *LENGTHS, "content_type", "headers", "fetched")


def row_group_sizes(path: str) -> list[int]:
    """Bytes of each row group of a Parquet file."""
    try:
        with _parquet(path) as file:
            about = file.metadata
            return [about.row_group(number).total_byte_size for number in range(about.num_row_groups)]
    except ValueError as error:
        raise BadInput(f"{path}: cannot be read as Parquet: {error}") from error


def parquet_pages(path: str, first: int, end: int | None) -> Iterator[RawPage | Reference]:
    """The pages of a Parquet file, or of some row groups."""
    with _parquet(path) as file:
        columns = [name for name in file.schema_arrow.names if name in KNOWN]
        if not columns:
            raise ValueError(f"no column is named {', '.join((*BODIES, *URLS, FILES[0]))}")
        groups = range(first, file.metadata.num_row_groups if end is None else end)
        position = sum(file.metadata.row_group(number).num_rows for number in range(first))
        for batch in file.iter_batches(BATCH_ROWS, list(groups), columns):
            for row in batch.to_pylist():
                yield page_of_row(path, position, row)
                position += 1


def _parquet(path: str) -> Any:
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("Parquet", "batch") from error
    if is_local(path):
        return parquet.ParquetFile(local_path(path))
    system, inner = file_system(path)
    return parquet.ParquetFile(system.open(inner, "rb"))


def json_pages(path: str, file: BinaryIO) -> Iterator[RawPage | Reference]:
    """The pages of a file of JSON Lines."""
    lines = (line for line in file if line.strip())
    for position, line in enumerate(lines):
        yield page_of_row(path, position, _json_row(line))


def _json_row(line: bytes) -> Mapping[str, Any]:
    """A line as a row; of one that is no object, its problem."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"problem": f"not JSON: {error}"}
    return row if isinstance(row, dict) else {"problem": "the line is no JSON object"}


def page_of_row(source: str, position: int, row: Mapping[str, Any]) -> RawPage | Reference:
    """The page of a row, or the reference to it: the first of page, place in an archive and address that is there."""
    url, body = _first(row, URLS), _first(row, BODIES)
    if isinstance(body, str | bytes | bytearray | memoryview):
        content_type = row.get("content_type") or header(row.get("headers"), "content-type")
        fetched = row.get("fetched")
        page = body if isinstance(body, str | bytes) else bytes(body)
        when = str(fetched) if fetched is not None else None
        return RawPage(source, position, _text(url), page, _text(content_type), when)
    archive, offset, length = _first(row, FILES), _first(row, OFFSETS), _first(row, LENGTHS)
    problem = row.get("problem") or "the row has neither a page nor an address"
    if archive is not None and offset is not None and length is not None:
        try:
            return Reference(source, position, _text(url), str(archive), int(offset), int(length))
        except (TypeError, ValueError, OverflowError) as error:
            problem = f"offset and length are no numbers: {error}"
    elif url:
        return Reference(source, position, str(url))
    return RawPage(source, position, _text(url), problem=Problem(Rejection.NO_PAGE, str(problem)))


def header(headers: object, name: str) -> str | None:
    """A header by name out of what tables have for headers: a map, pairs, a dictionary, or JSON of one."""
    if isinstance(headers, str):
        try:
            headers = json.loads(headers)
        except ValueError:
            return None
    pairs: list[Any] = list(headers.items()) if isinstance(headers, dict) else []
    if isinstance(headers, list | tuple):
        pairs = list(headers)
    found = [str(pair[1]) for pair in pairs if len(pair) == 2 and str(pair[0]).lower() == name and pair[1] is not None]
    return found[-1] if found else None


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _text(value: object) -> str | None:
    return None if value is None else str(value)
