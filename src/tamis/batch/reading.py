"""Readers of input files: yield the pages of HTML files, web archives, zip and tar files, tables and lists."""

from __future__ import annotations

import gzip
import zipfile
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from tamis.batch.http_message import parse_response
from tamis.batch.inputs import InputKind
from tamis.batch.pages import PassedOver, Problem, RawPage, Reference, Rejection
from tamis.batch.records import CUT_OFF, RecordKind, read_records
from tamis.batch.safe_reading import bounded_lines, found_or_problem, page_or_problem
from tamis.batch.storage import opened
from tamis.batch.table_rows import json_pages, parquet_pages
from tamis.batch.tar_entries import CutOff, TarDamage, read_tar
from tamis.io.fetching.content import is_html, looks_like_html, media_type_of
from tamis.io.files import GZIP_SUFFIX, bytes_in, is_page_file, read_source_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, BinaryIO

    from tamis.batch.http_message import HttpResponse
    from tamis.batch.inputs import Piece, Split
    from tamis.batch.pages import Found
    from tamis.batch.records import Record

MIN_STATUS, END_STATUS = 200, 300
"""Range of the statuses of responses that hold a page, without its end."""
OTHER = "other"
"""The name under which types and reasons outside the standards are counted."""
RECORD_TYPES = frozenset(
    {*RecordKind, "filedesc", *"warcinfo request metadata revisit resource conversion continuation".split()}
)
"""Types of records: those of WARC (ISO 28500, section 5.5) and of ARC."""
TRUNCATIONS = frozenset({CUT_OFF, *"wrong_length too_large length time disconnect unspecified".split()})
"""Reasons that a record is truncated: those that the reader finds, and those of WARC (section 5.13)."""


class Reading:
    """An iterator over the documents of a split that reports its progress."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._done = 0
        self._within: Callable[[], int] | None = None

    @property
    def bytes_read(self) -> int:
        """Number of bytes of the split's files that were read, roughly."""
        return self._done + (self._within() if self._within is not None else 0)

    def __iter__(self) -> Iterator[Found]:
        for piece in self._split.pieces:
            yield from self._piece(piece)
            self._done += piece.size

    def _piece(self, piece: Piece) -> Iterator[Found]:
        """Yield the documents of a piece. An error of its reader takes the number of the document being read."""
        position, is_empty = piece.position, True

        def counted() -> Iterator[Found]:
            nonlocal position, is_empty
            for found in self._read(piece):
                is_empty = False
                yield found
                if not isinstance(found, PassedOver):
                    position = max(position, found.position) + 1
            if is_empty:
                yield PassedOver("file: empty")

        yield from found_or_problem(counted(), lambda: RawPage(piece.path, position))

    def _read(self, piece: Piece) -> Iterator[Found]:
        if piece.kind is InputKind.URL:
            yield Reference(piece.path, 0, piece.path)
        elif piece.kind is InputKind.PARQUET:
            yield from parquet_pages(piece)
        else:
            with opened(piece.path) as file:
                self._within = file.tell
                try:
                    yield from _READERS[piece.kind](file, piece.path)
                finally:
                    self._within = None  # The position of a closed file cannot be read.


def _page(file: IO[bytes], path: str, position: int = 0) -> Iterator[RawPage]:
    yield RawPage(path, position, body=bytes_in(file, path))


def _archive(file: BinaryIO, path: str) -> Iterator[Found]:
    position = 0
    for record in read_records(file):
        if record.truncated:
            yield PassedOver(f"truncated: {record.truncated if record.truncated in TRUNCATIONS else OTHER}")
        yield PassedOver(f"record: {record.kind if record.kind in RECORD_TYPES else OTHER}")
        if is_document(record):
            yield page_of_record(record, path, position)
            position += 1


def is_document(record: Record) -> bool:
    """Tell whether a record should hold a page: a response, or a broken record."""
    is_dns = (record.content_type or "").startswith("text/dns") or (record.url or "").startswith("dns:")
    return record.kind == RecordKind.BROKEN or (record.kind in (RecordKind.RESPONSE, RecordKind.ARC) and not is_dns)


def page_of_record(record: Record, source: str, position: int) -> RawPage:
    """Return the page that a record of an archive holds, or a page that states the problem."""
    page = RawPage(source, position, record.url, fetched=record.date, offset=record.offset)
    return page_or_problem(lambda: _page_of_response(record, page), page)


def _page_of_response(record: Record, page: RawPage) -> RawPage:
    if record.kind == RecordKind.BROKEN:
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
    return page._replace(body=response.body, content_type=response.content_type, rights=response.rights)


def _is_page(response: HttpResponse) -> bool:
    """Tell whether a response is HTML by its declared type; if that says little, by its first bytes."""
    media_type = media_type_of(response.content_type)
    declared = is_html(media_type)
    return looks_like_html(response.body, media_type) if declared is None else declared


def _zip(file: BinaryIO, path: str) -> Iterator[Found]:
    entries = _Entries(path)
    with zipfile.ZipFile(file) as archive:
        for entry in archive.infolist():
            if not is_page_file(entry.filename.rpartition("/")[2]):
                yield PassedOver("entry: not a page")
            else:
                yield from entries.pages(entry.filename, partial(archive.open, entry))


def _tar(file: BinaryIO, path: str) -> Iterator[Found]:
    entries = _Entries(path)
    for entry in read_tar(file):
        if isinstance(entry, CutOff):
            yield PassedOver(f"truncated: {CUT_OFF}")
        elif isinstance(entry, TarDamage):
            yield RawPage(path, entries.next_position(""), problem=Problem(Rejection.UNREADABLE, entry.reason))
        elif not entry.is_file or not is_page_file(entry.name.rpartition("/")[2]):
            yield PassedOver("entry: not a page")
        else:
            yield from entries.pages(entry.name, entry.open)


class _Entries:
    """The pages of a zip or tar file. Several may have the same name, so their positions tell them apart."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen: Counter[str] = Counter()

    def next_position(self, name: str) -> int:
        """Count an entry of this name; return the number of earlier ones."""
        self._seen[name] += 1
        return self._seen[name] - 1

    def pages(self, name: str, open_entry: Callable[[], IO[bytes]]) -> Iterator[Found]:
        """Yield the page in an entry, or a page that states the problem."""
        origin = RawPage(f"{self._path}/{name}", self.next_position(name))

        def found() -> Iterator[RawPage]:
            with open_entry() as member:
                yield from _page(member, origin.source, origin.position)

        return found_or_problem(found(), lambda: origin)


def _json_lines(file: BinaryIO, path: str) -> Iterator[Found]:
    return json_pages(path, _unzipped(file, path))


def _list(file: BinaryIO, path: str) -> Iterator[Found]:
    position = 0
    for line in bounded_lines(_unzipped(file, path)):
        for url in read_source_list(line.content.decode("utf-8-sig", "replace")):
            page = Reference(path, position, url)
            yield page if line.is_whole else RawPage(path, position, problem=line.problem)
            position += 1


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
