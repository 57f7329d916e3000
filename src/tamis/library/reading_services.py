"""Export files of reading services and browsers.

Pocket: a page ``ril_export.html`` with two lists, *Unread* and *Read Archive*, whose links have the attributes
``time_added`` (seconds since 1970) and ``tags`` (separated by commas); since 2025 CSV files with the columns
``title, url, time_added, tags, status``, tags separated by bars, status ``unread`` or ``archive``; also zipped.

Instapaper: a CSV file with the columns ``URL, Title, Selection, Folder, Timestamp`` and in newer ones ``Tags``, a JSON
list. The folders *Unread*, *Archive* and *Starred* are Instapaper's; others are the reader's.

Wallabag: JSON, a list of entries with their texts. Readeck: a CSV file, the JSON of its API, or an archive with
``bookmarks/ID/info.json`` and the text ``bookmarks/ID/container/index.html`` of each bookmark. Omnivore: an
archive with lists of entries (``metadata_0_to_20.json``), their texts (``content/SLUG.html``) and what was highlighted
(``highlights/SLUG.md``).

Browsers, and services that write as browsers do: a page that begins with ``NETSCAPE-Bookmark-file-1``. Folders are
tags.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import re
import struct
import zipfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from tamis.core.parse.tree import TokenType, tokenize
from tamis.errors import BadInput
from tamis.library.marks import MAX_TAG
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

MAX_BYTES = 200_000_000
"""Maximum number of bytes of a file, or of what is read of an archive, decompressed."""
PIECE = 4_096
"""Number of bytes decompressed at a time, so that those before damage are kept."""
MAX_LINKS = 100_000
"""Maximum number of links of a file."""
MAX_FOLDERS = 20
"""Maximum depth of nested folders of bookmarks that are tags."""
MAX_HIGHLIGHTS = 200
"""Maximum number of highlights of an article."""
MAX_FIELD = 1_000_000
"""Maximum number of characters of a field of a CSV file."""
_POCKET_COLUMNS = frozenset({"url", "time_added", "status"})
_INSTAPAPER_COLUMNS = frozenset({"URL", "Title", "Folder"})
_READECK_COLUMNS = frozenset({"url", "created", "is_marked"})
_READECK_NAMES = {
    "URL": "url", "Title": "title", "Created": "created", "Labels": "labels", "IsArchived": "is_archived",
    "IsMarked": "is_marked", "ReadProgress": "read_progress", "Annotations": "annotations",
}  # fmt: skip
"""Names of fields in Readeck's archives, and those in its API."""
_OWN_FOLDERS = frozenset({"Unread", "Archive", "Starred"})
_BROWSER_FOLDERS = frozenset({"personal_toolbar_folder", "unfiled_bookmarks_folder"})
"""Attributes of folders that are the browser's own."""
_IS_LIST = re.compile(r"(?:[^/]*/)?metadata_[^/]*\.json")
_IS_TEXT = re.compile(r"content/[^/]+\.html|highlights/[^/]+\.md|bookmarks/[^/]+/container/index\.html")
_IS_BOOKMARK = re.compile(r"bookmarks/[^/]+/info\.json")
LAST_SECOND = 100_000_000_000
"""Number of seconds since 1970 that no time reaches: greater numbers are thousandths or millionths."""
_ZIP = b"PK\x03\x04"
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, RuntimeError, struct.error,
    OverflowError,
)  # fmt: skip
"""Errors that zipfile raises for damaged archives. bz2 raises OSError; an unknown method is a RuntimeError."""
_UNKNOWN = (
    "not an export file of Pocket (CSV, HTML, zip), Instapaper (CSV), Wallabag (JSON), Readeck (CSV, JSON, zip), "
    "Omnivore (zip) or a browser's bookmarks (HTML)"
)


POCKET, INSTAPAPER, WALLABAG = "Pocket", "Instapaper", "Wallabag"
READECK, OMNIVORE, BOOKMARKS = "Readeck", "Omnivore", "a browser"


