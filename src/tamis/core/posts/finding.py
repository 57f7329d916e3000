"""The search for posts, step by step. It takes long to load, and few pages need it: import it on use."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING

from tamis.core.posts import FoundPost, FoundPosts
from tamis.core.posts.bodies import Body, find_bodies
from tamis.core.posts.fields import read_fields
from tamis.core.posts.lines import find_line_units
from tamis.core.posts.marks import mark_blocks
from tamis.core.posts.quotes import find_quotes
from tamis.core.posts.units import Unit, find_units
from tamis.text.dates import UNKNOWN_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.posts.fields import Fields
    from tamis.core.posts.marks import Marks
    from tamis.core.posts.quotes import Quotes
    from tamis.text.dates import Order

LINES = 0.7
"""Factor for posts by lines: an element around a post is the better evidence."""
MIN_FIRST = 40
"""Number of characters from which the text above all posts is the first post of a thread."""

MIN_KEPT = 0.4
"""Share of the text of posts of one structure that a strategy keeps at least, if they are part of the thread."""
NOTHING = 200
"""Number of kept characters below which the strategy has found nothing, and does not count."""


def find_posts(
    document: Document, wanted: Sequence[bool], order: Order = UNKNOWN_ORDER, kept: Sequence[bool] | None = None
) -> FoundPosts:
    """Find the posts among the wanted blocks.

    With `kept`, what a strategy keeps counts: text above the first post is a post too, that which began the thread, and
    posts of a structure of which it keeps little are left out, such as the latest posts of other threads.
    `order` is the order of day and month in the page's dates.
    """
    marks = mark_blocks(document, wanted, order)
    by_element, by_lines = find_units(document, marks), find_line_units(document, marks)
    units = by_element.units if by_element.score >= LINES * by_lines.score else by_lines.units
    if not units:
        return FoundPosts()
    bodies = find_bodies(document, marks, units)
    if kept is not None:
        bodies = [*_first(document, marks, units, kept), *bodies]
    bodies = _without_wrappers(document, bodies)
    if kept is not None:
        bodies = _accepted(document, bodies, kept)
    return FoundPosts(
        tuple(_made(bodies, find_quotes(document, bodies))),
        frozenset(block for body in bodies for block in body.unit.blocks),
        partial(_read, document, bodies, order, is_thread=kept is not None),
    )


def _read(document: Document, bodies: Sequence[Body], order: Order, *, is_thread: bool) -> list[Fields]:
    fields = read_fields(document, bodies, order, document.base_url)
    if is_thread and bodies and bodies[0].unit.node >= 0:
        fields[0] = _with_heading(document, bodies[0], fields[0], order)
    return fields


def _without_wrappers(document: Document, bodies: Sequence[Body]) -> list[Body]:
    """Leave out what has no text, and elements whose text has no place outside of posts of another structure."""
    groups = {body.unit.node: body.unit.group for body in bodies if body.unit.node >= 0}
    wrappers = {
        body.unit.outer
        for body in bodies
        if body.unit.outer >= 0 and groups.get(body.unit.outer, body.unit.group) != body.unit.group
    }
    inner = sorted(groups)
    return [
        body
        for body in bodies
        if body.blocks and not (body.unit.node in wrappers and _holds_other(document, body, inner))
    ]


def _holds_other(document: Document, body: Body, nodes: Sequence[int]) -> bool:
    """Tell whether the element with a post's text has another post inside."""
    following = bisect_right(nodes, body.node)
    return following < len(nodes) and document.block_stop[nodes[following]] <= document.block_stop[body.node]


def _accepted(document: Document, bodies: Sequence[Body], kept: Sequence[bool]) -> list[Body]:
    """Leave out the posts of structures of which the strategy keeps too little, unless it keeps nothing at all."""
    title = document.title_block
    all_kept = sum(len(document.texts[block]) for block in compress(range(len(kept)), kept) if block != title)
    if all_kept < NOTHING:
        return list(bodies)
    said: Counter[int] = Counter()
    wanted: Counter[int] = Counter()
    for body in bodies:
        for block in body.blocks:
            said[body.unit.group] += len(document.texts[block])
            wanted[body.unit.group] += len(document.texts[block]) if kept[block] else 0
    sizes = Counter(body.unit.group for body in bodies)
    return [
        body
        for number, body in enumerate(bodies)
        if wanted[body.unit.group] >= MIN_KEPT * said[body.unit.group]
        or (number == 0 and sizes[body.unit.group] == 1)  # the first post of a thread may have its own structure
    ]


def _first(document: Document, marks: Marks, units: Sequence[Unit], kept: Sequence[bool]) -> list[Body]:
    """Find the post above all others, if it is not one of their group."""
    stop = min(unit.blocks[0] for unit in units)
    start = document.title_block + 1 if document.title_block < stop else stop
    blocks = [block for block in range(start, stop) if kept[block] and marks.sizes[block]]
    if sum(int(marks.sizes[block]) for block in blocks) < MIN_FIRST:
        return []
    return [Body(Unit(-1, tuple(range(start, stop)), -1), tuple(blocks), -1, ())]


def _with_heading(document: Document, body: Body, fields: Fields, order: Order) -> Fields:
    """Give the first post the date and user that stand between the title and the post, if it has none itself."""
    start, stop = document.title_block + 1, body.unit.blocks[0]
    if start == 0 or start >= stop or (fields.date is not None and fields.user is not None):
        return fields
    heading = Body(Unit(-1, tuple(range(start, stop)), -1), (), -1, ())
    (above,) = read_fields(document, [heading], order, document.base_url)
    return fields._replace(user=fields.user or above.user, date=fields.date or above.date)


def _made(bodies: Sequence[Body], quotes: Sequence[Quotes]) -> Iterator[FoundPost]:
    """Make the posts. A post answers the one that it is inside of, or else the first that it quotes."""
    index = {body.unit.node: number for number, body in enumerate(bodies) if body.unit.node >= 0}
    for body, (repeated, quoted) in zip(bodies, quotes, strict=True):
        yield FoundPost(body.blocks, index.get(body.unit.outer, quoted), body.signature, repeated)
