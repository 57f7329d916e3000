"""Another parser: lexbor, through selectolax, as a tree with the members that `tamis.core.parse.tree` lists.

An insurance, in case turbohtml can no longer be had: chosen by the environment variable ``TAMIS_PARSER=lexbor``, with
the extra ``lexbor``. It parses by the same standard, so blocks and texts are the same. It knows no source positions:
articles have no spans, and a page's title that is left open is not closed. lexbor's nodes cannot be keys or compared,
so the tree is copied once into objects of Python, and selectors go to lexbor.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode

__all__ = ["Comment", "Doctype", "Element", "Node", "SourceLocation", "Text", "Tree", "parse"]

_LISTED = frozenset({"class", "rel", "headers", "rev", "accesskey", "dropzone"})
"""Attributes whose value is a list of words."""
_DOCTYPE = re.compile(r"<!doctype\s*+([^\s>]*+)([^>]*+)", re.IGNORECASE)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_PLAIN_TAG = re.compile(r"[A-Za-z0-9_-]+")


class SourceLocation:
    """The places of an element's tags, which this parser does not know."""

    start_tag: Any
    end_tag: Any


class Node:
    """A node of the tree."""

    __slots__ = ("_children", "_place", "_steps", "parent")
    source_line: int | None = None
    source_col: int | None = None

    def __init__(self, parent: Node | None) -> None:
        self.parent = parent
        self._children: list[Node] = []
        self._steps: dict[Element, str] | None = None
        self._place = len(parent._children) if parent is not None else 0

    def __iter__(self) -> Iterator[Node]:
        return iter(self._children)

    def __getitem__(self, place: int) -> Node:
        return self._children[place]

    def __len__(self) -> int:
        return len(self._children)

    def __bool__(self) -> bool:
        return True

    @property
    def children(self) -> list[Node]:
        """The nodes in it."""
        return self._children

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(node.data for node in self.descendants if type(node) is Text)

    @property
    def next_sibling(self) -> Node | None:
        """The node after it."""
        return next(self.next_siblings, None)

    @property
    def previous_sibling(self) -> Node | None:
        """The node before it."""
        return next(self.previous_siblings, None)

    @property
    def next_siblings(self) -> Iterator[Node]:
        """The nodes after it, the nearest first."""
        if self.parent is not None:
            siblings = self.parent._children
            for place in range(self._place + 1, len(siblings)):
                yield siblings[place]

    @property
    def previous_siblings(self) -> Iterator[Node]:
        """The nodes before it, the nearest first."""
        if self.parent is not None:
            siblings = self.parent._children
            for place in range(self._place - 1, -1, -1):
                yield siblings[place]

    @property
    def ancestors(self) -> Iterator[Node]:
        """The nodes around it, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def descendants(self) -> Iterator[Node]:
        """All nodes in it, in document order."""
        waiting = self._children[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            if node._children:
                waiting += node._children[::-1]

    def steps(self) -> dict[Element, str]:
        """Return the steps of XPaths to the elements directly in it; counted once."""
        if self._steps is None:
            elements = [node for node in self._children if type(node) is Element]
            totals = Counter(element.tag for element in elements)
            counts: Counter[str] = Counter()
            self._steps = {}
            for element in elements:
                tag = element.tag
                counts[tag] += 1
                name = tag if _PLAIN_TAG.fullmatch(tag) else f'*[name()="{tag}"]'
                self._steps[element] = f"/{name}[{counts[tag]}]" if totals[tag] > 1 else f"/{name}"
        return self._steps

    def find(self, tag: str) -> Element | None:
        """Return the first element in it with a tag."""
        return next(self.iter_elements(tag), None)

    def iter_elements(self, tag: str | None = None) -> Iterator[Element]:
        """Yield all elements in it, or those with a tag, in document order."""
        return (node for node in self.descendants if type(node) is Element and tag in (None, node.tag))


class Text(Node):
    """A run of text."""

    __slots__ = ("data",)

    def __init__(self, parent: Node, data: str) -> None:
        super().__init__(parent)
        self.data = data

    @property
    def text(self) -> str:
        """The text itself."""
        return self.data


class Comment(Text):
    """A comment."""

    __slots__ = ()


class Doctype(Node):
    """A document type declaration."""

    __slots__ = ("name", "public_id", "system_id")

    def __init__(self, parent: Node, name: str, public_id: str | None, system_id: str | None) -> None:
        super().__init__(parent)
        self.name, self.public_id, self.system_id = name, public_id, system_id


class Fragment(Node):
    """The content of a template."""

    __slots__ = ()


class _Selecting(Node):
    """A node in which elements are selected."""

    __slots__ = ("_copies", "_lexbor")

    def __init__(self, parent: Node | None, lexbor: LexborNode, copies: dict[int, Element]) -> None:
        super().__init__(parent)
        self._lexbor = lexbor
        self._copies = copies

    def select(self, selector: str) -> list[Element]:
        """Return the elements in it that match a CSS selector. Raises `ValueError` for one that is not known."""
        try:
            found = self._lexbor.css(selector)
        except SelectolaxError as error:
            raise ValueError(f"{selector}: {error}") from error
        own = self._lexbor.mem_id
        return [self._copies[node.mem_id] for node in found if node.mem_id != own and node.mem_id in self._copies]

    def select_one(self, selector: str) -> Element | None:
        """Return the first element in it that matches a CSS selector."""
        return next(iter(self.select(selector)), None)


class Element(_Selecting):
    """An element."""

    __slots__ = ("_values", "order", "tag")
    source_location: SourceLocation | None = None

    def __init__(self, parent: Node, lexbor: LexborNode, copies: dict[int, Element]) -> None:
        super().__init__(parent, lexbor, copies)
        self.tag: str = lexbor.tag or ""
        self._values = {name: value or "" for name, value in lexbor.attributes.items()}
        self.order = len(copies)
        """Its place among the elements of the document."""
        copies[lexbor.mem_id] = self

    def __repr__(self) -> str:
        return f"Element({self.tag!r})"

    @property
    def attrs(self) -> dict[str, str | list[str]]:
        """The attributes; lists of words as such."""
        return {name: value.split() if name in _LISTED else value for name, value in self._values.items()}

    def attr(self, name: str) -> str | None:
        """Return the value of an attribute; None if there is none."""
        return self._values.get(name)

    def matches(self, selector: str) -> bool:
        """Tell whether a CSS selector selects it. Raises `ValueError` for one that is not known."""
        tree = next(node for node in self.ancestors if type(node) is Tree)
        return self in tree.matching(selector)

    @property
    def inner_html(self) -> str:
        """Return the content as HTML."""
        return self._lexbor.inner_html or ""

    def xpath_path(self) -> str:
        """Return the XPath that leads to it."""
        steps = []
        node: Node | None = self
        while isinstance(node, Element):
            assert node.parent is not None  # noqa: S101 (a tree holds every element)
            steps.append(node.parent.steps()[node])
            node = node.parent
        return "".join(reversed(steps))


class Tree(_Selecting):
    """A document."""

    __slots__ = ("_matching", "parser")

    def __init__(self, lexbor: LexborNode, copies: dict[int, Element]) -> None:
        super().__init__(None, lexbor, copies)
        self.parser: LexborHTMLParser | None = None
        """lexbor's nodes live as long as it."""
        self._matching: tuple[str, frozenset[Element]] = ("", frozenset())

    def matching(self, selector: str) -> frozenset[Element]:
        """Return all elements that match a selector; the last answer is kept."""
        if self._matching[0] != selector:
            self._matching = (selector, frozenset(self.select(selector)))
        return self._matching[1]

    @property
    def root(self) -> Element | None:
        """The outermost element."""
        return next((node for node in self if type(node) is Element), None)


