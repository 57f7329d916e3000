"""SVG sanitizer: keeps nothing but the drawing, no script, no links, no external resources.

Python's own XML parser reads it as a stream, so that depth costs nothing. It is written again from a list of allowed
elements.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_BYTES = 3_000_000
"""Maximum number of bytes. A larger drawing takes a reader's device minutes."""
MAX_DEPTH = 200

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_ELEMENTS = frozenset(
    """
    svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
    linearGradient radialGradient stop pattern clipPath mask marker style filter
    feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode
    feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
    """.split()
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,200}")
_ATTRIBUTE = re.compile(r"(?!(?i:on|data-))[a-zA-Z][a-zA-Z0-9-]{0,40}")
_REFERENCE = re.compile(r"url\(", re.IGNORECASE)
_OWN_REFERENCE = re.compile(r"url\(\s?[\"']?#([^\"')\s]{1,200})[\"']?\s?\)", re.IGNORECASE)
# CSS that loads something without url(), or hides its words behind escapes.
_LOADING = re.compile(r"\\|@import|javascript:|\b(?:image|image-set|cross-fade|src)\s{0,9}\(", re.IGNORECASE)
_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]{0,500}>")


def clean_svg(data: bytes) -> bytes:
    """Write the drawing again, with allowed content only. Raises `ValueError` for data that are no drawing."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"{len(data):,} bytes of SVG are over the limit of {MAX_BYTES:,}")
    data = _DOCTYPE.sub(b"", data, count=1)
    if b"<!ENTITY" in data or b"<!DOCTYPE" in data:
        raise ValueError("its SVG declares entities")
    # The first pass finds the ids, the second writes what refers to them.
    written = _read(data, _read(data, None).ids)
    if not written.parts:
        raise ValueError("its SVG has no drawing")
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + "".join(written.parts)).encode()


def _read(data: bytes, ids: set[str] | None) -> _Cleaner:
    cleaner = _Cleaner(ids)
    parser = ET.XMLParser(target=cleaner)  # noqa: S314 (entities are refused above)
    try:
        parser.feed(data)
        parser.close()
    except ET.ParseError as error:
        raise ValueError(f"its SVG is not well-formed: {error}") from error
    return cleaner


class _Cleaner:
    """A parser target that takes tags and text as the parser meets them, and writes those that may stay."""

    def __init__(self, known: set[str] | None) -> None:
        self.ids: set[str] = set()
        self.parts: list[str] = []
        self._known = known
        self._depth = 0
        self._dropped_at: int | None = None
        """Depth of the element whose content is being dropped."""
        self._style: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._dropped_at is not None:
            return
        name = _local(tag, _SVG)
        is_in_place = (name == "svg" or self._depth > 1) and self._style is None  # a style sheet has no elements
        if name not in _ELEMENTS or not is_in_place or self._depth > MAX_DEPTH:
            self._dropped_at = self._depth
            return
        if name == "style":
            self._style = []
        own = f' xmlns="{_SVG}" xmlns:xlink="{_XLINK}"' if self._depth == 1 else ""
        written = list(self._attributes(attributes))
        if name == "stop" and not any(one.startswith(" offset=") for one in written):
            written.insert(0, ' offset="0"')  # the default of SVG 2; EPUB has SVG 1.1, which wants it written
        self.parts.append(f"<{name}{own}{''.join(written)}>")

    def end(self, tag: str) -> None:
        if self._dropped_at is None:
            if self._style is not None:
                text = "".join(self._style)
                self.parts.append("" if self._loads(text) else escape(text))
                self._style = None
            self.parts.append(f"</{_local(tag, _SVG)}>")
        elif self._dropped_at == self._depth:
            self._dropped_at = None
        self._depth -= 1

    def data(self, text: str) -> None:
        if self._dropped_at is not None or not self._depth:
            return
        if self._style is not None:
            self._style.append(text)
        else:
            self.parts.append(escape(text))

    def close(self) -> None:
        pass

    def _attributes(self, attributes: Mapping[str, str]) -> Iterator[str]:
        for name, value in attributes.items():
            written = self._attribute(name, value)
            if written:
                yield f" {written}={quoteattr(value)}"

    def _attribute(self, name: str, value: str) -> str:
        """Return the name under which to write an attribute; empty if it may not stay."""
        if name == "id":
            if value in self.ids or not _NAME.fullmatch(value):
                return ""
            self.ids.add(value)
            return name
        if name in ("href", f"{{{_XLINK}}}href"):
            is_own = value.startswith("#") and (self._known is None or value[1:] in self._known)
            return "xlink:href" if is_own else ""
        if name in (f"{{{_XML}}}space", f"{{{_XML}}}lang"):
            return f"xml:{name.rpartition('}')[2]}"
        is_safe = _ATTRIBUTE.fullmatch(name) is not None and not self._loads(value)
        return name if is_safe else ""

    def _loads(self, value: str) -> bool:
        """Tell whether a value refers to anything but a part of the drawing."""
        own = _OWN_REFERENCE.findall(value)
        if len(own) != len(_REFERENCE.findall(value)) or _LOADING.search(value):
            return True
        return self._known is not None and any(name not in self._known for name in own)


def _local(tag: str, namespace: str) -> str:
    """Return the name of an element in the namespace, or in none; empty for other namespaces."""
    if tag.startswith("{"):
        return tag[len(namespace) + 2 :] if tag.startswith(f"{{{namespace}}}") else ""
    return tag
