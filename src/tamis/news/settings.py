"""How to crawl a site: every choice as one frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tamis.options import check, option

CRAWLING = "Crawling"
Scope = Literal["host", "domain"]
Revisit = Literal["all", "lists"]
A_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """How to crawl a site."""

    delay: float = option(
        1.0,
        "Seconds between two requests to a host, counted from the answer; robots.txt can ask for more.",
        minimum=0,
        maximum=A_DAY,
        group=CRAWLING,
    )
    concurrency: int = option(
        4,
        "Most pages under way at a time. Requests to a host are still apart by the delay.",
        minimum=1,
        maximum=64,
        group=CRAWLING,
    )
    max_pages: int = option(1_000, "Most pages to fetch in one run.", minimum=1, group=CRAWLING)
    max_depth: int = option(
        8, "Most clicks away from the start page; further pages of a list count as the list.", minimum=0, group=CRAWLING
    )
    scope: Scope = option(
        "host",
        "Stay on the start page's host (with or without www), or on all hosts of its registered domain.",
        group=CRAWLING,
    )
    only: tuple[str, ...] = option(
        (),
        "Fetch only pages that match, such as /politics/*; the start page, feeds and sitemaps are always read.",
        group=CRAWLING,
        metavar="PATTERN,…",
    )
    skip: tuple[str, ...] = option(
        (), "Fetch no page that matches, such as */gallery/*.", group=CRAWLING, metavar="PATTERN,…"
    )
    sitemaps: bool = option(True, "Read sitemaps.", group=CRAWLING)
    feeds: bool = option(True, "Read the feeds that pages name.", group=CRAWLING)
    revisit: Revisit = option(
        "all",
        "What a later run asks for again: all pages, or lists, feeds and sitemaps alone. Unchanged ones are not sent.",
        group=CRAWLING,
    )
    retries: int = option(
        3, "How often to try again after a server error, a timeout or a broken connection.", minimum=0, group=CRAWLING
    )
    retry_wait: float = option(
        5.0, "Seconds before the first retry; doubled for each further one.", minimum=0, maximum=A_DAY, group=CRAWLING
    )
    max_crawl_delay: float = option(
        60.0,
        "A site whose robots.txt asks for a longer delay is not crawled.",
        minimum=0,
        maximum=A_DAY,
        group=CRAWLING,
    )
    max_barren: int = option(
        20,
        "Pages of one URL pattern in a row without a new article after which the pattern is left (calendars, sorting).",
        minimum=1,
        group=CRAWLING,
    )
    probe: bool = option(
        True,
        "Ask once for a page that cannot exist, to recognize error pages that are sent as pages (soft 404).",
        group=CRAWLING,
    )
    processes: int = option(0, "Processes for extraction; 0 for one on each processor.", minimum=0, group=CRAWLING)

    def __post_init__(self) -> None:
        check(self)
