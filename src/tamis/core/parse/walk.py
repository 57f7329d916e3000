"""Segmentation: one walk over the tree that cuts the page into blocks.

A block is a run of text between two breaks in the layout: a paragraph, a heading, a list item, but also text directly
in a `div`, and each part of ``text<br><br>text`` (DOM filters, D7). A row of a data table is one block; so is a `pre`,
a picture, a player. Every character of visible text is in exactly one block, and blocks are in document order, except
for pictures and hidden text inside a paragraph, which come before it and do not cut it in two.

The walk keeps its own stack, so depth costs nothing. It is one long function, because it runs for every node of every
page and calls cost more than the work. `core/native/walk.c` is the same walk compiled; a change here needs
the same there.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.core.parse.data_tables import is_data_table
from tamis.core.parse.document import Hiding
from tamis.core.parse.math import formula, is_math_image, is_math_script
from tamis.core.parse.tree import Element, Text
from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.math import Formula
    from tamis.core.parse.tree import Node

# Actions of the walk at an element; INLINE also for tags that it does not know. Up to BUTTON it goes inside.
INLINE, BLOCK, LINK, TABLE, ROW, CELL, PRE, READING, BUTTON, SKIP, BREAK, IMAGE, MEDIA, FORMULA, SCRIPT = range(15)
HIDDEN, SOFT_BREAK = 15, 16  # only on the stack: the end of a hidden element, of a block inside code or a cell

_BLOCK_TAGS = """
    address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
    frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup p search section
    summary tbody tfoot thead ul caption
""".split()
_SKIP_TAGS = """
    area base basefont canvas col colgroup datalist frame head input link meta noembed noframes option param rp select
    source style svg template textarea title track
