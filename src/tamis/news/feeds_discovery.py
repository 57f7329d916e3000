"""Feed discovery: the feeds that a page declares in its head, those that it links to, and URLs worth a try.

`discover_feeds` reads a page that it is given and makes no request. Feeds of comments come last, because hardly
anybody looks for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from tamis.core.parse import parse
from tamis.model import Page
from tamis.text.phrases import pattern
from tamis.text.urls.safety import resolve
from tamis.text.urls.sites import site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Element

MAX_FEEDS = 50
"""Maximum number of feeds returned for one page."""
MAX_LINKS = 5_000
"""Maximum number of links of a page to examine."""
FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/rss+xml"}
)
COMMON_PATHS = (
    "feed/", "rss", "rss.xml", "atom.xml", "feed.xml", "index.xml", "feed.json", "feeds/posts/default", "?feed=rss2",
)  # fmt: skip
"""Paths where publishing software has its feeds: WordPress, Ghost, Hugo, Jekyll, Blogger and others."""
_FEED_URL = re.compile(
    r"\.(?:rss|atom|rdf)$|/(?:rss|atom|feed|feeds)/?$|/(?:rss|atom|feed|index|feeds)\d?\.(?:xml|rdf|json|php|rss)$"
    r"|/feeds/posts/default$|[?&]feed=(?:rss2?|atom|rdf)\b",
    re.IGNORECASE,
)
_FEED_TEXT = re.compile(r"\b(?:rss|atom|feeds?)\b", re.IGNORECASE)
_COMMENTS = re.compile(pattern("comment_stem"), re.IGNORECASE)


class FoundBy(StrEnum):
    """The way a feed was found."""

    DECLARED = "declared"
    """A `link` element in the head declares it."""
    LINKED = "linked"
    """A link on the page has a URL like that of a feed."""


@dataclass(frozen=True, slots=True)
class DiscoveredFeed:
    """A feed that a page names. Only fetching it shows whether it is one."""

    url: str
    title: str | None = None
    media_type: str | None = None
    found_by: FoundBy = FoundBy.DECLARED
    is_of_comments: bool = False


def discover_feeds(page: Page | Document) -> list[DiscoveredFeed]:
    """Find the feeds that a page names, best first; each URL once."""
    document = parse(page) if isinstance(page, Page) else page
    base = document.base_url or document.page.url
    feeds: dict[str, DiscoveredFeed] = {}
    for feed in (*_declared(document, base), *_linked(document, base)):
        feeds.setdefault(feed.url, feed)
    ranked = sorted(feeds.values(), key=lambda feed: (feed.is_of_comments, feed.found_by is FoundBy.LINKED))
    return ranked[:MAX_FEEDS]


def urls_to_try(url: str) -> tuple[str, ...]:
    """List the URLs where a site may have its feed if its page names none."""
    parts = urlsplit(url)
    root = f"{parts.scheme}://{parts.netloc}/"
    return tuple(urljoin(root, path) for path in COMMON_PATHS)


def _declared(document: Document, base: str | None) -> Iterator[DiscoveredFeed]:
    for link in islice(document.tree.select("link[rel]"), MAX_LINKS):
        relations = (link.attr("rel") or "").lower().split()
        kind = (link.attr("type") or "").partition(";")[0].strip().lower()
        if not {"alternate", "feed"} & set(relations) or "stylesheet" in relations:
            continue
        url = _web(link, base)
        if url and (kind in FEED_TYPES or "feed" in relations or _is_feed_json(kind, url)):
            title = " ".join((link.attr("title") or "").split())[:200] or None
            yield DiscoveredFeed(url, title, kind or None, FoundBy.DECLARED, _is_of_comments(url, title))


def _is_feed_json(kind: str, url: str) -> bool:
    """Tell whether a link with a JSON type is a feed: JSON Feed 1 was declared as plain JSON, which other things are
    too."""
    return kind == "application/json" and _FEED_URL.search(url.partition("#")[0]) is not None


def _linked(document: Document, base: str | None) -> Iterator[DiscoveredFeed]:
    own = site_of(base) if base else None
    for link in islice(document.tree.select("a[href]"), MAX_LINKS):
        url = _web(link, base)
        if url is None or not _FEED_URL.search(url.partition("#")[0]):
            continue
        text = " ".join(link.text[:200].split())
        is_own = own is None or site_of(url) == own
        if is_own or _FEED_TEXT.search(text):
            yield DiscoveredFeed(url, text or None, None, FoundBy.LINKED, _is_of_comments(url, text))


def _web(link: Element, base: str | None) -> str | None:
    href = (link.attr("href") or "").strip()
    if href.lower().startswith("feed:"):
        rest = href[5:]
        href = rest if rest.lower().startswith(("http://", "https://")) else f"http:{rest}"
    url = resolve(href, base) if href else None
    try:
        return url if url and urlsplit(url).scheme in ("http", "https", "") else None
    except ValueError:
        return None


def _is_of_comments(url: str, title: str | None) -> bool:
    return _COMMENTS.search(f"{urlsplit(url).path} {title or ''}") is not None
