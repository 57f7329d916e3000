"""Worker jobs of the cleaning proxy."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.parse.encodings import decode
from tamis.filter import filter_style
from tamis.serve.proxy.cleaned_page import LEAST_STYLE, STYLED, clean_page, clean_text

if TYPE_CHECKING:
    from tamis.io.workers.extraction import PageBytes
    from tamis.papers.filters import Filters
    from tamis.serve.proxy.own_urls import InsideUrls
    from tamis.settings.extraction import Limits


@dataclass(frozen=True, slots=True)
class CleanPage:
    """A job: clean a page, with all its URLs inside the server."""

    page: PageBytes
    filters: Filters
    limits: Limits
    urls: InsideUrls

    def run(self) -> bytes:
        """Return a line of JSON with the URL that the page forwards to at once, or null; then HTML."""
        cleaned = clean_page(self.page.decoded(), self.urls, self.filters, self.limits)
        forwarding = cleaned.forwarding.url if cleaned.forwarding and cleaned.forwarding.is_soon else None
        return json.dumps(forwarding).encode() + b"\n" + cleaned.html.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class CleanText:
    """A job: write the text of a page without its clutter."""

    page: PageBytes
    filters: Filters
    limits: Limits

    def run(self) -> bytes:
        """Return text in UTF-8."""
        return clean_text(self.page.decoded(), self.filters, self.limits).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class CleanStyle:
    """A job: clean a style sheet of everything that could run, with all its URLs inside the server."""

    body: bytes
    url: str
    content_type: str | None
    urls: InsideUrls

    def run(self) -> bytes:
        """Return CSS in UTF-8."""
        css = decode(self.body, self.content_type).text
        written = filter_style(css, self.url, url=self.urls) or ""
        if len(written) >= LEAST_STYLE:
            written += f"\n:root {{ {STYLED}: 1 }}\n"
        return written.encode("utf-8", "replace")
