"""The parser, behind a thin adapter: the only module that knows turbohtml.

Everything else sees a tree through a few names: `parse_html`, `Element`, `Text`, iteration over children, `tag`,
`attr`, `text`, `data`, `parent`, `select`, `xpath_path`, `source_line`, `source_location`. Another HTML5 parser with
source spans can replace it here.
"""

from __future__ import annotations

import re

from turbohtml import Document as Tree
from turbohtml import Element, Node, SourceLocation, Text, parse

__all__ = ["Element", "Node", "SourceLocation", "Text", "Tree", "parse_html"]

# The content of these runs to their own end tag, whatever stands in it.
_RAW_TEXT = ("iframe", "style", "script", "noembed", "noframes", "textarea", "title", "xmp")
_RAW_START = re.compile(rf"<({'|'.join(_RAW_TEXT)})(?=[\s/>])", re.IGNORECASE)
_NOSCRIPT = re.compile(r"<noscript(?=[\s/>])[^>]*>(.*?)</noscript", re.IGNORECASE | re.DOTALL)


def parse_html(source: str) -> Tree:
    """The HTML5 tree of a page, read as a browser without scripts reads it, so that noscript counts."""
    tree = _parse(source)
    for noscript in tree.select("noscript"):
        for raw in noscript.iter_elements(_RAW_TEXT):
            if "</noscript" in raw.text.lower():
                return _parse(_mask_unclosed_raw_text(source))
    return tree


def _parse(source: str) -> Tree:
    return parse(source, source_locations=True, scripting=False, allow_declarative_shadow_roots=False)


def _mask_unclosed_raw_text(source: str) -> str:
    """Make unclosed raw-text elements in noscript harmless, without moving any offset.

    A browser with scripts never reads the inside of noscript, so pages leave an iframe open there without harm; read
    without scripts it would swallow the page up to its end. Such a start tag is renamed to one that means nothing.
    """

    def mask(match: re.Match[str]) -> str:
        inside = match.group(1)

        def rename(start: re.Match[str]) -> str:
            tag = start.group(1)
            closed = re.compile(rf"</{tag}[\s/>]", re.IGNORECASE).search(inside, start.end())
            return start.group(0) if closed else "<" + "x" * len(tag)

        return match.group(0).replace(inside, _RAW_START.sub(rename, inside), 1)

    return _NOSCRIPT.sub(mask, source)
