"""The parser, behind a thin adapter: the only module that knows turbohtml.

Everything else sees a tree through a few names: `parse_html`, `Element`, `Text`, iteration over children, `tag`,
`attr`, `text`, `data`, `parent`, `select`, `path_of`, `source_line`, `source_location`. Another HTML5 parser with
source spans can replace it here.
"""

from __future__ import annotations

import re

from turbohtml import Document as Tree
from turbohtml import Element, Node, SourceLocation, Text, parse

__all__ = ["Element", "Node", "SourceLocation", "Text", "Tree", "parse_html", "path_of"]

# The content of these runs to their own end tag, whatever stands in it.
_RAW_TEXT = ("iframe", "style", "script", "noembed", "noframes", "textarea", "title", "xmp")
_RAW_START = re.compile(rf"<({'|'.join(_RAW_TEXT)})(?=[\s/>])", re.IGNORECASE)
_PLAIN_PATH = re.compile(r"[A-Za-z0-9_/\[\]-]+")
_NOSCRIPT = re.compile(r"<noscript(?=[\s/>])[^>]*>(.*?)</noscript", re.IGNORECASE | re.DOTALL)


def parse_html(source: str) -> Tree:
    """The HTML5 tree of a page, read as a browser without scripts reads it, so that noscript counts."""
    tree = _parse(source)
    if _has_swallowed(tree):
        masked = _mask_unclosed_raw_text(source)
        return _parse(masked) if masked != source else tree
    return tree


def _has_swallowed(tree: Tree) -> bool:
    """Whether an element that takes everything for text seems to have been opened in noscript and not closed there."""
    if not any(map(_is_left_open, tree.select("noscript"))):
        return False
    return any(_swallows_noscript(raw) for tag in _RAW_TEXT for raw in tree.select(tag))


def _is_left_open(element: Element) -> bool:
    location = element.source_location
    return location is None or location.end_tag is None


def _swallows_noscript(raw: Element) -> bool:
    text = raw.text
    return "</noscript" in text or "</NOSCRIPT" in text


def path_of(element: Element) -> str:
    """The XPath of an element. Where a tag on the way has a name that XPath cannot say, by counting."""
    path = element.xpath_path()
    return path if _PLAIN_PATH.fullmatch(path) else _counted_path(element)


def _counted_path(element: Element) -> str:
    steps = []
    at: Node | None = element
    while isinstance(at, Element):
        before = sum(1 for sibling in at.previous_siblings if type(sibling) is Element)
        steps.append(f"/*[{before + 1}]")
        at = at.parent
    return "".join(reversed(steps))


def _parse(source: str) -> Tree:
    return parse(source, source_locations=True, scripting=False, allow_declarative_shadow_roots=False)


def _mask_unclosed_raw_text(source: str) -> str:
    """Make unclosed raw-text elements in noscript harmless, without moving any offset.

    A browser with scripts never reads the inside of noscript, so pages leave an iframe open there without harm; read
    without scripts it would swallow the page up to its end. Such a start tag is made a comment of the same length.
    """

    def mask(match: re.Match[str]) -> str:
        inside = match.group(1)

        def comment(start: re.Match[str]) -> str:
            tag = start.group(1)
            closed = re.compile(rf"</{tag}[\s/>]", re.IGNORECASE).search(inside, start.end())
            return start.group(0) if closed else "<!" + tag[1:]

        return match.group(0).replace(inside, _RAW_START.sub(comment, inside), 1)

    return _NOSCRIPT.sub(mask, source)
