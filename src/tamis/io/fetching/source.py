"""Interface of page sources: anything that provides pages can replace the fetcher.

A crawler passes on what it downloaded, a server shares one fetcher, a browser renders; extraction sees a `Page`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tamis.model import Page

if TYPE_CHECKING:
    from tamis.io.fetching.response import Response


class PageSource(Protocol):
    """A provider of pages. `Fetcher` is one."""

    def page(self, url: str) -> Page:
        """Return the page at this URL; raises a `tamis.errors.FetchError` if it cannot be fetched."""
        ...


def page_of(response: Response) -> Page:
    """Decode a response to a page, ready for extraction."""
    from tamis.core.parse.encodings import decode

    decoded = decode(response.body, response.content_type)
    return Page(
        html=decoded.text,
        url=response.final_url,
        encoding=decoded.encoding,
        fetched=response.fetched or None,
        rights=response.rights,
    )
