"""Separators in titles: where the name of the site, a section or a date stands apart from the headline."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tamis.text.dates import find_date
from tamis.text.phrases import pattern
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from tamis.core.enrich.site_names import Site

_SEPARATOR = re.compile(
    r"(?<!\s)\s++(?:[|¦‖·•»«›‹/\\~＞＜>│:]|[-–—―]{1,3}|::|//|\|\||<<|>>)\s++"  # between spaces
    r"|[|¦｜│]\s*|(?!(?<=[a-z_])::[a-z_])::\s*"  # strong enough without, but within a name in code
)
_STRONG = re.compile(r"[|¦｜│»«·•]|::|//")
"""Separators after which a site names itself; after a dash, a headline may go on."""


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


def is_addition(shown: str, headline: str) -> bool:
    """Tell whether the text before the headline is a date, or is separated from it as a section's name is."""
    before = shown[: -len(headline)] if shown.endswith(headline) else ""
    return bool(before) and (bool(_STRONG.search(before)) or find_date(before) is not None)


def cut_at_last(title: str) -> str:
    """Cut a title at its last strong separator, if nothing on the page tells what comes after it."""
    title = title if title.isascii() else _asian_site().sub("", title)
    cuts = [(start, end) for start, end in separators(title) if _STRONG.search(title, start, end)]
    if not cuts:
        return title
    start, end = title[: cuts[-1][0]].strip(), title[cuts[-1][1] :].strip()
    return start if len(words(start)) >= 3 or len(start) >= len(end) else title


_ASIAN_SITE = (
    r"(?<=[\u3000-\u9fff\uff00-\uff60)])\s?[-_–—]{1,2}\s?[^-_–—]{2,16}"
    rf"(?:{pattern('site_name_end')})(?:[-_–—]{{1,2}}[^-_–—]{{2,16}}(?:{pattern('site_part_end')}))?$"
)


@cache
def _asian_site() -> re.Pattern[str]:
    """Compile the pattern of a site's (or its part's) name after a Chinese or Japanese headline; only for those."""
    return re.compile(_ASIAN_SITE)
