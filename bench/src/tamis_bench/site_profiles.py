"""The value of a site profile: each page with a profile of the site's other pages, and without one.

Pages are grouped by registered domain. No page takes part in its own profile, and no truth in any but the oracle's.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.pipeline import extract_traced, profile_of_extraction
from tamis.core.pipeline import run as extract_page
from tamis.core.site_profile import SiteProfile
from tamis.core.strategies.learned.site_evidence import profile_of
from tamis.model import Page, Verdicts
from tamis.text.urls.sites import site_of
from tamis_bench.alignment import best_choice
from tamis_bench.metrics import word_score, words
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.pipeline import Extraction
    from tamis.model import Article
    from tamis.settings.extraction import Settings
    from tamis_bench.samples import Entry, Sample

SURE = 0.99
"""Probability that the oracle gives to blocks that are in the truth."""
MIN_PAGES = 2
"""Minimum number of pages of a site."""
SIZES = ((2, 2), (3, 3), (4, None))
"""Groups of sites in the table, by their lowest and highest number of pages; None for no limit."""


class Site(NamedTuple):
    """A site with its pages."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ProfiledPage:
    """A page with a truth, and its word F1 without and with a profile."""

    set: str
    id: str
    site: str
    pages: int
    """Number of pages of the site."""
    alone: float
    profiled: float
    profile_bytes: int
    alone_titled: float
    """F1 with the title before the text, as some sets have it in their truth."""
    profiled_titled: float
    by_truth: float | None = None
    """F1 with a profile of the other pages' true verdicts, the most that a profile can give; None if not measured."""


def sites_of(entries: Iterable[Entry], min_pages: int = MIN_PAGES) -> list[Site]:
    """Group entries into sites by registered domain; keep those with at least this many pages."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        domain = site_of(entry.url)
        if domain:
            found[domain].append(entry)
    return [Site(name, tuple(own)) for name, own in sorted(found.items()) if len(own) >= min_pages]


def measure(sites: Sequence[Site], settings: Settings, jobs: int = 1, *, oracle: bool = False) -> list[ProfiledPage]:
    """Score every page of the sites that has a text as its truth. Pages without one still teach."""
    work = partial(measure_site, settings=settings, oracle=oracle)
    return [page for site in run(work, sites, jobs, "sites") for page in site]


def measure_site(site: Site, settings: Settings, *, oracle: bool = False) -> list[ProfiledPage]:
    """Score the pages of one site. `oracle`: also with profiles from true verdicts."""
    samples = [entry.load() for entry in site.entries]
    pages = [Page(sample.html, sample.url) for sample in samples]
    extractions = [extract_traced(page, settings) for page in pages]
    taught = [profile_of_extraction(extraction) for extraction in extractions]
    true = [_by_truth(*pair) for pair in zip(extractions, samples, strict=True)] if oracle else []
    scored = []
    for place, sample in enumerate(samples):
        if not sample.truth.text:
            continue
        profile = _of_others(taught, place)
        truth = words(sample.truth.text)
        alone = _score(extractions[place].article, truth)
        profiled = _score(extract_page(pages[place], replace(settings, site_profile=profile)), truth)
        by_truth = None
        if oracle:
            known = replace(settings, site_profile=_of_others(true, place))
            by_truth = _score(extract_page(pages[place], known), truth).text
        scored.append(
            ProfiledPage(
                sample.set,
                sample.id,
                site.name,
                len(samples),
                alone.text,
                profiled.text,
                len(profile.to_json().encode()),
                alone.titled,
                profiled.titled,
                by_truth,
            )
        )
    return scored


class _Score(NamedTuple):
    text: float
    titled: float


def _score(article: Article, truth: Sequence[str]) -> _Score:
    found = words(article.text)
    title = words(article.metadata.title or "")
    return _Score(word_score(found, truth).f1, word_score([*title, *found], truth).f1)


def _by_truth(extraction: Extraction, sample: Sample) -> SiteProfile:
    """Make a profile of a page from the true verdicts; an empty one without a truth."""
    document, labels = extraction.own
    if not sample.truth.text:
        return SiteProfile()
    kept = best_choice(document.texts, words(sample.truth.text)).kept
    scores = [SURE if keep else 1.0 - SURE for keep in kept]
    return profile_of(document, replace(labels, alone=Verdicts(kept, scores)))


def _of_others(taught: Sequence[SiteProfile], place: int) -> SiteProfile:
    profile = SiteProfile()
    for number, other in enumerate(taught):
        if number != place:
            profile = profile.merged(other)
    return SiteProfile.from_json(profile.compact().to_json())  # as it would be read from a file


def table(pages: Sequence[ProfiledPage]) -> Table:
    """Build a table of the mean F1 without and with a profile, by set and by the site's number of pages."""
    columns: tuple[str, ...] = (
        "set", "pages of the site", "pages", "sites", "alone", "with a profile",
        "alone, with the title", "profile, with the title",
        "better", "worse", "bytes",
    )  # fmt: skip
    has_oracle = any(page.by_truth is not None for page in pages)
    result = Table("Site profiles, word F1", (*columns, "by the truth") if has_oracle else columns)
    for name in dict.fromkeys(page.set for page in pages):
        for least, most in SIZES:
            own = [page for page in pages if page.set == name and least <= page.pages <= (most or page.pages)]
            if own:
                known = [page.by_truth for page in own if page.by_truth is not None]
                result.add(
                    name, str(least) if most else f"{least} and more", *_row(own), *([mean(known)] if known else [])
                )
    result.notes.append("better, worse: pages that change by more than 0.01. bytes: mean size of the profiles as JSON.")
    return result


def _row(pages: Sequence[ProfiledPage]) -> tuple[int | float, ...]:
    changes = [page.profiled - page.alone for page in pages]
    return (
        len(pages),
        len({page.site for page in pages}),
        mean(page.alone for page in pages),
        mean(page.profiled for page in pages),
        mean(page.alone_titled for page in pages),
        mean(page.profiled_titled for page in pages),
        sum(change > 0.01 for change in changes),
        sum(change < -0.01 for change in changes),
        round(mean(page.profile_bytes for page in pages)),
    )
