"""Tables of pages: Parquet and JSON Lines. A row has the page, its URL, or its location in Common Crawl's archives."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.batch.pages import Problem, RawPage, Reference, Rejection
from tamis.batch.safe_reading import bounded_lines, found_or_problem, page_or_problem
from tamis.batch.storage import file_system, is_local, local_path
from tamis.errors import MissingExtra
from tamis.text.rights import rights_in_headers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import BinaryIO

    from tamis.batch.inputs import Piece
    from tamis.batch.pages import Found

BATCH_ROWS = 64
"""Number of rows read at a time."""
BODIES = ("html", "body", "content", "bytes")
"""Columns that may hold the page, as text or bytes; the first that is there counts."""
URLS = ("url", "uri", "target_uri")
FILES, OFFSETS, LENGTHS = (
    ("warc_filename", "filename"),
    ("warc_record_offset", "offset"),
    ("warc_record_length", "length"),
)
"""Columns of Common Crawl's index, with the names of its Parquet and of its CDX form."""
KNOWN = (*BODIES, *URLS, *FILES, *OFFSETS, *LENGTHS, "content_type", "headers", "fetched")


class RowGroup(NamedTuple):
    """The size of a row group by the metadata of its Parquet file."""

    size: int
    """Number of bytes."""
    rows: int


def row_groups(path: str) -> list[RowGroup]:
    """Return the row groups of a Parquet file; none if its metadata cannot be read."""
    try:
        with _parquet(path) as file:
            about = file.metadata
            found = [about.row_group(number) for number in range(about.num_row_groups)]
            return [RowGroup(max(0, group.total_byte_size), max(0, group.num_rows)) for group in found]
    except Exception:  # noqa: BLE001 (Arrow has errors of many types; reading the file reports it)
        return []


def parquet_pages(piece: Piece) -> Iterator[Found]:
    """Yield the pages of a Parquet file, or of some row groups. A damaged row group does not hide those behind it."""
    with _parquet(piece.path) as file:
        columns = [name for name in file.schema_arrow.names if name in KNOWN]
        if not columns:
            raise ValueError(f"no column is named {', '.join((*BODIES, *URLS, FILES[0]))}")
        position = piece.position
        for number in range(piece.first, file.metadata.num_row_groups if piece.end is None else piece.end):
            following = position + max(1, file.metadata.row_group(number).num_rows)
            for page in _group_pages(file, number, columns, piece.path, position):
                yield page
                position += 1
            position = max(position, following)


def _group_pages(file: Any, number: int, columns: list[str], path: str, first: int) -> Iterator[Found]:
    position = first

    def pages() -> Iterator[Found]:
        nonlocal position
        for batch in file.iter_batches(BATCH_ROWS, [number], columns):
            for row in _rows(batch):
                yield page_or_problem(partial(_page_of_batch_row, path, position, row), RawPage(path, position))
                position += 1

    return found_or_problem(pages(), lambda: RawPage(path, position))


def _rows(batch: Any) -> Iterator[Any]:
    """Split a record batch into batches of one row: a row that cannot be read does not hide the others."""
    return (batch.slice(number, 1) for number in range(batch.num_rows))


def _page_of_batch_row(path: str, position: int, row: Any) -> RawPage | Reference:
    return page_of_row(path, position, row.to_pylist()[0])


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
    """Yield the pages of a JSON Lines file."""
    for position, line in enumerate(bounded_lines(file)):
        origin = RawPage(path, position, problem=line.problem)
        yield page_or_problem(partial(_page_of_line, path, position, line.content), origin) if line.is_whole else origin


def _page_of_line(path: str, position: int, line: bytes) -> RawPage | Reference:
    return page_of_row(path, position, _json_row(line))


def _json_row(line: bytes) -> Mapping[str, Any]:
    """Parse a line as a row; if it is no object, return its problem."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"problem": f"not JSON: {error}"}
    return row if isinstance(row, dict) else {"problem": "the line is no JSON object"}


def page_of_row(source: str, position: int, row: Mapping[str, Any]) -> RawPage | Reference:
    """Return the page of a row, or a reference to it.

    It uses the first of these that the row has: the page, its location in an archive, its URL.
    """
    url, body = _first(row, URLS), _first(row, BODIES)
    if isinstance(body, str | bytes | bytearray | memoryview):
        headers = pairs_of(row.get("headers"))
        content_type = row.get("content_type") or header(headers, "content-type")
        fetched = row.get("fetched")
        page = body if isinstance(body, str | bytes) else bytes(body)
        when = str(fetched) if fetched is not None else None
        rights = rights_in_headers(headers, _text(url)) if headers else None
        return RawPage(source, position, _text(url), page, _text(content_type), when, rights=rights)
    archive, offset, length = _first(row, FILES), _first(row, OFFSETS), _first(row, LENGTHS)
    problem = row.get("problem") or "the row has neither a page nor a URL"
    if archive is not None and offset is not None and length is not None:
        try:
            return Reference(source, position, _text(url), str(archive), int(offset), int(length))
        except (TypeError, ValueError, OverflowError) as error:
            problem = f"offset and length are no numbers: {error}"
    elif url:
        return Reference(source, position, str(url))
    return RawPage(source, position, _text(url), problem=Problem(Rejection.NO_PAGE, str(problem)))


def pairs_of(headers: object) -> list[tuple[str, str]]:
    """Return headers as names and values. Tables have a map, pairs, a dictionary, or JSON of one for them."""
    if isinstance(headers, str):
        try:
            headers = json.loads(headers)
        except (ValueError, RecursionError):
            return []
    pairs: list[Any] = list(headers.items()) if isinstance(headers, dict) else []
    if isinstance(headers, list | tuple):
        pairs = list(headers)
    named = (pair for pair in pairs if isinstance(pair, list | tuple) and len(pair) == 2 and pair[1] is not None)
    return [(str(name), str(value)) for name, value in named]


def header(headers: Sequence[tuple[str, str]], name: str) -> str | None:
    """Return the value of a header; of several the last."""
    return next((value for key, value in reversed(headers) if key.lower() == name), None)


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _text(value: object) -> str | None:
    return None if value is None else str(value)
