"""News: a site or a feed in, its articles out. See docs/crawling.md and docs/feeds.md. Imported when first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.news.crawling import CrawlReport, crawl
    from tamis.news.feeds import Enclosure, Feed, FeedEntry, FeedFormat, parse_feed
    from tamis.news.feeds_articles import EntryArticle, TextFrom, article_of_entry
    from tamis.news.feeds_discovery import DiscoveredFeed, addresses_to_try, discover_feeds
    from tamis.news.opml import Subscription, read_opml, write_opml
    from tamis.news.refresh import FeedHistory, RefreshSettings, after_check, next_check
    from tamis.news.settings import CrawlSettings

_MODULES = {
    "crawling": ("CrawlReport", "crawl"),
    "feeds": ("Enclosure", "Feed", "FeedEntry", "FeedFormat", "parse_feed"),
    "feeds_articles": ("EntryArticle", "TextFrom", "article_of_entry"),
    "feeds_discovery": ("DiscoveredFeed", "addresses_to_try", "discover_feeds"),
    "opml": ("Subscription", "read_opml", "write_opml"),
    "refresh": ("FeedHistory", "RefreshSettings", "after_check", "next_check"),
    "settings": ("CrawlSettings",),
}
_LAZY = {name: module for module, names in _MODULES.items() for name in names}
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
    "RefreshSettings",
    "Subscription",
    "TextFrom",
    "addresses_to_try",
    "after_check",
    "article_of_entry",
    "crawl",
    "discover_feeds",
    "next_check",
    "parse_feed",
    "read_opml",
    "write_opml",
]


if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module 'tamis.news' has no attribute {name!r}")
        value: object = getattr(import_module(f"tamis.news.{_LAZY[name]}"), name)
        globals()[name] = value
        return value
