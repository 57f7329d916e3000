"""Extraction in workers: takes a page, returns its article as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.api import extract, page_from

if TYPE_CHECKING:
    from tamis.model import Page
    from tamis.settings.extraction import Settings


class PageBytes(NamedTuple):
    """A page as the server sent it; its worker decodes it."""

    body: bytes
    url: str | None = None
    content_type: str | None = None
    """The header Content-Type, if there was one."""
    title: str | None = None

    def decoded(self) -> Page:
        """Decode the page. Raises `NotHtml` for anything else."""
        return page_from(self.body, self.url, title=self.title, content_type=self.content_type)


WARM_UP = PageBytes(b"<title>A title</title><p>A page that is long enough to load the parser and the model.</p>")
"""A page to pass to a pool as `warm_up`, so that each worker starts with everything loaded."""


def extract_json(document: Page | PageBytes, settings: Settings | None = None) -> bytes:
    """Extract the article of a page as JSON in UTF-8, the same as ``extract(page).to_json()``."""
    page = document.decoded() if isinstance(document, PageBytes) else document
    return extract(page, settings=settings).to_json().encode("utf-8")
