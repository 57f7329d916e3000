"""Settings of a crawl, as one frozen dataclass."""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 (documentation tools read the annotations)
from dataclasses import dataclass
from typing import Literal, TypedDict

from tamis.errors import BadSettings
from tamis.settings.options import answering, check, option

CRAWLING = "Crawling"
Scope = Literal["host", "domain"]
Revisit = Literal["all", "lists"]
A_DAY = 86_400.0


@answering
@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """Settings for crawling a site."""

    delay: float = option(
        1.0,
        "Seconds between two requests to a host, counted from the answer; robots.txt can ask for more.",
        minimum=0,
        maximum=A_DAY,
        group=CRAWLING,
    )
    concurrency: int = option(
        4,
        "Maximum concurrent requests. Requests to one host still keep the delay.",
        minimum=1,
        maximum=64,
        group=CRAWLING,
    )
    max_pages: int = option(
        1_000, "Maximum pages to fetch in one run; lists, feeds and sitemaps count.", minimum=1, group=CRAWLING
    )
    max_depth: int = option(
        8,
        "Maximum clicks from the start page; the pages of one list count as one.",
        minimum=0,
        group=CRAWLING,
    )
    scope: Scope = option(
        "host",
        "Stay on the start page's host (with or without www), or on all hosts of its registered domain.",
        group=CRAWLING,
    )
    only: tuple[str, ...] = option(
        (),
        "Fetch only pages whose path matches, where * is any text, such as /politics/*; the start page, feeds and "
        "sitemaps are always read.",
        group=CRAWLING,
        metavar="PATTERN,…",
    )
    skip: tuple[str, ...] = option(
        (), "Skip pages whose path matches, such as */gallery/*.", group=CRAWLING, metavar="PATTERN,…"
    )
    sitemaps: bool = option(True, "Read sitemaps.", group=CRAWLING)
    feeds: bool = option(True, "Read the feeds that pages link to.", group=CRAWLING)
    revisit: Revisit = option(
        "all",
        "What a later run requests again: all pages, or only lists, feeds and sitemaps. Unchanged ones are not resent.",
        group=CRAWLING,
    )
    retries: int = option(
        3, "Number of retries after a server error, a timeout or a broken connection.", minimum=0, group=CRAWLING
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
        "Stop fetching a URL pattern after this many pages in a row without a new article (calendars, sorting).",
        minimum=1,
        group=CRAWLING,
    )
    probe: bool = option(
        True,
        "Request one page that cannot exist, to recognize error pages with status 200 (soft 404).",
        group=CRAWLING,
    )
    learn_site: bool = option(
        True,
        "Learn a profile of the site from its articles, and extract later ones with it (docs/site-profiles.md).",
        group=CRAWLING,
    )
    workers: int = option(0, "Processes for extraction; 0 for one on each processor.", minimum=0, group=CRAWLING)

    def __post_init__(self) -> None:
        check(self)
        for name, patterns in (("only", self.only), ("skip", self.skip)):
            for pattern in patterns:
                _check_pattern(name, pattern)


def _check_pattern(name: str, pattern: str) -> None:
    if not pattern.startswith(("/", "*", "http")):
        raise BadSettings(
            f"{name} takes patterns of whole paths, in which * is any text, such as '*{pattern}*', not {pattern!r}"
        )


class CrawlOptions(TypedDict, total=False):
    """The fields of `CrawlSettings` as keyword arguments."""

    delay: float
    concurrency: int
    max_pages: int
    max_depth: int
    scope: Scope
    only: Sequence[str]
    skip: Sequence[str]
    sitemaps: bool
    feeds: bool
    revisit: Revisit
    retries: int
    retry_wait: float
    max_crawl_delay: float
    max_barren: int
    probe: bool
    learn_site: bool
    workers: int
