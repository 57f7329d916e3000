"""Boxes around blocks: callouts that note, advise or warn; panels of tabs with their labels; parts that a click opens.

`tamis.core.parse.callouts` tells which boxes are callouts.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.assemble.paragraphs import is_kept_text
from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.callouts import callout_kind, names_of
from tamis.core.parse.tree import Element, Text
from tamis.model import Callout, Label, Role
from tamis.text.markup_names import CALLOUT_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node
    from tamis.model import Labels

MAX_BLOCKS_IN_CALLOUT = 20
MAX_TITLE = 12
"""Maximum words of the title of a callout, or of the summary of a part."""
MAX_LABEL = 60
"""Maximum characters of the label of a tab."""
_MAX_TABS = 30
_BOXES = frozenset({"div", "aside", "section", "details", "blockquote", "figure"})
_TITLE_NAMES = frozenset({"title", "heading", "head", "header", "label"})
MAX_LEVELS = 4
"""Number of elements between a definition's text and its list."""
_TERM = Label(True, Role.TEXT, "the term of a definition in the article")
_LINES = {
    "summary": ("details", Label(True, Role.TEXT, "the line that opens a part of the article")),
    "footer": ("blockquote", Label(True, Role.TEXT, "the source of a quote")),
}
"""Tags of lines that are kept with the part around them: the tag of the part, and their label."""


