"""Making an edition of some articles.

PDF gets soft hyphens: Chromium on Linux has no hyphenation dictionaries; pyphen provides LibreOffice's. E-book readers
and browsers on screens hyphenate by themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tamis.edition.book import Book
from tamis.edition.epub import picture_path, write_epub
from tamis.edition.page import write_page
from tamis.edition.pdf import picture_url, write_pdf
from tamis.edition.pictures import EPUB_TYPES, WEB_TYPES, find_pictures
from tamis.edition.stories import Entry, StoryForm, make_stories
from tamis.errors import BadInput, BadSettings
from tamis.io.files import write_whole
from tamis.settings.edition import FORMATS, EditionSettings
from tamis.settings.options import with_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Unpack

    from tamis.io.fetching import Fetcher
    from tamis.model import Article
    from tamis.settings.edition import EditionOptions


@dataclass(frozen=True, slots=True)
class Edition:
    """A finished edition."""

    data: bytes = field(repr=False)
    problems: tuple[str, ...] = ()
    """Pictures that were left out, with the reasons."""

    def save(self, file: str | Path) -> Path:
        """Write the edition to a file, replacing one that exists, and return its path."""
        path = Path(file)
        write_whole(path, self.data)
        return path


def make_edition(
    articles: Sequence[Article | Entry],
    form: str,
    settings: EditionSettings | None = None,
    *,
    fetcher: Fetcher | None = None,
    **options: Unpack[EditionOptions],
) -> Edition:
    """Make an edition of the articles, in one of `FORMATS`.

    `fetcher` fetches the pictures; without one, nothing is fetched, and pictures come from files beside saved pages
    (`Entry.folder`) and from the pages themselves. `options` are fields of `EditionSettings`, such as
    ``title="Monday"``; they override those of `settings`. Raises `BadInput` without articles, and `BadSettings` for a
    format or a style sheet that cannot be used.
    """
    chosen = with_options(settings or EditionSettings(), cast("Mapping[str, object]", options))
    entries = [article if isinstance(article, Entry) else Entry(article) for article in articles]
    if not entries:
        raise BadInput("an edition needs at least one article")
    writer = _WRITERS.get(form)
    if writer is None:
        raise BadSettings(f"an edition is one of {', '.join(FORMATS)}, not {form!r}")
    return writer(entries, chosen, fetcher)


def _html(entries: list[Entry], settings: EditionSettings, fetcher: Fetcher | None) -> Edition:
    pictures = find_pictures(entries, fetcher, WEB_TYPES)
    form = StoryForm(source=lambda picture: picture.data_url)
    book = Book(make_stories(entries, pictures, settings, form), settings)
    return Edition(write_page(book, images="data:").encode("utf-8", "replace"), pictures.problems)


def _epub(entries: list[Entry], settings: EditionSettings, fetcher: Fetcher | None) -> Edition:
    pictures = find_pictures(entries, fetcher, EPUB_TYPES)
    form = StoryForm(source=picture_path, void="/")
    book = Book(make_stories(entries, pictures, settings, form), settings)
    return Edition(write_epub(book), pictures.problems)


def _pdf(entries: list[Entry], settings: EditionSettings, fetcher: Fetcher | None) -> Edition:
    pictures = find_pictures(entries, fetcher, WEB_TYPES)
    form = StoryForm(source=picture_url, words=hyphenate if settings.hyphenate else unhyphenated)
    book = Book(make_stories(entries, pictures, settings, form), settings)
    return Edition(write_pdf(book), pictures.problems)


_WRITERS: dict[str, Callable[[list[Entry], EditionSettings, Fetcher | None], Edition]] = {
    "pdf": _pdf,
    "epub": _epub,
    "html": _html,
}


LEAST_LETTERS = 6
"""Minimum number of letters of a word that may be hyphenated."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"

_WORD = re.compile(rf"[^\W\d_]{{{LEAST_LETTERS},60}}")


def hyphenate(language: str | None, text: str) -> str:
    """Insert soft hyphens into long words, if the language has a dictionary."""
    insert = _inserter(language) if language else None
    return text if insert is None else _WORD.sub(lambda word: insert(word[0]), text)


def unhyphenated(_language: str | None, text: str) -> str:
    """Return the text as it is, in place of `hyphenate`."""
    return text


@lru_cache(maxsize=64)
def _inserter(language: str) -> Callable[[str], str] | None:
    try:
        pyphen: Any = import_module("pyphen")
    except ImportError:
        return None
    dictionary = pyphen.language_fallback(language.replace("-", "_"))
    if dictionary is None:
        return None
    hyphens = pyphen.Pyphen(lang=dictionary, left=2, right=3)
    return lru_cache(maxsize=10_000)(lambda word: str(hyphens.inserted(word, hyphen=SOFT_HYPHEN)))
