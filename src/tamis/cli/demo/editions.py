"""Editions of the example site for `tamis demo`: a story on three pages joined, and a crawl."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tamis.cli.demo.example_site import SITE, SITE_URL, serve_site
from tamis.core.stitching import collect
from tamis.core.summarizing import SummarySettings
from tamis.edition import Entry, make_edition
from tamis.errors import BadStatus, MissingExtra, RenderFailed
from tamis.io.fetching import Fetcher, FetchSettings
from tamis.library import Library
from tamis.library.pictures import load_pictures
from tamis.model import Article, Page
from tamis.news.crawling import crawl
from tamis.news.digest import SENTENCES, DigestSettings, digest_of
from tamis.settings.crawl import CrawlSettings
from tamis.settings.edition import EditionSettings
from tamis.text.urls.robots import read_robots

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.news.crawl_report import CrawlReport
    from tamis.news.digest import Digest

FIRST_PAGE = "river-story.html"
NAME = "river-story-whole"


class LongStory(NamedTuple):
    """A story, and the files made from it."""

    article: Article
    files: dict[str, bytes]
    """Content of each file, by name."""
    without_pdf: str | None
    """Reason why there is no PDF; None if there is one."""


class SiteFiles:
    """A source of pages: the site's files. Like a polite crawler, it refuses pages that robots.txt forbids."""

    def __init__(self) -> None:
        """Read robots.txt, which forbids the version for print, for one."""
        self._robots = read_robots((SITE / "robots.txt").read_bytes(), "tamis")

    def page(self, url: str) -> Page:
        """Return the page at a URL of the site."""
        file = SITE / url.removeprefix(f"{SITE_URL}/")
        if not self._robots.decide(url).allowed:
            raise BadStatus(url, 403, "robots.txt forbids it")
        return Page(file.read_text(encoding="utf-8"), url)


def make_long_story() -> LongStory:
    """Follow the links to the next page, join the pages, and write the whole to files. Uses no network."""
    source = SiteFiles()
    article = collect(source.page(f"{SITE_URL}/{FIRST_PAGE}"), source)
    entry = Entry(article, folder=SITE)
    files = {
        f"{NAME}.md": article.to_markdown(front_matter=True).encode(),
        f"{NAME}.epub": make_edition([entry], "epub").data,
    }
    try:
        files[f"{NAME}.pdf"] = make_edition([entry], "pdf").data
    except (MissingExtra, RenderFailed) as error:
        return LongStory(article, files, str(error))
    return LongStory(article, files, None)


MOST_STORIES = 1_000
DELAY = 0.02
"""Seconds between two requests. The server is ours."""


class DemoEdition(NamedTuple):
    """The edition, with the reports of the crawl and the digest."""

    report: CrawlReport
    digest: Digest
    html: bytes


def make_demo_edition(
    library_file: Path | None = None, progress: Callable[[CrawlReport], None] | None = None
) -> DemoEdition:
    """Serve the example site, crawl it into a library, and make an edition of the library. Needs the extra news.

    The stories are added to the library in `library_file`, with their pictures, under the URLs that the site has.
    """
    fetching = FetchSettings(allow_private=True)
    crawling = CrawlSettings(delay=DELAY, retry_wait=0.1)
    with TemporaryDirectory(prefix="tamis-demo-") as folder, serve_site() as url:
        file = Path(folder) / "library.db"
        report = crawl(f"{url}/", file, crawling, fetching=fetching, progress=progress)
        with Library(file) as library, Fetcher(fetching) as fetcher:
            digest = digest_of(library, DigestSettings(), SummarySettings(sentences=SENTENCES))
            settings = EditionSettings(title=digest.title)
            edition = make_edition(_entries(digest, url), "html", settings, fetcher=fetcher)
            if library_file is not None:
                _keep(library, library_file, url, fetcher)
    html = edition.data.replace(url.encode(), SITE_URL.encode())  # nobody answers there any more
    return DemoEdition(report, digest, html)


def _keep(crawled: Library, file: Path, served_at: str, fetcher: Fetcher) -> None:
    """Add the stories of the crawl to a library that stays, with the site's public URLs."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with Library(file) as library:
        for record in reversed(crawled.newest(limit=MOST_STORIES)):
            written = crawled.article(record.id).to_json()
            served = Article.from_json(written.replace(SITE_URL, served_at))  # pages name some pictures by public URLs
            pictures, _ = load_pictures(served, fetcher)
            public = Article.from_json(written.replace(served_at, SITE_URL))
            library.add(
                public,
                pictures={url.replace(served_at, SITE_URL): picture for url, picture in pictures.items()},
                gathered=True,
            )


def _entries(digest: Digest, served_at: str) -> list[Entry]:
    """List the stories with the site's public URL. Their pictures still come from the server."""
    return [
        replace(entry, article=replace(entry.article, url=(entry.article.url or "").replace(served_at, SITE_URL)))
        for entry in digest.entries()
    ]
