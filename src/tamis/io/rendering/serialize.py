"""Serialization of a browser's snapshot: HTML with numbered elements for our parser, and the layout by number.

Every element is written with its number, so that blocks and XPaths are those of one parser. Trees that HTML cannot
express (a `div` that a script put into a `p`, a row without its table, a link in a link) get other tags, so that
parsing gives the same tree again (`NestableTags`).

Shadow trees are flattened, with the content of their slots in place. The document of a frame replaces the frame if it
has text to read; players and advertisements without text stay frames. Text that a style sheet generates is written for
elements that have no other text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin

from tamis.core.parse import Hiding
from tamis.core.parse.layout import box_around
from tamis.io.rendering.snapshot import SnapshotDocument
from tamis.io.rendering.visibility import Drawn, hidden_nodes
from tamis.model import LAYOUT_ATTRIBUTE, Box, Layout
from tamis.text.markup_names import GUESSED_SOURCES, LAZY_SETS, LAZY_SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tamis.model import Style

MIN_FRAME_TEXT = 250
"""Minimum number of characters of a frame with text to read, rather than a player, a button or an advertisement."""
MAX_FRAME_DEPTH = 3

_ELEMENT, _TEXT, _DOCTYPE = 1, 3, 10
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_RAW = frozenset(("script", "style", "xmp", "noembed", "noframes"))
_NEWLINE_EATERS = frozenset(("pre", "textarea", "listing"))
_FRAMES = frozenset(("iframe", "frame"))
_LEFT_OUT = frozenset((LAYOUT_ATTRIBUTE, "srcdoc"))
"""Attributes that are not written: our own, and the source of a frame, whose document is written."""
_URL_ATTRIBUTES = frozenset(
    ("href", "src", "poster", "action", "cite", "data", "background", *LAZY_SOURCES, *GUESSED_SOURCES)
)
"""Attributes whose URLs are relative to the frame's document: all in which a URL is looked for afterwards."""
_RELATIVE_LISTS = frozenset(("srcset", *LAZY_SETS, "sizes"))
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9:_.-]*+")
_ATTRIBUTE_NAME = re.compile(r"[^\s\"'<>/=\x00-\x1f\x7f]++")
_RAW_END = {tag: re.compile(rf"</(?={tag})", re.IGNORECASE) for tag in (*_RAW, "noscript")}
_LETTER = re.compile(r"[^\W\d_]")
# By the rules of HTML parsing ("in body"): start tags that close an open p, and tags that hide an open p.
_CLOSE_P = frozenset(
    """
    address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2
    h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp
    """.split()
)
_BARRIERS = frozenset("applet body button caption foreignObject html marquee object table td template th".split())
# Start tags that close an open element of the same name, or are dropped inside one.
_NOT_NESTED = {"a": "span", "button": "span", "form": "div", "nobr": "span", "option": "span", "select": "span"}
_TABLE_PARENTS = {
    "td": ("tr",),
    "th": ("tr",),
    "tr": ("table", "tbody", "thead", "tfoot"),
    "tbody": ("table",),
    "thead": ("table",),
    "tfoot": ("table",),
    "caption": ("table",),
    "colgroup": ("table",),
    "col": ("table", "colgroup"),
}


class Snapshot(NamedTuple):
    """A page as the browser saw it."""

    html: str
    url: str
    layout: Layout
    elements: int
    """Number of elements that were numbered."""


def read_snapshot(answer: Mapping[str, Any], *, with_colors: bool = True, templates: Sequence[str] = ()) -> Snapshot:
    """Read the response of `DOMSnapshot.captureSnapshot` to `REQUEST`.

    With `with_colors`, text in the color of its background counts as hidden. Use it only if all pictures and style
    sheets
    were loaded, because white text may be on a picture that is missing. `templates` is the content of the page's
    template
    elements in their order, which snapshots leave out.
    """
    strings = answer["strings"]
    documents = [SnapshotDocument(raw, strings) for raw in answer["documents"]]
    writer = _Writer(documents, templates)
    html = writer.write()
    main = documents[0]
    hidden = hidden_nodes(writer.drawn, main.width * main.height, with_colors=with_colors)
    layout = Layout(
        boxes=writer.boxes,
        hidden=hidden | dict.fromkeys(writer.unparsed, Hiding.DISPLAY.value),
        styles=writer.styles,
        texts=dict(writer.texts),
        width=main.width,
        height=main.height,
    )
    return Snapshot(html, main.url, layout, writer.count)


@dataclass(frozen=True, slots=True)
class _Place:
    """The surroundings of a node that decide its tag and box."""

    document: int
    offset: tuple[float, float]
    depth: int = 0
    """Number of frames around the node."""


