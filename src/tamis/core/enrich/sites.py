"""Site names: what the site calls itself, and titles without its name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.declared import clean
from tamis.text.urls.sites import site_label
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.parse.jsonld import Entity

_SEPARATOR = re.compile(
    r"(?<!\s)\s++(?:[|¦‖·•»«›‹/\\~＞＜>│:]|[-–—―]{1,3}|::|//|\|\||<<|>>)\s++"  # between spaces
    r"|[|¦｜│]\s*|::\s*"  # strong enough without
)


@cache
def _asian_separator() -> re.Pattern[str]:
    """Compile the pattern of a dash before the last part of Chinese or Japanese titles; only then, as it is slow."""
    return re.compile(r"(?<=[\u3001-\u9fff\uff00-\uff60])\s*+[-_–—]{1,2}+\s*+(?=[^-_–—\s][^-_–—]{1,19}$)")


def separators(title: str) -> list[tuple[int, int]]:
    """Find where a title is separated from the name of the site and other additions."""
    spans = [match.span() for match in _SEPARATOR.finditer(title)]
    if not spans and not title.isascii():
        spans = [match.span() for match in _asian_separator().finditer(title)]
    return spans


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


COLON = re.compile(r":\s")


def strip_site(title: str, site: Site) -> str:
    """Remove the site's name from a title, with what is on the far side of it."""
    colon = COLON.search(title)
    if colon is not None and "".join(words(title[: colon.start()])) in (site.host, *site.names):
        title = title[colon.end() :]
    cuts = separators(title)
    if not cuts:
        return title
    edges = [0, *(edge for cut in cuts for edge in cut), len(title)]
    spans = list(zip(edges[::2], edges[1::2], strict=True))
    named = [site.is_site_name(title[start:end]) for start, end in spans]
    first, last = 0, len(spans) - 1
    for part in range(len(spans) - 1, 0, -1):
        if named[part] and (part > 1 or part == len(spans) - 1 or not named[0]):
            last = part - 1
    while first < last and named[first]:
        first += 1
    return title[spans[first][0] : spans[last][1]].strip()


def segments(title: str) -> list[str]:
    """Return the parts of a title between separators."""
    edges = [0, *(edge for cut in separators(title) for edge in cut), len(title)]
    return [part for start, end in zip(edges[::2], edges[1::2], strict=True) if (part := title[start:end].strip())]
