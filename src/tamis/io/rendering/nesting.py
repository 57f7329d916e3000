"""Replacement tags that keep elements in their place where the rules of HTML parsing would move them.

Scripts build trees that HTML cannot express: a `div` in a `p`, a row without its table, a link in a link. Such an
element gets another tag when the tree is written out, so that parsing gives the same tree again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.io.rendering.snapshot import SnapshotDocument

_ELEMENT = 1
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
