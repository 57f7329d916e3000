"""The HTML parser: turbohtml, whose tree enters tamis here and nowhere else, or by choice lexbor.

Its nodes are used everywhere: `Element`, `Text` and `Node` are the parser's own classes. Other modules read them
through iteration over children, `tag`, `attr`, `attrs`, `text`, `data`, `parent`, `root`, siblings, `ancestors`,
`descendants`, `iter_elements`, `find`, `select`, `select_one`, `matches`, `inner_html`, `source_line` and
`source_col`, and through `location_of`, `is_before` and `path_of`. Another HTML5 parser has to offer these, as
`tamis.core.parse.lexbor_tree` does. Beside the tree, `tokenize` is for files that are lists of tags, and
`tamis.core.parse.encodings` and `tamis.text.language` use turbohtml's detection of encodings and languages.
Import-linter checks that nothing else imports it.

A selector of one tag, with or without conditions on it, is found by an index. A list of selectors, or one without a
tag, costs a walk over the whole page, which takes a fifth of the time of the parse.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from turbohtml import TokenType, tokenize

from tamis.core import compiled
from tamis.core.parse.parsers import IS_TURBOHTML
from tamis.text.expressions import repeated

__all__ = [
    "VOID", "Comment", "Element", "Node", "SourceLocation", "Text", "TokenType", "Tree", "attributes_of", "close_title",
    "count_elements", "doctype_of", "is_before", "location_of", "noscript_ranges", "parse_html", "path_of",
    "select_if_known", "tokenize", "without_swallowing",
]  # fmt: skip

if IS_TURBOHTML or TYPE_CHECKING:
    from turbohtml import Comment, Doctype, Element, Node, SourceLocation, Text, parse
    from turbohtml import Document as Tree
else:
    from tamis.core.parse.lexbor_tree import Comment, Doctype, Element, Node, SourceLocation, Text, Tree, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
"""Elements that have no end tag (HTML Standard, 13.1.2), and the old `param`."""
# The content of these runs to their own end tag, whatever is in it.
_RAW_TEXT = ("iframe", "style", "script", "noembed", "noframes", "textarea", "title", "xmp")
_RAW_START = re.compile(rf"<({'|'.join(_RAW_TEXT)})(?=[\s/>])", re.IGNORECASE)
_SWALLOWS_MARKUP = ("iframe", "script", "style", "textarea", "noframes")
_SELF_CLOSED = re.compile(
    rf"<(?:{'|'.join(_SWALLOWS_MARKUP)})(?=[\s/])(?:[^<>\"'/]|\"[^\"<>]*+\"|'[^'<>]*+'|/(?!>))*/>", re.IGNORECASE
)
_MARKUP = re.compile(r"</?[a-z][a-z0-9]*+(?=[\s/>])", re.IGNORECASE)
_MARKUP_FIRST = re.compile(rf"\s*+{_MARKUP.pattern}", re.IGNORECASE)
_NOT_IN_IDENTIFIERS = re.compile(r"[^\w /+:.,()-]", re.ASCII)
_PLAIN_PATH = re.compile(r"[A-Za-z0-9_/\[\]-]+")
_NOSCRIPT = re.compile(r"<noscript(?=[\s/>])[^>]*+(?:>|\Z)(.*?)(</noscript|\Z)", re.IGNORECASE | re.DOTALL)
_BLANK = re.compile(r"\S")
MIN_SWALLOWED = 500
"""Number of characters from which a closed title with a body tag in it is taken to have swallowed the body."""
# Tags that no title mentions without escaping them; others may be its words.
_NOT_IN_TITLES = re.compile(
    r"</?(?:article|base|body|center|div|form|frameset|h[1-6]|head|header|html|iframe|img|link|main|meta|nav|noscript|ol"
    r"|p|script|section|style|table|td|title|tr|ul)(?=[\s/>])"
    r"|</(?!(?:a|b|em|font|i|s|small|span|strong|su[bp]|u)>)[a-z]++>",  # the end tag misspelled
    re.IGNORECASE,
)
_COLON_STEP = re.compile(r"^([A-Za-z0-9_-]++:[A-Za-z0-9_:-]++)(\[\d++\])?")


class SourceScan(NamedTuple):
    """Facts about a page's source that one scan finds, before it is parsed."""

    most_tags: int
    """An upper bound on the number of tags."""
    most_open: int
    """An upper bound on the number of formatting elements that are open at the same time."""
    may_swallow: bool
    """False if surely no element swallows the rest of the page in `parse_html`."""


