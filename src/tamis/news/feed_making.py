"""Feeds made from pages: of a site that has none, of any page that lists articles, or of a library.

The links of the page that lead to articles (`tamis.news.link_model`) are the entries; each article is fetched once, as
its site allows, and extracted. A feed that is made again keeps its entries: only pages that it does not know are
fetched, and those without an article are remembered, too.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Literal

from tamis.core.parse import parse
from tamis.core.pipeline import run
from tamis.core.summarizing import summarize
from tamis.errors import BadInput, FetchError, TamisError
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.io.fetching.source import page_of
from tamis.model import DateSource, Moment, Outcome
from tamis.news.feeds import Feed, FeedEntry, FeedFormat
from tamis.news.link_finding import links_on
from tamis.news.link_model import LinkModel, SiteHabits
from tamis.settings.options import check, option
from tamis.text.characters import about, one_line
from tamis.text.urls.cleaning import clean_url
from tamis.text.urls.sites import short_host, site_of
from tamis.write.html import BodyWriter
from tamis.write.html_inline import Form
from tamis.write.outline import shown_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tamis.library import Library
    from tamis.model import Article, Page
    from tamis.news.gathering import PoliteFetcher
    from tamis.settings.extraction import Settings

FeedText = Literal["full", "summary"]
MAKING = "Making feeds"
MAX_PASSED = 1_000
"""Maximum number of pages without an article that a feed remembers, the latest ones."""
ANCHOR_LETTERS = 8
"""Number of letters before the ids of an entry, so that those of two entries differ in a reader."""


@dataclass(frozen=True, slots=True)
class FeedSettings:
    """Settings for making a feed."""

    entries: int = option(50, "Maximum entries of the feed.", minimum=1, maximum=1000, group=MAKING)
    text: FeedText = option("full", "Text of the entries: the whole article, or its best sentences.", group=MAKING)
    title: str = option("", "Title of the feed. Default: the name of the site.", group=MAKING)

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class MadeFeed:
    """A feed that was made, with what to remember for the next time."""

    feed: Feed
    passed: tuple[str, ...]
    """Pages that were read and have no article."""
    new: int
    """Number of new entries."""
    problems: tuple[str, ...] = ()
    """Problems with single pages, in words."""


def feed_of_page(page: Page, known: Iterable[str] = ()) -> Feed:
    """Read a page that lists articles as a feed: its links that lead to articles of the same site, in their order.

    `known` are URLs of articles of the site, which show how it builds them.
    """
    links = [link for link in links_on(parse(page)) if site_of(link.url) == site_of(page.url)]
    verdicts = LinkModel.shipped().judge(links, SiteHabits.of(known))
    urls = dict.fromkeys(
        stable_url(link.url) for link, verdict in zip(links, verdicts, strict=True) if verdict.is_article
    )
    entries = tuple(FeedEntry(url, url) for url in urls if url != stable_url(page.url or ""))
    return Feed(FeedFormat.PAGE, short_host(page.url), page.url, page.url, entries=entries)


def stable_url(url: str) -> str:
    """Return a URL without what does not change the page, so that it identifies an entry for good."""
    return str(clean_url(url) or url)


def make_site_feed(
    site: str,
    polite: PoliteFetcher,
    settings: FeedSettings,
    extraction: Settings,
    *,
    known: Feed | None = None,
    passed: Sequence[str] = (),
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> MadeFeed:
    """Make the feed of a page that lists articles. `known` and `passed` come from the last time: see `MadeFeed`.

    Raises `BadInput` if the site forbids the page or if it leads to no articles, and what the fetcher raises for it.
    """
    page = _page(site, polite)
    if page is None:
        raise BadInput(f"{site}: its robots.txt forbids it")
    old = known.entries if known is not None else ()
    with deadline(READ_SECONDS, site):
        front = run(page, extraction)
        listed = feed_of_page(page, [entry.url for entry in old if entry.url])
        description, language = front.description, front.language
        name = settings.title or one_line(front.site_name or "") or short_host(page.url)
    if not listed.entries and not old:
        raise BadInput(f"{site}: no link on this page leads to an article")
    reading = _Reading(polite, settings.text, extraction, clock)
    seen = {entry.key for entry in old} | set(passed)
    while links := [entry for entry in listed.entries if entry.key not in seen][: settings.entries - reading.tried]:
        for link in links:
            seen.add(link.key)
            reading.read(str(link.url))
        # The articles show how the site builds its URLs, so links that were in doubt may lead to articles, too.
        with deadline(READ_SECONDS, site):
            listed = feed_of_page(page, [entry.url for entry in (*old, *reading.made) if entry.url])
    feed = Feed(
        title=name,
        url=known.url if known is not None else None,
        home_url=page.url,
        description=description,
        language=language,
        entries=tuple([*reading.made, *(_as_wanted(entry, settings.text) for entry in old)][: settings.entries]),
    )
    kept = tuple(dict.fromkeys((*passed, *reading.barren)))[-MAX_PASSED:]
    return MadeFeed(feed, kept, len(reading.made), tuple(reading.problems))


@dataclass(slots=True)
class _Reading:
    """The pages that were read for a feed, and what came of them."""

    polite: PoliteFetcher
    text: FeedText
    extraction: Settings
    clock: Callable[[], datetime]
    made: list[FeedEntry] = field(default_factory=list)
    barren: list[str] = field(default_factory=list)
    """Pages without an article."""
    problems: list[str] = field(default_factory=list)
    tried: int = 0

    def read(self, url: str) -> None:
        """Fetch a page and make its entry, if it has an article."""
        self.tried += 1
        try:
            page = _page(url, self.polite)
            if page is None:
                self.problems.append(f"{url}: its robots.txt forbids it")
                return
            with deadline(READ_SECONDS, url):
                article = run(page, self.extraction).complete()
        except FetchError as error:  # not remembered, so that it is tried again
            self.problems.append(about(url, str(error)))
        except TamisError as error:
            self.problems.append(about(url, str(error)))
            self.barren.append(url)
        else:
            if article.outcome is Outcome.ARTICLE:
                self.made.append(entry_of(article, self.text, url=url, now=self.clock()))
            else:
                self.barren.append(url)


def make_library_feed(library: Library, settings: FeedSettings, *, query: str = "") -> Feed:
    """Make the feed of a library, or of a search in it: newest first. Raises `BadInput` for a bad query."""
    entries: list[FeedEntry] = []
    changed: list[datetime] = []
    for record in library.newest(query, limit=settings.entries):
        if record.is_link:
            continue
        changed.append(datetime.fromisoformat(record.changed))
        article = library.article(record.id)
        added = datetime.fromisoformat(record.added)
        entries.append(entry_of(article, settings.text, url=record.url or f"urn:tamis:article:{record.id}", now=added))
    title = settings.title or (f"tamis: {query}" if query else "tamis: library")
    last = max(changed, default=None)
    updated = Moment(last.isoformat(), last) if last is not None else None
    return Feed(title=one_line(title), updated=updated, entries=tuple(entries))


def entry_of(article: Article, text: FeedText, *, url: str, now: datetime) -> FeedEntry:
    """Make the entry of an article. `url` is its id; an article without a date gets the date `now`."""
    summary = summarize(article).text or article.description or ""
    return FeedEntry(
        url=url if "://" in url else None,
        id=url,
        title=one_line(article.title or "") or url,
        authors=tuple(name for author in article.authors if (name := one_line(author))),
        published=article.published or Moment(now.isoformat(), now, DateSource.FEED),
        updated=article.modified,
        summary=f"<p>{escape(one_line(summary))}</p>" if summary.strip() else None,
        content=body_html(article, url) or None if text == "full" else None,
        tags=tuple(tag for name in article.tags if (tag := one_line(name))),
    )


def body_html(article: Article, url: str) -> str:
    """Write the body of an article as HTML for a feed: blocks as tamis writes them, none of the page's markup."""
    blocks = shown_blocks(article)
    prefix = f"e{hashlib.sha256(url.encode()).hexdigest()[:ANCHOR_LETTERS]}-"
    return "".join(BodyWriter.of(blocks, Form(prefix=prefix)).write(blocks)).strip()


def _as_wanted(entry: FeedEntry, text: FeedText) -> FeedEntry:
    return replace(entry, content=None) if text == "summary" and entry.summary else entry


def _page(url: str, polite: PoliteFetcher) -> Page | None:
    response = polite.get(url)
    return page_of(response) if response is not None else None
