"""Roles of blocks, each with a reason, given which blocks are kept. Shared by strategies.

A kept block is text, a heading or a caption by its markup, unless its line only names the author or the date. A dropped
block gets its role from the part of the page that it is in, as the page's author named it
(`tamis.core.strategies.markup_hints`), from its own line (`tamis.core.strategies.line_hints`), from a heading above it
(``Related articles``), or from its links, in this order. All blocks in a part of the page share one reason.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.markup_hints import origin
from tamis.model import PICTURES, Kind, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document


RoleReason = tuple[Role, str]
"""A role and its reason."""

# Enum members as globals, because to look one up on its class costs more than to compare it.
_HEADING, _CAPTION = Kind.HEADING, Kind.CAPTION
_TEXT_ROLE, _NAVIGATION, _RELATED, _COMMENT = Role.TEXT, Role.NAVIGATION, Role.RELATED, Role.COMMENT
_BYLINE, _OTHER, _HIDDEN = Role.BYLINE, Role.OTHER, Role.HIDDEN
_CAPTION_ROLE, _HEADING_ROLE = Role.CAPTION, Role.HEADING
_MULTIMEDIA = Role.MULTIMEDIA

LINKED = 0.5
"""Share of linked text above which a block is a link; CUTER's limit for nodes."""
TITLE_WORDS = 5
"""Number of words from which a link is the title of another page rather than an entry of a menu."""
TITLE_SIGNS = 12
"""Number of characters that stands for `TITLE_WORDS` in text that is not ASCII, which may have no spaces."""
MAX_BOX = 80
"""Maximum number of blocks below a heading such as ``Related articles`` that get its role."""
MAX_BYLINE = 8
"""Maximum number of words of a kept line that names an author."""
MIN_COMMENT_WORDS = 4
"""Number of words from which a line among comments is a comment, if it does not end in a full stop or the like."""
MAX_KEPT_LINE = 300
"""Maximum number of characters of a kept line that may be something else than text."""
MAX_QUOTE = 40
"""Number of characters of a line that a reason shows."""


_LINES = sorted(
    (line.rank, bits.BITS[row.name], (line.role, line.reason)) for row in bits.ROWS if (line := row.line) is not None
)
"""Roles and reasons by the hints of lines. The first entry with one of the line's hints counts."""
_BOXES = bits.RELATED | bits.COMMENTS

_KEPT_TEXT: RoleReason = (_TEXT_ROLE, "text of the article")
KEPT_CAPTION: RoleReason = (_CAPTION_ROLE, "the caption of a picture or a table in the article")
"""Role and reason of captions that are kept."""
_KEPT: dict[Kind, RoleReason] = {
    Kind.HEADING: (_HEADING_ROLE, "a heading in the article"),
    Kind.CAPTION: KEPT_CAPTION,
    Kind.IMAGE: (_MULTIMEDIA, "a picture in the article"),
    Kind.MEDIA: (_MULTIMEDIA, "a video, a sound or a player in the article"),
}
LOST_PICTURE: RoleReason = (_MULTIMEDIA, "not inside the article")
"""Role and reason of pictures that no strategy examined, or that are far from the article."""
_NAMED_CAPTION: RoleReason = (_CAPTION_ROLE, "named a caption, beside a picture")
_NAMED_AUTHOR: RoleReason = (_BYLINE, "named as the author's line")
TITLE: RoleReason = (Role.TITLE, "the title itself")
"""Role and reason of the title, which is left to the metadata."""
TITLE_OF_THREAD: RoleReason = (Role.TITLE, "the title of the thread")
"""Role and reason of the title of a thread, which belongs to the text because it holds the question."""
LOST_CAPTION: RoleReason = (_CAPTION_ROLE, "its picture is not in the article")
"""Role and reason of captions that are not kept."""
_TEASER: RoleReason = (_RELATED, "a link to another page, as long as a title")
_LINK: RoleReason = (_NAVIGATION, "a link")
UNKNOWN = "not part of the article"
"""Reason of blocks that are dropped only because they are not in the text that was chosen."""
_UNKNOWN: RoleReason = (_OTHER, UNKNOWN)

FIGURE_LEVELS = 3
"""Number of elements around a part in which a picture is searched."""
MAX_FIGURE = 8
"""Largest number of blocks in a part that is a picture with its caption."""
_PARTS = tuple((bits.BITS[row.name], row.part) for row in bits.ROWS if row.part is not None)
"""The bits of the hints that say what is inside an element. Of an element's own the first in this list counts."""
FIRM = 5
"""Highest rank of the parts that decide for everything inside, whatever a line in them says by itself."""
NO_RANK = 99
_NODE_BITS = 24
NO_PART = NO_RANK << _NODE_BITS
FIRM_PART = FIRM + 1 << _NODE_BITS
"""Number that all firm parts are below."""
LINE_PART = 8 << _NODE_BITS  # captions and bylines: ranks 6 and 7
"""Number that the parts are below that decide what a kept line is: captions and bylines."""


