"""Feeds from the web: from their own URL, or from that of a page that names one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.parse.encodings import decode
from tamis.errors import BadInput, BadStatus, UnexpectedType
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.io.fetching import Expect, Fetcher
from tamis.model import Page
from tamis.news.feeds import parse_feed
from tamis.news.feeds_discovery import discover_feeds, urls_to_try
from tamis.settings.fetching import fetching_from
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from typing import Unpack

    from tamis.io.fetching import FetchSettings, Response
    from tamis.news.feeds import Feed
    from tamis.settings.fetching import FetchingOptions

_NO_FEED = "this is not a feed, and it names none"


def fetch_feed(url: str, *, fetching: FetchSettings | None = None, **options: Unpack[FetchingOptions]) -> Feed:
    """Fetch a feed and read its entries; of a web page, the first feed that it links to.

    `options` are fields of `FetchSettings`, such as ``timeout=5``; they override those of `fetching`. Raises
    `tamis.FetchError` and its children, and `BadInput` for what is not a feed and names none.
    """
    with Fetcher(fetching_from(fetching, options)) as fetcher:
        response = get_feed_or_page(url, fetcher)
        feed = read_feed(response)
        if not feed.is_feed:
            feed = feed_of(Page(decode(response.body, response.content_type).text, response.final_url), fetcher)
    return replace(feed, url=feed.url or url)


def get_feed_or_page(url: str, fetcher: Fetcher) -> Response:
    """Fetch what may be a feed, or a page that names one."""
    try:
        return fetcher.get(url, Expect.FEED)
    except UnexpectedType:
        return fetcher.get(url)


def read_feed(response: Response) -> Feed:
    """Read a feed within its deadline. Raises what `parse_feed` raises, and `DeadlinePassed`."""
    with deadline(READ_SECONDS, response.url):
        return parse_feed(response.body, response.final_url, response.content_type)


def feed_of(page: Page, fetcher: Fetcher) -> Feed:
    """Return the first feed that a page names and that is one; if it names none, one at a common URL.

    Its `url` is the one at which it was found.
    """
    with deadline(READ_SECONDS, page.url or "-"):
        named = [feed.url for feed in discover_feeds(page)]
    for url in named or (urls_to_try(page.url) if page.url else ()):
        if not is_web_url(url):
            continue
        try:
            feed = read_feed(fetcher.get(url, Expect.FEED))
        except (UnexpectedType, BadStatus):
            continue
        if feed.is_feed:
            return replace(feed, url=url)
    if named and page.url is None:
        raise BadInput(f"this is not a feed; it names {named[0]}, and --url says where the page comes from")
    raise BadInput(_NO_FEED if page.url is None else f"{page.url}: {_NO_FEED}")
