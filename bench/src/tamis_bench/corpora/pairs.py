"""Corpora with pages in one folder and truths in another: find the pairs, and read their encodings."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis_bench.samples import Entry, Truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_PAGE_ENDINGS = (".html.gz", ".htm.gz", ".html", ".htm")


def page_name(path: Path) -> str | None:
    """Return a page's name without its extension; None for files that are not pages."""
    ending = next((ending for ending in _PAGE_ENDINGS if path.name.lower().endswith(ending)), None)
    return path.name[: -len(ending)] if ending and not path.name.startswith(".") else None


def pages_of(folder: Path) -> dict[str, Path]:
    """Return the pages of a folder by name; names that are numbers are sorted as numbers."""
    found = {name: path for path in folder.iterdir() if path.is_file() and (name := page_name(path))}
    return dict(sorted(found.items(), key=lambda page: (_number(page[0]), page[0])))


def truths_of(folder: Path, name_of: Callable[[Path], str | None]) -> dict[str, Path]:
    """Return the truths of a folder by the name of their page."""
    return {name: path for path in sorted(folder.iterdir()) if path.is_file() and (name := name_of(path))}


def paired(pages: dict[str, Path], truths: dict[str, Path], where: Path) -> Iterable[tuple[str, Path, Path]]:
    """Return name, page and truth of each pair. Pages without a truth are left out; raise if no page has a truth."""
    both = [name for name in pages if name in truths]
    if not both:
        raise BadInput(f"{where}: no page has a truth of its name")
    return ((name, pages[name], truths[name]) for name in both)


def read_text(path: Path) -> str:
    """Read a text file of unknown encoding: by its byte order mark, or as UTF-8, or else as Windows-1252."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from error
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def entry(name: str, key: str, page: Path, text: str, url: str | None = None, *, is_wrapped: bool = False) -> Entry:
    """Make the entry of a page whose truth is only a text."""
    truth = Truth(text=text, known=frozenset({"text"}))
    return Entry(name, key, url, page, truth, None, None, None, is_wrapped)


def subfolder(folder: Path, names: Iterable[str]) -> Path | None:
    """Return the first of these subfolders that exists, whatever the case of its name."""
    if not folder.is_dir():
        return None
    there = {path.name.lower(): path for path in folder.iterdir() if path.is_dir()}
    return next((there[name.lower()] for name in names if name.lower() in there), None)


def _number(name: str) -> int:
    return int(name) if name.isascii() and name.isdigit() else 0
