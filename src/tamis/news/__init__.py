"""News: a site in, its articles out. See docs/crawling.md. What does the work is imported when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.news.crawling import CrawlReport, crawl
    from tamis.news.settings import CrawlSettings

_LAZY = {"CrawlReport": "crawling", "CrawlSettings": "settings", "crawl": "crawling"}
__all__ = ["CrawlReport", "CrawlSettings", "crawl"]


if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module 'tamis.news' has no attribute {name!r}")
        value: object = getattr(import_module(f"tamis.news.{_LAZY[name]}"), name)
        globals()[name] = value
        return value
