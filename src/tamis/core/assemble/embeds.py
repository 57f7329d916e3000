"""Embeds of which nothing is left: posts of social networks that a script fills, or that are not shown.

A reader should know that something stood there, so the article links to it in its place.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.figures.belonging import is_post
from tamis.core.parse.tree import path_of
from tamis.model import Block, Kind, Media, Role
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Element

LEFT_OUT = "a post stood here that the article does not show"
"""Reason of the blocks that stand for such a post."""
MAX_LINKS = 20
"""Maximum links of a post that are looked at."""
_URL_ATTRIBUTES = ("data-instgrm-permalink", "data-href", "cite", "data-embed-url")


class Embed(NamedTuple):
    """A post that is not shown, and the number of the first block after it."""

    node: int
    begin: int
    source: str


def find_embeds(document: Document, kept: Sequence[bool], blocks: Sequence[Block]) -> tuple[Embed, ...]:
    """Find the posts between the blocks of the article of which no block is kept."""
    if "blockquote" not in document.tags or not blocks:  # as on most pages
        return ()
    return tuple(_find(document, kept, blocks[0].index, blocks[-1].index))


def with_embeds(blocks: tuple[Block, ...], embeds: Sequence[Embed]) -> tuple[Block, ...]:
    """Put a link into each place of the text where such a post stood."""
    if not embeds:
        return blocks
    left = deque(embeds)
    result: list[Block] = []
    for block in blocks:
        while left and left[0].begin <= block.index:
            result.append(_block(left.popleft()))
        result.append(block)
    return tuple(result)


def _find(document: Document, kept: Sequence[bool], first: int, last: int) -> Iterator[Embed]:
    visible, base = document.visible(), document.base_url
    for node, tag in enumerate(document.tags):
        if tag != "blockquote" or not is_post(document, node):
            continue
        begin, end = document.block_start[node], document.block_stop[node]
        is_hidden = begin < end and not any(visible[begin:end])
        if not first < begin <= last or is_hidden or any(kept[begin:end]):
            continue
        source = _source(document.elements[node], base)
        if source is not None:
            yield Embed(node, begin, source)


def _source(post: Element, base: str | None) -> str | None:
    """Find the URL of a post: an attribute of it, or else its last link, which dates it."""
    for name in _URL_ATTRIBUTES:
        if url := resolve(post.attr(name), base):
            return url
    links = [link.attr("href") for link in islice(post.iter_elements("a"), MAX_LINKS)]
    return next((url for href in reversed(links) if (url := resolve(href, base))), None)


def place_of(document: Document, embed: Embed) -> str:
    """Return the XPath of a post."""
    return path_of(document.elements[embed.node])


def _block(embed: Embed) -> Block:
    return Block(
        kind=Kind.MEDIA,
        text="",
        index=embed.begin,
        xpath="",
        media=Media("embed", embed.source),
        role=Role.MULTIMEDIA,
        reason=LEFT_OUT,
    )
