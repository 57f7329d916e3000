"""Filtering a page: the page without its clutter, as HTML or text.

The HTML is sanitized as a second line of defense behind our own writer: the body is parsed again by nh3 (ammonia),
which passes on only what is on its lists. Depth is limited before, in `tamis.filter.markup`, because nh3's time grows
with its square.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.parse import parse
from tamis.core.parse.tree import doctype_of
from tamis.core.pipeline import extract_traced
from tamis.errors import BadSettings
from tamis.filter.css import safe_style
from tamis.filter.head import head_scripts, opening, write_head
from tamis.filter.markup import EVERYWHERE, OF_SCRIPTS, Markup, escape, escape_value
from tamis.filter.scope import FoundArticle, keep_first_subtree, keep_labeled
from tamis.filter.urls import URL_ATTRIBUTES, PageUrls, UrlKind
from tamis.filter.walk import Characters, End, Start, walk_page
from tamis.papers.filters import Filters
from tamis.papers.filters.rules import removals_from
from tamis.settings.extraction import Limits, Settings
from tamis.text.characters import printable, scalar
from tamis.text.urls.safety import LINK_SCHEMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set

    from tamis.core.parse.tree import Element
    from tamis.core.strategies import Strategy
    from tamis.filter.urls import UrlHook
    from tamis.filter.walk import Event
    from tamis.model import Page
    from tamis.papers.filters.removals import RemovedLink

PAGE_FILTERS = Filters(article=False)
"""The default filters: they remove clutter, but not everything beside the article (D12)."""


def filter_page(
    page: Page, filters: Filters = PAGE_FILTERS, limits: Limits | None = None, *, url: UrlHook | None = None
) -> str:
    """Write the page as HTML, with its look, without what the filters remove. Pure, and safe to open.

    `url` is called with the kind and the absolute form of every URL that the page passes on, and returns what to write
    in its place; None leaves it out. Fragments and pictures in ``data:`` URLs stay as they are.
    """
    return FilteredPage(page, filters, limits).html(url=url)


def filter_text(
    page: Page, filters: Filters = PAGE_FILTERS, line_breaks: int | None = None, limits: Limits | None = None
) -> str:
    """Write the text of the page without what the filters remove, with at most this many line breaks in a row.

    0 means no limit, and the default comes from the filters.
    """
    return FilteredPage(page, filters, limits).text(line_breaks)


class FilteredPage:
    """A page without what the filters remove, to be written in either form."""

    def __init__(
        self,
        page: Page,
        filters: Filters = PAGE_FILTERS,
        limits: Limits | None = None,
        *,
        strategy: str | Strategy | None = None,
    ) -> None:
        """Find the article if `filters.article` is set: by `strategy`, or by default with the filters' own rule."""
        page = replace(page, html=scalar(page.html))
        limits = limits or Limits()
        by_strategy = filters.article and strategy is not None
        if by_strategy and strategy is not None:
            settings = Settings(strategy=strategy, limits=limits, embedded=False, positions=False)
            document, labels = extract_traced(page, settings).chosen
        else:
            limits.check(page)
            document, labels = parse(page), None
        self.document = document
        """The parsed page."""
        self._filters = filters
        self._base = document.base_url
        self._removals = removals_from(document, filters)
        self._body = document.tree.select_one("body")
        hides = document.hidden_elements
        visible = document.visible()
        # If most of the text is hidden until a script runs, it is shown, because the script is gone.
        is_shown = any(seen and hiding for seen, hiding in zip(visible, document.hidden, strict=True))
        self._revealed = frozenset(element for element, hiding in hides.items() if is_shown and hiding.by_script)
        self._hidden = frozenset(hides) - self._revealed
        self.article: FoundArticle | None = None
        """The article that the page was reduced to; None if it was not requested, or there is none."""
        if labels is not None:
            self.article = keep_labeled(document, visible, labels, self._removals, _name(strategy))
        elif filters.article:
            self.article = keep_first_subtree(document, visible, filters, self._removals)

    def html(
        self,
        *,
        url: UrlHook | None = None,
        marks: Mapping[Element, str] | None = None,
        head_end: str = "",
        body_end: str = "",
    ) -> str:
        """Write the page as HTML, with its look. `url` is as in `filter_page`.

        `marks` adds classes to elements; `head_end` and `body_end` are HTML that is inserted as it is.
        """
        urls = PageUrls(self._base, url)
        markup = Markup(self._filters, urls, self._revealed, marks)
        body = markup.write(self._events())
        if self._filters.retain_links:
            body += _list_of(self._links(), urls)
        tree = self.document.tree
        head = write_head(self.document, self._filters, self._removals, urls)
        if not self._filters.remove_scripts:
            head += sanitized(markup.write(self._head_scripts()), {"script"})
        written = "".join(
            (
                doctype_of(tree),
                opening(tree.root, "html", urls),
                f"<head>{head}{head_end}</head>\n",
                opening(self._body, "body", urls, shown=self._body in self._revealed),
                sanitized(body, markup.tags | markup.custom),
                f"{body_end}</body></html>\n",
            )
        )
        return printable(written)

    def text(self, line_breaks: int | None = None) -> str:
        """Write the page's text. `line_breaks` is as in `filter_text`."""
        most = self._filters.line_breaks if line_breaks is None else line_breaks
        if most < 0:
            raise BadSettings(f"line_breaks must be at least 0, not {most}")
        text = PlainText().write(self._events(without=self._hidden), most or None)
        if self._filters.retain_links:
            links = "".join(f"{link.text}: {link.url}\n" for link in self._links())
            text += "\n" + links if text and links else links
        return printable(text)

    @property
    def title(self) -> str:
        """The page's title element as text; empty if there is none."""
        title = self.document.tree.select_one("title")
        return " ".join(title.text.split()) if title is not None else ""

    def _events(self, without: frozenset[Element] = frozenset()) -> Iterator[Event]:
        """Walk over what is left of the body."""
        top = self._body or self.document.tree.root
        return walk_page(top, self._removals, self._filters, without) if top is not None else iter(())

    def _head_scripts(self) -> Iterator[Event]:
        for script in head_scripts(self.document, self._removals):
            yield from (Start(script), Characters(script.text), End(script))

    def _links(self) -> Iterable[RemovedLink]:
        return self._removals.links(self.document)


