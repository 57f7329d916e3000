"""Highlights: passages that a reader marked, with notes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput
from tamis.library.anchors import Anchoring, Passages, Place
from tamis.library.stored import checked, damaged

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from tamis.library.anchors import Anchor
    from tamis.model import Block

MAX_QUOTE = 20_000
"""Maximum number of characters of a passage."""
_COLUMNS = """
id, article, quote, before, after, start_xpath, start_block, start_offset, end_xpath, end_block, end_offset, revision,
anchoring, note, added
"""
_KINDS = (int, int, str, str, str, *((str | None, int | None, int | None) * 2), int, str, str, str)
"""Types of the columns, in their order."""
_SELECT = f"SELECT {_COLUMNS} FROM highlight "  # noqa: S608
_INSERT = f"""
INSERT INTO highlight ({_COLUMNS.partition(",")[2]}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
"""  # noqa: S608
_MOVE = """
UPDATE highlight SET start_xpath = ?, start_block = ?, start_offset = ?, end_xpath = ?, end_block = ?, end_offset = ?,
    revision = ?, anchoring = ? WHERE id = ?
"""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A passage that a reader marked."""

    id: int
    article: int
    quote: str
    """Words of the passage, as they were when it was marked."""
    before: str
    after: str
    """Text after the passage when it was marked; `before` is the text before it."""
    start: Place | None
    end: Place | None
    """End of the passage in the latest revision; None, like `start`, if the passage is lost."""
    revision: int
    """Number of the revision in which the passage was searched last."""
    anchoring: Anchoring
    note: str
    added: str

    def to_dict(self) -> dict[str, Any]:
        """Convert the highlight to plain values."""
        places = {
            name: place._asdict() if place else None for name, place in (("start", self.start), ("end", self.end))
        }
        return {**asdict(self), "anchoring": self.anchoring.value, **places}


def add_highlight(
    connection: sqlite3.Connection,
    article: int,
    blocks: Sequence[Block],
    quote: str,
    note: str,
    revision: int,
    now: str,
    *,
    may_be_lost: bool = False,
) -> Highlight:
    """Mark the passage with these words. Raises `BadInput` if the article does not have them, unless it may be lost."""
    if not quote.strip() or len(quote) > MAX_QUOTE:
        raise BadInput(f"a passage has 1 to {MAX_QUOTE:,} characters")
    anchor = Passages(blocks).find(quote)
    if anchor is None and not may_be_lost:
        raise BadInput(f"article {article} does not have the passage {quote[:60]!r}; copy it as the article has it")
    words = (anchor.quote, anchor.before, anchor.after) if anchor else (quote, "", "")
    anchoring = anchor.anchoring if anchor else Anchoring.LOST
    values = (article, *words, *_places(anchor), revision, anchoring.value, note, now)
    (number,) = connection.execute(_INSERT, values).fetchone()
    return _one(connection.execute(_SELECT + "WHERE id = ?", (number,)).fetchone())


def highlights_of(connection: sqlite3.Connection, article: int) -> list[Highlight]:
    """Return the highlights of an article in the order of its text, lost ones last."""
    order = "ORDER BY start_block IS NULL, start_block, start_offset, id"
    return [_one(row) for row in connection.execute(f"{_SELECT} WHERE article = ? {order}", (article,))]


def move_highlights(connection: sqlite3.Connection, article: int, blocks: Sequence[Block], revision: int) -> None:
    """Find the highlights of an article again in its new text."""
    passages = Passages(blocks)
    for highlight in highlights_of(connection, article):
        passage = passages.find(highlight.quote, highlight.before, highlight.after) or passages.find_most(
            highlight.quote
        )
        connection.execute(
            _MOVE, (*_places(passage), revision, passage.anchoring if passage else Anchoring.LOST, highlight.id)
        )


def _places(anchor: Anchor | None) -> tuple[Any, ...]:
    return (*anchor.start, *anchor.end) if anchor else (None,) * 6


def _one(row: tuple[Any, ...]) -> Highlight:
    number, article, quote, before, after, *places, revision, anchoring, note, added = checked(
        row, _KINDS, "a highlight"
    )
    if anchoring not in tuple(Anchoring):
        raise damaged(f"a highlight is anchored by {anchoring[:20]!r}")
    start, end = (Place(*place) if place[1] is not None else None for place in (places[:3], places[3:]))
    return Highlight(number, article, quote, before, after, start, end, revision, Anchoring(anchoring), note, added)
