"""Reading the metadata of a small page, for the tests of this folder."""

from __future__ import annotations

import json

from tamis.core.enrich import metadata
from tamis.core.parse import parse
from tamis.model import Metadata, Page

URL = "https://courier.example/news/tide-tables"
BODY = "<p>" + "The tide came in at noon and went out again before anybody had thought of moving the boats. " * 4


def read(
    head: str = "", body: str = "", *, url: str | None = URL, title: str | None = None, fetched: str | None = None
) -> Metadata:
    """The metadata of a page with this head and this body."""
    html = f"<!doctype html><html lang=en><head>{head}</head><body>{body}{BODY}</body></html>"
    return read_html(html, url=url, title=title, fetched=fetched)


def read_html(html: str, *, url: str | None = URL, title: str | None = None, fetched: str | None = None) -> Metadata:
    """The metadata of a page."""
    return metadata(parse(Page(html, url=url, title=title, fetched=fetched)))


def linked(data: object) -> str:
    """A JSON-LD script."""
    return f'<script type="application/ld+json">{data if isinstance(data, str) else json.dumps(data)}</script>'


def article(**fields: object) -> str:
    """A JSON-LD script with one article."""
    return linked({"@context": "https://schema.org", "@type": "NewsArticle", **fields})
