"""A page of the web as the cleaning proxy shows it: `tamis.filter` with URLs inside the server, and a bar.

Agarwal et al. built their filters as a proxy (D10, D11). Pure: takes a page and returns the cleaned page. Scripts never
pass.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urldefrag

from tamis.filter import FilteredPage
from tamis.filter.page import PAGE_FILTERS
from tamis.serve.proxy.own_urls import is_web, proxy_url
from tamis.text.characters import one_line
from tamis.text.urls.safety import resolve
from tamis.text.urls.sites import short_host

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Page
    from tamis.papers.filters import Filters
    from tamis.serve.proxy.own_urls import InsideUrls
    from tamis.settings.extraction import Limits

SOON = 2.0
"""Seconds: a page that forwards within them is not meant to be read."""
STYLED = "--tamis-styled"
"""Custom property that style sheets of some length set as they come through the server."""
LEAST_STYLE = 4_000
"""Characters of the style sheets of a page that has a look of its own; fonts and prints alone have less."""
_UNSTYLED = f"""
@layer tamis-unstyled {{ @container not style({STYLED}: 1) {{
body {{ max-width: 46rem; margin: 0 auto; padding: 1rem 1rem 4rem; background: #fdfcf9; color: #1f1f1d;
  font: 1.1rem/1.55 Georgia, "Noto Serif", serif; overflow-wrap: break-word; }}
img, video, iframe {{ max-width: 100%; max-height: 30rem; height: auto; object-fit: contain; }}
figure {{ margin: 1rem 0; }}
h1, h2, h3 {{ line-height: 1.2; }}
table {{ display: block; overflow-x: auto; }}
}} }}
"""
"""Style for a page none of whose style sheets come. It loses against every rule of the page itself."""
_REFRESH = re.compile(r"\s*([\d.]*)\s*[;,]?\s*(?:url\s*=\s*)?[\"']?([^\"'\s]*)", re.IGNORECASE)


class Forwarding(NamedTuple):
    """The target to which a page forwards by itself (meta refresh)."""

    url: str
    seconds: float

    @property
    def is_soon(self) -> bool:
        """True if nobody is meant to read the page itself."""
        return self.seconds <= SOON


@dataclass(frozen=True, slots=True)
class CleanedPage:
    """A page as the proxy shows it."""

    html: str
    forwarding: Forwarding | None = None


def safe_filters(filters: Filters) -> Filters:
    """Return the reader's filters, but always remove what the proxy never passes on: scripts and embedded objects."""
    return replace(filters, remove_scripts=True, remove_embeds=True)


def clean_page(
    page: Page, urls: InsideUrls, filters: Filters = PAGE_FILTERS, limits: Limits | None = None
) -> CleanedPage:
    """Clean a page: it keeps its look, loses its clutter, and all its URLs are inside the server."""
    filtered = FilteredPage(page, safe_filters(filters), limits)
    forwarding = forwarding_of(filtered.document)
    bar = _bar(page.url or "", urls.signed.root, forwarding)
    head = '<meta name="referrer" content="no-referrer">' + _fallback(filtered.document)
    html = filtered.html(url=urls, head_end=head, body_end=bar)
    return CleanedPage(html, forwarding)


def _fallback(document: Document) -> str:
    """Write the style for the case that the style sheets of a page do not come; none if the page has no need of it."""
    inside = sum(len(style.text) for style in document.tree.select("style"))
    has_sheets = document.tree.select_one("link[rel~=stylesheet], link[rel~=preload][as=style]") is not None
    return f"<style>{_UNSTYLED}</style>" if has_sheets and inside < LEAST_STYLE else ""


def clean_text(page: Page, filters: Filters = PAGE_FILTERS, limits: Limits | None = None) -> str:
    """Return the cleaned page as text (D10)."""
    return FilteredPage(page, safe_filters(filters), limits).text()


def forwarding_of(document: Document) -> Forwarding | None:
    """Find where a page forwards by itself; return None if it stays, or only reloads itself."""
    base = document.base_url
    for meta in document.tree.select("meta[http-equiv][content]"):
        if (meta.attr("http-equiv") or "").strip().lower() != "refresh":
            continue
        found = _REFRESH.match(meta.attr("content") or "")
        url = resolve(found.group(2), base) if found else None
        if found and url and is_web(url) and urldefrag(url).url != urldefrag(document.page.url or "").url:
            return Forwarding(url, _seconds(found.group(1)))
    return None


def _seconds(text: str) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


_BAR_STYLE = """
:host { all: initial !important; display: block !important; clear: both !important; height: 3rem !important; }
nav { position: fixed; inset: auto 0 0 0; z-index: 2147483647; display: flex; flex-wrap: wrap; align-items: center;
  gap: .2rem 1.2rem; padding: .4rem 1rem; background: #fdfcf9; color: #1f1f1d; border-top: 1px solid #dedad0;
  box-shadow: 0 -2px 12px rgb(0 0 0 / .08); text-align: start;
  font: 14px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
b { font-weight: 600; }
span { flex: 1 1 8rem; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: #605d56; }
a { padding: .2rem 0; color: #1a5a96; text-underline-offset: .15em; }
a:focus-visible { outline: 3px solid #1a5a96; outline-offset: 2px; border-radius: 2px; }
@media (prefers-color-scheme: dark) {
  nav { background: #17181a; color: #dcdad5; border-color: #37383b; }
  span { color: #a09d94; }
  a { color: #8ab8e6; }
  a:focus-visible { outline-color: #8ab8e6; }
}
@media (max-width: 36rem) {
  nav { justify-content: space-between; gap: .2rem .6rem; padding: .4rem .8rem; }
  span, b { display: none; }
}
@media print { nav { display: none; } }
"""


def _bar(url: str, root: str, forwarding: Forwarding | None) -> str:
    """Write a bar at the bottom of the window. In a shadow tree, so that its style and the page's do not mix."""
    asked = quote(url, safe="")
    ahead = ""
    if forwarding is not None:
        ahead = f'<a href="{escape(proxy_url(forwarding.url, root))}">This page leads on to {_host(forwarding.url)}</a>'
    return (
        '<tamis-bar><template shadowrootmode="open">'
        f'<style>{_BAR_STYLE}</style><nav aria-label="Cleaned by tamis"><b>Cleaned</b>'
        f'<span>{_host(url)}</span>{ahead}<a href="{root}/read?url={asked}">Read as a story</a>'
        f'<a href="{root}/settings/ignore?url={asked}">Filters</a>'
        f'<a href="{escape(url)}" rel="noopener noreferrer">Original</a>'
        f'<a href="{root}/clean">About</a></nav></template></tamis-bar>'
    )


def _host(url: str) -> str:
    return escape(one_line(short_host(url)))