def _name(strategy: str | Strategy | None) -> str:
    return strategy.partition(":")[0] if isinstance(strategy, str) else getattr(strategy, "name", "")


def filter_style(css: str, base: str | None = None, *, url: UrlHook | None = None) -> str | None:
    """Remove what could run from a style sheet, its URLs as in `filter_page`; None if it cannot be made safe."""
    return safe_style(css, PageUrls(base, url))


def _list_of(links: Iterable[RemovedLink], urls: PageUrls) -> str:
    passed = ((link.text, urls.passed(UrlKind.LINK, link.url)) for link in links)
    items = "".join(
        f'<li><a href="{escape_value(url)}">{escape(text)}</a></li>' for text, url in passed if url is not None
    )
    return f"<hr><ul>{items}</ul>" if items else ""


_SANDBOX = "allow-scripts allow-same-origin allow-popups allow-presentation"
# Dropped together with their content, wherever they come from.
_NEVER = set("script style svg math template noscript iframe object xmp title noembed noframes".split())


def sanitized(html: str, tags: Set[str]) -> str:
    """Sanitize the body's HTML, with only these elements."""
    import nh3  # only here, because extraction does not need it

    allowed = {tag: set(names) for tag, names in URL_ATTRIBUTES.items() if tag in tags}
    for tag in ("img", "source"):
        allowed.setdefault(tag, set()).add("srcset")
    if "script" in tags:
        allowed["script"] |= OF_SCRIPTS
    allowed["*"] = set(EVERYWHERE)
    with_data = '"data:image/' in html.lower()
    return nh3.clean(
        html,
        tags=set(tags),
        clean_content_tags=_NEVER - set(tags),
        attributes=allowed,
        attribute_filter=_only_data_of_pictures if with_data else None,
        generic_attribute_prefixes={"aria-"},
        url_schemes=set(LINK_SCHEMES) | ({"data"} if with_data else set()),
        link_rel="noopener noreferrer",
        set_tag_attribute_values={"iframe": {"sandbox": _SANDBOX}} if "iframe" in tags else {},
    )


def _only_data_of_pictures(tag: str, attribute: str, value: str) -> str | None:
    """Keep ``data:`` URLs only for pictures."""
    is_data = value.strip().lower().startswith("data:")
    if is_data and not (tag == "img" and attribute == "src" and value.lower().startswith("data:image/")):
        return None
    return value


# Numbers of line breaks around elements.
_BREAKS = {
    **dict.fromkeys(
        "address article aside center dd details dialog dir div dt figcaption footer form header hgroup legend li main "
        "menu nav option search section summary tr caption".split(),
        1,
    ),
    **dict.fromkeys(
        "blockquote dl fieldset figure h1 h2 h3 h4 h5 h6 hr listing ol p plaintext pre table ul xmp".split(), 2
    ),
}
_WITHOUT_TEXT = frozenset("script textarea select datalist audio video iframe object embed".split())
_AS_IT_STANDS = frozenset("pre listing xmp plaintext".split())
_SPACES = re.compile(r"[ \t\r\f\n\xa0]+")
_LINE_BREAKS = re.compile("\n+")


class PlainText:
    """A writer of text from the events of `walk_page`."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._breaks = 0  # due before the next text
        self._space = False
        self._code = 0
        self._silent = 0

    def write(self, events: Iterable[Event], line_breaks: int | None) -> str:
        """Write the text, with at most this many line breaks in a row (None: no limit)."""
        for event in events:
            if isinstance(event, Characters):
                if not self._silent:
                    self._text(event.text)
            else:
                self._tag(event.element.tag, 1 if isinstance(event, Start) else -1)
        text = "".join(self._pieces).strip("\n")
        if line_breaks is not None:
            text = _LINE_BREAKS.sub(lambda breaks: breaks.group()[:line_breaks], text)
        return text + "\n" if text else ""

    def _tag(self, tag: str, step: int) -> None:
        if tag in _WITHOUT_TEXT:
            self._silent += step
        if tag == "br" and step > 0:
            self._break(1 if not self._breaks else self._breaks + 1)
        elif tag in ("td", "th"):
            self._space = True
        elif tag in _BREAKS:
            self._break(_BREAKS[tag])
        if tag in _AS_IT_STANDS:
            self._code += step

    def _break(self, count: int) -> None:
        self._space = False
        if self._pieces:
            self._breaks = max(self._breaks, count)

    def _text(self, data: str) -> None:
        if self._code:
            code = data.lstrip("\n") if self._breaks else data
            if code:
                self._emit(code)
            return
        text = _SPACES.sub(" ", data).replace("\xad", "")
        if text.startswith(" "):
            self._space = True
        bare = text.strip(" ")
        if bare:
            self._emit(bare)
            self._space = text.endswith(" ")

    def _emit(self, text: str) -> None:
        if self._breaks:
            self._pieces.append("\n" * self._breaks)
        elif self._space and self._pieces:
            self._pieces.append(" ")
        self._breaks, self._space = 0, False
        self._pieces.append(text)
