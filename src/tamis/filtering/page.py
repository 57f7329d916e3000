"""From a page to the page less its clutter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.errors import BadSettings
from tamis.filtering.css import safe_style
from tamis.filtering.head import head, opening
from tamis.filtering.markup import Markup, escape, escape_value
from tamis.filtering.plain_text import PlainText
from tamis.filtering.sanitize import sanitized
from tamis.filtering.urls import PageUrls, UrlKind
from tamis.filtering.walk import walk
from tamis.parse import parse
from tamis.parse.tree import Element, doctype_of
from tamis.parse.urls import base_url
from tamis.settings import Limits
from tamis.strategies.filters import Filters
from tamis.strategies.filters.article import article_node
from tamis.strategies.filters.removals import Remains
from tamis.strategies.filters.rules import removals_from
from tamis.write.characters import printable, scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.filtering.urls import UrlHook
    from tamis.filtering.walk import Event
    from tamis.model import Page
    from tamis.parse import Document
    from tamis.strategies.filters.removals import RemovedLink

PAGE_FILTERS = Filters(article=False)
"""What is taken out of a page by default: clutter, but not all that is beside the article (D12)."""


def filter_page(
    page: Page, filters: Filters = PAGE_FILTERS, limits: Limits | None = None, *, url: UrlHook | None = None
) -> str:
    """The page as HTML, with its look, less what the filters take out. Pure, and safe to open.

    `url` is called with the kind and the absolute form of every URL that the page passes on, and returns what to write
    in its place; None leaves it out. Fragments and pictures in ``data:`` URLs stay as they are.
    """
    work = _Work(page, filters, limits or Limits())
    urls = PageUrls(work.base, url)
    markup = Markup(filters, urls, work.revealed)
    body = markup.write(work.events())
    if filters.retain_links:
        body += _list_of(work.links(), urls)
    written = "".join(
        (
            doctype_of(work.document.tree),
            opening(work.document.tree.root, "html", urls),
            f"<head>{head(work.document, filters, work.removals, urls)}</head>\n",
            opening(work.body, "body", urls, shown=work.body in work.revealed),
            sanitized(body, markup.tags | markup.custom),
            "</body></html>\n",
        )
    )
    return printable(written)


def filter_text(
    page: Page, filters: Filters = PAGE_FILTERS, line_breaks: int | None = 2, limits: Limits | None = None
) -> str:
    """The text of the page less what the filters take out, with at most so many line breaks in a row."""
    if line_breaks is not None and line_breaks < 1:
        raise BadSettings(f"line_breaks must be at least 1, not {line_breaks}")
    work = _Work(page, filters, limits or Limits())
    text = PlainText().write(work.events(without=work.hidden), line_breaks)
    if filters.retain_links:
        links = "".join(f"{link.text}: {link.address}\n" for link in work.links())
        text += "\n" + links if text and links else links
    return printable(text)


class _Work:
    """A page on its way."""

    def __init__(self, page: Page, filters: Filters, limits: Limits) -> None:
        limits.check(page)
        page = replace(page, html=scalar(page.html))
        self.document: Document = parse(page)
        self.filters = filters
        self.base = base_url(self.document)
        self.removals = removals_from(self.document, filters)
        self.body = self.document.tree.select_one("body")
        hides = self.document.hidden_elements
        visible = self.document.visible()
        # Where most of the text is hidden until a script runs, it is shown, since the script is gone.
        is_shown = any(seen and hiding for seen, hiding in zip(visible, self.document.hidden, strict=True))
        self.revealed = frozenset(element for element, hiding in hides.items() if is_shown and hiding.by_script)
        self.hidden = frozenset(hides) - self.revealed
        self._visible = visible

    def events(self, without: frozenset[Element] = frozenset()) -> Iterator[Event]:
        """What is left of the body."""
        top = self.body or self.document.tree.root
        if top is None:
            return iter(())
        return walk(top, self.removals, self.filters, self._article(), without)

    def links(self) -> Iterable[RemovedLink]:
        return self.removals.links(self.document)

    def _article(self) -> Element | None:
        if not self.filters.article:
            return None
        left = Remains(self.document, self._visible, self.removals).left
        node = article_node(self.document, left, self.filters.article_characters)
        return None if node is None else self.document.elements[node]


def filter_style(css: str, base: str | None = None, *, url: UrlHook | None = None) -> str | None:
    """A style sheet without anything that could run, its URLs as in `filter_page`; None if it cannot be made safe."""
    return safe_style(css, PageUrls(base, url))


def _list_of(links: Iterable[RemovedLink], urls: PageUrls) -> str:
    passed = ((link.text, urls.passed(UrlKind.LINK, link.address)) for link in links)
    items = "".join(
        f'<li><a href="{escape_value(url)}">{escape(text)}</a></li>' for text, url in passed if url is not None
    )
    return f"<hr><ul>{items}</ul>" if items else ""
