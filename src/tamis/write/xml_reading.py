"""CUTER documents in: pages to extract from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis.model import Page
from tamis.write.xml_tree import parse_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.write.xml_tree import XmlElement

PAGE_FIELDS = {
    "url": "url",
    "title": "title",
    "date": "published",
    "fetched": "fetched",
    "encoding": "encoding",
    "html": "html",
}
"""An element of a page in XML to its field."""


def read_pages(xml: str | bytes) -> list[Page]:
    """The pages of a CUTER document. Raises `BadXml`, with line and column, if it is not one."""
    return [_page(element) for element in _all(parse_document(xml), "page")]


def _all(root: XmlElement, name: str) -> Iterator[XmlElement]:
    for element in root.children():
        if element.name != name:
            raise element.bad(f"<{element.name}> stands where a <{name}> should be")
        yield element


def _page(element: XmlElement) -> Page:
    found = _by_name(element, frozenset(PAGE_FIELDS))
    if "html" not in found:
        raise element.bad("the <page> has no <html>")
    texts = {name: _plain_text(field) for name, field in found.items()}
    html = texts.pop("html")
    known: dict[str, Any] = {PAGE_FIELDS[name]: text.strip() or None for name, text in texts.items()}
    return Page(html=html, **known)


def _plain_text(element: XmlElement) -> str:
    for part in element.content:
        if not isinstance(part, str):
            advice = "escape it or wrap it in <![CDATA[ ]]>" if element.name == "html" else "write plain text"
            raise part.bad(f"there is an element <{part.name}> in <{element.name}>; {advice}")
    return element.text


def _by_name(element: XmlElement, allowed: frozenset[str]) -> dict[str, XmlElement]:
    found: dict[str, XmlElement] = {}
    for child in element.children():
        if child.name not in allowed:
            raise child.bad(f"<{child.name}> is not known in <{element.name}>")
        if child.name in found:
            raise child.bad(f"there are two <{child.name}> in one <{element.name}>")
        found[child.name] = child
    return found
