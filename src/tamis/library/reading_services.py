"""Export files of reading services: Pocket's (HTML and CSV, also zipped) and Instapaper's (CSV).

Pocket: a page ``ril_export.html`` with two lists, *Unread* and *Read Archive*, whose links have the attributes
``time_added`` (seconds since 1970) and ``tags`` (with commas between them); since 2025 CSV files with the columns
``title, url, time_added, tags, status``, tags separated by bars, status ``unread`` or ``archive``.

Instapaper: a CSV file with the columns ``URL, Title, Selection, Folder, Timestamp`` and in newer ones ``Tags``, a JSON
list. The folders *Unread*, *Archive* and *Starred* are Instapaper's own; others are the reader's.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_BYTES = 200_000_000
"""Of a file, unpacked."""
MAX_FIELD = 1_000_000
"""Characters of a field of a CSV file."""
_POCKET_COLUMNS = frozenset({"url", "time_added", "status"})
_INSTAPAPER_COLUMNS = frozenset({"URL", "Title", "Folder"})
_OWN_FOLDERS = frozenset({"Unread", "Archive", "Starred"})
_ZIP = b"PK\x03\x04"
_UNKNOWN = "not an export file of Pocket (CSV, HTML, zip) or Instapaper (CSV)"


class Saved(NamedTuple):
    """An article that somebody saved in a reading service."""

    url: str
    title: str = ""
    added: datetime | None = None
    tags: tuple[str, ...] = ()
    is_read: bool = False
    is_starred: bool = False
    selection: str = ""
    """A passage that was marked."""


def read_saved(data: bytes, name: str) -> list[Saved]:
    """The articles in an export file. Raises `BadInput` if it is none of those that are known."""
    if len(data) > MAX_BYTES:
        raise BadInput(f"{name}: more than {MAX_BYTES:,} bytes")
    if data.startswith(_ZIP):
        return _in_archive(data, name)
    text = data.decode("utf-8-sig", "replace")
    if text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<h1")):
        return _pocket_html(text, name)
    return _csv(text, name)


def _in_archive(data: bytes, name: str) -> list[Saved]:
    """The CSV files in an archive, as Pocket sends them."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [file for file in archive.infolist() if file.filename.endswith(".csv")]
            if not files:
                raise BadInput(f"{name}: {_UNKNOWN}")
            if sum(file.file_size for file in files) > MAX_BYTES:
                raise BadInput(f"{name}: more than {MAX_BYTES:,} bytes, unpacked")
            return [
                saved
                for file in sorted(files, key=lambda file: file.filename)
                for saved in _csv(archive.read(file).decode("utf-8-sig", "replace"), f"{name}, {file.filename}")
            ]
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise BadInput(f"{name}: cannot be unpacked: {error}") from error


def _csv(text: str, name: str) -> list[Saved]:
    csv.field_size_limit(MAX_FIELD)
    reader = csv.DictReader(io.StringIO(text, newline=""), restval="")
    try:
        columns = frozenset(reader.fieldnames or ())
        if columns >= _POCKET_COLUMNS:
            return [saved for row in reader if (saved := _from_pocket(row))]
        if columns >= _INSTAPAPER_COLUMNS:
            return [saved for row in reader if (saved := _from_instapaper(row))]
    except csv.Error as error:
        raise BadInput(f"{name}, line {reader.line_num}: {error}") from error
    raise BadInput(f"{name}: {_UNKNOWN}")


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
    except ValueError:
        return text.split(",")
    return [str(one) for one in found] if isinstance(found, list) else []


def _names(tags: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for one in tags if (tag := one.strip())))


def _moment(seconds: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _pocket_html(text: str, name: str) -> list[Saved]:
    reader = _PocketReader()
    reader.feed(text)
    reader.close()
    if not reader.is_pocket:
        raise BadInput(f"{name}: an HTML page, but not Pocket's export, which has a list named Unread or Read Archive")
    return list(reader.saved())


class _PocketReader(HTMLParser):
    """Reads the links of Pocket's page, and below which heading each is."""

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