class PageParts:
    """The part of the page that each node is in, as one number: its rank, and the node that names it.

    The smaller number wins. It has the rank in its upper bits and the node below them, so that of two nodes with the
    same rank the outer one wins.
    """

    def __init__(self, document: Document, hints: Sequence[int], inherited_hints: Sequence[int]) -> None:
        self._document = document
        self._hints = hints
        self._inherited = inherited_hints
        self._reasons: dict[int, RoleReason] = {}
        self.of_nodes = numbers = [NO_PART]
        append = numbers.append
        known: dict[int, int] = {0: NO_PART}
        for hint, given, parent in zip(hints[1:], inherited_hints[1:], document.parents[1:], strict=True):
            outer = numbers[parent]
            if hint:
                hint &= given
                base = known.get(hint)
                if base is None:
                    base = known[hint] = next((part.rank for bit, part in _PARTS if bit & hint), NO_RANK) << _NODE_BITS
                own = base + len(numbers)
                append(own if own < outer else outer)
            else:
                append(outer)

    def reason_of(self, number: int) -> RoleReason:
        """Return the role of what is in a part, and a description of the part."""
        return self._reasons.get(number) or self._find_reason(number)

    def _find_reason(self, number: int) -> RoleReason:
        node = naming_node(number)
        hint = self._hints[node] & self._inherited[node]
        bit, (_, role) = next(found for found in _PARTS if found[0] & hint)
        if (role is _CAPTION_ROLE and not _is_by_picture(self._document, node)) or (
            bit == bits.TEASER and not _has_links(self._document, node)
        ):
            role = _OTHER
        self._reasons[number] = found = role, f"in {origin(self._document, node, bit)}"
        return found


def naming_node(number: int) -> int:
    """Return the node that names a part."""
    return number & (1 << _NODE_BITS) - 1


def _is_by_picture(document: Document, node: int) -> bool:
    """Tell whether a part is in an element with a picture and little else."""
    for around in islice(document.around(node), FIGURE_LEVELS):
        begin, end = document.block_start[around], document.block_stop[around]
        if end - begin > MAX_FIGURE:
            return False
        if any(kind in PICTURES for kind in document.kinds[begin:end]):
            return True
    return False


def _has_links(document: Document, node: int) -> bool:
    return any(document.link_sizes[document.block_start[node] : document.block_stop[node]])


class Roles(NamedTuple):
    """The roles and the reasons of all blocks."""

    roles: Sequence[Role]
    reasons: Sequence[str]


def assign(
    document: Document,
    kept: Sequence[bool],
    hints: Sequence[int],
    inherited_hints: Sequence[int],
    lines: Sequence[int],
    *,
    visible: Sequence[bool] | None = None,
) -> Roles:
    """Assign a role and a reason to every block.

    `hints`, `inherited_hints` and `lines` are those of `node_hints`, `inherit_hints` and `find_line_hints`.
    """
    assigned = _RoleAssigner(document, kept, hints, inherited_hints, lines, visible).assign()
    return Roles([role for role, _ in assigned], [reason for _, reason in assigned])


