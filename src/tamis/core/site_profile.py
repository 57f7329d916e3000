"""Site profiles: which places of a site's pages hold the article, and which texts repeat.

A place is a kind of position on the page: whether the block is long, short or mostly a link, and the names of the
elements around it, innermost first: ``long p < div.story < article``. For each place the profile holds the log-odds
that a block there is wanted, averaged over the site's pages, as the strategy judged each page by itself. A profile is
learned from pages (`tamis.learn_site_profile`), can be merged with the profile of further pages, and is passed to
extraction as an argument; see docs/site-profiles.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
"""Version of the JSON format."""
DEPTHS = (1, 2, 4, 6)
"""Numbers of surrounding elements that places name. A place with more elements is rarer and more exact."""
AROUND = " < "
"""Separator between the name of an element and the name of the element around it."""
DISTINCT = 0.5
"""Minimum difference in log-odds between a place and the one with fewer elements; below it, the place adds nothing."""
MAX_PLACES, MAX_TEXTS = 150, 200
"""Maximum numbers of places and of texts in a compact profile."""
MIN_PAGES = 4
"""Minimum number of pages before crawls and libraries, which keep profiles by themselves, use one."""
MEMORY = 30
"""Number of pages that the past counts for when a new page arrives, so that a profile follows a site that changes."""


def site_name(url: str | None) -> str:
    """Return the name of a page's site: its host without ``www``; empty if the URL has no host."""
    try:
        return (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return ""


class Place(NamedTuple):
    """The evidence about the blocks at one place."""

    pages: float
    """Number of pages with this place; a page that the strategy is unsure about counts less than 1."""
    log_odds: float
    """Log-odds that a block at this place is wanted, averaged over these pages."""


@dataclass(frozen=True, slots=True)
class SiteProfile:
    """A profile of a site, learned from its pages."""

    site: str = ""
    """Name of the site for use in reasons, usually its host."""
    pages: int = 0
    """Number of pages that the profile was learned from."""
    places: Mapping[str, Place] = field(default_factory=dict, repr=False)
    texts: Mapping[str, int] = field(default_factory=dict, repr=False)
    """Fingerprints of texts, each with the number of pages that contain it."""

    def merged(self, other: SiteProfile) -> SiteProfile:
        """Merge with the profile of newer pages, `other`."""
        places = dict(self.places)
        for name, place in other.places.items():
            known = places.get(name)
            places[name] = place if known is None else _average(known, place)
        texts = dict(self.texts)
        for text, pages in other.texts.items():
            texts[text] = texts.pop(text, 0) + pages  # the latest at the end
        return SiteProfile(self.site or other.site, self.pages + other.pages, places, texts)

    def compact(self) -> SiteProfile:
        """Return the profile without entries that add nothing: a few kilobytes as JSON."""
        told: dict[str, Place] = {}
        for name in sorted(self.places, key=_depth):
            place = self.places[name]
            wider = _wider(name, told)
            if wider is None or abs(wider.log_odds - place.log_odds) >= DISTINCT:
                told[name] = place
        chosen = sorted(told, key=lambda name: (-told[name].pages, _depth(name), name))[:MAX_PLACES]
        latest = [*self.texts][::-1]
        kept = frozenset(sorted(latest, key=lambda text: self.texts[text] < 2)[:MAX_TEXTS])  # repeated ones first
        return SiteProfile(
            self.site,
            self.pages,
            {name: told[name] for name in chosen},
            {text: pages for text, pages in self.texts.items() if text in kept},
        )

    def to_json(self) -> str:
        """Write the profile as JSON text, to be kept in a file."""
        places = {
            name: [round(place.pages, 2), round(place.log_odds, 1)] for name, place in sorted(self.places.items())
        }
        values = {
            "version": VERSION,
            "site": self.site,
            "pages": self.pages,
            "places": places,
            "texts": dict(self.texts),
        }
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> SiteProfile:
        """Read a profile that `to_json` wrote. Raises `BadInput` for anything else."""
        try:
            values = json.loads(text)
            if not isinstance(values, dict) or "places" not in values:
                raise TypeError("no places")
            if values.get("version") != VERSION:
                raise BadInput(f"a site profile of version {values.get('version')}; this tamis reads version {VERSION}")
            places = {str(name): Place(float(pages), float(odds)) for name, (pages, odds) in values["places"].items()}
            texts = {str(name): int(pages) for name, pages in values["texts"].items()}
            return cls(str(values["site"]), int(values["pages"]), places, texts)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadInput("not a site profile; 'tamis site-profile learn' makes one") from error


def _average(known: Place, new: Place) -> Place:
    weight = min(known.pages, MEMORY)
    log_odds = (weight * known.log_odds + new.pages * new.log_odds) / (weight + new.pages)
    return Place(known.pages + new.pages, log_odds)


def _depth(name: str) -> int:
    return name.count(AROUND) + 1


def _wider(name: str, places: Mapping[str, Place]) -> Place | None:
    """Find the most exact of the places with fewer elements that hold this one; None if there is none."""
    while AROUND in name:
        name = name.rpartition(AROUND)[0]
        if name in places:
            return places[name]
    return None
