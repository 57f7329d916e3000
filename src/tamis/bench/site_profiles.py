"""What a site profile is worth: each page with a profile of the site's other pages, and without one.

Pages are grouped by registered domain. No page takes part in its own profile, and no truth in any.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.bench.metrics import word_score, words
from tamis.bench.progress import run
from tamis.bench.tables import Table
from tamis.model import Page
from tamis.pipeline import extract_traced, profile_of_extraction
from tamis.pipeline import run as extract_page
from tamis.site_profile import SiteProfile
from tamis.text.domains import registered_domain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.bench.samples import Entry
    from tamis.settings import Settings

MIN_PAGES = 2
"""Pages of a site from which it takes part."""
SIZES = ((2, 2), (3, 3), (4, None))
"""Pages of the sites that the table keeps apart; 4 and more are one."""


class Site(NamedTuple):
    """A site with its pages."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ProfiledPage:
    """A page with a truth, and its word F1."""

    set: str
    id: str
    site: str
    pages: int
    """Of the site."""
    alone: float
    profiled: float
    profile_bytes: int


def sites_of(entries: Iterable[Entry], min_pages: int = MIN_PAGES) -> list[Site]:
    """The sites with at least this many pages, by registered domain."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        domain = registered_domain((urlsplit(entry.url or "").hostname or "").lower())
        if domain:
            found[domain].append(entry)
    return [Site(name, tuple(own)) for name, own in sorted(found.items()) if len(own) >= min_pages]


def measure(sites: Sequence[Site], settings: Settings, jobs: int = 1) -> list[ProfiledPage]:
    """Score every page of the sites that has a text as its truth. Pages without one still teach."""
    return [page for site in run(partial(measure_site, settings=settings), sites, jobs, "sites") for page in site]


def measure_site(site: Site, settings: Settings) -> list[ProfiledPage]:
    """Score the pages of one site."""
    samples = [entry.load() for entry in site.entries]
    pages = [Page(sample.html, sample.url) for sample in samples]
    extractions = [extract_traced(page, settings) for page in pages]
    taught = [profile_of_extraction(extraction) for extraction in extractions]
    scored = []
    for place, sample in enumerate(samples):
        if not sample.truth.text:
            continue
        profile = _of_others(taught, place)
        text = extract_page(pages[place], replace(settings, site_profile=profile)).text
        truth = words(sample.truth.text)
        scored.append(
            ProfiledPage(
                sample.set,
                sample.id,
                site.name,
                len(samples),
                word_score(words(extractions[place].article.text), truth).f1,
                word_score(words(text), truth).f1,
                len(profile.to_json().encode()),
            )
        )
    return scored


def _of_others(taught: Sequence[SiteProfile], place: int) -> SiteProfile:
    profile = SiteProfile()
    for number, other in enumerate(taught):
        if number != place:
            profile = profile.merged(other)
    return SiteProfile.from_json(profile.compact().to_json())  # as it would be read from a file


def table(pages: Sequence[ProfiledPage]) -> Table:
    """The mean F1 without and with a profile, by set and by how many pages a site has."""
    columns = ("set", "pages of the site", "pages", "sites", "alone", "with a profile", "better", "worse", "bytes")
    result = Table("Site profiles, word F1", columns)
    for name in dict.fromkeys(page.set for page in pages):
        for least, most in SIZES:
            own = [page for page in pages if page.set == name and least <= page.pages <= (most or page.pages)]
            if own:
                result.add(name, str(least) if most else f"{least} and more", *_row(own))
    result.notes.append("better, worse: pages that change by more than 0.01. bytes: mean size of the profiles as JSON.")
    return result


def _row(pages: Sequence[ProfiledPage]) -> tuple[int | float, ...]:
    changes = [page.profiled - page.alone for page in pages]
    return (
        len(pages),
        len({page.site for page in pages}),
        mean(page.alone for page in pages),
        mean(page.profiled for page in pages),
        sum(change > 0.01 for change in changes),
        sum(change < -0.01 for change in changes),
        round(mean(page.profile_bytes for page in pages)),
    )