class Boxes:
    """The callouts and tab panels around a document's blocks, each found once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._nodes: dict[int, tuple[int, int]] = {-1: (-1, -1)}
        self._numbers: dict[int, int] = {}
        self._known: dict[tuple[str | None, ...], bool] = {}

    def around(self, node: int) -> tuple[int, int]:
        """Return the nodes of the outermost callout and the innermost tab panel around a node; -1 if there is none."""
        known = self._nodes.get(node)
        if known is not None:
            return known
        path = []
        at = node
        while at not in self._nodes:
            path.append(at)
            at = self._document.parents[at]
        callout, panel = self._nodes[at]
        for below in reversed(path):
            if self._document.tags[below] in _BOXES:
                element = self._document.elements[below]
                if callout < 0 and self._is_callout(below, element):
                    callout = below  # parts of a callout have its name too
                if element.attr("role") == "tabpanel" or element in self._radio_tabs:
                    panel = below
            self._nodes[below] = callout, panel
        return self._nodes[node]

    @cached_property
    def _radio_tabs(self) -> dict[Element, Element]:
        """The panels of tabs that are labels of radio buttons, each with its label, as MkDocs and Sphinx have them."""
        tree = self._document.tree
        radios = {radio.attr("id") for radio in tree.select("input[type=radio]")}
        groups: dict[Element, list[Element]] = {}
        for label in tree.select("label[for]") if radios else ():
            if label.attr("for") in radios and type(label.parent) is Element:
                groups.setdefault(label.parent, []).append(label)
        found: dict[Element, Element] = {}
        for box, labels in groups.items():
            if 1 < len(labels) <= _MAX_TABS:
                found.update(zip(_panels_of(box, labels), labels, strict=False))
        return found

    def is_row_of_tabs(self, block: int) -> bool:
        """Tell whether a block is nothing but labels of radio buttons that open panels; each stands above its panel."""
        labels = self._tab_labels
        if not labels:  # as on most pages
            return False
        leaves = [leaf for leaf in self._document.leaves[block] if not isinstance(leaf, str) and not _is_space(leaf)]
        return bool(leaves) and all(
            any(around in labels for around in islice(elements_around(leaf.parent), 3)) for leaf in leaves
        )

    @cached_property
    def _tab_labels(self) -> frozenset[Element]:
        return frozenset(self._radio_tabs.values())

    def _is_callout(self, node: int, element: Element) -> bool:
        blocks = self._document.block_stop[node] - self._document.block_start[node]
        if blocks > MAX_BLOCKS_IN_CALLOUT:
            return False
        form = (element.tag, element.attr("class"), element.attr("role"), element.attr("data-callout"))
        known = self._known.get(form)
        if known is None:  # pages use the same few names over and over
            known = self._known[form] = callout_kind(element) is not None
        return known

    def callout(self, node: int) -> Callout:
        """Return the callout of its node, numbered in the order in which they are asked for."""
        number = self._numbers.setdefault(node, len(self._numbers) + 1)
        return Callout(callout_kind(self._document.elements[node]) or "note", number)

    def title(self, callout: int, before: int) -> str:
        """Return the title of a callout if it stands before a block; empty if it has none, or only names its kind."""
        first = next(iter(self._texts(callout)), -1)
        if first < 0 or first >= before or not self.is_title(first, callout):
            return ""
        words = self._document.texts[first]
        return "" if words.strip(" :!").lower() in CALLOUT_KINDS else words

    def is_title(self, block: int, callout: int) -> bool:
        """Tell whether a block is the title of its callout: its first, short, and called a title or a summary."""
        document = self._document
        if block != next(iter(self._texts(callout)), -1) or len(document.texts[block].split()) > MAX_TITLE:
            return False
        element = document.elements[document.block_nodes[block]]
        return element.tag == "summary" or not _TITLE_NAMES.isdisjoint(names_of(element))

    def _texts(self, node: int) -> list[int]:
        document = self._document
        return [at for at in range(document.block_start[node], document.block_stop[node]) if document.texts[at]]

    def tab_label(self, panel: int) -> str:
        """Return the label of the tab that opens a panel; empty if none is known."""
        element = self._document.elements[panel]
        label = self._radio_tabs.get(element) or self._labelling(element)
        words = " ".join(label.text.split()) if label is not None else ""
        return words if len(words) <= MAX_LABEL else ""

    def _labelling(self, panel: Element) -> Element | None:
        named, own = panel.attr("aria-labelledby"), panel.attr("id")
        around = panel.parent
        for _ in range(3):
            if type(around) is not Element:
                return None
            tabs = [tab for tab in islice(around.iter_elements(), 400) if tab.attr("role") == "tab"][:_MAX_TABS]
            for tab in tabs:
                if (named and tab.attr("id") == named) or (own and tab.attr("aria-controls") == own):
                    return tab
            if tabs:
                panels = [at for at in around if type(at) is Element and at.attr("role") == "tabpanel"]
                beside = panel.parent if type(panel.parent) is Element else around
                panels = panels or [at for at in beside if type(at) is Element and at.attr("role") == "tabpanel"]
                return tabs[panels.index(panel)] if panel in panels and len(panels) == len(tabs) else None
            around = around.parent
        return None


def _is_space(node: Node) -> bool:
    return type(node) is Text and node.data.isspace()


def _panels_of(box: Element, labels: list[Element]) -> list[Element]:
    """Return the panels of labels in a box, in order: each right after its label, or all after the last one or the box.

    There are none if there are not as many as labels.
    """
    beside = [_next_element(label) for label in labels]
    if all(panel is not None and panel.tag in _BOXES for panel in beside):
        return [panel for panel in beside if panel is not None]
    following = list(islice(labels[-1].next_siblings, 4 * _MAX_TABS))
    around = _next_element(box)
    for nodes in (following, list(islice(around, 4 * _MAX_TABS)) if around is not None else []):
        panels = [node for node in nodes if type(node) is Element and node.tag in _BOXES]
        if len(panels) == len(labels):
            return panels
    return []


def _next_element(element: Element) -> Element | None:
    return next((node for node in islice(element.next_siblings, 4) if type(node) is Element), None)


def keep_lines_of_parts(document: Document, labels: Labels) -> Labels:
    """Keep the lines that open parts of which text is kept, the sources of kept quotes, and what kept text defines."""
    found: dict[int, Label] = dict.fromkeys(_terms(document, labels), _TERM)
    for tag, (around, label) in _LINES.items():
        if not document.tree.select(f"{around} > {tag}"):  # as on most pages
            continue
        for node in _nodes_of(document, tag):
            part = document.parents[node]
            if part >= 0 and document.tags[part] == around:
                found.update(dict.fromkeys(_line_of(document, labels, node, part), label))
    return labels.changed(found) if found else labels


def _terms(document: Document, labels: Labels) -> set[int]:
    """Return the blocks of terms, not kept, whose definitions are."""
    found: set[int] = set()
    if "dt" not in document.tags:  # as on most pages
        return found
    for node in reversed(list(_nodes_of(document, "dt"))):
        inside = range(document.block_start[node], document.block_stop[node])
        after = inside.stop
        term = inside[0] if len(inside) == 1 else -1
        if term < 0 or after >= len(document) or document.hidden[term] is not None:
            continue
        if not document.texts[term]:  # a picture, which is judged with the others
            continue
        is_defined = labels.kept[after] or after in found
        if is_defined and not labels.kept[term] and _is_in_list_of(document, document.block_nodes[after], node):
            found.add(term)
    return found


def _is_in_list_of(document: Document, node: int, term: int) -> bool:
    """Tell whether a node is in the same list of definitions as a term."""
    for _ in range(MAX_LEVELS):
        if node < 0:
            return False
        if document.parents[node] == document.parents[term]:
            return True
        node = document.parents[node]
    return False


def _nodes_of(document: Document, tag: str) -> Iterator[int]:
    """Yield the nodes with a tag."""
    node = -1
    with suppress(ValueError):
        while True:
            node = document.tags.index(tag, node + 1)
            yield node


def _line_of(document: Document, labels: Labels, node: int, part: int) -> Iterator[int]:
    """Yield the block of a line, if it is not kept and its part is."""
    inside = range(document.block_start[node], document.block_stop[node])
    if len(inside) != 1 or labels.kept[inside[0]] or document.hidden[inside[0]] is not None:
        return
    blocks = range(document.block_start[part], document.block_stop[part])
    is_kept = any(is_kept_text(document, labels, at) for at in islice(blocks, MAX_BLOCKS_IN_CALLOUT))
    if is_kept and 0 < len(document.texts[inside[0]].split()) <= MAX_TITLE * 2:
        yield inside[0]
