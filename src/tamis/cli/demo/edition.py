"""An edition of the example site's news: the site is served on loopback, crawled and digested."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tamis.cli.demo.example_site import ADDRESS, serve_site
from tamis.core.summarizing import SummarySettings
from tamis.edition import make_edition
from tamis.io.fetching import Fetcher, FetchSettings
from tamis.library import Library
from tamis.news.crawling import crawl
from tamis.news.digest import SENTENCES, DigestSettings, digest_of
from tamis.settings.crawl import CrawlSettings
from tamis.settings.edition import EditionSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.edition import Entry
    from tamis.news.crawling import CrawlReport
    from tamis.news.digest import Digest

DELAY = 0.02
"""Seconds between two requests. The server is ours."""


class DemoEdition(NamedTuple):
    """The edition, with the reports of the crawl and the digest."""

    report: CrawlReport
    digest: Digest
    html: bytes


def make_demo_edition(progress: Callable[[CrawlReport], None] | None = None) -> DemoEdition:
    """Serve the example site, crawl it into a library, and make an edition of the library. Needs the extra news."""
    fetching = FetchSettings(allow_private=True)
    crawling = CrawlSettings(delay=DELAY, retry_wait=0.1)
    with TemporaryDirectory(prefix="tamis-demo-") as folder, serve_site() as address:
        file = Path(folder) / "library.db"
        report = crawl(f"{address}/", file, crawling, fetching=fetching, progress=progress)
        with Library(file) as library:
            digest = digest_of(library, DigestSettings(), SummarySettings(sentences=SENTENCES))
        with Fetcher(fetching) as fetcher:
            settings = EditionSettings(title=digest.title)
            edition = make_edition(_entries(digest, address), "html", settings, fetcher=fetcher)
    html = edition.data.replace(address.encode(), ADDRESS.encode())  # nobody answers there any more
    return DemoEdition(report, digest, html)


def _entries(digest: Digest, address: str) -> list[Entry]:
    """List the stories with the site's public URL. Their pictures still come from the server."""
    return [
        replace(entry, article=replace(entry.article, url=(entry.article.url or "").replace(address, ADDRESS)))
        for entry in digest.entries()
    ]
