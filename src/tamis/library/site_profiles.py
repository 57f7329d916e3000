"""Site profiles in a library: used for the next page of a site, and refreshed by it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.pipeline import page_profile
from tamis.core.site_profile import MIN_PAGES, SiteProfile, site_name

if TYPE_CHECKING:
    from tamis.library.library import Library
    from tamis.model import Page
    from tamis.settings.extraction import Settings


def with_site_profile(settings: Settings, library: Library, url: str | None) -> Settings:
    """Add the profile of a page's site to the settings, if the library has one from enough pages.

    A profile that the settings have already stays.
    """
    if settings.site_profile is not None or not settings.takes_site_profile:
        return settings
    known = library.site_profile(site_name(url))
    return replace(settings, site_profile=known) if known is not None and known.pages >= MIN_PAGES else settings


def refresh_site_profile(library: Library, page: Page, settings: Settings) -> None:
    """Update the profile of a site with a page that is an article."""
    name = site_name(page.url)
    if not name or not settings.takes_site_profile:
        return
    known = library.site_profile(name) or SiteProfile(name)
    learned = known.merged(page_profile(page, replace(settings, site_profile=None)))
    library.put_site_profile(learned.compact())
