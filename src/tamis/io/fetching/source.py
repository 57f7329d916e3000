"""Interface of page sources: anything that provides pages can replace the fetcher.

A crawler passes on what it downloaded, a server shares one fetcher, a browser renders; extraction sees a `Page`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from tamis.model import NO_RIGHTS, MarkdownVerdict, Page

if TYPE_CHECKING:
    from tamis.io.fetching.response import OfferedMarkdown, Response


class PageSource(Protocol):
    """A provider of pages. `Fetcher` is one."""

    def page(self, url: str) -> Page:
        """Return the page at this URL; raises a `tamis.errors.FetchError` if it cannot be fetched."""
        ...


def page_of(response: Response) -> Page:
    """Decode a response to a page, ready for extraction.

    With the site's own Markdown beside it, the page is made from that, unless it was to be compared and differs.
    """
    from tamis.core.parse.encodings import decode

    if response.markdown is not None:
        return _with_markdown(response, response.markdown)
    decoded = decode(response.body, response.content_type)
    return Page(
        html=decoded.text,
        url=response.final_url,
        encoding=decoded.encoding,
        fetched=response.fetched or None,
        rights=response.rights,
    )


def _with_markdown(response: Response, offered: OfferedMarkdown) -> Page:
    from tamis.core.markdown_check import taken
    from tamis.core.parse.encodings import decode
    from tamis.core.parse.markdown import markdown_page

    page = page_of(replace(response, markdown=None))
    if offered.response is None:
        if offered.offers and offered.offers[-1].verdict is MarkdownVerdict.USED:
            made = markdown_page(page.html, page.url, encoding=page.encoding, fetched=page.fetched)
            page = replace(made, rights=page.rights)
        return replace(page, markdown=offered.offers)
    *others, offer = offered.offers
    rights = (offered.response.rights or NO_RIGHTS).over(page.rights)
    text = decode(offered.response.body, offered.response.content_type).text
    judged = taken(text, replace(page, rights=rights), offer, compares=offered.compares)
    return replace(judged.page, markdown=(*others, judged.offer))
