"""Files and folders of pages, and a folder of articles. The commands read and write through this module.

>>> from tamis.io.files import ArticleFolder, page_files, read_page
>>> with ArticleFolder("articles") as articles:  # doctest: +SKIP
...     for path in page_files("saved"):
...         articles.add(str(path), tamis.extract(read_page(path)))
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import unicodedata
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from tamis.api import MARKDOWN_SUFFIXES, page_from
from tamis.errors import AlreadyThere, BadInput, BadSettings, NotHtml, TooLarge
from tamis.settings.extraction import Limits
from tamis.write.formats import FORMATS
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import IO, BinaryIO, Self

    from tamis.model import Article, Page

ARCHIVE_SUFFIXES = (".mhtml", ".mht", ".webarchive", ".har")
"""Suffixes of the files of pages with their pictures."""
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", *ARCHIVE_SUFFIXES)
"""Suffixes of the files of pages; each also with `GZIP_SUFFIX`."""
MAX_ARCHIVE_BYTES = 200_000_000
"""Largest file of a page with its pictures."""
GZIP_SUFFIX = ".gz"
INDEX = "index.jsonl"
"""Name of the file in a folder of articles that gives the source of each."""
MAX_BYTES_PER_CHARACTER = 4  # in UTF-8 and UTF-16
_GZIP = b"\x1f\x8b"
# Names that Windows reserves for devices, whatever their ending.
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
)
_NO_WORD = re.compile(r"[^\w]+")
_MAX_NAME = 120  # bytes of a file's name, well within every file system's limit
_TEMPORARY = ".part"
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_DEFAULT_LIMITS = Limits()


def read_page(
    path: str | Path, url: str | None = None, *, title: str | None = None, limits: Limits = _DEFAULT_LIMITS
) -> Page:
    """Read the page in a file, which may be compressed with gzip. Raises `BadInput` if there is none."""
    try:
        with Path(path).open("rb") as file:
            return page_in(file, str(path), url, title=title, limits=limits)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from error


def page_in(
    file: BinaryIO, name: str, url: str | None = None, *, title: str | None = None, limits: Limits = _DEFAULT_LIMITS
) -> Page:
    """Read the page in an open file, but no more than a page may have."""
    data = bytes_in(file, name, limits)
    try:
        is_markdown = name.lower().endswith(MARKDOWN_SUFFIXES)
        return page_from(data, url, title=title, content_type="text/markdown" if is_markdown else None)
    except NotHtml:
        raise
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from error


def bytes_in(file: IO[bytes], name: str, limits: Limits = _DEFAULT_LIMITS) -> bytes:
    """Read a file, decompressed if it is gzip. Raises `TooLarge` if it exceeds the limit, without reading on."""
    limit = limits.max_characters * MAX_BYTES_PER_CHARACTER
    if name.lower().removesuffix(GZIP_SUFFIX).endswith(ARCHIVE_SUFFIXES):
        limit = max(limit, MAX_ARCHIVE_BYTES)
    data = _within(file.read(limit + 1), limit, name)
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as unpacked:
            return _within(unpacked.read(limit + 1), limit, name)
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"{name}: cannot be decompressed: {error}") from error


def _within(data: bytes, limit: int, name: str) -> bytes:
    if len(data) > limit:
        raise TooLarge(len(data) // MAX_BYTES_PER_CHARACTER + 1, limit // MAX_BYTES_PER_CHARACTER, name)
    return data


def page_files(folder: str | Path) -> list[Path]:
    """Find the files of pages in a folder and its subfolders, sorted by name.

    Hidden ones are left out, and the folders in which browsers put the frames and pictures of a saved page.
    """
    files: list[Path] = []
    for directory, folders, names in os.walk(folder):
        pages = {name.rpartition(".")[0] for name in names if is_page_file(name)}
        folders[:] = [name for name in folders if not name.startswith(".") and _page_with(name) not in pages]
        files += [Path(directory, name) for name in names if is_page_file(name)]
    return sorted(files)


_WITH_FILES = ("_files", ".files", "-files")


def _page_with(folder: str) -> str | None:
    """Return the name, without its suffix, of the page that a browser saved with a folder; None for other folders."""
    return next((folder.removesuffix(ending) for ending in _WITH_FILES if folder.endswith(ending)), None)


def is_page_file(name: str) -> bool:
    """Tell whether a file has the name of a page: ``story.html``, ``story.htm.gz``."""
    return not name.startswith(".") and name.lower().removesuffix(GZIP_SUFFIX).endswith(PAGE_SUFFIXES)


def read_source_list(text: str) -> list[str]:
    """Parse a list of sources, one in each line. Empty lines and those that begin with ``#`` do not count."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the index."""

    file: str
    source: str
    values: dict[str, Any]

    def line(self) -> str:
        return json_text({"file": self.file, "source": self.source, **self.values}) + "\n"