def scan_source(html: str) -> SourceScan:
    """Scan the source of a page; without the compiled module this only counts."""
    if _COMPILED is None:
        return SourceScan(html.count("<"), _DEEPEST, True)
    return SourceScan(*_COMPILED.scan_source(html))


def parse_html(source: str, scan: SourceScan | None = None) -> Tree:
    """Parse a page into an HTML5 tree as a browser without scripts does, so that noscript counts.

    Elements that are closed in the XML way (``<iframe/>``) and would swallow the markup after them are left out. `scan`
    is that of the source, if it is known.
    """
    tree = _parse(source)
    if not (scan or scan_source(source)).may_swallow:
        return tree
    masked = _unswallowed(tree, source)
    return _parse(masked) if masked is not source else tree


def without_swallowing(source: str) -> str:
    """Return the page as `parse_html` reads it, for other readers without scripts.

    In the result no element that is left open in noscript or closed in the XML way swallows the rest of the page.
    """
    return _unswallowed(_parse(source), source)


def _unswallowed(tree: Tree, source: str) -> str:
    """Return the source with the start tags masked that make raw text of the page, or the same object if none does."""
    masked = source
    if _has_swallowed_markup(tree, source):
        masked = _SELF_CLOSED.sub(_as_comment, masked)
    if _has_swallowed(tree):
        masked = _mask_unclosed_raw_text(masked)
    return source if masked == source else masked


class ClosedTitle(NamedTuple):
    """A page with the end tag of its title that its author left out."""

    source: str
    added: int
    """Number of characters that were inserted."""
    offset: int
    """Offset where they were inserted."""

    def offset_before(self, offset: int) -> int:
        """Return the offset in the page as it came for an offset in `source`."""
        return offset if offset <= self.offset else max(offset - self.added, self.offset)


def close_title(tree: Tree, source: str) -> ClosedTitle | None:
    """Add the end tag that a page's title lacks; None if it has one, or if no tag shows where the title ends.

    By the rules of HTML5 an open title takes the whole page as its words, or all of it up to the next end tag of a
    title. It is closed at the first tag that cannot be in it.
    """
    title = tree.select_one("title")
    location = location_of(title) if title is not None else None
    if title is None or location is None:
        return None
    end = location.end_tag
    if end is not None and (len(title.text) < MIN_SWALLOWED or "<body" not in title.text.lower()):
        return None
    places = Source(source)
    text = places.text
    stop = places.place(end.start_offset) if end is not None else len(text)
    markup = _NOT_IN_TITLES.search(text, places.place(location.start_tag.end_offset), stop)
    if markup is None:
        return None
    offset = places.offset(markup.start())
    if markup.group().lower() == "<title":  # meant for the end tag
        return ClosedTitle(f"{text[: markup.start()]}</title{text[markup.end() :]}", 1, offset)
    return ClosedTitle(f"{text[: markup.start()]}</title>{text[markup.start() :]}", len("</title>"), offset)


def attributes_of(element: Element) -> Iterator[tuple[str, str]]:
    """Yield the attributes of an element with their values. Asking for each by its name would take quadratic time."""
    for name, value in attribute_items(element):
        yield name, value if isinstance(value, str) else element.attr(name) or ""


def attribute_items(element: Element) -> Sequence[tuple[str, object]]:
    """Return the names and values of an element's attributes, as the parser has them.

    There are none if one of the names has half a character, which the parser cannot give out.
    """
    try:
        return tuple(element.attrs.items())
    except UnicodeDecodeError:
        return ()


class _EveryName(tuple[str, ...]):
    """Names that are not known, so that each has to be asked for."""

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return True


_EVERY_NAME = _EveryName()


def attribute_names(element: Element) -> Sequence[str]:
    """Return the names of an element's attributes, to look for some of them without asking for each.

    It contains every name, and lists none, if one of them has half a character.
    """
    try:
        return tuple(element.attrs)
    except UnicodeDecodeError:
        return _EVERY_NAME


def count_elements(source: str) -> int:
    """Count the elements in the tree of a page."""
    return len(parse(source, positions=False, scripting=False, allow_declarative_shadow_roots=False).select("*"))


def doctype_of(tree: Tree) -> str:
    """Return the document type declaration, by which browsers choose the layout rules; empty if there is none."""
    for child in tree:
        if isinstance(child, Doctype):
            public, system = (_NOT_IN_IDENTIFIERS.sub("", part or "") for part in (child.public_id, child.system_id))
            kind = f' PUBLIC "{public}"' if public else " SYSTEM" if system else ""
            return f"<!DOCTYPE html{kind}" + (f' "{system}">' if system else ">")
    return ""


