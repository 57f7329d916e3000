"""Pages out of files: pages, archives of the web, zip and tar files, tables, lists."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
import zlib
from typing import TYPE_CHECKING

from tamis.batch.http_message import parse_response
from tamis.batch.inputs import InputKind
from tamis.batch.pages import PassedOver, Problem, RawPage, Reference, Rejection
from tamis.batch.records import Kind, read_records
from tamis.batch.storage import opened
from tamis.batch.tables import json_pages, parquet_pages
from tamis.errors import TamisError
from tamis.fetching.content import is_html, looks_like_html, media_type_of
from tamis.files import GZIP_SUFFIX, bytes_in, is_page_file, read_source_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from tamis.batch.http_message import HttpResponse
    from tamis.batch.inputs import Piece, Split
    from tamis.batch.pages import Found
    from tamis.batch.records import Record

MIN_STATUS, END_STATUS = 200, 300
"""Statuses of responses that hold a page."""
_READ_ERRORS = (OSError, EOFError, ValueError, zlib.error, zipfile.BadZipFile, tarfile.TarError)


class Reading:
    """An iterator over the pieces of a split that knows its progress."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._done = 0
        self._within: Callable[[], int] = lambda: 0

    @property
    def bytes_read(self) -> int:
        """Bytes of the split's files that were read, roughly."""
        return self._done + self._within()

    def __iter__(self) -> Iterator[Found]:
        for piece in self._split.pieces:
            yield from self._piece(piece)
            self._done += piece.size
            self._within = lambda: 0

    def _piece(self, piece: Piece) -> Iterator[Found]:
        position = 0
        try:
            for found in self._read(piece):
                yield found
                if not isinstance(found, PassedOver):
                    position += 1
        except _READ_ERRORS as error:
            yield unreadable(piece.path, position, error)

    def _read(self, piece: Piece) -> Iterator[Found]:
        if piece.kind is InputKind.URL:
            yield Reference(piece.path, 0, piece.path)
        elif piece.kind is InputKind.PARQUET:
            yield from parquet_pages(piece.path, piece.first, piece.end)
        else:
            with opened(piece.path) as file:
                self._within = file.tell
                yield from _READERS[piece.kind](file, piece.path)
                self._within = lambda: 0


def unreadable(path: str, position: int, error: Exception) -> RawPage:
    """The report on a file that cannot be read to its end."""
    return RawPage(path, position, problem=Problem(Rejection.UNREADABLE, f"{type(error).__name__}: {error}"[:500]))


def _page(file: BinaryIO, path: str) -> Iterator[RawPage]:
    try:
        yield RawPage(path, 0, body=bytes_in(file, path))
    except TamisError as error:
        yield RawPage(path, 0, problem=Problem(error.code, str(error)))


def _archive(file: BinaryIO, path: str) -> Iterator[Found]:
    position = 0
    for record in read_records(file):
        if record.truncated:
            yield PassedOver(f"truncated: {record.truncated}")
        yield PassedOver(f"record: {record.kind}")
        if is_document(record):
            yield page_of_record(record, path, position)
            position += 1


def is_document(record: Record) -> bool:
    """Whether a record is one that should hold a page: a response, or a broken one."""
    is_dns = (record.content_type or "").startswith("text/dns") or (record.url or "").startswith("dns:")
    return record.kind == Kind.BROKEN or (record.kind in (Kind.RESPONSE, Kind.ARC) and not is_dns)


def page_of_record(record: Record, source: str, position: int) -> RawPage:
    """The page that a record of an archive holds, or why there is none."""
    page = RawPage(source, position, record.url, fetched=record.date, offset=record.offset)
    if record.kind == Kind.BROKEN:
        return page._replace(problem=Problem(Rejection.BROKEN_RECORD, record.reason))
    response = parse_response(record.content)
    if response is None:
        return page._replace(problem=Problem(Rejection.BAD_HTTP, "the record holds no HTTP response"))
    if not MIN_STATUS <= response.status < END_STATUS:
        return page._replace(problem=Problem(Rejection.BAD_STATUS, f"status {response.status}"))
    if not _is_page(response):
        return page._replace(problem=Problem(Rejection.RESPONSE_NOT_HTML, response.content_type or "no content type"))
    if record.truncated == "too_large":
        return page._replace(problem=Problem(Rejection.TOO_LARGE, f"over {len(record.content):,} bytes"))
    return page._replace(body=response.body, content_type=response.content_type)


def _is_page(response: HttpResponse) -> bool:
    """By the declared type; where that says little, by the first bytes."""
    media_type = media_type_of(response.content_type)
    declared = is_html(media_type)
    return looks_like_html(response.body, media_type) if declared is None else declared


def _zip(file: BinaryIO, path: str) -> Iterator[Found]:
    with zipfile.ZipFile(file) as archive:
        for entry in archive.infolist():
            if entry.is_dir() or not is_page_file(entry.filename.rpartition("/")[2]):
                yield PassedOver("entry: not a page")
                continue
            name = f"{path}/{entry.filename}"
            try:
                with archive.open(entry) as member:
                    yield from _page(member, name)  # type: ignore[arg-type]
            except (*_READ_ERRORS, RuntimeError, NotImplementedError) as error:  # encrypted, or an unknown method
                yield unreadable(name, 0, error)


def _tar(file: BinaryIO, path: str) -> Iterator[Found]:
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        for entry in archive:
            member = archive.extractfile(entry) if entry.isfile() else None
            if member is None or not is_page_file(entry.name.rpartition("/")[2]):
                yield PassedOver("entry: not a page")
                continue
            yield from _page(member, f"{path}/{entry.name}")  # type: ignore[arg-type]


def _json_lines(file: BinaryIO, path: str) -> Iterator[Found]:
    return json_pages(path, _unzipped(file, path))


def _list(file: BinaryIO, path: str) -> Iterator[Reference]:
    text = _unzipped(file, path).read().decode("utf-8-sig", "replace")
    return (Reference(path, position, url) for position, url in enumerate(read_source_list(text)))


def _unzipped(file: BinaryIO, path: str) -> BinaryIO:
    return gzip.GzipFile(fileobj=file) if path.lower().endswith(GZIP_SUFFIX) else file  # type: ignore[return-value]


_READERS: dict[InputKind, Callable[[BinaryIO, str], Iterator[Found]]] = {
    InputKind.PAGE: _page,
    InputKind.ARCHIVE: _archive,
    InputKind.ZIP: _zip,
    InputKind.TAR: _tar,
    InputKind.JSON_LINES: _json_lines,
    InputKind.LIST: _list,
}