class ArticleFolder:
    """A folder with a file for each article, and an index of them.

    A file is named after the article's title or after its source. Another article of the same name gets a number; the
    same source gets the same name again, in a later run too. Files appear whole or not at all.
    """

    def __init__(
        self,
        folder: str | Path,
        form: str = "markdown",
        *,
        names: Literal["title", "source"] = "title",
        overwrite: bool = False,
        write: Callable[[Article], str] | None = None,
    ) -> None:
        """Open a folder. `form` is a name in `tamis.write.formats.FORMATS`; `write` replaces the format's writer."""
        if form not in FORMATS:
            raise BadSettings(f"there is no format {form!r}; there is {', '.join(FORMATS)}")
        self.folder = Path(folder)
        self._suffix = FORMATS[form].suffix
        self._write = write or FORMATS[form].write
        self._names = names
        self._overwrite = overwrite
        self._entries = _read_index(self.folder / INDEX)
        self._is_new = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, source: str, article: Article) -> Path:
        """Write an article; raises `AlreadyThere` if its file is there and may not be overwritten."""
        path = self.folder / self._file_name(source, article)
        if path.exists() and not self._overwrite:
            raise AlreadyThere(str(path))
        text = self._write(article)
        write_whole(path, text if text.endswith("\n") or not text else text + "\n")
        about = {"url": article.url, "title": article.title, "outcome": article.outcome.value}
        self._entries[path.name] = _Entry(path.name, source, about)
        self._is_new = True
        return path

    def close(self) -> None:
        """Write the index."""
        if self._is_new:
            lines = [entry.line() for _, entry in sorted(self._entries.items())]
            write_whole(self.folder / INDEX, "".join(lines))
            self._is_new = False

    def _file_name(self, source: str, article: Article) -> str:
        stem = _stem(source, article, self._names)
        if stem in _RESERVED or stem + self._suffix == INDEX:
            stem = f"{stem}-page"
        name, number = stem + self._suffix, 2
        while name in self._entries and self._entries[name].source != source:
            name, number = f"{stem}-{number}{self._suffix}", number + 1
        return name


def _stem(source: str, article: Article, names: str) -> str:
    path = Path(urlsplit(source).path) if "://" in source else Path(source)
    name = path.name.removesuffix(GZIP_SUFFIX)
    own = slug(name.rpartition(".")[0] or name)
    titled = slug(article.title or "")
    return (own or titled if names == "source" else titled or own) or "article"


def _read_index(path: Path) -> dict[str, _Entry]:
    """Read the index of an earlier run. Lines that are not in its format are dropped."""
    entries: dict[str, _Entry] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return entries
    for line in lines:
        try:
            values = json.loads(line)
            entry = _Entry(str(values.pop("file")), str(values.pop("source")), values)
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
        entries[entry.file] = entry
    return entries


def slug(text: str) -> str:
    """Make a file name: letters and digits of a text in lowercase, with hyphens between the words."""
    plain = unicodedata.normalize("NFKC", text).lower()
    name = _NO_WORD.sub("-", plain).strip("-_")
    return name.encode("utf-8", "ignore")[:_MAX_NAME].decode("utf-8", "ignore").rstrip("-")


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a file whole or not at all; see `whole_file`."""
    with whole_file(path) as file:
        file.write(text if isinstance(text, bytes) else text.encode("utf-8", "replace"))


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file under a temporary name, which is renamed at the end: no reader ever sees half a file.

    A link is followed. A path that is no file (a pipe, a device) is written to directly, and stays what it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    temporary = path.with_name(f".{path.name[:40]}.{os.urandom(8).hex()}{_TEMPORARY}")
    # The system takes the mask away: asking for it would change it for the other threads for a moment.
    handle = os.open(temporary, _NEW_FILE, 0o666 if mode is None else mode & 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # else a power cut may leave the new name with nothing in it
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