class _Writer:
    """A writer that joins the documents to one page and notes boxes and styles by number."""

    def __init__(self, documents: Sequence[SnapshotDocument], templates: Sequence[str]) -> None:
        self.documents = documents
        main = documents[0]
        places = [node for node, kind in enumerate(main.types) if kind == _ELEMENT and main.name(node) == "template"]
        # More of them than the page's own are in shadow trees; then it is unknown which is which.
        self.templates = dict(zip(places, templates, strict=True)) if len(places) == len(templates) else {}
        self.pieces: list[str] = []
        self.count = 0
        self.boxes: dict[int, Box] = {}
        self.styles: dict[int, Style] = {}
        self.texts: dict[int, list[Box | None]] = defaultdict(list)
        self.drawn: list[Drawn] = []
        self.unparsed: list[int] = []

    def write(self) -> str:
        main = self.documents[0]
        if main.public_id or main.system_id:
            public = f' PUBLIC "{escape(main.public_id)}"' if main.public_id else " SYSTEM"
            self.pieces.append(f"<!DOCTYPE html{public}" + (f' "{escape(main.system_id)}">' if main.system_id else ">"))
        elif any(kind == _DOCTYPE for kind in main.types[:3]):
            self.pieces.append("<!DOCTYPE html>")
        self._write_document(_Place(0, (0.0, 0.0)))
        return "".join(self.pieces)

    def _write_document(self, place: _Place, around: int = -1) -> None:
        """Write a document's elements in order, without recursion except for frames, because pages nest thousands deep.

        `around` is the number of the frame around the document; only the body of such a document is written.
        """
        document = self.documents[place.document]
        tags = NestableTags(document)
        roots = list(document.children[0]) if document.parents else []
        if around >= 0:
            bodies = [child for root in roots for child in document.children[root] if document.name(child) == "body"]
            roots = [child for body in bodies for child in document.children[body]]
        todo: list[tuple[int, str | None, int]] = [(root, None, around) for root in reversed(roots)]
        last_text: tuple[int, int] | None = None  # the parent's number and the index of the text node just written
        while todo:
            node, end, parent = todo.pop()
            if end is not None:
                self.pieces.append(end)
                last_text = None
            elif document.types[node] == _TEXT:
                last_text = self._write_text(document, node, parent, place, last_text)
            elif document.types[node] == _ELEMENT:
                if node in document.pseudos:
                    self._write_generated(document, node)
                    continue
                last_text = None
                number = self._open(document, tags, node, parent, place)
                if number is None:
                    continue
                tag = tags.of(node)
                if tag not in _VOID:
                    todo.append((node, f"</{tag}>", number))
                    todo.extend((child, None, number) for child in reversed(document.children.get(node, ())))

    def _open(
        self, document: SnapshotDocument, tags: NestableTags, node: int, parent: int, place: _Place
    ) -> int | None:
        """Write a start tag; return None if the element is left out or was written whole."""
        tag = tags.of(node)
        if not _TAG_NAME.fullmatch(tag):
            return None
        number = self.count
        self.count += 1
        frame = document.frames.get(node)
        inside = frame is not None and self._has_text(frame, place)
        written = "div" if inside else tag
        self.pieces.append(f'<{written} {LAYOUT_ATTRIBUTE}="{number}"{self._attributes(document, node, place)}>')
        self._note(document, node, number, parent, place)
        if inside and frame is not None:
            self._write_frame(document, node, frame, number, place)
            self.pieces.append("</div>")
            return None
        if tag in _RAW or (tag == "noscript" and _is_unparsed(document, node)):
            self._write_raw(document, node, tag)
            if tag == "noscript":
                self.unparsed.append(number)
            return None
        if tag == "template" and place.document == 0:
            self.pieces += (self.templates.get(node, ""), "</template>")
            return None
        if tag in _NEWLINE_EATERS:
            self.pieces.append("\n")  # the parser drops the first line break in these
        if tag in _FRAMES:
            self.pieces.append(f"</{tag}>")
            return None
        return number

    def _has_text(self, frame: int, place: _Place) -> bool:
        inner = self.documents[frame]
        readable = inner.url.startswith(("http:", "https:", "about:", "blob:", "data:"))
        return readable and place.depth < MAX_FRAME_DEPTH and inner.text_length(MIN_FRAME_TEXT) >= MIN_FRAME_TEXT

    def _write_frame(self, document: SnapshotDocument, node: int, frame: int, number: int, place: _Place) -> None:
        row = document.laid_out.get(node)
        left, top = document.bounds[row][:2] if row is not None else (0.0, 0.0)
        scroll = self.documents[frame].scroll
        offset = (place.offset[0] + left - scroll[0], place.offset[1] + top - scroll[1])
        self._write_document(_Place(frame, offset, place.depth + 1), around=number)

    def _write_raw(self, document: SnapshotDocument, node: int, tag: str) -> None:
        """Write text that runs to its end tag. Text that a script wrote into it must not end it."""
        content = "".join(document.value(child) for child in document.children.get(node, ()))
        self.pieces += (_RAW_END[tag].sub(r"<\\/", content), f"</{tag}>")

    def _write_text(
        self, document: SnapshotDocument, node: int, parent: int, place: _Place, last: tuple[int, int] | None
    ) -> tuple[int, int] | None:
        text = document.value(node)
        if not text:
            return last
        self.pieces.append(escape(text, quote=False))
        row = document.laid_out.get(node)
        box = document.box(row, place.offset) if row is not None else None
        if text.strip() and parent >= 0:
            self.drawn[parent].texts.append(box)
        boxes = self.texts[parent]
        if last is not None and last[0] == parent:  # two text nodes side by side are one after parsing
            boxes[last[1]] = box_around([drawn for drawn in (boxes[last[1]], box) if drawn is not None])
            return last
        boxes.append(box)
        return parent, len(boxes) - 1

    def _write_generated(self, document: SnapshotDocument, node: int) -> None:
        """Write the text of `::before` and `::after`, if the element has no other and it contains a letter."""
        row = document.laid_out.get(node)
        text = document.string(document.drawn_text[row]) if row is not None else ""
        siblings = document.children[document.parents[node]]
        alone = all(
            sibling in document.pseudos or (document.types[sibling] == _TEXT and not document.value(sibling).strip())
            for sibling in siblings
        )
        if alone and _LETTER.search(text):
            self.pieces.append(escape(text, quote=False))

    def _attributes(self, document: SnapshotDocument, node: int, place: _Place) -> str:
        found = document.attributes[node]
        written = []
        for name, value in _pairs(document, found):
            if name in _LEFT_OUT or not _ATTRIBUTE_NAME.fullmatch(name):
                continue
            if place.depth and name in _RELATIVE_LISTS:
                continue
            is_relative = place.depth and name in _URL_ATTRIBUTES
            written.append(f' {name}="{escape(_absolute(document.base, value) if is_relative else value)}"')
        return "".join(written)

    def _note(self, document: SnapshotDocument, node: int, number: int, parent: int, place: _Place) -> None:
        """Note the box, the style and what may hide an element."""
        row = document.laid_out.get(node)
        if row is None:
            self.drawn.append(Drawn(number, parent, document.name(node), None, {}))
            return
        box = document.box(row, place.offset)
        computed, self.styles[number] = document.style(row)
        self.boxes[number] = box
        order = document.paint_orders[row] if document.paint_orders else 0
        blended = document.string(document.backgrounds[row]) if document.backgrounds else ""
        self.drawn.append(Drawn(number, parent, document.name(node), box, computed, order, blended))


