"""Formats that an article can be written in, by name. A new format is a row here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.model import Article


class Format(NamedTuple):
    """An output format."""

    write: Callable[[Article], str]
    suffix: str
    """Ending of file names."""
    between: str | None = ""
    """Separator of several articles in one file; None if a file can hold only one."""
    positions: bool = False
    """True if it has the positions of blocks in the page."""
    is_part: bool = False
    """True if it is only a part of the article, which not all articles have."""


def _chunks(article: Article) -> str:
    from tamis.write.chunks import write_chunks  # imported on use, like all writers

    return write_chunks(article)


def _csv(article: Article) -> str:
    from tamis.write.csv import write_table_of

    return write_table_of(article)


def _outline(article: Article) -> str:
    from tamis.write.sections import write_outline

    return write_outline(article)


FORMATS: dict[str, Format] = {
    "markdown": Format(lambda article: article.to_markdown(), ".md", "\n\n---\n\n"),
    "text": Format(lambda article: article.to_text(), ".txt", "\n\n" + "=" * 72 + "\n\n"),
    "html": Format(lambda article: article.to_html(), ".html", None),
    "json": Format(lambda article: article.to_json(indent=2), ".json", ",\n", positions=True),
    "speech": Format(lambda article: article.to_speech(), ".speech.txt", "\n\n\n"),
    "ssml": Format(lambda article: article.to_ssml(), ".ssml", None),
    "tei": Format(lambda article: article.to_tei(), ".tei.xml", None),
    "chunks": Format(_chunks, ".jsonl", "", positions=True),
    "xml": Format(lambda article: article.to_xml(), ".xml"),
    "outline": Format(_outline, ".outline.md", "\n", is_part=True),
    "csv": Format(_csv, ".csv", None, is_part=True),
}
WHOLE_FORMATS = tuple(name for name, form in FORMATS.items() if not form.is_part)
"""Formats in which every article can be written."""
