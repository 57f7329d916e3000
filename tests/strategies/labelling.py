"""Labelling small pages, for the tests of single strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.figures import with_figures
from tamis.core.parse import parse
from tamis.core.pipeline import prepare
from tamis.model import Page

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.core.strategies import Strategy
    from tamis.model import Labels


def words(count: int, word: str = "tide") -> str:
    """Text of exactly that many words."""
    return " ".join([word] * count)


def characters(count: int, letter: str = "w") -> str:
    """Text of exactly that many characters."""
    return (f"{letter * 4} " * count)[: count - 1] + letter


def document_of(html: str, title: str | None = None) -> Document:
    """A small page; with its title, if that is known, and without one if it is not."""
    page = Page(f"<!doctype html><body>{html}", title=title)
    return prepare(page).document if title else parse(page)


def labelled(strategy: Strategy, html: str, title: str | None = None) -> tuple[Document, Labels]:
    """The page and its labels, with the figures of the text that the strategy keeps."""
    document = document_of(html, title)
    return document, with_figures(document, strategy.label(document))


def kept(strategy: Strategy, html: str, title: str | None = None) -> list[str]:
    """The text of what is kept, or the source of a picture."""
    document, labels = labelled(strategy, html, title)
    return [
        text or leaves[0].attr("src")  # type: ignore[union-attr]
        for text, leaves, keep in zip(document.texts, document.leaves, labels.kept, strict=True)
        if keep
    ]


def reason(strategy: Strategy, html: str, text: str) -> str:
    """Why a block of that text was kept or dropped."""
    document, labels = labelled(strategy, html)
    return labels.reasons[list(document.texts).index(text)]
