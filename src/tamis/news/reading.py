"""The work of the crawler's worker processes: read a page, sitemap or feed, and return what the crawler needs, as JSON.

Runs in the processes of `tamis.io.workers`, so that no page can stop the crawl; the crawler takes nothing but plain
values back.
"""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadInput
from tamis.model import Outcome
from tamis.news.feeds import parse_feed
from tamis.news.feeds_discovery import FoundBy, discover_feeds
from tamis.news.link_finding import links_on
from tamis.news.link_model import LinkModel, SiteHabits
from tamis.news.sitemaps import Listing, read_sitemap
from tamis.text.near_duplicates import signature_of
from tamis.text.schema_types import ARTICLE_TYPES_FOLDED
from tamis.text.urls.shapes import Shape, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse import Document
    from tamis.core.site_profile import SiteProfile
    from tamis.io.workers.extraction import PageBytes
    from tamis.model import Article
    from tamis.news.feeds import FeedEntry
    from tamis.settings.extraction import Settings


MIN_WORDS = 20
"""Minimum number of words of a text to be compared with others: error pages are short."""
UNSURE = 0.5
SCORES = {Shape.SINGLE: 0.9, Shape.UNKNOWN: UNSURE, Shape.SECTION: 0.3, Shape.LIST: 0.05, Shape.HOME: 0.0}
"""Score of each URL shape: an order, not measured probabilities."""


class UrlVerdict(NamedTuple):
    """The verdict on a URL alone, of a sitemap's entry or of the page itself; `link_model` judges links on a page."""

    score: float
    """Score from 0 (a list or something else) to 1 (an article)."""
    reason: str
    """Reason in words."""

    @property
    def is_article(self) -> bool:
        """True if it is more likely an article than not."""
        return self.score > UNSURE


def verdict_of(url: str) -> UrlVerdict:
    """Judge one URL."""
    shape = shape_of(url)
    return UrlVerdict(SCORES[shape], shape.value)


MAX_LINKS = 2_000
"""Maximum number of links of one page to judge."""
OTHER_PAGE = "other_page"
"""Code of a page that has text but is not an article of the site: about us, a list with long teasers."""
OTHER_TYPES = (
    "product",
    "productgroup",
    "collectionpage",
    "searchresultspage",
    "profilepage",
    "aboutpage",
    "contactpage",
)
"""Types with which a page declares that it is not an article, in lower case."""
_NOT_FOLLOWED = frozenset({"nofollow", "sponsored", "ugc"})


class Kind(StrEnum):
    """The kind of resource expected at a URL."""

    PAGE = "page"
    SITEMAP = "sitemap"
    FEED = "feed"
    PROBE = "probe"
    """A page that cannot exist, to see how the site answers."""


class Fetched(NamedTuple):
    """A fetched resource, with what the crawl knows about it."""

    kind: Kind
    page: PageBytes
    """Its bytes, with the title from a feed or a news sitemap."""
    published: str | None = None
    """Date from a feed or a news sitemap."""
    is_announced: bool = False
    """True if a feed or a news sitemap lists it."""
    score: float = 0.0
    """Probability of an article, by the link that led to it."""
    habits: SiteHabits = SiteHabits()
    """URL patterns of the site's articles."""
    profile: SiteProfile | None = None
    """Profile of the site: what its articles have in common."""


class FoundLink(NamedTuple):
    """A link to another page, feed or sitemap."""

    url: str
    kind: str = Kind.PAGE
    score: float = 0.5
    """Probability that it leads to an article."""
    reason: str = ""
    is_next: bool = False
    """True if the link declares that it leads to the next page of a list."""
    title: str | None = None
    published: str | None = None
    is_announced: bool = False


class ReadPage(NamedTuple):
    """The result of reading a page, as the crawler needs it."""

    is_article: bool = False
    reason: str = ""
    """Reason why it is an article, or why not."""
    code: str = ""
    """Outcome of the extraction, or `OTHER_PAGE`."""
    title: str | None = None
    canonical: str | None = None
    signature: bytes | None = None
    """Signature of the text, to find the same text again: `tamis.text.near_duplicates`."""
    links: tuple[FoundLink, ...] = ()
    article: str | None = None
    """Article as JSON, if it is one."""
    profile: str | None = None
    """Contribution of the page to the profile of its site, as JSON, if it is an article."""

    def to_bytes(self) -> bytes:
        """Serialize the result in a worker: a line of JSON, then the article's own, which nobody writes again."""
        signature = self.signature.hex() if self.signature is not None else None
        values = {**self._asdict(), "article": None, "signature": signature}
        return b"%b\n%b" % (json.dumps(values).encode(), (self.article or "").encode())

    @classmethod
    def from_bytes(cls, data: bytes) -> ReadPage:
        """Parse what `to_bytes` wrote, in the crawler, except for the article."""
        line, _, article = data.partition(b"\n")
        values: dict[str, Any] = json.loads(line)
        values["links"] = tuple(FoundLink(*link) for link in values["links"])
        values["signature"] = bytes.fromhex(values["signature"]) if values["signature"] is not None else None
        return cls(**{**values, "article": article.decode() or None})