class Saved(NamedTuple):
    """An article saved in a reading service."""

    url: str
    title: str = ""
    added: datetime | None = None
    tags: tuple[str, ...] = ()
    is_read: bool = False
    is_starred: bool = False
    is_archived: bool = False
    progress: float = 0.0
    """Share that was read, from 0 to 1."""
    highlights: tuple[tuple[str, str], ...] = ()
    """Passages that were marked, each with its note."""
    html: str = ""
    """HTML of the text, if the service exported it."""


class SavedFile(NamedTuple):
    """The links of an export file that could be read, and its problems."""

    links: list[Saved]
    problems: tuple[str, ...] = ()
    """Parts of the file that could not be read, with the reasons; empty for a sound file."""
    service: str = ""
    """Name of the service that wrote the file."""


def read_saved(source: bytes | Path, name: str) -> SavedFile:
    """Read the articles of an export file, given as its bytes or where it is; of a damaged one, those that can be read.

    The pictures of an archive are not read, whatever they take. Raises `BadInput` if the format is unknown, and if
    nothing of the file can be read.
    """
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        is_archive = file.read(len(_ZIP)) == _ZIP
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        if not is_archive and size > MAX_BYTES:
            raise BadInput(f"{name}: more than {MAX_BYTES:,} bytes")
        found = _in_archive(file, name) if is_archive else _read(file.read(), name)
    web = [saved for saved in found.links if _is_web(saved.url)]
    problems = list(found.problems)
    if len(web) < len(found.links):
        problems.append(f"{name}: {len(found.links) - len(web):,} of the entries are no web pages and were left out")
    if len(web) > MAX_LINKS:
        problems.append(f"{name}: the entries after the first {MAX_LINKS:,} were left out")
    return SavedFile(web[:MAX_LINKS], tuple(problems), found.service)


def _read(data: bytes, name: str) -> SavedFile:
    text = data.decode("utf-8-sig", "replace")
    start = text.lstrip()[:200].lower()
    if start.startswith("<!doctype netscape-bookmark-file"):
        return _parsed(_BookmarkReader(), text, name)
    if start.startswith(("<!doctype", "<html", "<h1")):
        return _parsed(_PocketReader(), text, name)
    if start.startswith(("[", "{")):
        return _json(text, name)
    return _csv(text, name)


def _in_archive(data: BinaryIO, name: str) -> SavedFile:
    """Read the CSV and JSON files in an archive, as Pocket, Readeck and Omnivore send them, with texts beside them."""
    try:
        archive = zipfile.ZipFile(data)
    except _DAMAGE as error:
        raise BadInput(f"{name}: cannot be unpacked: {error}") from error
    with archive:
        members = archive.infolist()
        bookmarks = [file for file in members if _IS_BOOKMARK.fullmatch(file.filename)]
        files = (
            bookmarks
            or [file for file in members if file.filename.endswith(".csv")]
            or [file for file in members if _IS_LIST.fullmatch(file.filename)]
        )
        if not files:
            raise BadInput(f"{name}: {_UNKNOWN}")
        texts = {file.filename: file for file in members if _IS_TEXT.fullmatch(file.filename)}
        if sum(file.file_size for file in {*files, *texts.values()}) > MAX_BYTES:
            raise BadInput(f"{name}: more than {MAX_BYTES:,} bytes, unpacked")
        if bookmarks:
            return _readecks(archive, bookmarks, texts, name)
        parts = [_in_file(archive, file, name) for file in sorted(files, key=lambda file: file.filename)]
        links = [saved for part in parts for saved in part.links]
        if parts[0].service == OMNIVORE:
            links = [_with_text(saved, archive, texts) for saved in links]
    problems = tuple(problem for part in parts for problem in part.problems)
    if problems and not links:
        raise BadInput("; ".join(problems))
    return SavedFile(links, problems, parts[0].service)


