"""What each block is for, and why, once it is known which ones are kept. For every strategy that wants to say it.

A kept block is text, a heading or a caption by its markup, unless its line only names the author or the date. What was
left out is told by the part of the page that it stands in, as its author named it (`tamis.strategies.markers`), by what
its own line says (`tamis.strategies.line_marks`), by a heading above it (``Related articles``), or by its links, in
this order. Reasons are put into words once for each part of the page and shared by all of its blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Kind, Role
from tamis.strategies import marks as m
from tamis.strategies.markers import origin
from tamis.strategies.multimedia import PICTURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.parse import Document

# Enum members by name, because to look one up on its class costs more than to compare it.
_HEADING, _CAPTION = Kind.HEADING, Kind.CAPTION
_TEXT_ROLE, _NAVIGATION, _RELATED, _COMMENT = Role.TEXT, Role.NAVIGATION, Role.RELATED, Role.COMMENT
_BYLINE, _DATELINE, _OTHER, _HIDDEN = Role.BYLINE, Role.DATELINE, Role.OTHER, Role.HIDDEN
_CAPTION_ROLE, _HEADING_ROLE, _PROMPT = Role.CAPTION, Role.HEADING, Role.PROMPT
_ADVERTISEMENT, _MULTIMEDIA = Role.ADVERTISEMENT, Role.MULTIMEDIA

LINKED = 0.5
"""The share of its text from which a block is a link; CUTER's limit for nodes."""
TITLE_WORDS = 5
"""Words from which a link is the title of another page rather than an entry of a menu."""
TITLE_SIGNS = 12
"""The same in characters, where words are not parted by spaces."""
MAX_BOX = 80
"""Blocks that a heading such as ``Related articles`` speaks for."""
MAX_BYLINE = 8
"""Words of a kept line that names an author."""
MIN_COMMENT_WORDS = 4
"""Words from which a line among comments is taken for one, if it does not end in a stop."""
MAX_KEPT_LINE = 300
"""Characters of a kept line that may be something else than text."""
MAX_FIGURE = 8
"""Blocks of a part that is a picture with its caption."""
MAX_QUOTE = 40
"""Characters of a line that a reason shows."""


class Roles(NamedTuple):
    """One entry per block in each list."""

    roles: list[Role]
    reasons: list[str]


class _Part(NamedTuple):
    """A kind of part of a page: its mark, how much it says, and the role of what stands in it."""

    mark: int
    rank: int
    role: Role


_PARTS = (
    _Part(m.ADVERTISEMENT, 1, _ADVERTISEMENT),
    _Part(m.CONSENT, 2, _PROMPT),
    _Part(m.COMMENTS, 3, _COMMENT),
    _Part(m.RELATED, 4, _RELATED),
    _Part(m.BREADCRUMB, 5, _NAVIGATION),
    _Part(m.PAGINATION, 5, _NAVIGATION),
    _Part(m.NAVIGATION, 5, _NAVIGATION),
    _Part(m.SHARE, 6, _PROMPT),
    _Part(m.PROMPT, 6, _PROMPT),
    _Part(m.TAGS, 6, _NAVIGATION),
    _Part(m.CAPTION, 6, _CAPTION_ROLE),
    _Part(m.CONTENTS, 6, _NAVIGATION),
    _Part(m.DATE, 7, _DATELINE),
    _Part(m.AUTHOR, 7, _BYLINE),
    _Part(m.REVIEW, 8, _COMMENT),
    _Part(m.FOOTER, 9, _NAVIGATION),
    _Part(m.HEADER, 9, _NAVIGATION),
    _Part(m.POPUP, 10, _PROMPT),
    _Part(m.TOOLS, 10, _NAVIGATION),
    _Part(m.LEGAL, 10, _OTHER),
    _Part(m.FORM, 11, _PROMPT),
    _Part(m.BUTTON, 11, _NAVIGATION),
    _Part(m.TEASER, 12, _RELATED),
    _Part(m.SIDEBAR, 13, _OTHER),
)
"""What the marks of elements mean for what stands in them.

Of an element's own marks the first in this list counts. Of the elements around a block the one with the least rank
wins, and of those with the same the outermost: a byline in a comment belongs to the comment, a byline in a footer is a
byline.
"""
FIRM = 5
"""Parts up to this rank speak for all that stands in them, whatever a line in them says by itself."""
NO_RANK = 99

_LINES = (
    (m.ADVERTISEMENT, _ADVERTISEMENT, "a line that labels an advertisement"),
    (m.DATE, _DATELINE, "a line that is only a date"),
    (m.AUTHOR, _BYLINE, "a line that names the author"),
    (m.COMMENTS, _COMMENT, "a label or a button of the comments"),
    (m.RELATED, _RELATED, "a line that points to other pages"),
    (m.MORE, _RELATED, "a link that leads on"),
    (m.PROMPT, _PROMPT, "a line that asks the reader to sign up, log in or buy"),
    (m.SHARE, _PROMPT, "a button to share, print or follow"),
    (m.CREDIT, _CAPTION_ROLE, "a line that says whose picture it is"),
    (m.TAGS, _NAVIGATION, "a label of topics"),
    (m.LEGAL, _NAVIGATION, "a line from the foot of pages"),
    (m.READ_TIME, _OTHER, "a line that says how long the text takes to read"),
)
"""What the marks of lines mean. The first that a line has counts."""
_BOXES = m.RELATED | m.COMMENTS

