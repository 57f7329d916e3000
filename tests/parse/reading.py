"""Short ways to parse in tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.assemble import assemble
from tamis.core.parse import parse
from tamis.core.strategies.everything import Everything
from tamis.model import Page

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Block, Kind


class Seen(NamedTuple):
    """A block, in the columns that most tests ask for."""

    kind: Kind
    text: str


def document(html: str, url: str | None = None) -> Document:
    return parse(Page(html, url))


def texts(html: str) -> list[str]:
    """The words of the blocks that are not hidden, pictures left out."""
    parsed = document(html)
    return [text for text, hidden in zip(parsed.texts, parsed.hidden, strict=True) if hidden is None and text]


def seen(html: str) -> list[Seen]:
    """Kind and words of the blocks that are not hidden."""
    parsed = document(html)
    return [
        Seen(kind, text)
        for kind, text, hidden in zip(parsed.kinds, parsed.texts, parsed.hidden, strict=True)
        if hidden is None
    ]


def hidden(html: str) -> dict[str, str]:
    """The words of hidden blocks, each with the reason."""
    parsed = document(html)
    return {text: reason for text, reason in zip(parsed.texts, parsed.hidden, strict=True) if reason is not None}


def blocks(html: str, url: str | None = None) -> tuple[Block, ...]:
    """Every visible block, assembled."""
    parsed = document(html, url)
    return assemble(parsed, Everything().label(parsed)).blocks
