"""What the pages of one site have in common: which places hold the article, and which texts repeat.

A place is a kind of position on the page: whether it is long, short or mostly a link, and the names of the elements
around it, innermost first: ``long p < div.story < article``. For each place the profile has the log-odds that a block
there is wanted, averaged over the site's pages, as the strategy judged each of them by itself. A profile is learned
from pages (`tamis.learn_profile`), can be merged with that of further pages, and is handed to extraction as an
argument; see docs/site-profiles.md.
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
"""Of the JSON."""
DEPTHS = (1, 2, 4, 6)
"""How many elements around a block its places name. The more, the rarer and the more exact."""
AROUND = " < "
"""Between the names of an element and of the one around it."""
DISTINCT = 0.5
"""Log-odds by which a place differs from the one with fewer elements; otherwise it says nothing new."""
MAX_PLACES, MAX_TEXTS = 150, 200
"""Entries that a compact profile has at most."""
MIN_PAGES = 4
"""Pages from which a profile is used by what keeps profiles on its own: crawls and libraries."""
MEMORY = 30
"""Pages that the past counts for when a new page comes, so that a profile follows a site that changes."""


def site_name(url: str | None) -> str:
    """The name of a page's site: its host without ``www``; empty without one."""
    try:
        return (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return ""


class Place(NamedTuple):
    """What is known of the blocks at a place."""

    pages: float
    """On which it was seen; one that the strategy is not sure of counts less than 1."""
    log_odds: float
    """That a block there is wanted, on the average of these pages."""


@dataclass(frozen=True, slots=True)
class SiteProfile:
    """What was learned from pages of a site."""

    site: str = ""
    """Its name, for reasons: a host, as a rule."""
    pages: int = 0
    """It was learned from."""
    places: Mapping[str, Place] = field(default_factory=dict, repr=False)
    texts: Mapping[str, int] = field(default_factory=dict, repr=False)
    """Fingerprints of texts, and on how many pages each stands."""

    def merged(self, other: SiteProfile) -> SiteProfile:
        """The profile of the pages of both; `other` is of newer ones."""
        places = dict(self.places)
        for name, place in other.places.items():
            known = places.get(name)
            places[name] = place if known is None else _average(known, place)
        texts = dict(self.texts)
        for text, pages in other.texts.items():
            texts[text] = texts.pop(text, 0) + pages  # the latest at the end
        return SiteProfile(self.site or other.site, self.pages + other.pages, places, texts)

    def compact(self) -> SiteProfile:
        """The same without what says nothing new: a few kilobytes as JSON."""
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
        """As text, to be kept in a file."""
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
        """What `to_json` wrote. Raises `BadInput` for anything else."""
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
            raise BadInput("not a site profile; 'tamis profile learn' makes one") from error


def _average(known: Place, new: Place) -> Place:
    weight = min(known.pages, MEMORY)
    log_odds = (weight * known.log_odds + new.pages * new.log_odds) / (weight + new.pages)
    return Place(known.pages + new.pages, log_odds)


def _depth(name: str) -> int:
    return name.count(AROUND) + 1


def _wider(name: str, places: Mapping[str, Place]) -> Place | None:
    """The place with fewer elements that holds this one; None if there is none."""
    while AROUND in name:
        name = name.rpartition(AROUND)[0]
        if name in places:
            return places[name]
    return None