def _readecks(
    archive: zipfile.ZipFile, bookmarks: list[zipfile.ZipInfo], texts: dict[str, zipfile.ZipInfo], name: str
) -> SavedFile:
    """Read the bookmarks of Readeck, each from a folder of its own, with their texts. Pictures stay there."""
    links: list[Saved] = []
    problems: list[str] = []
    for file in bookmarks:
        entry: object = None
        with suppress(ValueError, RecursionError):
            entry = json.loads(_member(archive, file))
        if not isinstance(entry, dict):
            problems.append(f"{name}, {one_line(file.filename)}: cannot be read, and was left out")
            continue
        saved = _from_readeck({_READECK_NAMES.get(key, str(key)): value for key, value in entry.items()})
        text = texts.pop(file.filename.removesuffix("info.json") + "container/index.html", None)
        links.append(saved._replace(html=_member(archive, text)))
    if problems and not links:
        raise BadInput(problems[0])
    return SavedFile(links, tuple(problems), READECK)


def _with_text(saved: Saved, archive: zipfile.ZipFile, texts: dict[str, zipfile.ZipInfo]) -> Saved:
    """Add the text and the highlights of an entry of Omnivore, whose slug is kept in `html` so far.

    A text is that of one entry: one that thousands name would take thousands of times its size.
    """
    slug = saved.html
    html = _member(archive, texts.pop(f"content/{slug}.html", None))
    quotes: list[str] = []
    for line in _member(archive, texts.pop(f"highlights/{slug}.md", None)).splitlines():
        if not line.startswith(">"):
            quotes.append("")
        elif quotes:
            quotes[-1] += line.removeprefix(">").strip() + " "
        else:
            quotes.append(line.removeprefix(">").strip() + " ")
    marked = tuple((quote.strip(), "") for quote in quotes if quote.strip())[:MAX_HIGHLIGHTS]
    return saved._replace(html=html, highlights=marked)


def _member(archive: zipfile.ZipFile, file: zipfile.ZipInfo | None) -> str:
    """Read a text of an archive; empty if it is not there or damaged."""
    try:
        return archive.read(file).decode("utf-8", "replace") if file is not None else ""
    except _DAMAGE:
        return ""


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
        found = _read(data[: data.rfind(b"\n") + 1] if problems else data, place)
    except BadInput as error:
        return SavedFile([], problems or (str(error),))
    return found._replace(problems=(*problems, *found.problems))


def _csv(text: str, name: str) -> SavedFile:
    csv.field_size_limit(MAX_FIELD)
    reader = csv.DictReader(io.StringIO(text, newline=""), restval="")
    links: list[Saved] = []
    try:
        columns = frozenset(reader.fieldnames or ())
        known = next((known for known in _CSV_SERVICES if columns >= known.columns), None)
        if known is None:
            raise BadInput(f"{name}: {_UNKNOWN}")
        service = known.name
        links += map(known.read, reader)
    except csv.Error as error:
        problem = f"{name}, line {reader.line_num}: {error}; the rest was left out"
        if not links:
            raise BadInput(problem) from error
        return SavedFile(links, (problem,), service)
    return SavedFile(links, (), service)


def _from_pocket(row: Mapping[str, str]) -> Saved:
    tags = _names(row.get("tags", "").split("|"))
    is_done = row["status"] != "unread"
    return Saved(
        row["url"], row.get("title", ""), _moment(row["time_added"]), tags, is_read=is_done, is_archived=is_done
    )


def _from_instapaper(row: Mapping[str, str]) -> Saved:
    folder = row["Folder"]
    tags = _names([*_listed(row.get("Tags", "")), *([] if folder in _OWN_FOLDERS else [folder])])
    selection = row.get("Selection", "")
    return Saved(
        row["URL"],
        row["Title"],
        _moment(row.get("Timestamp", "")),
        tags,
        is_read=folder == "Archive",
        is_starred=folder == "Starred",
        is_archived=folder == "Archive",
        highlights=((selection, ""),) if selection.strip() else (),
    )


def _from_readeck_row(row: Mapping[str, str]) -> Saved:
    marks = {key: row.get(key) == "true" for key in ("is_archived", "is_marked")}
    return _from_readeck({**row, **marks, "labels": _listed(row.get("labels", ""))})