_Said = tuple[Role, str]
_KEPT_TEXT: _Said = (_TEXT_ROLE, "text of the article")
_KEPT: dict[Kind, _Said] = {
    Kind.HEADING: (_HEADING_ROLE, "a heading in the article"),
    Kind.CAPTION: (_CAPTION_ROLE, "the caption of a picture or a table in the article"),
    Kind.IMAGE: (_MULTIMEDIA, "a picture in the article"),
    Kind.MEDIA: (_MULTIMEDIA, "a video, a sound or a player in the article"),
}
_PICTURE: _Said = (_MULTIMEDIA, "not inside the article")
_NAMED_CAPTION: _Said = (_CAPTION_ROLE, "named a caption, beside a picture")
_NAMED_AUTHOR: _Said = (_BYLINE, "named as the author's line")
_TITLE: _Said = (_HEADING_ROLE, "the title itself")
_LOST_CAPTION: _Said = (_CAPTION_ROLE, "its picture is not in the article")
_TEASER: _Said = (_RELATED, "a link to another page, as long as a title")
_LINK: _Said = (_NAVIGATION, "a link")
UNKNOWN = "not part of the article"
"""The reason of blocks that nothing but the choice of the text speaks against."""
_UNKNOWN: _Said = (_OTHER, UNKNOWN)


def assign(
    document: Document,
    kept: Sequence[bool],
    marks: Sequence[int],
    handed_down: Sequence[int],
    lines: Sequence[int],
    *,
    visible: Sequence[bool] | None = None,
    title: int = -1,
) -> Roles:
    """The role and the reason of every block.

    `marks`, `handed_down` and `lines` are those of `node_marks`, `inherited` and `line_marks`. `title` is the block
    that is the page's title, or -1.
    """
    parts = _Parts(document, marks, handed_down)
    of_nodes, said = parts.of_nodes, parts.said
    texts, link_sizes, hidden = document.texts, document.link_sizes, document.hidden
    seen = document.visible() if visible is None else visible
    told: list[_Said] = []
    tell = told.append
    box_end, box = 0, _UNKNOWN
    for block, (keep, kind, owner, line) in enumerate(zip(kept, document.kinds, document.owners, lines, strict=True)):
        part = of_nodes[owner]
        if keep:
            box_end = 0
            found = _KEPT.get(kind, _KEPT_TEXT)
            if line or _FIRM_PART < part < _LINE_PART:
                found = _kept_line(document, block, line, parts) or found
            tell(found)
        elif not seen[block]:
            tell((_HIDDEN, f"hidden: {hidden[block]}"))
        elif part < _FIRM_PART:
            tell(said.get(part) or parts.say(part))
        elif kind in PICTURES:
            tell(_PICTURE)
        elif kind is _CAPTION:
            tell(_LOST_CAPTION)
        elif line:
            found = _of_line(line)
            if line & _BOXES and (kind is _HEADING or (line & m.RELATED and link_sizes[block] == 0)):
                box_end = _end_of_box(document, block)
                box = found[0], f"below the line {texts[block][:MAX_QUOTE]!r}"
            tell(found)
        elif block < box_end and (kind is not _HEADING or link_sizes[block]):
            tell(box)
        elif part < _NO_PART:
            found = said.get(part) or parts.say(part)
            if found[0] is _OTHER and link_sizes[block] > LINKED * len(texts[block]):
                found = _NAVIGATION, found[1]
            tell(found)
        else:
            tell(_of_links(texts[block], link_sizes[block], kind))
    if title >= 0:
        told[title] = _TITLE
    return Roles([role for role, _ in told], [reason for _, reason in told])


class _Parts:
    """The part of the page that each node stands in, as one number: its rank, and the node that names it.

    The smaller number wins. It has the rank in its upper bits and the node below them, so that of two nodes with the
    same rank the outer one wins.
    """

    def __init__(self, document: Document, marks: Sequence[int], handed_down: Sequence[int]) -> None:
        self._document = document
        self._marks = marks
        self._handed_down = handed_down
        self.said: dict[int, _Said] = {}
        """What was put into words, by number."""
        self.of_nodes = numbers = [_NO_PART]
        append = numbers.append
        known: dict[int, int] = {0: _NO_PART}
        for mark, given, parent in zip(marks[1:], handed_down[1:], document.parents[1:], strict=True):
            outer = numbers[parent]
            if mark:
                mark &= given
                base = known.get(mark)
                if base is None:
                    base = known[mark] = next((part.rank for part in _PARTS if part.mark & mark), NO_RANK) << _NODE_BITS
                own = base + len(numbers)
                append(own if own < outer else outer)
            else:
                append(outer)

    def say(self, number: int) -> _Said:
        """The role of what stands in a part, and what the part is, in words."""
        node = naming_node(number)
        mark = self._marks[node] & self._handed_down[node]
        part = next(part for part in _PARTS if part.mark & mark)
        role = part.role
        if (role is _CAPTION_ROLE and not _is_by_picture(self._document, node)) or (
            part.mark == m.TEASER and not _has_links(self._document, node)
        ):
            role = _OTHER
        self.said[number] = found = role, f"in {origin(self._document, node, part.mark)}"
        return found


