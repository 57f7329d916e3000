"""Labels for a body from data: all of it is kept, except what forums put around posts and repeat in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element
from tamis.core.strategies.roles import TITLE
from tamis.model import ROLES_BY_KIND, Kind, Labels, Role
from tamis.text.word_overlap import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tamis.core.parse import Document

MAX_QUOTES = 500
"""Maximum number of quotes that are searched for in earlier posts."""
# Class names of parts of a post that its author did not write (Discourse, NodeBB).
_BESIDE = {
    "meta": "name and size of a picture",
    "onebox": "preview of a linked page",
    "link-preview": "preview of a linked page",
}
_SMALL_IMAGES = frozenset({"avatar", "emoji", "site-icon"})


def label_body(body: Document, source: str, *, is_thread: bool = False) -> Labels:
    """Keep all visible text except the title; in a thread, drop previews and quotes of its own posts.

    The title is the one that the document knows.
    """
    reasons: list[str | None] = [
        None if seen else body.hiding_reason(block) for block, seen in enumerate(body.visible())
    ]
    if body.title_block >= 0:
        _leave_out(reasons, (body.title_block,), TITLE[1])
    if is_thread:
        _leave_out_beside(body, reasons)
        _leave_out_quotes(body, reasons)
        _leave_out_small_images(body, reasons)
    kept = [reason is None for reason in reasons]
    return Labels(
        kept=kept,
        scores=[1.0 if keep else 0.0 for keep in kept],
        roles=[
            ROLES_BY_KIND.get(kind, Role.TEXT) if keep else Role.OTHER
            for kind, keep in zip(body.kinds, kept, strict=True)
        ],
        reasons=[reason or f"in {source}" for reason in reasons],
    )


def _leave_out_beside(body: Document, reasons: list[str | None]) -> None:
    for node, element in enumerate(body.elements):
        for name in _classes(element):
            if name in _BESIDE:
                _leave_out(reasons, range(body.block_start[node], body.block_stop[node]), _BESIDE[name])


def _leave_out_quotes(body: Document, reasons: list[str | None]) -> None:
    quotes = [
        node
        for node, element in enumerate(body.elements)
        if body.tags[node] == "aside" and "quote" in _classes(element)
    ][:MAX_QUOTES]
    if not quotes:
        return
    folded = [fold(text) for text in body.texts]
    offsets = [0]
    for text in folded:
        offsets.append(offsets[-1] + len(text) + 1)
    said = " ".join(folded)
    for node in quotes:
        inside = range(body.block_start[node], body.block_stop[node])
        words = [index for index in inside if "title" not in _classes(body.elements[body.block_nodes[index]])]
        _leave_out(reasons, set(inside).difference(words), "says who is quoted")
        end = offsets[inside.start]
        if all(said.find(folded[index], 0, end) >= 0 for index in words):
            _leave_out(reasons, words, "quotes a post that is there")


def _leave_out_small_images(body: Document, reasons: list[str | None]) -> None:
    for index, kind in enumerate(body.kinds):
        leaf = body.leaves[index][0]
        if kind is Kind.IMAGE and isinstance(leaf, Element) and not _SMALL_IMAGES.isdisjoint(_classes(leaf)):
            reasons[index] = reasons[index] or "sign of a person or a mood"


def _leave_out(reasons: list[str | None], blocks: Iterable[int], why: str) -> None:
    for index in blocks:
        reasons[index] = reasons[index] or why


def _classes(element: Element) -> list[str]:
    return (element.attr("class") or "").split()