class _RoleAssigner:
    """Assigns the roles of one page."""

    def __init__(
        self,
        document: Document,
        kept: Sequence[bool],
        hints: Sequence[int],
        inherited_hints: Sequence[int],
        lines: Sequence[int],
        visible: Sequence[bool] | None,
    ) -> None:
        self.document = document
        self.kept = kept
        self.hints = hints
        self.inherited_hints = inherited_hints
        self.lines = lines
        self.visible = document.visible() if visible is None else visible
        self.parts = PageParts(document, hints, inherited_hints)

    def _of_kept(self, block: int) -> RoleReason:
        document = self.document
        kind, owner, line = document.kinds[block], document.block_nodes[block], self.lines[block]
        by_kind = _KEPT.get(kind, _KEPT_TEXT)
        if (line or self.inherited_hints[owner] & _OF_LINES) and kind not in _AS_THEY_ARE:
            return self._of_kept_line(block, owner, line) or by_kind
        return by_kind

    def _of_kept_line(self, block: int, owner: int, line: int) -> RoleReason | None:
        """Find what a kept block is other than text: a byline, a date, a caption without caption markup."""
        text = self.document.texts[block]
        if len(text) > MAX_KEPT_LINE:
            return None
        if line & (bits.DATE | bits.AUTHOR | bits.CREDIT):
            return _of_line(line)
        parts = self.parts
        number = parts.of_nodes[owner]
        if not FIRM_PART < number < LINE_PART or naming_node(number) not in (owner, self.document.parents[owner]):
            return None
        role = parts.reason_of(number)[0]
        if role is _BYLINE:
            return _NAMED_AUTHOR if text.count(" ") < MAX_BYLINE and text[-1:] not in _STOPS else None
        return _NAMED_CAPTION if role is _CAPTION_ROLE else None

    def assign(self) -> list[RoleReason]:
        """Assign a role and a reason to every block."""
        document, lines = self.document, self.lines
        texts, link_sizes = document.texts, document.link_sizes
        visible, of_nodes, reason_of = self.visible, self.parts.of_nodes, self.parts.reason_of
        assigned: list[RoleReason] = []
        assign = assigned.append
        box_end, box = 0, _UNKNOWN
        for block, (keep, kind, owner) in enumerate(zip(self.kept, document.kinds, document.block_nodes, strict=True)):
            part, line = of_nodes[owner], lines[block]
            if keep:
                box_end = 0
                assign(self._of_kept(block))
            elif not visible[block]:
                assign((_HIDDEN, document.hiding_reason(block)))
            elif part < FIRM_PART:
                assign(reason_of(part))
            elif kind in PICTURES:
                assign(LOST_PICTURE)
            elif kind is _CAPTION:
                assign(LOST_CAPTION)
            elif line:
                found = _of_line(line)
                if line & _BOXES and (kind is _HEADING or (line & bits.RELATED and link_sizes[block] == 0)):
                    box_end = _end_of_box(document, block)
                    box = found[0], f"below the line {texts[block][:MAX_QUOTE]!r}"
                assign(found)
            elif block < box_end and (kind is not _HEADING or link_sizes[block]):
                assign(box)
            elif part < NO_PART:
                found = reason_of(part)
                if found[0] is _OTHER and link_sizes[block] > LINKED * len(texts[block]):
                    found = _NAVIGATION, found[1]
                assign(found)
            else:
                assign(_of_links(texts[block], link_sizes[block], kind))
        return assigned


_OF_LINES = bits.AUTHOR | bits.CAPTION
_AS_THEY_ARE = PICTURES | {Kind.HEADING, Kind.TABLE, Kind.CODE, Kind.CAPTION}
_STOPS = frozenset(".!?。！？")


def _of_line(line: int) -> RoleReason:
    for _, hint, role in _LINES:
        if hint & line:
            return role
    return _UNKNOWN


def _end_of_box(document: Document, block: int) -> int:
    """Find the end of the part that a line is the heading of: the innermost element with more blocks after it."""
    node = next((node for node in document.ancestors(block) if document.block_stop[node] > block + 1), -1)
    return min(document.block_stop[node], block + 1 + MAX_BOX) if node >= 0 else 0


def _of_links(text: str, link_size: int, kind: Kind) -> RoleReason:
    if link_size <= LINKED * len(text):
        return _UNKNOWN
    is_title = (
        kind is _HEADING or text.count(" ") >= TITLE_WORDS - 1 or (len(text) > TITLE_SIGNS and not text.isascii())
    )
    return _TEASER if is_title else _LINK


def comment_texts(
    document: Document, roles: Sequence[Role], inherited_hints: Sequence[int], lines: Sequence[int]
) -> list[bool]:
    """Mark the blocks that are the text of comments or reviews, or the names of their authors.

    Buttons, forms, dates and counts around the text are not marked.
    """
    result: list[bool] = []
    texts, link_sizes = document.texts, document.link_sizes
    for block, (role, owner) in enumerate(zip(roles, document.block_nodes, strict=True)):
        if role is not _COMMENT or lines[block] or inherited_hints[owner] & _AROUND_COMMENTS:
            result.append(False)
        elif inherited_hints[owner] & bits.AUTHOR:
            result.append(texts[block] != "")
        else:
            text = texts[block]
            result.append(link_sizes[block] <= LINKED * len(text) and _is_sentence(text))
    return result


_AROUND_COMMENTS = (
    bits.FORM
    | bits.BUTTON
    | bits.TOOLS
    | bits.SHARE
    | bits.PAGINATION
    | bits.PROMPT
    | bits.NAVIGATION
    | bits.TITLE
    | bits.RATING
)


def _is_sentence(text: str) -> bool:
    """Tell whether a line is more than a label: enough words, a full stop, or enough characters that are not ASCII."""
    if text.count(" ") >= MIN_COMMENT_WORDS - 1 or (len(text) >= TITLE_SIGNS and not text.isascii()):
        return True
    return text[-1:] in _STOPS and text[-2:] != ".."