def select_if_known(tree: Tree, selector: str) -> list[Element]:
    """Select elements with a CSS selector from outside; none if the parser does not know such a selector."""
    try:
        return list(tree.select(selector))
    except ValueError:
        return []


def _has_swallowed(tree: Tree) -> bool:
    """Tell whether a raw-text element seems to have been opened in noscript and not closed there."""
    if not any(map(_is_left_open, tree.select("noscript"))):
        return False
    raws = [raw for tag in _RAW_TEXT for raw in tree.select(tag)]
    return any(_is_left_open(raw) or "</noscript" in raw.text.lower() for raw in raws)


def _has_swallowed_markup(tree: Tree, source: str) -> bool:
    """Tell whether a raw-text element whose start tag ends with ``/>`` holds markup.

    To XML such an element is empty, to HTML5 it is open. XHTML written by a library for XML is full of them.
    """
    places: Source | None = None
    for tag in _SWALLOWS_MARKUP:
        for raw in tree.select(tag):
            # A script does not begin with a tag; an iframe has no content at all.
            is_markup = (_MARKUP_FIRST.match if tag in ("script", "style") else _MARKUP.search)(raw.text)
            if is_markup is not None and not IS_TURBOHTML and _SELF_CLOSED.search(source):
                return True  # without positions any such tag of the page may be the one
            if is_markup is None or (location := location_of(raw)) is None:
                continue
            places = places or Source(source)
            end = places.place(location.start_tag.end_offset)
            if places.text[end - 2 : end] == "/>":
                return True
    return False


def _as_comment(start_tag: re.Match[str]) -> str:
    """Turn a start tag into a comment of the same length."""
    tag = start_tag.group()
    return f"<!{tag[2:]}"


def _is_left_open(element: Element) -> bool:
    location = location_of(element)
    return location is None or location.end_tag is None


def is_before(element: Element, other: Element) -> bool:
    """Tell whether an element begins before another; False if the parser inserted one of them."""
    if not IS_TURBOHTML:
        return bool(element.order < other.order)  # type: ignore[attr-defined]
    if element.source_line is None or other.source_line is None:
        return False
    return (element.source_line, element.source_col) < (other.source_line, other.source_col)


MAX_ATTRIBUTES = 500
"""Number of attributes above which an element is not located: the parser would make an object for each of them."""


def location_of(element: Element) -> SourceLocation | None:
    """Return the source positions of an element's tags; None if the parser inserted it, or does not know."""
    if len(element.attrs) > MAX_ATTRIBUTES:
        return None
    try:
        return element.source_location
    except UnicodeDecodeError:  # half a character in an attribute's name
        return None


def path_of(element: Element, counted: Callable[[Element], str] | None = None) -> str:
    """Return the XPath of an element, by counting if a tag on the way has a name that XPath cannot express.

    `counted` does the counting for callers that need many paths and cache the counts (`tamis.core.parse.positions`).
    """
    path = element.xpath_path()
    if _PLAIN_PATH.fullmatch(path):
        return path
    steps = [_COLON_STEP.sub(r'*[name()="\1"]\2', step) for step in path.split("/")]
    if all(step.startswith("*[") or _PLAIN_PATH.fullmatch(step or "x") for step in steps):
        return "/".join(steps)
    return (counted or _counted_path)(element)


def _counted_path(element: Element) -> str:
    steps = []
    node: Node | None = element
    while isinstance(node, Element):
        before = sum(1 for sibling in node.previous_siblings if type(sibling) is Element)
        steps.append(f"/*[{before + 1}]")
        node = node.parent
    return "".join(reversed(steps))


def _parse(source: str) -> Tree:
    return parse(source, source_locations=True, scripting=False, allow_declarative_shadow_roots=False)


def _mask_unclosed_raw_text(source: str) -> str:
    """Make unclosed raw-text elements in noscript harmless, without moving any offset.

    A browser with scripts never reads the inside of noscript, so pages leave an iframe open there without harm; read
    without scripts it would swallow the page up to its end. Such a start tag becomes a comment of the same length. The
    content of a style or a script is blanked too, up to the end of noscript.
    """
    return _NOSCRIPT.sub(_masked, source)


def noscript_ranges(source: str) -> list[tuple[int, int]]:
    """Return the start and the end of what is in each noscript, in the source."""
    return [noscript.span(1) for noscript in _NOSCRIPT.finditer(source)]


