"""News sites and feeds: crawl a site or read a feed, and extract its articles. See docs/crawling.md and docs/feeds.md.
Modules are imported when first used."""

from typing import TYPE_CHECKING

from tamis._lazy import answer_calls, lazy_names

if TYPE_CHECKING:
    from tamis.news.crawl_report import CrawlReport
    from tamis.news.crawling import crawl
    from tamis.news.feed_making import FeedSettings, MadeFeed, make_library_feed, make_site_feed
    from tamis.news.feeds import Enclosure, Feed, FeedEntry, FeedFormat, parse_feed
    from tamis.news.feeds_articles import EntryArticle, TextFrom, article_of_entry
    from tamis.news.feeds_discovery import DiscoveredFeed, discover_feeds, urls_to_try
    from tamis.news.feeds_writing import write_feed
    from tamis.news.opml import Subscription, read_opml, write_opml
    from tamis.news.refresh import FeedHistory, RefreshSettings, after_check, next_check
    from tamis.settings.crawl import CrawlSettings

__all__ = [
    "CrawlReport",
    "CrawlSettings",
    "DiscoveredFeed",
    "Enclosure",
    "EntryArticle",
    "Feed",
    "FeedEntry",
    "FeedFormat",
    "FeedHistory",
    "FeedSettings",
    "MadeFeed",
    "RefreshSettings",
    "Subscription",
    "TextFrom",
    "after_check",
    "article_of_entry",
    "crawl",
    "discover_feeds",
    "make_library_feed",
    "make_site_feed",
    "next_check",
    "parse_feed",
    "read_opml",
    "urls_to_try",
    "write_feed",
    "write_opml",
]

if not TYPE_CHECKING:
    answer_calls(__name__, "tamis.crawl(url), or tamis.fetch_feed(url)")
    __getattr__ = lazy_names(
        __name__,
        {
            "CrawlReport": "tamis.news.crawl_report",
            "crawl": "tamis.news.crawling",
            "Enclosure": "tamis.news.feeds",
            "Feed": "tamis.news.feeds",
            "FeedEntry": "tamis.news.feeds",
            "FeedFormat": "tamis.news.feeds",
            "parse_feed": "tamis.news.feeds",
            "EntryArticle": "tamis.news.feeds_articles",
            "TextFrom": "tamis.news.feeds_articles",
            "article_of_entry": "tamis.news.feeds_articles",
            "DiscoveredFeed": "tamis.news.feeds_discovery",
            "urls_to_try": "tamis.news.feeds_discovery",
            "discover_feeds": "tamis.news.feeds_discovery",
            "FeedSettings": "tamis.news.feed_making",
            "MadeFeed": "tamis.news.feed_making",
            "make_library_feed": "tamis.news.feed_making",
            "make_site_feed": "tamis.news.feed_making",
            "write_feed": "tamis.news.feeds_writing",
            "Subscription": "tamis.news.opml",
            "read_opml": "tamis.news.opml",
            "write_opml": "tamis.news.opml",
            "FeedHistory": "tamis.news.refresh",
            "RefreshSettings": "tamis.news.refresh",
            "after_check": "tamis.news.refresh",
            "next_check": "tamis.news.refresh",
            "CrawlSettings": "tamis.settings.crawl",
        },
    )
