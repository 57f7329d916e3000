"""Export files of reading services: Pocket's (HTML and CSV, also zipped) and Instapaper's (CSV).

Pocket: a page ``ril_export.html`` with two lists, *Unread* and *Read Archive*, whose links have the attributes
``time_added`` (seconds since 1970) and ``tags`` (separated by commas); since 2025 CSV files with the columns
``title, url, time_added, tags, status``, tags separated by bars, status ``unread`` or ``archive``.

Instapaper: a CSV file with the columns ``URL, Title, Selection, Folder, Timestamp`` and in newer ones ``Tags``, a JSON
list. The folders *Unread*, *Archive* and *Starred* are Instapaper's; others are the reader's.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import struct
import zipfile
import zlib
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_BYTES = 200_000_000
"""Maximum number of bytes of a file, decompressed."""
PIECE = 4_096
"""Number of bytes decompressed at a time, so that those before damage are kept."""
MAX_FIELD = 1_000_000
"""Maximum number of characters of a field of a CSV file."""
_POCKET_COLUMNS = frozenset({"url", "time_added", "status"})
_INSTAPAPER_COLUMNS = frozenset({"URL", "Title", "Folder"})
_OWN_FOLDERS = frozenset({"Unread", "Archive", "Starred"})
_ZIP = b"PK\x03\x04"
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, RuntimeError, struct.error,
    OverflowError,
)  # fmt: skip
"""Errors that zipfile raises for damaged archives. bz2 raises OSError; an unknown method is a RuntimeError."""
_UNKNOWN = "not an export file of Pocket (CSV, HTML, zip) or Instapaper (CSV)"


class Saved(NamedTuple):
    """An article saved in a reading service."""

    url: str
    title: str = ""
    added: datetime | None = None
    tags: tuple[str, ...] = ()
    is_read: bool = False
    is_starred: bool = False
    selection: str = ""
    """A passage that was marked."""


class SavedFile(NamedTuple):
    """The links of an export file that could be read, and its problems."""

    links: list[Saved]
    problems: tuple[str, ...] = ()
    """Parts of the file that could not be read, with the reasons; empty for a sound file."""


def read_saved(data: bytes, name: str) -> SavedFile:
    """Read the articles of an export file; of a damaged one, those that can be read.

    Raises `BadInput` if the format is unknown, and if nothing of the file can be read.
    """
    if len(data) > MAX_BYTES:
        raise BadInput(f"{name}: more than {MAX_BYTES:,} bytes")
    if data.startswith(_ZIP):
        return _in_archive(data, name)
    text = data.decode("utf-8-sig", "replace")
    if text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<h1")):
        return _pocket_html(text, name)
    return _csv(text, name)


def _in_archive(data: bytes, name: str) -> SavedFile:
    """Read the CSV files in an archive, as Pocket sends them."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE as error:
        raise BadInput(f"{name}: cannot be unpacked: {error}") from error
    with archive:
        files = [file for file in archive.infolist() if file.filename.endswith(".csv")]
        if not files:
            raise BadInput(f"{name}: {_UNKNOWN}")
        if sum(file.file_size for file in files) > MAX_BYTES:
            raise BadInput(f"{name}: more than {MAX_BYTES:,} bytes, unpacked")
        parts = [_in_file(archive, file, name) for file in sorted(files, key=lambda file: file.filename)]
    problems = tuple(problem for part in parts for problem in part.problems)
    links = [saved for part in parts for saved in part.links]
    if problems and not links:
        raise BadInput("; ".join(problems))
    return SavedFile(links, problems)


def _in_file(archive: zipfile.ZipFile, file: zipfile.ZipInfo, name: str) -> SavedFile:
    """Read one file of an archive: whole, or the lines before the damage."""
    place = f"{name}, {one_line(file.filename)}"
    pieces: list[bytes] = []
    problems: tuple[str, ...] = ()
    try:
        with archive.open(file) as opened:
            while piece := opened.read(PIECE):
                pieces.append(piece)
    except _DAMAGE as error:
        problems = (f"{place}: damaged, the rest was left out: {error}",)
    data = b"".join(pieces)
    try:
        found = _csv((data[: data.rfind(b"\n") + 1] if problems else data).decode("utf-8-sig", "replace"), place)
    except BadInput as error:
        return SavedFile([], problems or (str(error),))
    return SavedFile(found.links, (*problems, *found.problems))


def _csv(text: str, name: str) -> SavedFile:
    csv.field_size_limit(MAX_FIELD)
    reader = csv.DictReader(io.StringIO(text, newline=""), restval="")
    links: list[Saved] = []
    try:
        columns = frozenset(reader.fieldnames or ())
        if not columns >= _POCKET_COLUMNS and not columns >= _INSTAPAPER_COLUMNS:
            raise BadInput(f"{name}: {_UNKNOWN}")
        read_row = _from_pocket if columns >= _POCKET_COLUMNS else _from_instapaper
        links += (saved for row in reader if (saved := read_row(row)))
    except csv.Error as error:
        problem = f"{name}, line {reader.line_num}: {error}; the rest was left out"
        if not links:
            raise BadInput(problem) from error
        return SavedFile(links, (problem,))
    return SavedFile(links)


def _from_pocket(row: Mapping[str, str]) -> Saved | None:
    if not _is_web(row["url"]):
        return None
    tags = _names(row.get("tags", "").split("|"))
    return Saved(row["url"], row.get("title", ""), _moment(row["time_added"]), tags, row["status"] != "unread")


def _from_instapaper(row: Mapping[str, str]) -> Saved | None:
    if not _is_web(row["URL"]):
        return None
    folder = row["Folder"]
    tags = _names([*_listed(row.get("Tags", "")), *([] if folder in _OWN_FOLDERS else [folder])])
    moment = _moment(row.get("Timestamp", ""))
    selection = row.get("Selection", "")
    return Saved(row["URL"], row["Title"], moment, tags, folder == "Archive", folder == "Starred", selection)


def _listed(text: str) -> list[str]:
    try:
        found = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return text.split(",")
    return [str(name) for name in found] if isinstance(found, list) else []


def _names(tags: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for name in tags if (tag := name.strip())))


def _moment(seconds: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _pocket_html(text: str, name: str) -> SavedFile:
    reader = _PocketReader()
    problems: tuple[str, ...] = ()
    try:
        reader.feed(text)
        reader.close()
    except AssertionError as error:  # HTMLParser raises it for an unknown declaration
        problems = (f"{name}, line {reader.getpos()[0]}: {error}; the rest was left out",)
    if not reader.is_pocket:
        raise BadInput(f"{name}: an HTML page, but not Pocket's export, which has a list named Unread or Read Archive")
    return SavedFile(list(reader.saved()), problems)


class _PocketReader(HTMLParser):
    """A parser of Pocket's page that collects its links, and the heading above each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.is_pocket = False
        self._heading = ""
        self._text: list[str] | None = None
        self._found: list[tuple[dict[str, str], str, bool]] = []
        self._link: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("h1", "a"):
            self._text = []
            self._link = {name: value or "" for name, value in attrs}

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._text is None or tag not in ("h1", "a"):
            return
        text = "".join(self._text).strip()
        self._text = None
        if tag == "h1":
            self._heading = text
            self.is_pocket |= text in ("Unread", "Read Archive")
        else:
            self._found.append((self._link, text, self._heading == "Read Archive"))

    def saved(self) -> Iterator[Saved]:
        for link, title, is_read in self._found:
            if _is_web(link.get("href", "")):
                tags = _names(link.get("tags", "").split(","))
                yield Saved(link["href"], title, _moment(link.get("time_added", "")), tags, is_read)