def _masked(noscript: re.Match[str]) -> str:
    whole, inside = noscript.group(0), noscript.group(1)
    lower = inside.lower()
    last_ends = {tag: lower.rfind(f"</{tag}") for tag in _RAW_TEXT}
    pieces: list[str] = []
    done = 0
    for start in _RAW_START.finditer(inside):
        tag = start.group(1).lower()
        if last_ends[tag] >= start.end():
            continue
        pieces += (inside[done : start.start()], "<!", start.group(1)[1:])
        done = start.end()
        if tag != "iframe" and noscript.group(2):
            tag_end = inside.find(">", done)
            tag_end = tag_end + 1 if tag_end >= 0 else len(inside)
            pieces += (inside[done:tag_end], _BLANK.sub(" ", inside[tag_end:]))
            done = len(inside)
            break
    before = noscript.start(1) - noscript.start()
    return whole[:before] + "".join(pieces) + inside[done:] + whole[before + len(inside) :]


MAX_RETURNS = 500
"""Number of two-character line ends that are looked up one by one; with more it is cheaper to copy the page."""


class Source:
    """The source, with conversion between the parser's offsets and indexes of the stored text.

    The parser counts a line end of two characters as one. Many pages have a few such line ends among others. Replacing
    them all would take longer than finding the places of all blocks.
    """

    __slots__ = ("_offsets", "_places", "text")

    def __init__(self, html: str) -> None:
        self.text = html
        self._places = _returns(html)
        if self._places is None:
            self.text = html.replace("\r\n", "\n").replace("\r", "\n")
            self._places = []
        self._offsets = [offset - before for before, offset in enumerate(self._places)]

    def place(self, offset: int) -> int:
        """Return the index in the text of the character at an offset."""
        return offset + bisect_right(self._offsets, offset)

    def offset(self, index: int) -> int:
        """Return the offset of an index in the text."""
        return index - bisect_left(self._places, index) if self._places else index


def _returns(html: str) -> list[int] | None:
    """Find the line ends of two characters; None if there are too many, or if some carriage returns are alone."""
    offsets: list[int] = []
    offset = html.find("\r")
    while offset >= 0:
        if len(offsets) == MAX_RETURNS or html[offset + 1 : offset + 2] != "\n":
            return None
        offsets.append(offset)
        offset = html.find("\r", offset + 2)
    return offsets


_COMPILED = compiled.load()
_START_TAG = re.compile("<[A-Za-z]")
_PLAIN_ATTRIBUTES = repeated(r"\s++[\w:-]++(?:=(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>=`]++))?")
_FORMATTING = re.compile(  # with its attributes if they are plain, and with its end tag if there is only text in it
    r"<(?=[BbCcEeFfIiSsTtUu])((?ai:b|big|code|em|font|i|s|small|strike|strong|tt|u))(?=[\s/>])"
    rf"({_PLAIN_ATTRIBUTES}\s*+/?+>([^<]*+</\1>)?)?"
)
_ALIKE = 3  # open formatting elements with the same name and attributes that the standard keeps
_DEEPEST = 512  # levels of elements, at which parsers stop
_FIRST_LOOK = 16_384  # characters


def elements_of(html: str, enough: int, scan: SourceScan | None = None) -> int:
    """Return an upper bound on the number of a page's elements; if it exceeds `enough`, it is only an estimate.

    Elements are counted as start tags. There is one way to make many more of them: formatting elements that are left
    open are opened again in every later paragraph (HTML Standard, 13.2.4.3, the list of active formatting elements).
    Where that may happen, ever longer beginnings of the page are parsed, so that the tree never gets much larger than
    the limit.
    """
    most, at_once, _ = scan or scan_source(html)
    if most * max(1, min(at_once, _DEEPEST)) <= enough:  # counts end tags and comments too; nearly always decides
        return most
    at_once = max(1, _open_at_once(html))
    if most * at_once <= enough:
        return most
    tags = sum(1 for _ in _START_TAG.finditer(html))
    if tags > enough or tags * at_once <= enough:
        return tags
    size = _FIRST_LOOK
    while (elements := count_elements(html[:size])) <= enough and size < len(html):
        size *= 2
    return elements


def _open_at_once(html: str) -> int:
    """Count the formatting elements that can be open at the same time."""
    tags = Counter(tag.group() if tag.group(2) else "" for tag in _FORMATTING.finditer(html) if not tag.group(3))
    odd = tags.pop("", 0)  # attributes that are not written plainly may all differ
    return min(odd + sum(min(count, _ALIKE) for count in tags.values()), _DEEPEST)