def read(fetched: Fetched, settings: Settings | None = None) -> bytes:
    """Read a fetched page, sitemap or feed, in a worker."""
    if fetched.kind is Kind.SITEMAP:
        return _sitemap(fetched).to_bytes()
    if fetched.kind is Kind.FEED:
        return _feed(fetched).to_bytes()
    return read_page(fetched, settings).to_bytes()


def read_page(fetched: Fetched, settings: Settings | None = None) -> ReadPage:
    """Extract the article of a page, judge its links, and compute the signature of its text."""
    from tamis.core.pipeline import DEFAULT_SETTINGS, extract_traced, profile_of_extraction

    chosen = settings or DEFAULT_SETTINGS
    if fetched.profile is not None:
        chosen = replace(chosen, site_profile=fetched.profile)
    extraction = extract_traced(replace(fetched.page.decoded(), published=fetched.published), chosen)
    article, document = extraction.article, extraction.own.document
    is_article, reason = judged(article, fetched)
    text = article.text if article.outcome is Outcome.ARTICLE else "\n".join(document.texts)
    return ReadPage(
        is_article,
        reason,
        article.outcome.value if is_article or article.outcome is not Outcome.ARTICLE else OTHER_PAGE,
        article.title,
        article.canonical_url,
        signature_of(text, MIN_WORDS),
        (*_links(document, fetched.habits), *_feeds(document)),
        article.to_json() if is_article else None,
        profile_of_extraction(extraction).to_json() if is_article and chosen.takes_site_profile else None,
    )


def judged(article: Article, fetched: Fetched) -> tuple[bool, str]:
    """Tell whether a page is an article of the site, and why: by its text, its URL and what the page declares."""
    if article.outcome is not Outcome.ARTICLE:
        return False, f"{article.outcome.value}: {article.outcome_reason}"
    if fetched.is_announced:
        return True, "a feed or a news sitemap lists it"
    declared = (article.metadata.page_type or "").casefold()
    if declared in OTHER_TYPES:
        return False, f"the page says that it is of type {article.metadata.page_type}"
    verdict = verdict_of(fetched.page.url or "")
    if verdict.is_article:
        return True, verdict.reason
    if fetched.score > UNSURE:
        return True, "the links that lead to it look like those to articles"
    if declared in ARTICLE_TYPES_FOLDED:
        return True, f"the page says that it is of type {article.metadata.page_type}"
    if verdict.score > _LIST_SCORE and article.published is not None and article.authors:
        return True, "the page has a date and an author"
    return False, f"{verdict.reason}, and the page does not say that it is an article"


_LIST_SCORE = 0.1
"""Up to this score, a URL is that of a list, whatever the page declares."""


def _links(document: Document, habits: SiteHabits) -> Iterator[FoundLink]:
    """Yield the links that may be followed, each URL once."""
    links = [link for link in links_on(document) if _NOT_FOLLOWED.isdisjoint(link.rel)][:MAX_LINKS]
    verdicts = LinkModel.shipped().judge(links, habits)
    for link, verdict in zip(links, verdicts, strict=True):
        yield FoundLink(link.url, Kind.PAGE, verdict.score, verdict.reason, "next" in link.rel)


def _feeds(document: Document) -> Iterator[FoundLink]:
    """Yield the feeds that a page declares in its head, except for those of comments."""
    for feed in discover_feeds(document):
        if feed.found_by is FoundBy.DECLARED and not feed.is_of_comments:
            yield FoundLink(feed.url, Kind.FEED)


def _sitemap(fetched: Fetched) -> ReadPage:
    sitemap = read_sitemap(fetched.page.body)
    kind = Kind.SITEMAP if sitemap.listing is Listing.SITEMAPS else Kind.PAGE
    newest = sorted(sitemap.entries, key=lambda entry: entry.published or entry.changed or "", reverse=True)
    links = []
    for entry in newest:
        verdict = verdict_of(entry.url)
        links.append(
            FoundLink(
                entry.url, kind, verdict.score, verdict.reason, False, entry.title, entry.published, entry.is_news
            )
        )
    return ReadPage(code="sitemap", reason=sitemap.problem or "", links=tuple(links))


MAX_ENTRIES = 1_000
"""Maximum number of entries of a feed to look at."""


def _feed(fetched: Fetched) -> ReadPage:
    """List the pages of a feed. They are articles: the site says so."""
    links = [
        FoundLink(entry.url, Kind.PAGE, 1.0, "a feed lists it", False, entry.title, _date(entry), True)
        for entry in parse_feed(fetched.page.body, fetched.page.url).entries[:MAX_ENTRIES]
        if entry.url
    ]
    if not links:
        raise BadInput("a feed without entries")
    return ReadPage(code="feed", links=tuple(links))


def _date(entry: FeedEntry) -> str | None:
    moment = entry.published or entry.updated
    return moment.raw if moment is not None else None
