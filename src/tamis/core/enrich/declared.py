"""Metadata that a page declares in its markup, gathered in a few lookups by tag name."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import LinkedData
    from tamis.core.parse.tree import Element, Tree

MAX_METAS = 400
"""Number of meta elements that are examined."""
MAX_TITLE = 1000
"""Characters after which a title is cut: a longer one is not meant to be read."""
MAX_ITEMS = 400
"""Number of elements with microdata that are examined; lists of products have thousands."""


class Microdata:
    """Elements by itemprop, looked up on first use, because that takes a pass over the whole tree."""

    __slots__ = ("_found", "_tree")

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._found: dict[str, list[tuple[int, Element]]] | None = None

    def get(self, name: str) -> list[Element]:
        """Return the elements with this property, in document order."""
        return [element for _, element in self._all().get(name, ())]

    def firsts(self, names: Iterable[str]) -> list[tuple[str, Element]]:
        """Return the first element with each of these properties, in document order.

        In that order a question comes before its answers.
        """
        firsts = [(found[0], name) for name in names if (found := self._all().get(name))]
        return [(name, element) for (_, element), name in sorted(firsts, key=lambda first: first[0][0])]

    def _all(self) -> dict[str, list[tuple[int, Element]]]:
        if self._found is None:
            self._found = {}
            for place, element in enumerate(self._tree.select("[itemprop]")[:MAX_ITEMS]):
                for word in (element.attr("itemprop") or "").split():
                    self._found.setdefault(word, []).append((place, element))
        return self._found


@dataclass(frozen=True, slots=True)
class Sources:
    """The page's own statements: meta elements, links, JSON-LD, microdata."""

    url: str | None
    host: str
    """The page's host in lower case, or an empty string."""
    path: str
    base: str | None
    """URL that relative URLs refer to."""
    html_title: str | None
    html_language: str | None
    metas: dict[str, list[str]]
    """Contents of meta elements by lower-case property, name, itemprop or http-equiv; never empty."""
    links: dict[str, list[str]]
    """URLs of ``link`` elements by lower-case relation."""
    data: LinkedData
    items: Microdata

    def meta(self, *names: str) -> str | None:
        """Return the first content among these names, in this order."""
        for name in names:
            if values := self.metas.get(name):
                return values[0]
        return None

    def all_metas(self, *names: str) -> Iterator[tuple[str, str]]:
        """Yield all contents among these names, each with its name."""
        for name in names:
            for value in self.metas.get(name, ()):
                yield name, value

    def absolute(self, url: str | None) -> str | None:
        """Make a URL absolute; None if the result is not an http or https URL."""
        return absolute(self.base, url)


def read_declared(document: Document) -> Sources:
    """Read head, JSON-LD and microdata of a page."""
    tree = document.tree
    url = document.page.url
    root = tree.root
    host, path = _place(url)
    return Sources(
        url=url,
        host=host,
        path=path,
        base=document.base_url,
        html_title=_html_title(tree),
        html_language=root.attr("lang") or root.attr("xml:lang") if root is not None else None,
        metas=_metas(tree),
        links=_links(tree),
        data=document.json_ld.data,
        items=Microdata(tree),
    )


def _place(url: str | None) -> tuple[str, str]:
    try:
        parts = urlsplit(url or "")
        return parts.hostname or "", parts.path
    except ValueError:
        return "", ""


def _html_title(tree: Tree) -> str | None:
    for found in tree.select("title"):
        parent = found.parent
        if getattr(parent, "tag", None) in ("svg", "symbol", "g", "defs"):
            continue
        if text := clean(found.text[:MAX_TITLE]):
            return text
    return None


def _metas(tree: Tree) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for meta in tree.select("meta")[:MAX_METAS]:
        name = meta.attr("property") or meta.attr("name") or meta.attr("itemprop") or meta.attr("http-equiv")
        if not name:
            continue
        content = meta.attr("content")
        if content is None:
            content = meta.attr("value")
        if content and (content := content.strip()):
            found.setdefault(name.strip().lower(), []).append(content)
    return found


def _links(tree: Tree) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for link in tree.select(_LINKS):
        href = (link.attr("href") or "").strip()
        if href:
            for relation in (link.attr("rel") or "").lower().split():
                found.setdefault(relation, []).append(href)
    return found


_LINKS = "link[rel~=canonical i], link[rel~=license i], link[rel~=image_src i]"


def absolute(base: str | None, url: str | None) -> str | None:
    """Make a URL absolute; None if the result is not an http or https URL."""
    if not url:
        return None
    url = url.strip()
    try:
        if base and not url.startswith(("http://", "https://")):
            url = urljoin(base, url)
        elif url.startswith("//"):
            url = "https:" + url
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or " " in parts.netloc:
        return None
    return url.replace(" ", "%20")


UNFILLED = re.compile(r"\$\{|\{\{|\$%7B|%7B%7B", re.IGNORECASE)
"""A template variable that nobody filled in: ``${image.url}``, ``{{ url }}``."""
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u2060\ufeff\xad]")


def clean(text: str | None) -> str:
    """Fold white space and resolve entities, even doubly escaped ones."""
    if not text:
        return ""
    if "&" in text:
        text = html.unescape(text)
        if "&" in text:
            text = html.unescape(text)
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
    return " ".join(text.split())
