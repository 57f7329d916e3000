"""Rich text that is stored as data, converted back to HTML.

Editors and content systems store an article as a tree of objects: ``{"type": "paragraph", "children": [{"text": …}]}``
(Slate, Lexical, ProseMirror), with other names for the same things (Contentful, Sanity, Draft.js, Editor.js, Arc), or
as lists (JSONML: ``["p", "text", ["a", {…}, "more"]]``). They have in common that an object declares its kind, holds
its text under one of a few keys, and its content in a list. Nothing else is used.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from tamis.core.embedded.hydration import NO_REFERENCES
from tamis.core.embedded.rich_names import (
    HOLDS_TEXT,
    HTML_TAGS,
    IMAGES,
    INLINE,
    kind_of,
    tag_of,
    url_of,
    words_of_name,
)
from tamis.text.lists import word_list
from tamis.text.markup_names import NOT_TEXT_KINDS

if TYPE_CHECKING:
    from tamis.core.embedded.hydration import References

MAX_DEPTH = 40
"""Maximum depth of nested objects that are written."""
MAX_PIECES = 50_000
"""Maximum number of pieces of text and tags that are written."""

_TEXT_KEYS = word_list("html text value content data body textContent innerHtml contentHtml bodyHtml markup rendered")
_CHILD_KEYS = word_list(
    """
    children content nodes childNodes content_elements elements blocks paragraphs items rows cells value text data body
    """
)
_WRAPPER_KEYS = word_list(
    """
    data model attributes fields props attrs node element json document root value body content text paragraph block
    richText
    """
)
_BLOCK_TAGS = "p|div|h[1-6]|ul|ol|li|figure|blockquote|table|section|article|pre"
_BLOCK_HTML = re.compile(rf"<(?:{_BLOCK_TAGS})(?=[\s/>])", re.IGNORECASE)
_HTML = re.compile(
    rf"</?(?:{_BLOCK_TAGS}|br|a|em|strong|b|i|u|span|img|sup|sub|code|hr)(?=[\s/>])",
    re.IGNORECASE,
)
_ESCAPED_HTML = re.compile(r"&lt;/?(?:p|div|br|h[1-6]|ul|li|strong|em|a)(?=[\s/]|&gt;)", re.IGNORECASE)
_LISTS = ("ul", "ol")
_HOLDS_EITHER = ("li", "blockquote")  # text, or paragraphs


def as_html(value: object, references: References = NO_REFERENCES) -> str:
    """Convert a body that is stored as data to HTML. What is not text (advertisements, players) is left out."""
    writer = _Writer(references)
    writer.write(value, 0, inline=False)
    return "".join(writer.pieces)


def text_as_html(text: str) -> str:
    """Convert a body that is one string to HTML: HTML, escaped HTML, or plain text with a line for each paragraph."""
    if not is_html(text):
        if len(_ESCAPED_HTML.findall(text)) < 2:
            return _paragraphs(escape(unescape(text), quote=False))
        text = unescape(text)
    return text if _BLOCK_HTML.search(text) else _paragraphs(text)


def is_html(text: str) -> bool:
    """Tell whether a string contains tags."""
    return "<" in text and _HTML.search(text) is not None


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{line}</p>" for line in map(str.strip, text.split("\n")) if line)


class _Writer:
    def __init__(self, references: References) -> None:
        self.references = references
        self.pieces: list[str] = []

    def write(self, value: object, depth: int, *, inline: bool) -> None:
        if depth > MAX_DEPTH or len(self.pieces) > MAX_PIECES:
            return
        value = self.references.resolve(value)
        if isinstance(value, str):
            self._string(value, inline)
        elif isinstance(value, list):
            self._list(value, depth, inline)
        elif isinstance(value, dict):
            self._object(value, depth, inline)

    def _string(self, text: str, inline: bool) -> None:
        if not text.strip():
            if text and inline:
                self.pieces.append(" ")
        elif not inline:
            self.pieces.append(text_as_html(text))
        else:
            self.pieces.append(text if is_html(text) else escape(unescape(text), quote=False))

    def _list(self, values: list[object], depth: int, inline: bool) -> None:
        if not values:
            return
        first = values[0]
        if first == "$" and len(values) == 4 and isinstance(values[3], dict):  # an element in React's format
            tag = values[1] if isinstance(values[1], str) and values[1] in HTML_TAGS else ""
            self._element(tag, values[3], [values[3].get("children")], depth, inline)
        elif isinstance(first, str) and first in HTML_TAGS and len(values) > 1:
            attributes = values[1] if isinstance(values[1], dict) else {}
            self._element(first, attributes, values[2:] if attributes is values[1] else values[1:], depth, inline)
        else:
            for item in values:
                self.write(item, depth + 1, inline=inline)

    def _element(self, tag: str, attributes: dict[str, object], inside: list[object], depth: int, inline: bool) -> None:
        """Write an element that is stored as a list."""
        self._open(tag, attributes)
        for item in inside:
            self.write(item, depth + 1, inline=inline or tag in HOLDS_TEXT or tag in INLINE)
        self._close(tag)

    def _object(self, value: dict[str, object], depth: int, inline: bool) -> None:
        kind = kind_of(value)
        words = words_of_name(kind)
        if not words.isdisjoint(NOT_TEXT_KINDS):
            return
        if not inline and not words.isdisjoint(IMAGES) and self._image(value):
            return
        tag = tag_of(value, kind, inline=inline)
        if tag == "br":
            self.pieces.append("<br>")
            return
        text, children = _text(value), _children(value)
        if not tag and not inline and text is not None and not _BLOCK_HTML.search(text):
            tag = "p"
        before = len(self.pieces)
        self._open(tag, value)
        opened = len(self.pieces)
        if tag in _LISTS and isinstance(children, list):
            self._items(children, depth)
        else:
            text_inside = inline or tag in HOLDS_TEXT or (tag in _HOLDS_EITHER and self._is_text(children))
            self._inside(value, text, children, depth, text_inside)
        if len(self.pieces) == opened:
            del self.pieces[before:]
        else:
            self._close(tag)

    def _items(self, items: list[object], depth: int) -> None:
        """Write the items of a list, which may not be marked as items."""
        for item in items:
            item = self.references.resolve(item)
            is_item = isinstance(item, dict) and tag_of(item, kind_of(item), inline=False) in ("li", *_LISTS)
            self._open("" if is_item else "li", {})
            self.write(item, depth + 1, inline=isinstance(item, str))
            self._close("" if is_item else "li")

    def _is_text(self, children: object) -> bool:
        """Tell whether the content of an object is runs of text, not paragraphs."""
        if not isinstance(children, list):
            return True
        for item in map(self.references.resolve, children):
            if isinstance(item, list) or (isinstance(item, dict) and tag_of(item, kind_of(item), inline=False)):
                return False
        return True

    def _inside(self, value: dict[str, object], text: str | None, children: object, depth: int, inline: bool) -> None:
        """Write the content of an object: its child objects, its own text, or the content one object further in."""
        opened = len(self.pieces)
        if children is not None:
            self.write(children, depth + 1, inline=inline)
        if len(self.pieces) == opened and text is not None:
            self._string(text, inline)
        if children is None and text is None:
            for key in _WRAPPER_KEYS:
                inner = value.get(key)
                if len(self.pieces) == opened and isinstance(inner, dict | list):
                    self.write(inner, depth + 1, inline=inline)

    def _open(self, tag: str, value: dict[str, object]) -> None:
        if tag == "a":
            self.pieces.append(f'<a href="{escape(url_of(value))}">')
        elif tag:
            self.pieces.append(f"<{tag}>")

    def _close(self, tag: str) -> None:
        if tag:
            self.pieces.append(f"</{tag}>")

    def _image(self, value: dict[str, object]) -> bool:
        """Write a picture with its caption; return False if the object holds none."""
        url = url_of(value)
        if not url:
            return False
        texts = [value.get(key) for key in ("caption", "alt", "altText", "alt_text")]
        caption, *alternatives = [text if isinstance(text, str) else "" for text in texts]
        alt = next(filter(None, alternatives), "")
        self.pieces.append(f'<figure><img src="{escape(url)}" alt="{escape(alt)}">')
        if caption:
            self.pieces.append(f"<figcaption>{caption if is_html(caption) else escape(caption)}</figcaption>")
        self.pieces.append("</figure>")
        return True


def _text(value: dict[str, object]) -> str | None:
    """Return an object's own text; a blank one only if there is no other."""
    texts = [text for key in _TEXT_KEYS if isinstance(text := value.get(key), str) and text]
    return next((text for text in texts if not text.isspace()), texts[0] if texts else None)


def _children(value: dict[str, object]) -> object:
    """Return the child objects, from the first key that has any."""
    for key in _CHILD_KEYS:
        inner = value.get(key)
        if isinstance(inner, list) and inner:
            return inner
    props = value.get("props")
    return props.get("children") if isinstance(props, dict) else None
