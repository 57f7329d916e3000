"""Where articles go: standard output, a file, or a folder with a file each. Files appear whole or not at all."""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from tamis.errors import BadSettings
from tamis.model import Outcome
from tamis.write.json import json_text
from tamis.write.xml import write_xml

if TYPE_CHECKING:
    from tamis.errors import TamisError
    from tamis.model import Article

FORMATS = ("markdown", "text", "html", "json", "xml")
_SUFFIXES = {"markdown": ".md", "text": ".txt", "html": ".html", "json": ".json", "xml": ".xml"}
# Names that Windows keeps for devices, whatever their ending.
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
)
_NO_WORD = re.compile(r"[^\w]+")
_MAX_NAME = 120  # bytes of a file's name, well within every file system's limit
_BETWEEN = {"json": ",\n", "markdown": "\n\n---\n\n", "text": "\n\n" + "=" * 72 + "\n\n"}


class Destination:
    """Takes articles one after another and writes them where they belong."""

    def __init__(self, form: str, output: str | None, *, many: bool, front_matter: bool) -> None:
        self._form = form
        self._front_matter = front_matter
        self._output = Path(output) if output else None
        self._folder = self._output if output and self._is_folder(output, many) else None
        if form == "json-lines" and self._folder is not None:
            raise BadSettings("JSON lines go to one file, not to a folder: -o FILE")
        if many and form == "html" and self._folder is None:
            raise BadSettings("several pages as HTML need a folder: -o FOLDER/")
        self._names: set[str] = set()
        self._held: list[Article] = []
        self._written: list[str] = []
        self._begun = False
        self._is_array = many and form == "json" and self._folder is None

    def _is_folder(self, output: str, many: bool) -> bool:
        if Path(output).is_dir() or output.endswith(("/", os.sep)):
            return True
        return many and self._form in ("html", "markdown", "text", "json") and not Path(output).suffix

    def add(self, name: str, article: Article) -> None:
        """Write an article, or hold it until the end where one file takes all."""
        if self._form == "json-lines":
            record = article.to_dict()
            record["tamis"]["source"] = name
            self._line(json_text(record))
        elif article.outcome is not Outcome.ARTICLE and not article.blocks:
            return
        elif self._folder is not None:
            write_whole(self._folder / self._file_name(name, article), self._render(article))
        elif self._form == "xml":
            self._held.append(article)
        else:
            self._piece(self._render(article))

    def add_error(self, name: str, error: TamisError) -> None:
        """Keep a line for a source that failed, where lines are written."""
        if self._form == "json-lines":
            self._line(json_text(error.to_dict(name)))

    def close(self) -> None:
        """Write what was held."""
        if self._held:
            self._piece(write_xml(self._held))
        if self._is_array:
            self._emit("]\n" if self._begun else "[]\n")
        if self._output is not None and self._folder is None and self._written:
            write_whole(self._output, "".join(self._written))

    def _render(self, article: Article) -> str:
        if self._form == "markdown":
            text = article.to_markdown(front_matter=self._front_matter)
        elif self._form == "text":
            text = article.to_text()
        elif self._form == "html":
            text = article.to_html()
        elif self._form == "json":
            text = article.to_json(indent=2)
        else:
            text = article.to_xml()
        return text if text.endswith("\n") else text + "\n"

    def _line(self, text: str) -> None:
        self._emit(text + "\n")

    def _piece(self, text: str) -> None:
        if self._begun:
            self._emit(_BETWEEN.get(self._form, ""))
        elif self._is_array:
            self._emit("[\n")
        self._begun = True
        self._emit(text)

    def _emit(self, text: str) -> None:
        if self._output is not None:
            self._written.append(text)
        else:
            click.echo(text.encode("utf-8", "replace"), nl=False)

    def _file_name(self, name: str, article: Article) -> str:
        stem = _slug(article.title or "") or _slug(Path(urlsplit(name).path).stem) or "article"
        stem = f"{stem}-page" if stem in _RESERVED else stem
        unique, number = stem, 2
        while unique in self._names:
            unique, number = f"{stem}-{number}", number + 1
        self._names.add(unique)
        return unique + _SUFFIXES[self._form]


def write_whole(path: Path, text: str) -> None:
    """Write under a temporary name beside the file, then rename: no reader ever sees half a file.

    A link is followed. What is no file (a pipe, a device) is written to as it is, and stays what it is.
    """
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
                file.write(text)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_then_rename(path, text)
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from error


def _write_then_rename(path: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.write(text)
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).lower()
    name = _NO_WORD.sub("-", plain).strip("-_")
    return name.encode("utf-8", "ignore")[:_MAX_NAME].decode("utf-8", "ignore").rstrip("-")