_NODE_BITS = 24
_NO_PART = NO_RANK << _NODE_BITS
_FIRM_PART = FIRM + 1 << _NODE_BITS
"""The number that all firm parts are below."""
_LINE_PART = 8 << _NODE_BITS  # captions and bylines: ranks 6 and 7
"""The same of those that tell what a kept line is."""


def naming_node(number: int) -> int:
    """The node that names a part."""
    return number & (1 << _NODE_BITS) - 1


def _kept_line(document: Document, block: int, line: int, parts: _Parts) -> _Said | None:
    """What a kept block is besides text: a byline, a date, the caption of a picture that is not marked up as one."""
    kind, owner = document.kinds[block], document.owners[block]
    text = document.texts[block]
    if kind in _AS_THEY_ARE or len(text) > MAX_KEPT_LINE:
        return None
    if line & (m.DATE | m.AUTHOR | m.CREDIT):
        return _of_line(line)
    number = parts.of_nodes[owner]
    if not _FIRM_PART < number < _LINE_PART:
        return None
    node = naming_node(number)
    if node != owner and node != document.parents[owner]:
        return None
    role = (parts.said.get(number) or parts.say(number))[0]
    if role is _BYLINE:
        return _NAMED_AUTHOR if text.count(" ") < MAX_BYLINE and text[-1:] not in _STOPS else None
    return _NAMED_CAPTION if role is _CAPTION_ROLE else None


_AS_THEY_ARE = PICTURES | {Kind.HEADING, Kind.TABLE, Kind.CODE, Kind.CAPTION}
_STOPS = frozenset(".!?。！？")


def _is_by_picture(document: Document, node: int) -> bool:
    """Whether a part stands with a picture and hardly anything else."""
    for _ in range(3):
        begin, end = document.first[node], document.last[node]
        if end - begin > MAX_FIGURE:
            return False
        if any(kind in PICTURES for kind in document.kinds[begin:end]):
            return True
        node = max(0, document.parents[node])
    return False


def _has_links(document: Document, node: int) -> bool:
    return any(document.link_sizes[document.first[node] : document.last[node]])


def _of_line(line: int) -> _Said:
    for mark, role, reason in _LINES:
        if mark & line:
            return role, reason
    return _UNKNOWN


def _end_of_box(document: Document, block: int) -> int:
    """Where the part ends that a line is the heading of: the innermost that holds more after it."""
    node = document.owners[block]
    while node >= 0 and document.last[node] <= block + 1:
        node = document.parents[node]
    return min(document.last[node], block + 1 + MAX_BOX) if node >= 0 else 0


def _of_links(text: str, link_size: int, kind: Kind) -> _Said:
    if link_size <= LINKED * len(text):
        return _UNKNOWN
    is_title = (
        kind is _HEADING or text.count(" ") >= TITLE_WORDS - 1 or (len(text) > TITLE_SIGNS and not text.isascii())
    )
    return _TEASER if is_title else _LINK


def comment_texts(
    document: Document, roles: Sequence[Role], handed_down: Sequence[int], lines: Sequence[int]
) -> list[bool]:
    """Which blocks are the words of comments or reviews, with the names of those who wrote them.

    What stands around the words is not: buttons, forms, dates, counts.
    """
    result: list[bool] = []
    texts, link_sizes = document.texts, document.link_sizes
    for block, (role, owner) in enumerate(zip(roles, document.owners, strict=True)):
        if role is not _COMMENT or lines[block] or handed_down[owner] & _AROUND_COMMENTS:
            result.append(False)
        elif handed_down[owner] & m.AUTHOR:
            result.append(texts[block] != "")
        else:
            text = texts[block]
            result.append(link_sizes[block] <= LINKED * len(text) and _is_sentence(text))
    return result


_AROUND_COMMENTS = m.FORM | m.BUTTON | m.TOOLS | m.SHARE | m.PAGINATION | m.PROMPT | m.NAVIGATION | m.TITLE | m.RATING


def _is_sentence(text: str) -> bool:
    """Whether a line is more than a label: some words, or a few with a stop, or as many signs of another script."""
    if text.count(" ") >= MIN_COMMENT_WORDS - 1 or (len(text) >= TITLE_SIGNS and not text.isascii()):
        return True
    return text[-1:] in _STOPS and text[-2:] != ".."
