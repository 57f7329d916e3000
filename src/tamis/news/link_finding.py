"""Links of a page that may lead to articles: each URL once, with its text and its place on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from tamis.core.parse.ancestors import NearestElement
from tamis.core.strategies.name_hints import hints_of_element
from tamis.core.strategies.part_hints import BREADCRUMB, FOOTER, HEADER, LEGAL, NAVIGATION, PAGINATION
from tamis.news.link_features import LinkFacts, Place

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.core.parse.links import Link
    from tamis.core.parse.tree import Element

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ANY_HEADING = ", ".join(sorted(_HEADINGS))
_MENUS = NAVIGATION | HEADER | BREADCRUMB | PAGINATION
_FOOTERS = FOOTER | LEGAL


def links_on(document: Document) -> list[LinkFacts]:
    """List the links to other pages in reading order. Of several links to one URL, the one with the longest text
    counts."""
    places = NearestElement(_own_place, Place.MAIN)
    best: dict[str, LinkFacts] = {}
    home = document.page.url or ""
    for link in document.links():
        url = urldefrag(link.href).url
        if not url.startswith(("http://", "https://")) or url == urldefrag(home).url:
            continue
        facts = LinkFacts(url, link.text, home, _place(link, places), link.rel)
        if url not in best or len(facts.text) > len(best[url].text):
            best[url] = facts
    return list(best.values())


def _place(link: Link, places: NearestElement[Place]) -> Place:
    """Return the place of a link: a heading if there is one in or around it, else the nearest region with a name."""
    if link.element.select(_ANY_HEADING):
        return Place.HEADING
    return places.of(link.element)


def _own_place(element: Element) -> Place | None:
    if element.tag in _HEADINGS:
        return Place.HEADING
    if element.tag in ("body", "html"):
        return None
    hints = hints_of_element(element)
    if hints & _FOOTERS:
        return Place.FOOTER
    return Place.NAVIGATION if hints & _MENUS else None