def _is_unparsed(document: SnapshotDocument, node: int) -> bool:
    """Tell whether a browser with scripts left the content of noscript unparsed, as one text."""
    return all(document.types[child] == _TEXT for child in document.children.get(node, ()))


def _pairs(document: SnapshotDocument, strings: Sequence[int]) -> Iterator[tuple[str, str]]:
    for index in range(0, len(strings) - 1, 2):
        yield document.string(strings[index]), document.string(strings[index + 1])


def _absolute(base: str, url: str) -> str:
    try:
        return urljoin(base, url)
    except ValueError:
        return url


class NestableTags:
    """The tag of each element: its own, or one that keeps its place where HTML would not allow it."""

    def __init__(self, document: SnapshotDocument) -> None:
        self._document = document
        self._renamed: dict[int, str] = {}
        self._find(document)

    def of(self, node: int) -> str:
        """Return the tag to write for an element."""
        return self._renamed.get(node) or self._document.name(node)

    def _find(self, document: SnapshotDocument) -> None:
        """Find the elements to rename, in one pass from the root down: nodes are in document order, parents first."""
        open_p: dict[int, int] = {}
        around: dict[int, frozenset[str]] = {}
        nothing: frozenset[str] = frozenset()
        for node, kind in enumerate(document.types):
            if kind != _ELEMENT:
                continue
            parent = document.parents[node]
            tag = document.name(node)
            outer_p, outer = open_p.get(parent, -1), around.get(parent, nothing)
            if tag in _CLOSE_P and outer_p >= 0:
                self._renamed[outer_p] = "div"
                outer_p = -1
            if tag in _NOT_NESTED:
                if tag in outer:
                    self._renamed[node] = _NOT_NESTED[tag]
                outer = outer | {tag}
            wanted = _TABLE_PARENTS.get(tag)
            if wanted and self.of(parent) not in wanted:
                self._renamed[node] = "div"
            elif tag == "frameset":
                self._renamed[node] = "div" if self.of(parent) == "body" else "body"
            elif tag == "plaintext":
                self._renamed[node] = "pre"
            open_p[node] = node if tag == "p" else -1 if tag in _BARRIERS else outer_p
            around[node] = nothing if tag in ("td", "th", "caption", "object", "template") else outer