def _highlights(entry: Mapping[str, Any], quote: str, note: str) -> tuple[tuple[str, str], ...]:
    """Read the annotations of an entry, given the keys of their quote and their note."""
    found = entry.get("annotations")
    marked = [mark for mark in found if isinstance(mark, dict)] if isinstance(found, list) else []
    return tuple((_string(mark, quote), _string(mark, note)) for mark in marked[:MAX_HIGHLIGHTS])


class _CsvService(NamedTuple):
    """A service whose export is a table."""

    name: str
    columns: frozenset[str]
    """Columns that only its tables have."""
    read: Callable[[Mapping[str, str]], Saved]


_CSV_SERVICES = (
    _CsvService(POCKET, _POCKET_COLUMNS, _from_pocket),
    _CsvService(INSTAPAPER, _INSTAPAPER_COLUMNS, _from_instapaper),
    _CsvService(READECK, _READECK_COLUMNS, _from_readeck_row),
)


def _json(text: str, name: str) -> SavedFile:
    """Read a list of entries, or the first of several under a name."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name}: cannot be read as JSON: {one_line(str(error))}") from error
    lists = [values, *values.values()] if isinstance(values, dict) else [values]
    for found in lists:
        entries = [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
        service = next((known for known in _JSON_SERVICES if entries and known.key in entries[0]), None)
        if service is not None:
            return SavedFile([service.read(entry) for entry in entries], (), service.name)
    raise BadInput(f"{name}: {_UNKNOWN}")


def _from_wallabag(entry: Mapping[str, Any]) -> Saved:
    is_archived = _flag(entry, "is_archived")
    return Saved(
        _string(entry, "url"),
        _string(entry, "title"),
        _moment(_string(entry, "created_at")),
        _labels(entry.get("tags")),
        is_read=is_archived,
        is_starred=_flag(entry, "is_starred"),
        is_archived=is_archived,
        highlights=_highlights(entry, "quote", "text"),
        html=_string(entry, "content"),
    )


def _from_readeck(entry: Mapping[str, Any]) -> Saved:
    is_archived = _flag(entry, "is_archived")
    return Saved(
        _string(entry, "url"),
        _string(entry, "title"),
        _moment(_string(entry, "created")),
        _labels(entry.get("labels")),
        is_read=is_archived,
        is_starred=_flag(entry, "is_marked"),
        is_archived=is_archived,
        progress=_percent(entry.get("read_progress")),
        highlights=_highlights(entry, "text", "note"),
    )


def _from_omnivore(entry: Mapping[str, Any]) -> Saved:
    progress = _percent(entry.get("readingProgress"))
    is_archived = entry.get("state") == "Archived"
    return Saved(
        _string(entry, "url"),
        _string(entry, "title"),
        _moment(_string(entry, "savedAt")),
        _labels(entry.get("labels")),
        is_read=is_archived or progress == 1,
        is_archived=is_archived,
        progress=progress,
        html=_string(entry, "slug"),
    )


class _JsonService(NamedTuple):
    """A service whose export is a list in JSON."""

    name: str
    key: str
    """Key that only its entries have."""
    read: Callable[[Mapping[str, Any]], Saved]


_JSON_SERVICES = (
    _JsonService(WALLABAG, "is_starred", _from_wallabag),
    _JsonService(READECK, "is_marked", _from_readeck),
    _JsonService(OMNIVORE, "savedAt", _from_omnivore),
)


def _string(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def _flag(entry: Mapping[str, Any], key: str) -> bool:
    """Read a mark, which some write as a number."""
    return entry.get(key) in (True, 1, "1")


def _percent(value: object) -> float:
    return min(100, max(0, value)) / 100 if isinstance(value, int | float) else 0.0


def _labels(values: object) -> tuple[str, ...]:
    """Read tags: names, or objects with a name."""
    if not isinstance(values, list):
        return ()
    named = [value.get("label") or value.get("name") if isinstance(value, dict) else value for value in values]
    return _names([name for name in named if isinstance(name, str)])


def _listed(text: str) -> list[str]:
    try:
        found = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return text.split(",")
    return [str(name) for name in found] if isinstance(found, list) else []


def _names(tags: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for name in tags if (tag := one_line(name).strip()[:MAX_TAG].strip())))


def _moment(written: str) -> datetime | None:
    """Read a time: seconds since 1970, also in thousandths or millionths, or ISO 8601."""
    try:
        if not written.strip().isdecimal():
            moment = datetime.fromisoformat(written.strip())
            return moment.replace(tzinfo=moment.tzinfo or UTC)
        seconds = int(written)
        while seconds > LAST_SECOND:
            seconds //= 1_000
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _parsed(reader: _PocketReader | _BookmarkReader, text: str, name: str) -> SavedFile:
    """Read the links of an HTML page. Python's own parser would take the square of its length for some of them."""
    for token in tokenize(text):
        if token.type is TokenType.TEXT:
            reader.add_text(token.data or "")
        elif token.type is TokenType.START_TAG:
            reader.start(token.tag, {key: value or "" for key, value in token.attrs or ()})
        elif token.type is TokenType.END_TAG:
            reader.end(token.tag)
    if not reader.is_known:
        raise BadInput(
            f"{name}: an HTML page, but neither a browser's bookmarks nor Pocket's export, which has a list named "
            "Unread or Read Archive"
        )
    return SavedFile(list(reader.saved()), (), reader.service)