""".split()
ACTIONS: dict[str, int] = {
    **dict.fromkeys(_BLOCK_TAGS, BLOCK),
    **dict.fromkeys(_SKIP_TAGS, SKIP),
    **dict.fromkeys(("pre", "listing", "xmp", "plaintext"), PRE),
    **dict.fromkeys(("img", "image", "amp-img"), IMAGE),
    **dict.fromkeys(("video", "audio", "iframe", "embed", "object", "amp-video", "amp-iframe", "amp-youtube"), MEDIA),
    "a": LINK,
    "br": BREAK,
    **dict.fromkeys(("button", "noscript"), BUTTON),  # blocks, but not in a paragraph
    **dict.fromkeys(("math", "mml:math", "m:math"), FORMULA),
    "rt": READING,
    "script": SCRIPT,
    "table": TABLE,
    "td": CELL,
    "th": CELL,
    "tr": ROW,
}
# The kind of text directly in an element; elements not listed here inherit the kind of their parent.
KINDS: dict[str, Kind] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), Kind.HEADING),
    **dict.fromkeys(("li", "dt", "dd"), Kind.LIST_ITEM),
    **dict.fromkeys(("figcaption", "caption"), Kind.CAPTION),
    **dict.fromkeys(
        ("article", "section", "main", "nav", "aside", "header", "footer", "form", "table", "td", "th", "body"),
        Kind.PARAGRAPH,
    ),
    "blockquote": Kind.QUOTE,
}
# Elements that style sheets set apart when they follow each other without a space, as in menus, prices and bylines;
# but not in prose, where they may divide the letters of one word.
SEPARATE = frozenset(("span", "a", "label", "time", "bdi", "data", "output", "mark"))
# Elements before which a capital after a small letter or a digit begins another text, also in prose: ``21:00Jane``.
SEAMS = SEPARATE | {"strong", "b"}
# Class names of empty elements that style sheets turn into a line break.
_BREAK_NAMES = frozenset("br break linebreak line-break line_break newline".split())
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>")
_PROSE = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre"))
# Enum members by name, because looking one up on its class costs more than comparing it.
_PARAGRAPH_KIND, _CODE_KIND, _TABLE_KIND = Kind.PARAGRAPH, Kind.CODE, Kind.TABLE
_HEADING_KIND = Kind.HEADING
_PERMALINK_SIGNS = "¶#§🔗∞⚓\u200b\ufeff\uf0c1 "
"""Signs of links that are only there to be copied; that of an icon font and invisible ones among them."""
_SURE_SIGNS = frozenset("¶\uf0c1")
"""Signs that no other link has."""
_IMAGE_KIND, _MEDIA_KIND = Kind.IMAGE, Kind.MEDIA
_PERMALINK, _LINE_NUMBERS = Hiding.PERMALINK, Hiding.LINE_NUMBERS
SOFT_HYPHEN = "\xad"


class Columns(NamedTuple):
    """The columns of a `Document` that the walk fills, with the same names."""

    texts: list[str]
    kinds: list[Kind]
    block_nodes: array[int]
    link_sizes: array[int]
    hidden: list[Hiding | None]
    leaves: list[tuple[Node | str, ...]]
    elements: list[Element]
    tags: list[str]
    parents: array[int]
    block_start: array[int]
    block_stop: array[int]


def cut_blocks(  # noqa: C901 - runs for every node
    root: Element | None,
    hides: dict[Element, Hiding],
    listings: dict[Element, str],
    formulas: dict[Element, Formula],
    grids: dict[Element, str],
) -> Columns:
    """Cut the content of an element into blocks. `hides` has the hidden elements; permalinks are added on the way.

    `listings` has the elements that are read like a `pre`, with their code; `formulas` those that are a formula;
    `grids` those of tables without tags, with the tags that they stand for.
    """
    texts: list[str] = []
    kinds: list[Kind] = []
    block_nodes = array("q")
    link_sizes = array("q")
    hiding: list[Hiding | None] = []
    all_leaves: list[tuple[Node | str, ...]] = []
    elements: list[Element] = []
    tags: list[str] = []
    parents = array("q")
    first = array("q")
    last = array("q")

    def add(
        text: str, kind: Kind, node: int, link_size: int, how_hidden: Hiding | None, leaves: list[Node | str]
    ) -> None:
        texts.append(text)
        kinds.append(kind)
        block_nodes.append(node)
        link_sizes.append(link_size)
        hiding.append(how_hidden)
        all_leaves.append(tuple(leaves))

    # The open run of text.
    parts: list[str] = []
    lines: list[str] = []
    leaves: list[Node | str] = []
    link_size = 0
    # The state of the walk.
    node = -1
    kind = _PARAGRAPH_KIND
    links = 0
    closed = False  # an inline element has just ended
    seam = False  # another has begun after it
    hidden: Hiding | None = None
    in_table = in_cell = in_pre = False
    cells: list[str] = []
    # State to come back to.
    stack: list[tuple[Iterator[Node], int, Kind]] = []
    outer_tables: list[bool] = []
    aside: Any = None

    actions, own_kinds = ACTIONS, KINDS
    iterator: Iterator[Node] = iter((root,)) if root is not None else iter(())
    while True:
        for child in iterator:
            if type(child) is Text:
                data = child.data
                if parts or not data.isspace() or in_pre:
                    if seam:
                        seam = False
                        if parts and not in_pre and is_seam(parts[-1], data):
                            parts.append(" ")
                            leaves.append(" ")
                    parts.append(data)
                    leaves.append(child)
                    closed = False
                    if links:
                        link_size += len(data.strip())
                continue
            if type(child) is not Element:
                continue
            tag = grids.get(child, child.tag) if grids else child.tag
            action = actions.get(tag, INLINE)
            if listings and child in listings:
                action = PRE
            if formulas and child in formulas:
                tex = formulas[child].tex
                if tex and hidden is None and child in hides:
                    add(tex, kind, node, 0, hides[child], [child])
                elif tex:
                    parts.append(tex)
                    leaves.append(child)
                continue

            if action > BUTTON:  # nothing inside to walk
                if action == BREAK:
                    if in_pre:
                        parts.append("\n")
                    elif in_cell:
                        parts.append(" ")
                    elif parts and (line := " ".join("".join(parts).split())):
                        lines.append(line)
                        leaves.append(child)
                        parts = []
                    elif parts or lines:  # the second in a row
                        if text := _fold(parts, lines):
                            add(text, kind, node, link_size, hidden, leaves)
                        parts, lines, leaves, link_size = [], [], [], 0
                elif action == MEDIA or (action == IMAGE and not is_math_image(child)):
                    picture = _IMAGE_KIND if action == IMAGE else _MEDIA_KIND
                    add("", picture, node, 0, hidden or hides.get(child), [child])
                elif action == FORMULA or action == IMAGE or (action == SCRIPT and is_math_script(child)):
                    if hidden is None and child in hides:
                        add(formula(child), kind, node, 0, hides[child], [child])
                    else:
                        parts.append(formula(child))
                        leaves.append(child)
                continue

            if action == BUTTON and tag == "noscript" and _is_escaped(child):
                continue
            if action == LINK and _is_permalink(child, kind):
                hides.setdefault(child, _PERMALINK)
            if hidden is None and child in hides:
                # Set the open run aside, so that hidden text does not cut a paragraph in two.
                stack.append((iterator, HIDDEN, kind))
                aside = (parts, lines, leaves, link_size, in_table, in_cell, in_pre, cells)
                parts, lines, leaves, link_size = [], [], [], 0
                in_cell = in_pre = False
                in_table = in_table and action != CELL  # a hidden cell is no part of its row
                hidden = hides[child]
                iterator = iter(())

            if action == BUTTON:
                action = INLINE if node >= 0 and tags[node] == "p" else BLOCK
            if closed:
                closed = False
                if parts and action <= LINK and tag in SEAMS:
                    if tag in SEPARATE and tags[node] not in _PROSE:
                        parts.append(" ")
                        leaves.append(" ")
                    else:
                        seam = True
            elif action == LINK and kind is _HEADING_KIND:  # beside a heading: "See all"
                seam = True
            if action == INLINE:
                if tag == "span" and parts and not len(child) and _is_break(child):
                    parts.append(" ")
                    leaves.append(" ")
                stack.append((iterator, INLINE, kind))
            elif action == LINK:
                if child.attr("href") is None:
                    stack.append((iterator, INLINE, kind))
                else:
                    links += 1
                    stack.append((iterator, LINK, kind))
            elif action == READING and _has_text(child):
                parts.append("(")
                leaves.append("(")
                stack.append((iterator, READING, kind))
            elif action == READING:
                stack.append((iterator, INLINE, kind))
            elif in_cell or in_pre:  # cells and code stay whole
                if gap := _soft_break(in_pre, parts):
                    parts.append(gap)
                stack.append((iterator, SOFT_BREAK, kind))
            else:
                if parts or lines:
                    if text := _fold(parts, lines):
                        add(text, kind, node, link_size, hidden, leaves)
                    parts, lines, leaves, link_size = [], [], [], 0
                stack.append((iterator, action, kind))
                if tag in own_kinds:
                    kind = own_kinds[tag]
                elements.append(child)
                tags.append(tag)
                parents.append(node)
                first.append(len(texts))
                node = len(last)
                last.append(0)
                if action != BLOCK:
                    if action == PRE:
                        in_pre = True
                    elif action == TABLE:
                        outer_tables.append(in_table)
                        in_table = is_data_table(child)
                    elif action == ROW:
                        cells = []
                    elif action == CELL:
                        in_cell = in_table
            iterator = iter(child)
            break
        else:
            if not stack:
                break
            iterator, action, outer_kind = stack.pop()
            if action == INLINE:
                closed = True
                continue
            if action == LINK:
                closed = True
                links -= 1
                continue
            if action == READING:
                parts.append(")")
                leaves.append(")")
                continue
            if action == SOFT_BREAK:
                if gap := _soft_break(in_pre, parts):
                    parts.append(gap)
                continue
            if action == CELL and in_table:
                in_cell = False
                cells.append(" ".join("".join(parts).split()))
                parts = []
            elif action == ROW and in_table:
                if any(cells):
                    row = elements[node]
                    text = " | ".join(cells).replace(SOFT_HYPHEN, "")
                    add(text, _TABLE_KIND, node, link_size, hidden, [row])
                parts, leaves, link_size = [], [], 0
            elif action == PRE:
                in_pre = False
                code = listings.get(elements[node]) or _code(parts)
                if code:
                    is_numbers = hidden is None and _is_line_numbers(code)
                    add(code, _CODE_KIND, node, link_size, _LINE_NUMBERS if is_numbers else hidden, leaves)
                parts, leaves, link_size = [], [], 0
            elif parts or lines:
                if text := _fold(parts, lines):
                    add(text, kind, node, link_size, hidden, leaves)
                parts, lines, leaves, link_size = [], [], [], 0
            if action == HIDDEN:
                parts, lines, leaves, link_size, in_table, in_cell, in_pre, cells = aside
                hidden = None
                continue
            if action == TABLE:
                in_table = outer_tables.pop()
            last[node] = len(texts)
            node = parents[node]
            kind = outer_kind

    return Columns(texts, kinds, block_nodes, link_sizes, hiding, all_leaves, elements, tags, parents, first, last)


def _fold(parts: list[str], lines: list[str]) -> str:
    """Join the text of a run: white space folded, line breaks kept."""
    text = " ".join("".join(parts).split())
    if lines:
        text = "\n".join((*lines, text) if text else lines)
    return text.replace(SOFT_HYPHEN, "") if SOFT_HYPHEN in text else text


def is_seam(before: str, after: str) -> bool:
    """Tell whether a text ends with a small letter or a digit, and the next one begins with a capital."""
    last, first = before[-1:], after[:1]
    return first.isupper() and (last.islower() or last.isdigit())


def _is_permalink(link: Element, kind: Kind) -> bool:
    """Tell whether a link to a place of the page is only there to be copied: by a sign, with its name or a heading."""
    sign = link.text.strip()
    if not sign or sign.strip(_PERMALINK_SIGNS) or not (link.attr("href") or "").startswith("#"):
        return False
    return kind is _HEADING_KIND or sign in _SURE_SIGNS or link.attr("class") == "headerlink"


def _is_escaped(noscript: Element) -> bool:
    """Tell whether noscript holds nothing but escaped tags, as in pages saved from a browser with scripts."""
    return all(type(child) is Text for child in noscript) and _TAG.search(noscript.text) is not None


def _is_break(span: Element) -> bool:
    """Tell whether style sheets make a line break of an empty element."""
    return span.attr("class") in _BREAK_NAMES


def _has_text(element: Element) -> bool:
    return bool(element.text.strip())


def _code(parts: list[str]) -> str:
    """Join the text of a `pre`."""
    return "".join(parts).strip("\n").rstrip()


def _soft_break(in_pre: bool, parts: list[str]) -> str:
    """Return what a block boundary becomes in code (one line feed) and in a cell (a space)."""
    if not in_pre:
        return " "
    return "\n" if parts and parts[-1][-1:] != "\n" else ""


def _is_line_numbers(code: str) -> bool:
    numbers = code.split()
    if len(numbers) < 2 or not all(number.isdecimal() and len(number) < 7 for number in numbers):
        return False
    first = int(numbers[0])
    return all(int(number) == first + at for at, number in enumerate(numbers))


_TOLD = (SEAMS, SEPARATE, _PROSE, {"p"}, {"span"}, {"noscript"})
_KNOWN = {
    tag: (tag, ACTIONS.get(tag, INLINE), KINDS.get(tag), sum((tag in tags) << bit for bit, tags in enumerate(_TOLD)))
    for tag in sorted({*ACTIONS, *KINDS}.union(*_TOLD))
}
"""Facts about a tag for the compiled walk: the tag, its action, its kind, and in which of `_TOLD` it is."""
HELPERS = (
    Element, Text, _KNOWN,
    _PARAGRAPH_KIND, _HEADING_KIND, _CODE_KIND, _TABLE_KIND, _IMAGE_KIND, _MEDIA_KIND, _PERMALINK, _LINE_NUMBERS,
    is_math_script, is_math_image, formula, _is_escaped, _is_permalink, _is_break, _has_text, is_data_table, _code,
    _is_line_numbers,
)  # fmt: skip
"""Constants and functions that the compiled walk, `core/native/walk.c`, uses, in its order."""
