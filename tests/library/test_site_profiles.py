"""The profiles of sites in a library and in a crawl: kept, used from the fourth page on, refreshed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.core.pipeline import page_profile
from tamis.core.site_profile import MIN_PAGES, SiteProfile
from tamis.library import Library
from tamis.library.site_profiles import refresh_site_profile, with_site_profile
from tamis.model import Page
from tamis.news.articles import NEW_PAGES, CrawlProfile
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

URL = "https://www.coast.example/{}"


def page(number: int) -> Page:
    text = f"On day {number} the ferry left the harbour late and came back with {number} passengers fewer. " * 4
    html = f"<title>Ferry {number}</title><article><h1>Ferry {number}</h1><p>{text}</p></article>"
    return Page(html, URL.format(number))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        yield opened


def test_a_library_learns_a_site_and_uses_it_when_enough_pages_taught(library: Library) -> None:
    settings = Settings()
    for number in range(MIN_PAGES):
        assert with_site_profile(settings, library, URL.format("x")) is settings
        refresh_site_profile(library, page(number), settings)
    known = with_site_profile(settings, library, URL.format("x")).site_profile
    assert known is not None
    assert (known.site, known.pages) == ("coast.example", MIN_PAGES)
    assert with_site_profile(settings, library, "https://other.example/") is settings


def test_a_strategy_that_takes_no_profile_gets_none(library: Library) -> None:
    library.put_site_profile(SiteProfile("coast.example", 9))
    settings = Settings(strategy="cetr")
    assert with_site_profile(settings, library, URL.format("x")) is settings
    refresh_site_profile(library, page(1), settings)
    known = library.site_profile("coast.example")
    assert known is not None
    assert known.pages == 9


def test_the_users_own_profile_stays(library: Library) -> None:
    library.put_site_profile(SiteProfile("coast.example", 9))
    settings = Settings(site_profile=SiteProfile("mine", 1))
    assert with_site_profile(settings, library, URL.format("x")) is settings


def usable_pages(profiles: CrawlProfile) -> int | None:
    return profiles.usable.pages if profiles.usable is not None else None


def test_a_crawl_uses_what_it_learned_and_the_next_run_begins_with_it(library: Library) -> None:
    taught = page_profile(page(1)).to_json()
    profiles = CrawlProfile(library.connection, "coast.example")
    assert usable_pages(profiles) is None
    for _ in range(MIN_PAGES):
        profiles.learn(taught)
    assert usable_pages(profiles) == MIN_PAGES
    for _ in range(NEW_PAGES - 1):
        profiles.learn(taught)
    assert usable_pages(profiles) == MIN_PAGES
    profiles.save()
    assert usable_pages(CrawlProfile(library.connection, "coast.example")) == MIN_PAGES + NEW_PAGES - 1
