"""Output of articles: standard output, a file, or a folder with a file each. Files are written whole or not at all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from tamis.errors import AlreadyThere, BadSettings
from tamis.io.files import ArticleFolder
from tamis.io.files import write_whole as write_file
from tamis.model import Outcome
from tamis.settings.excerpt import ExcerptSettings
from tamis.settings.options import options_of
from tamis.write.formats import FORMATS
from tamis.write.json import json_text

if TYPE_CHECKING:
    from tamis.errors import TamisError
    from tamis.model import Article

store_option = click.option(
    "--library",
    "library_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Library to add the page to. Without -o nothing is printed.",
)
JSON_LINES = "json-lines"
_WHOLE = ExcerptSettings()


@dataclass(frozen=True)
class Wanted:
    """The requested output: the format of the articles, and where to write them."""

    form: str
    output: str | None = None
    many: bool = False
    """True if more than one article may come."""
    head: bool = False
    front_matter: bool = False
    names: Literal["title", "source"] | None = None
    overwrite: bool = False
    max_words: int | None = None
    html_tables: bool = False
    table: int | None = None
    """Number of the table to write, from 1."""
    excerpt: ExcerptSettings = _WHOLE

    @property
    def is_folder(self) -> bool:
        """True if each article gets its own file."""
        if self.output is None:
            return False
        if Path(self.output).is_dir() or self.output.endswith(("/", os.sep)):
            return True
        return self.many and self.form not in (JSON_LINES, "xml", "chunks") and not Path(self.output).suffix

    def check(self) -> None:
        """Raise `BadSettings` if options contradict each other."""
        if self.form == JSON_LINES and self.is_folder:
            raise BadSettings("JSON lines go to one file, not to a folder: -o FILE")
        if self.many and not self.is_folder and self.form in FORMATS and FORMATS[self.form].between is None:
            raise BadSettings(f"several pages as {self.form.upper()} need a folder: -o FOLDER/")
        of_markdown = {"--head": self.head, "--front-matter": self.front_matter, "--html-tables": self.html_tables}
        for name in (name for name, is_given in of_markdown.items() if is_given and self.form != "markdown"):
            raise BadSettings(f"{name} is for Markdown, not for {self.form}")
        for setting in options_of(ExcerptSettings):
            is_for_chunks = self.form == "chunks" and setting.name == "max_tokens"
            if getattr(self.excerpt, setting.name) is not None and self.form != "markdown" and not is_for_chunks:
                raise BadSettings(f"--{setting.name.replace('_', '-')} is for Markdown, not for {self.form}")
        if self.table is not None and self.form != "csv":
            raise BadSettings(f"--table is for CSV, not for {self.form}: -f csv")
        if self.max_words is not None and self.form != "chunks":
            raise BadSettings(f"--max-words is for chunks, not for {self.form}: -f chunks")
        if self.names is not None and not self.is_folder:
            raise BadSettings("--names is for a folder of articles: -o FOLDER/")
        if self.overwrite and self.output is None:
            raise BadSettings("--overwrite is for files: -o FILE or -o FOLDER/")
        if self.output is not None and not self.is_folder and not self.overwrite and Path(self.output).is_file():
            raise AlreadyThere(self.output)


class Destination:
    """A writer that takes articles one after another and puts them where they belong."""

    def __init__(self, wanted: Wanted) -> None:
        wanted.check()
        self._wanted = wanted
        self._form = wanted.form
        self._folder: ArticleFolder | None = None
        if wanted.output is not None and wanted.is_folder:
            self._folder = ArticleFolder(
                wanted.output,
                wanted.form,
                names=wanted.names or "title",
                overwrite=wanted.overwrite,
                write=self._render,
            )
        self._output = Path(wanted.output) if wanted.output is not None and self._folder is None else None
        self._held: list[Article] = []
        self._written: list[str] = []
        self._begun = False
        self._source = ""
        self._is_array = wanted.many and self._form == "json" and self._folder is None

    def add(self, name: str, article: Article) -> None:
        """Write an article, or hold it until the end if one file takes all."""
        self._source = name
        if self._form == JSON_LINES:
            record = article.to_dict()
            record["tamis"]["source"] = name
            self._line(json_text(record))
        elif not _is_worth_writing(article):
            return
        elif self._folder is not None:
            try:
                self._folder.add(name, article)
            except OSError as error:
                raise _cannot_write(self._folder.folder, error) from error
        elif self._form == "xml":
            self._held.append(article.complete())
        else:
            self._piece(self._render(article))

    def add_error(self, name: str, error: TamisError) -> None:
        """Write a line for a source that failed, if the format is JSON Lines."""
        if self._form == JSON_LINES:
            self._line(json_text(error.to_dict(name)))

    def close(self) -> None:
        """Write what was held."""
        if self._folder is not None:
            try:
                self._folder.close()
            except OSError as error:
                raise _cannot_write(self._folder.folder, error) from error
        if self._held:
            from tamis.write.xml import write_xml

            self._piece(write_xml(self._held))
        if self._is_array:
            self._emit("]\n" if self._begun else "[]\n")
        if self._output is not None and self._written:
            write_whole(self._output, "".join(self._written))

    def _render(self, article: Article) -> str:
        wanted = self._wanted
        if self._form == "markdown" and wanted.excerpt != _WHOLE:
            from tamis.write.excerpts import write_excerpt

            text = write_excerpt(
                article,
                wanted.excerpt,
                head=wanted.head,
                front_matter=wanted.front_matter,
                html_tables=wanted.html_tables,
            )
        elif self._form == "markdown":
            text = article.to_markdown(
                head=wanted.head, front_matter=wanted.front_matter, html_tables=wanted.html_tables
            )
        elif wanted.table is not None:
            from tamis.write.csv import write_table_of

            text = write_table_of(article, wanted.table)
        elif self._form == "chunks":
            from tamis.write.chunks import write_chunks

            text = write_chunks(article, wanted.max_words, self._source, max_tokens=wanted.excerpt.max_tokens)
        else:
            text = FORMATS[self._form].write(article)
        return text if text.endswith("\n") or not text else text + "\n"

    def _line(self, text: str) -> None:
        self._emit(text + "\n")

    def _piece(self, text: str) -> None:
        if self._begun:
            self._emit(FORMATS[self._form].between or "")
        elif self._is_array:
            self._emit("[\n")
        self._begun = True
        self._emit(text)

    def _emit(self, text: str) -> None:
        if self._output is not None:
            self._written.append(text)
        else:
            click.echo(text.encode("utf-8", "replace"), nl=False)


def _is_worth_writing(article: Article) -> bool:
    """Tell whether to write an article: what was kept is written, except in a language that nobody asked for."""
    return article.outcome is Outcome.ARTICLE or (
        article.outcome is not Outcome.OTHER_LANGUAGE and bool(article.blocks)
    )


def check_edition(form: str) -> None:
    """Raise `MissingExtra` before any work if an edition cannot be written in a format here."""
    if form == "pdf":
        from tamis.edition.browser import check_installed

        check_installed()


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a file whole, or raise an error that says why that is impossible."""
    try:
        write_file(path, text)
    except OSError as error:
        raise _cannot_write(path, error) from error


def _cannot_write(path: Path, error: OSError) -> click.ClickException:
    return click.ClickException(f"cannot write {path}: {error.strerror}")


def page_key(source: str, url: str | None) -> str:
    """Return the key of a page in a library: its URL, or that of its file."""
    if url:
        return url
    if source == "-":
        raise BadSettings("a library needs the page's URL: --url")
    return Path(source).resolve().as_uri()
