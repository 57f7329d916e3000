"""Short ways to get the blocks of a page, all of them kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.assemble import assemble
from tamis.core.figures import with_figures
from tamis.core.parse import parse
from tamis.core.strategies.everything import Everything
from tamis.model import Page

if TYPE_CHECKING:
    from tamis.model import Block, Inline, Table

PAGE = "https://tide.example/news/today.html"


def blocks(html: str, url: str | None = PAGE, *, images: bool = True) -> tuple[Block, ...]:
    document = parse(Page(html, url))
    labels = with_figures(document, Everything().label(document))
    return assemble(document, labels, images=images).blocks


def only(html: str, url: str | None = PAGE) -> Block:
    (block,) = blocks(html, url)
    return block


def table_of(block: Block) -> Table:
    assert block.table is not None
    return block.table


def runs(html: str, url: str | None = PAGE) -> list[tuple[str, str, str | None]]:
    """The inlines of the only block: text, marks in one word, link."""
    return [written(run) for run in only(html, url).inlines]


def written(run: Inline) -> tuple[str, str, str | None]:
    return run.text, "+".join(sorted(mark.value for mark in run.marks)), run.href