def parse(source: str, **_: object) -> Tree:
    """Parse a page as a browser without scripts does."""
    parser = LexborHTMLParser(_HALF_CHARACTER.sub("\ufffd", source))
    root = parser.root
    assert root is not None  # noqa: S101 (HTML5 always has one)
    document = root.parent
    assert document is not None  # noqa: S101
    copies: dict[int, Element] = {}
    tree = Tree(document, copies)
    tree.parser = parser
    _copy(tree, document, copies)
    fragments = parser.template_fragments()
    while fragments:
        fragment = fragments.pop()
        _copy_template(fragment, copies)
        fragments += fragment.template_fragments()
    _give_doctype(tree, source)
    return tree


def _copy(copy: Node, lexbor: LexborNode, copies: dict[int, Element]) -> None:
    """Copy what is in a node, without recursion."""
    waiting = [(copy, lexbor.first_child)]
    while waiting:
        parent, node = waiting.pop()
        while node is not None:
            if node.is_element_node:
                element = Element(parent, node, copies)
                parent._children.append(element)
                waiting.append((parent, node.next))
                waiting.append((element, node.first_child))
                break
            other = _leaf(parent, node)
            if other is not None:
                parent._children.append(other)
            node = node.next


def _leaf(parent: Node, node: LexborNode) -> Node | None:
    if node.is_text_node:
        return Text(parent, node.text_content or "")
    if node.is_comment_node:
        return Comment(parent, (node.html or "<!---->")[4:-3])
    return Doctype(parent, "", None, None) if node.tag == "-doctype" else None


def _copy_template(fragment: LexborNode, copies: dict[int, Element]) -> None:
    template = copies.get(fragment.parent.mem_id) if fragment.parent is not None else None
    if template is not None:
        content = Fragment(template)
        template._children.append(content)
        _copy(content, fragment, copies)


def _give_doctype(tree: Tree, source: str) -> None:
    """Give the document type its identifiers, which selectolax does not pass on."""
    doctype = next((node for node in tree if type(node) is Doctype), None)
    declared = _DOCTYPE.search(source) if doctype is not None else None
    if doctype is None or declared is None:
        return
    doctype.name = declared[1].lower()
    identifiers = declared[2].strip()
    keyword = identifiers[:6].lower()
    if keyword == "public":
        doctype.public_id, rest = _quoted(identifiers[6:])
        doctype.system_id = _quoted(rest)[0] if doctype.public_id is not None else None
    elif keyword == "system":
        doctype.system_id = _quoted(identifiers[6:])[0]


def _quoted(text: str) -> tuple[str | None, str]:
    """Return the string in quotes that a text begins with, and the rest; None if it begins with something else."""
    text = text.lstrip()
    if text[:1] not in ("'", '"'):
        return None, text
    value, _, rest = text[1:].partition(text[0])
    return value, rest