class _BookmarkReader:
    """A collector of the links of a browser's bookmarks, with the names of the folders around each."""

    service = BOOKMARKS
    is_known = True

    def __init__(self) -> None:
        self._folders: list[str] = []
        self._depth = 0
        """Depth of nested lists; `_folders` has the names of the first ones."""
        self._heading = ""
        self._text: list[str] | None = None
        self._attributes: dict[str, str] = {}
        self._found: list[Saved] = []

    def start(self, tag: str | None, attributes: dict[str, str]) -> None:
        """Take a start tag."""
        if tag in ("h3", "a"):
            self._text = []
            self._attributes = attributes
        elif tag == "dl":
            self._depth += 1
            if self._depth <= MAX_FOLDERS:
                self._folders.append(self._heading)
            self._heading = ""

    def add_text(self, data: str) -> None:
        """Take a text."""
        if self._text is not None:
            self._text.append(data)

    def end(self, tag: str | None) -> None:
        """Take an end tag."""
        if tag == "dl" and self._depth:
            self._depth -= 1
            del self._folders[self._depth :]
        if self._text is None or tag not in ("h3", "a"):
            return
        text = "".join(self._text).strip()
        self._text = None
        if tag == "h3":
            self._heading = "" if _BROWSER_FOLDERS & self._attributes.keys() else next(iter(_names([text])), "")
            return
        tags = _names([*self._attributes.get("tags", "").split(","), *self._folders])
        self._found.append(
            Saved(self._attributes.get("href", ""), text, _moment(self._attributes.get("add_date", "")), tags)
        )

    def saved(self) -> list[Saved]:
        """Return the bookmarks."""
        return self._found


class _PocketReader:
    """A collector of the links of Pocket's page, and the heading above each."""

    service = POCKET

    def __init__(self) -> None:
        self.is_known = False
        self._heading = ""
        self._text: list[str] | None = None
        self._found: list[tuple[dict[str, str], str, bool]] = []
        self._link: dict[str, str] = {}

    def start(self, tag: str | None, attributes: dict[str, str]) -> None:
        """Take a start tag."""
        if tag in ("h1", "a"):
            self._text = []
            self._link = attributes

    def add_text(self, data: str) -> None:
        """Take a text."""
        if self._text is not None:
            self._text.append(data)

    def end(self, tag: str | None) -> None:
        """Take an end tag."""
        if self._text is None or tag not in ("h1", "a"):
            return
        text = "".join(self._text).strip()
        self._text = None
        if tag == "h1":
            self._heading = text
            self.is_known |= text in ("Unread", "Read Archive")
        else:
            self._found.append((self._link, text, self._heading == "Read Archive"))

    def saved(self) -> Iterator[Saved]:
        for link, title, is_read in self._found:
            tags = _names(link.get("tags", "").split(","))
            moment = _moment(link.get("time_added", ""))
            yield Saved(link.get("href", ""), title, moment, tags, is_read=is_read, is_archived=is_read)
