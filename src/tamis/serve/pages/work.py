"""Worker jobs of the pages: each takes a page as it was fetched, and answers with JSON or HTML."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

from tamis.core.pipeline import extract_traced, run
from tamis.core.strategies import by_name
from tamis.filter import FilteredPage
from tamis.news.link_finding import links_on
from tamis.news.link_model import LinkModel
from tamis.serve.pages.story import StoryLinks, story_of
from tamis.text.characters import one_line
from tamis.write.explaining import compare
from tamis.write.explaining.comparison_html import comparison_body
from tamis.write.explaining.overlay import verdict_page
from tamis.write.explaining.report import PagePicture, explain
from tamis.write.explaining.report_html import report_body

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.io.workers.extraction import PageBytes
    from tamis.model import Page
    from tamis.papers.filters import Filters
    from tamis.serve.proxy.own_urls import InsideUrls
    from tamis.settings.extraction import Limits, Settings

ARCHIVE = "archive"
"""Name of the archive in the folder of a job."""
MOST_SENT_PICTURES = 60
"""Maximum number of pictures that come with a page."""
MOST_SENT_BYTES = 40_000_000
"""Maximum bytes of the pictures that come with a page."""
MOST_MORE = 6
"""Maximum number of further stories that the reader offers below one."""


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class UnpackSaved:
    """A job: take a page that somebody saved out of its archive."""

    page: PageBytes
    folder: str = ""
    """Folder with the archive, if it is too large to be passed in `page`; its files are written there, too."""

    def run(self) -> bytes:
        """Return JSON: ``html``, ``url``, and ``files`` by URL, in base64 or by path, as many as a reader may send."""
        folder = Path(self.folder)
        page = (self.page._replace(body=(folder / ARCHIVE).read_bytes()) if self.folder else self.page).decoded()
        files: dict[str, str] = {}
        left = MOST_SENT_BYTES
        for url, data in page.files.items():
            if len(data) > left or len(files) == MOST_SENT_PICTURES:
                continue
            left -= len(data)
            if self.folder:
                file = folder / str(len(files))
                file.write_bytes(data)
                files[url] = str(file)
            else:
                files[url] = base64.b64encode(data).decode("ascii")
        return _json({"html": page.html, "url": page.url, "files": files})


@dataclass(frozen=True, slots=True)
class ReadStory:
    """A job: make the story of a page, with further stories that the page links to."""

    page: PageBytes
    settings: Settings
    links: StoryLinks

    def run(self) -> bytes:
        """Return JSON: the story, and ``more``."""
        traced = extract_traced(self.page.decoded(), self.settings)
        story = story_of(traced.article.complete(), self.links)
        return _json({"story": story.to_dict(), "more": _more(traced.own.document, self.page.url)})


def _more(document: Document, url: str | None) -> list[dict[str, str]]:
    links = links_on(document)
    verdicts = LinkModel.shipped().judge(links)
    found = [
        {"title": one_line(link.text), "url": link.url}
        for link, verdict in zip(links, verdicts, strict=True)
        if verdict.is_article and link.text.strip() and urldefrag(link.url).url != urldefrag(url or "").url
    ]
    return found[:MOST_MORE]


@dataclass(frozen=True, slots=True)
class ExtractArticle:
    """A job: extract the article of a page, for the library or an edition."""

    page: PageBytes
    settings: Settings

    def run(self) -> bytes:
        """Return the article's JSON."""
        return run(self.page.decoded(), self.settings).to_json().encode()


@dataclass(frozen=True, slots=True)
class ExplainPage:
    """A job: write the body of a report on a page."""

    page: PageBytes
    settings: Settings
    drawn: Page | None = None
    """Page as a browser rendered it."""
    picture: PagePicture | None = None

    def run(self) -> bytes:
        """Return HTML, all of it escaped."""
        report = explain(self.drawn or self.page.decoded(), self.settings, self.picture)
        return report_body(report).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class ComparePage:
    """A job: write the body of a comparison of strategies on a page."""

    page: PageBytes
    strategies: tuple[str, ...]
    limits: Limits

    def run(self) -> bytes:
        """Return HTML, all of it escaped."""
        strategies = {name: by_name(name) for name in self.strategies}
        return comparison_body(compare(self.page.decoded(), strategies, self.limits)).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class ColorPage:
    """A job: write the page itself, with kept and dropped parts in color."""

    page: PageBytes
    settings: Settings
    urls: InsideUrls

    def run(self) -> bytes:
        """Return HTML that is safe to open."""
        return verdict_page(self.page.decoded(), self.settings, url=self.urls).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class PreviewFilters:
    """A job: write the page without what the filters remove, or its text."""

    page: PageBytes
    filters: Filters
    settings: Settings
    urls: InsideUrls
    as_text: bool = False

    def run(self) -> bytes:
        """Return HTML that is safe to open, or text."""
        filtered = FilteredPage(self.page.decoded(), self.filters, self.settings.limits)
        written = filtered.text() if self.as_text else filtered.html(url=self.urls)
        return written.encode("utf-8", "replace")
