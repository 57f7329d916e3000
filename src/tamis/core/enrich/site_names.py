"""Site names: what the site calls itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.declared import clean
from tamis.text.urls.sites import site_label
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.parse.jsonld import Entity


class Site(NamedTuple):
    """The names of a site."""

    name: str | None
    """The name as the site writes it."""
    names: frozenset[str]
    """All names, each as joined words."""
    host: str
    """The host's own label as joined words: ``example`` of www.example.co.uk."""

    def is_site_name(self, text: str) -> bool:
        """Tell whether a text is the name of the site."""
        return self.matches_joined("".join(words(text)))

    def matches_joined(self, glued: str) -> bool:
        """Tell whether a text, given as its words joined to one, is the name of the site."""
        if not glued:
            return False
        if glued in self.names or glued.removeprefix("the") in self.names:
            return True
        host = self.host
        if len(host) < 3 or len(glued) < 3:
            return False
        return glued == host or (len(host) > 4 and host in glued and len(glued) <= 2 * len(host) + 4)


def find_site(sources: Sources, entities: Sequence[Entity]) -> Site:
    """Collect the site's names from its declarations and its host."""
    declared = [
        sources.meta("og:site_name"),
        *_publishers(sources, entities),
        sources.meta("application-name"),
    ]
    declared += [
        sources.meta("apple-mobile-web-app-title"),
        sources.meta("dc.publisher"),
        sources.meta("twitter:site"),
    ]
    named = [name for name in map(clean, declared) if name]
    glued = {"".join(words(name)) for name in named}
    site_name = next((name for name in named if not _NO_SITE_NAME.search(name) and len(name) <= MAX_SITE_NAME), None)
    return Site(site_name, frozenset(glued - {""}), "".join(words(site_label(sources.host))))


MAX_SITE_NAME = 80
_NO_SITE_NAME = re.compile(r"^@|://|^(?:www\.)?(?:twitter|x)\.com\b|\$\{|\{\{")
"""Account names and URLs, which pages give where their own name belongs."""


def _publishers(sources: Sources, entities: Sequence[Entity]) -> list[str]:
    names: list[str] = []
    for entity in entities:
        publisher = sources.data.resolve(entity.get("publisher"))
        if isinstance(publisher, dict) and isinstance(publisher.get("name"), str):
            names.append(publisher["name"])
    for entity in sources.data.candidates[:30]:
        if entity.get("@type") in ("WebSite", "NewsMediaOrganization") and isinstance(entity.get("name"), str):
            names.append(entity["name"])
            if isinstance(entity.get("alternateName"), str):
                names.append(entity["alternateName"])
    return names
