"""Reader comments below an article, one by one: author, date and text.

Comments are made from the dropped blocks with the role of comments. A line that names an author or holds only a date is
the signature of a comment. If the first line of all comments is a signature, signatures are above the texts, otherwise
below. Text in another element named for comments, or after another signature, belongs to another comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import Nearest
from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.line_hints import find_line_hints
from tamis.core.strategies.markup_hints import inherit_hints, read_names
from tamis.core.strategies.roles import comment_texts
from tamis.model import Comment, Role
from tamis.text.dates import UNKNOWN_ORDER, find_date_at
from tamis.text.phrases import lines as phrases

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from tamis.core.parse import Document
    from tamis.model import Labels
    from tamis.text.dates import Order

MAX_SIGNATURE = 80
"""Maximum number of characters of a line with author and date."""
MAX_NAME = 40
"""Maximum number of characters of an author's name."""
_COMMENT = Role.COMMENT
_STARTS = sorted(phrases("byline_start"), key=len, reverse=True)
_VERB = re.compile(
    r"(?<=\S)\s(?:says|said|writes|wrote|commented|replied|sagt|schreibt|schrieb|dit|dice|ha scritto|escribió)\W{0,3}$",
    re.IGNORECASE,
)
_BEFORE_DATE = re.compile(r"(?<=\S)\s(?:on|at|am|le|el|il|em|op|den|dne)$", re.IGNORECASE)
_EDGES = " \t\n:,;·•|–—-()"


def find_comments(document: Document, labels: Labels, order: Order = UNKNOWN_ORDER) -> tuple[Comment, ...]:
    """Find the comments of a page, in reading order. `order` is the order of day and month in its dates."""
    if _COMMENT not in labels.roles:
        return ()
    return tuple(draft.made(order) for draft in _join(list(_items(document, labels, order))))


@dataclass(slots=True)
class _Item:
    """A line among the comments: a signature or text."""

    unit: int
    """The innermost element around it that is named for comments, or -1."""
    text: str = ""
    """Text of a comment; empty for a signature."""
    author: str = ""
    when: str = ""


@dataclass(slots=True)
class _Draft:
    """A comment being put together."""

    unit: int
    author: str = ""
    when: str = ""
    texts: list[str] = field(default_factory=list)

    def sign(self, item: _Item) -> None:
        self.author = self.author or item.author
        self.when = self.when or item.when

    @property
    def is_signed(self) -> bool:
        return bool(self.author or self.when)

    def made(self, order: Order) -> Comment:
        return Comment("\n\n".join(self.texts), self.author or None, self.when or None, _day(self.when, order))


def _day(text: str, order: Order) -> date | None:
    found = find_date_at(text, order) if text else None
    return found[0] if found else None


def _items(document: Document, labels: Labels, order: Order) -> Iterator[_Item]:
    names = read_names(document)
    inherited = inherit_hints(document, names.hints, document.sizes())
    lines = find_line_hints(document, inherited_hints=inherited)
    words = comment_texts(document, labels.roles, inherited, lines)
    unit_of = Nearest(document, lambda node: node if names.hints[node] & bits.COMMENTS else None, -1)
    for block, (text, role) in enumerate(zip(document.texts, labels.roles, strict=True)):
        if role is not _COMMENT or labels.kept[block] or not text:
            continue
        owner = document.block_nodes[block]
        signature = _signature(text, lines[block], bool(inherited[owner] & bits.AUTHOR), order)
        if signature is not None:
            yield _Item(unit_of.of(owner), author=signature[0], when=signature[1])
        elif words[block]:
            yield _Item(unit_of.of(owner), text)


def _signature(text: str, line: int, is_author: bool, order: Order) -> tuple[str, str] | None:
    """Split a line that holds only an author and a date into the two; None for other lines."""
    if len(text) > MAX_SIGNATURE:
        return None
    if line & bits.DATE:
        return "", text
    found = find_date_at(text, order)
    if found is not None:
        _, start, end = found
        before, after = _name(text[:start]), text[end:].strip(_EDGES)
        return (before, text[start:end]) if len(before) <= MAX_NAME and len(after) <= MAX_NAME // 2 else None
    if is_author or line & bits.AUTHOR or _VERB.search(text):
        name = _name(text)
        return (name, "") if 0 < len(name) <= MAX_NAME else None
    return None


def _name(text: str) -> str:
    """Strip the words around a name: ``Posted by Ann Field on``, ``Ann Field says:``."""
    text = text.strip(_EDGES)
    folded = text.casefold()
    for start in _STARTS:
        if folded.startswith(start) and folded[len(start) : len(start) + 1] in (" ", ":"):
            text = text[len(start) :]
            break
    text = _BEFORE_DATE.sub("", text.strip(_EDGES))
    return _VERB.sub("", text).strip(_EDGES)


def _join(items: Sequence[_Item]) -> Iterator[_Draft]:
    """Join texts and signatures into comments."""
    is_signed_above = next((not item.text for item in items), True)
    draft: _Draft | None = None
    pending: _Draft | None = None
    for item in items:
        if not item.text:
            if is_signed_above:
                pending = pending or _Draft(item.unit)
                pending.sign(item)
            elif draft is not None:
                draft.sign(item)
            continue
        ended = pending is not None or (not is_signed_above and draft is not None and draft.is_signed)
        if draft is None or ended or draft.unit != item.unit:
            if draft is not None:
                yield draft
            draft = pending or _Draft(item.unit)
            draft.unit = item.unit
            pending = None
        draft.texts.append(item.text)
    if draft is not None:
        yield draft
