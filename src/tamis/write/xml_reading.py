"""Reading CUTER documents: pages to extract from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis.model import Page
from tamis.write.xml_tree import stream_children

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from tamis.write.xml_tree import XmlElement

_PIECE = 1 << 16
"""Number of bytes read at a time."""
PAGE_FIELDS = {
    "url": "url",
    "title": "title",
    "date": "published",
    "fetched": "fetched",
    "encoding": "encoding",
    "html": "html",
}
"""Field of `Page` for each element of a page in XML."""


def read_pages(xml: str | bytes) -> list[Page]:
    """Read the pages of a CUTER document. Raises `BadXml`, with line and column, if it is not one."""
    # An encoding declared in text that is already decoded does not count.
    source, encoding = (xml.encode("utf-8", "surrogatepass"), "utf-8") if isinstance(xml, str) else (xml, None)
    return [_page(element) for element in stream_children([source], encoding)]


def stream_pages(file: BinaryIO, max_characters: int | None = None) -> Iterator[Page]:
    """Yield the pages of a CUTER document one after another: memory holds one at a time, of at most `max_characters`.

    Raises `BadXml` where the document turns out to be invalid; the pages before that have been yielded.
    """
    for element in stream_children(iter(lambda: file.read(_PIECE), b""), max_text=max_characters):
        yield _page(element)


def _page(element: XmlElement) -> Page:
    if element.name != "page":
        raise element.bad(f"<{element.name}> is in the place of a <page>")
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
