"""Site profiles in a batch: a split is read twice, first to learn what the pages of each host have in common.

Each split learns separately, from the first pages of each host, so that every engine gives the same rows.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis.batch.pages import PageToLearn, RawPage
from tamis.batch.reading import Reading
from tamis.core.site_profile import MIN_PAGES, SiteProfile, site_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.batch.inputs import Split
    from tamis.io.workers import Pool

MAX_PAGES = 12
"""Number of pages of a host to learn from, the first ones."""


class SplitProfiles:
    """The profiles of the hosts of a split, learned when the first one is requested."""

    def __init__(self, split: Split, pool: Pool) -> None:
        self._split = split
        self._pool = pool
        self._profiles: dict[str, str] | None = None

    def add_to(self, page: RawPage) -> RawPage:
        """Return the page with the profile of its host, if there is one."""
        if self._profiles is None:
            self._profiles = _learned(self._split, self._pool)
        return page._replace(profile=self._profiles.get(site_name(page.url)))


def _learned(split: Split, pool: Pool) -> dict[str, str]:
    hosts: list[str] = []
    profiles: dict[str, SiteProfile] = {}

    def pages() -> Iterator[PageToLearn]:
        for host, page in _pages_to_learn(split):
            hosts.append(host)
            yield PageToLearn(page)

    for result in pool.map(pages()):
        host = hosts[result.index]
        if result.value is not None:
            learned = SiteProfile.from_json(result.value.decode("utf-8"))
            profiles[host] = profiles.get(host, SiteProfile(host)).merged(learned)
    known = {host: profile.compact() for host, profile in profiles.items() if profile.pages >= MIN_PAGES}
    return {host: profile.to_json() for host, profile in known.items()}


def _pages_to_learn(split: Split) -> Iterator[tuple[str, RawPage]]:
    """Yield the first pages of each host. References are not fetched for this."""
    seen: Counter[str] = Counter()
    for found in Reading(split):
        if isinstance(found, RawPage) and found.body is not None:
            host = site_name(found.url)
            if host and seen[host] < MAX_PAGES:
                seen[host] += 1
                yield host, found
