"""The frame of a filtered page: its html and body tags, title, metas, style sheets. Each piece is written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, attributes_of
from tamis.filter.css import safe_style
from tamis.filter.markup import escape, escape_value
from tamis.filter.urls import UrlKind
from tamis.papers.filters.removals import OUTSIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse import Document
    from tamis.filter.urls import PageUrls
    from tamis.papers.filters import Filters
    from tamis.papers.filters.removals import Removals

_OF_FRAME = frozenset("class id dir lang bgcolor text link vlink alink".split())
"""Attributes of html and body that are passed on, besides the style."""
_NAMES_OF_METAS = ("name", "property", "itemprop")
# Metas that tell the browser how to behave, as a header would; `http-equiv` has no name.
_ACTING_METAS = frozenset({"referrer"})
_VIEWPORT = "viewport"
MAX_STYLES = 500  # style sheets; a page has a dozen


def write_head(document: Document, filters: Filters, removals: Removals, urls: PageUrls) -> str:
    """Write the content of the head of the filtered page."""
    return "".join(_head(document, filters, removals, urls))


def _head(document: Document, filters: Filters, removals: Removals, urls: PageUrls) -> Iterator[str]:
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_policy(filters)}">'
    yield from _metas(document, filters)
    title = document.tree.select_one("title")
    if title is not None and title.text.strip():
        yield f"<title>{escape(' '.join(title.text.split()))}</title>"
    yield from _styles(document, filters, removals, urls)


def _policy(filters: Filters) -> str:
    """Write a content security policy, the third line of defense: what the browser must not do."""
    rules = ["base-uri 'none'"]
    if filters.remove_scripts:
        rules.append("script-src 'none'")
    if filters.remove_iframes:
        rules.append("frame-src 'none'")
    if filters.remove_embeds:
        rules.append("object-src 'none'")
    return "; ".join(rules)


def _metas(document: Document, filters: Filters) -> Iterator[str]:
    """Yield the meta elements: the viewport, which belongs to the look, and all that describe the page if wanted.

    Nothing that acts like a header.
    """
    for meta in document.tree.select("meta[content]"):
        names = {name: " ".join(value.split()) for name in _NAMES_OF_METAS if (value := meta.attr(name) or "").strip()}
        name = names.get("name", "").lower()
        if not names or name in _ACTING_METAS or (filters.remove_metas and name != _VIEWPORT):
            continue
        written = "".join(f' {attribute}="{escape_value(value)}"' for attribute, value in names.items())
        yield f'<meta{written} content="{escape_value(meta.attr("content") or "")}"{_media(meta)}>'


def head_scripts(document: Document, removals: Removals) -> Iterator[Element]:
    """Yield the scripts in the head that no filter removes, in the page's order."""
    for script in document.tree.select("head script"):
        cause = removals.cause(script)
        is_for_others = isinstance(script.parent, Element) and script.parent.tag == "noscript"
        if (cause is None or cause.sort == OUTSIDE) and not is_for_others:
            yield script


def _styles(document: Document, filters: Filters, removals: Removals, urls: PageUrls) -> Iterator[str]:
    """Yield the style sheets, in the page's order, from head and body."""
    if filters.remove_styles:
        return
    for element in document.tree.select("style, link[rel][href]")[:MAX_STYLES]:
        cause = removals.cause(element)
        if (cause is not None and cause.sort != OUTSIDE) or _is_in_noscript(element, filters):
            continue
        if element.tag == "link":
            yield _link(element, urls)
        elif (element.attr("type") or "text/css").strip().lower() == "text/css":
            css = safe_style(element.text, urls)
            if css and css.strip():
                yield f"<style{_media(element)}>{css}</style>"


def _is_in_noscript(element: Element, filters: Filters) -> bool:
    parent = element.parent
    is_inside = isinstance(parent, Element) and parent.tag == "noscript"
    return is_inside and not (filters.noscript and filters.remove_scripts)


def _link(element: Element, urls: PageUrls) -> str:
    rel = (element.attr("rel") or "").lower().split()
    # Without scripts, a style sheet that a script would enable is enabled.
    is_late = "preload" in rel and element.attr("as") == "style" and element.attr("onload") is not None
    is_style = "stylesheet" in rel or is_late
    if "alternate" in rel or not (is_style or "icon" in rel):
        return ""
    url = urls.resolve(UrlKind.STYLE if is_style else UrlKind.IMAGE, element.attr("href"))
    if url is None:
        return ""
    media = _media(element) if is_style and element.attr("onload") is None else ""
    return f'<link rel="{"stylesheet" if is_style else "icon"}" href="{escape_value(url)}"{media}>'


def _media(element: Element) -> str:
    media = element.attr("media")
    return f' media="{escape_value(media)}"' if media else ""


def opening(element: Element | None, name: str, urls: PageUrls, *, shown: bool = False) -> str:
    """Write the tag of html or body with the attributes that are passed on; `shown` leaves out a style that hides."""
    pieces = [name]
    for attribute, raw in attributes_of(element) if element is not None else ():
        value: str | None = raw
        if attribute == "style":
            value = None if shown else safe_style(value or "", urls)
        elif attribute == "background":
            value = urls.resolve(UrlKind.IMAGE, value)
        elif attribute not in _OF_FRAME:
            continue
        if value is not None:
            pieces.append(f'{attribute}="{escape_value(value)}"')
    return f"<{' '.join(pieces)}>"
