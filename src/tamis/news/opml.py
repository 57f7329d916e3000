"""OPML: lists of feeds, as feed readers exchange them.

D. Winer: *OPML 2.0*, 2007. `read_opml` accepts lists with nested folders, and broken ones without their folders; a
document type declaration is removed before anything is parsed. `write_opml` writes what it has read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from tamis.core.parse.encodings import decode
from tamis.core.parse.tree import parse_html
from tamis.errors import BadInput
from tamis.news.feeds import MAX_FEED_BYTES
from tamis.news.feeds_reading_xml import plain_bytes, without_doctype
from tamis.news.xml_limits import within_limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MAX_SUBSCRIPTIONS = 20_000
"""Maximum number of feeds read from a list."""
MAX_NAME, MAX_FOLDERS = 300, 10
"""Maximum number of characters in the name of a folder, and of nested folders: every feed in them repeats their names.
"""
_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Subscription:
    """A feed in a list."""

    url: str
    title: str | None = None
    home_url: str | None = None
    folders: tuple[str, ...] = ()
    """Names of the folders that it is in, the outermost first."""
    description: str | None = None


def read_opml(data: bytes) -> tuple[Subscription, ...]:
    """Read the feeds of a list in its order; each URL once. Raises `BadInput` if it is not OPML."""
    if len(data) > MAX_FEED_BYTES:
        raise BadInput(f"an OPML file of {len(data):,} bytes is over the limit of {MAX_FEED_BYTES:,}")
    data, _ = plain_bytes(data, None)
    data = within_limits(without_doctype(data)[0]).data
    try:
        root = ElementTree.fromstring(data)  # noqa: S314 - without a document type there are no entities
        subscriptions = list(_walk(root))
        is_opml = root.tag.lower() == "opml"
    except (ElementTree.ParseError, ValueError, LookupError):
        subscriptions = list(_read_broken(data))
        is_opml = b"<opml" in data[:5000].lower()
    if not subscriptions and not is_opml:
        raise BadInput("this is not an OPML file: it has no outlines")
    once = {feed.url: feed for feed in reversed(subscriptions)}
    return tuple(dict.fromkeys(once[feed.url] for feed in subscriptions))[:MAX_SUBSCRIPTIONS]


def _walk(root: ElementTree.Element) -> Iterator[Subscription]:
    """Yield the feeds of all outlines with the folders around them, without recursion."""
    waiting: list[tuple[ElementTree.Element, tuple[str, ...]]] = [(root, ())]
    while waiting:
        element, folders = waiting.pop()
        attributes = {name.lower(): value for name, value in element.attrib.items()}
        inside = folders
        if element.tag.lower() == "outline":
            if (subscription := _subscription(attributes, folders)) is not None:
                yield subscription
            elif name := (attributes.get("title") or attributes.get("text") or "").strip():
                inside = (*folders, name[:MAX_NAME])[:MAX_FOLDERS]
        waiting += [(child, inside) for child in reversed(element)]


def _read_broken(data: bytes) -> Iterator[Subscription]:
    """Yield the feeds of a list that is not XML, without their folders."""
    for outline in parse_html(decode(data).text).select("outline"):
        attributes = {name.lower(): outline.attr(name) or "" for name in ("xmlurl", "title", "text", "htmlurl")}
        if (subscription := _subscription(attributes, ())) is not None:
            yield subscription


def _subscription(attributes: Mapping[str, str], folders: tuple[str, ...]) -> Subscription | None:
    url = (attributes.get("xmlurl") or "").strip()
    if not url and attributes.get("type", "").lower() in ("rss", "atom"):
        url = (attributes.get("url") or "").strip()
    if not url:
        return None
    title = (attributes.get("title") or attributes.get("text") or "").strip()
    home = (attributes.get("htmlurl") or "").strip()
    return Subscription(
        url, title or None, home or None, folders, (attributes.get("description") or "").strip() or None
    )


def write_opml(subscriptions: Iterable[Subscription], title: str = "Feeds") -> str:
    """Write a list of feeds as OPML 2.0, with its folders."""
    root = ElementTree.Element("opml", version="2.0")
    head = ElementTree.SubElement(root, "head")
    ElementTree.SubElement(head, "title").text = _allowed(title)
    body = ElementTree.SubElement(root, "body")
    folders: dict[tuple[str, ...], ElementTree.Element] = {(): body}
    for feed in subscriptions:
        outline = ElementTree.SubElement(_folder(feed.folders, folders), "outline", type="rss")
        name = feed.title or feed.url
        named = {
            "text": name,
            "title": name,
            "xmlUrl": feed.url,
            "htmlUrl": feed.home_url,
            "description": feed.description,
        }
        for attribute, value in named.items():
            if value:
                outline.set(attribute, _allowed(value))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _folder(names: tuple[str, ...], folders: dict[tuple[str, ...], ElementTree.Element]) -> ElementTree.Element:
    for length in range(1, len(names) + 1):
        path = names[:length]
        if path not in folders:
            name = _allowed(path[-1])
            folders[path] = ElementTree.SubElement(folders[path[:-1]], "outline", text=name, title=name)
    return folders[names]


def _allowed(text: str) -> str:
    """Remove the characters that XML does not allow."""
    return _NOT_IN_XML.sub("", text)
