"""A story that the site splits into three pages, joined: as Markdown, EPUB and PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.cli.demo.example_site import ADDRESS, SITE
from tamis.core.stitching import collect
from tamis.edition import Entry, make_edition
from tamis.errors import BadStatus, MissingExtra, RenderFailed
from tamis.model import Page
from tamis.news.robots import read_robots

if TYPE_CHECKING:
    from tamis.model import Article

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
        file = SITE / url.removeprefix(f"{ADDRESS}/")
        if not self._robots.decide(url).allowed:
            raise BadStatus(url, 403, "robots.txt forbids it")
        return Page(file.read_text(encoding="utf-8"), url)


def make_long_story() -> LongStory:
    """Follow the links to the next page, join the pages, and write the whole to files. Uses no network."""
    source = SiteFiles()
    article = collect(source.page(f"{ADDRESS}/{FIRST_PAGE}"), source)
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
