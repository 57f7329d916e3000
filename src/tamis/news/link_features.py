"""Features of a link that predict its target: its URL, its text, its place on the page.

Every feature has a name, so that a verdict can give its reasons. Values are from 0 to 1, and absent ones are 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit

from tamis.text.lists import word_set
from tamis.text.phrases import words
from tamis.text.urls.cleaning import MAX_LENGTH
from tamis.text.urls.shapes import LONG_NUMBER, MONTHS, Shape, shape_of
from tamis.text.urls.sites import registered_domain, without_www
from tamis.text.words import count_words, may_be_unspaced

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TEXT = 300
"""Maximum number of characters of a link's text to read."""
CHARACTERS_OF_A_WORD = 2
"""Characters per word in scripts without spaces: most Chinese words have two."""
RESERVED = ("gallery", "video", "image", "photo", "slideshow", "episode", "player")
"""Words of URLs that promise pictures or sound instead of text (L2)."""

DATE = re.compile(r"(?<!\d)(?:19|20)\d\d[-_/.]?(?:0?[1-9]|1[0-2])(?![a-z\d]{3})(?:[-_/.]?[0-3]?\d)?(?!\d)")
NAMED_DATE = re.compile(rf"/(?:19|20)\d\d/(?:{MONTHS})[a-z]{{0,6}}/")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_HASH = re.compile(r"(?=[a-f]{0,12}\d)[0-9a-f]{8,64}|(?=[a-f-]{0,12}\d)[0-9a-f]{8}-[0-9a-f]{4}")
_WORDS = re.compile(r"[^\W\d_]+")
_EXTENSION = re.compile(r"\.(?:s?html?|php\d?|aspx?|jsp|cfm|story|ece|cms)$")
_FILE = re.compile(r"\.(?:pdf|jpe?g|png|gif|webp|svg|mp[34]|zip|xml|rss|css|js|ics|docx?|xlsx?)$")
_SENTENCE_END = re.compile(r"[.!?…]['\"”’]?$")

ABOUT = frozenset(words("url_service"))
"""Path segments of lists, services and pages about the site."""
STORIES = frozenset(words("url_story"))
"""Path segments that precede articles."""
MENU_TEXTS = word_set(
    """
    home news sports sport politics business opinion entertainment lifestyle life weather obituaries health technology
    tech science world local arts culture education environment travel food money video videos photos podcasts events
    about contact subscribe donate login newsletters newsletter search menu more all jobs classifieds shop advertise
    privacy terms careers help faq facebook twitter instagram youtube linkedin tiktok rss
    """
)
"""Texts of links in menus."""


class Place(StrEnum):
    """Region of the page that a link is in."""

    MAIN = "main"
    HEADING = "heading"
    NAVIGATION = "navigation"
    FOOTER = "footer"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """A link as known before it is followed."""

    url: str
    text: str = ""
    home: str = ""
    """URL of the page that the link is on; empty if unknown."""
    place: Place = Place.UNKNOWN
    rel: tuple[str, ...] = ()


def features_of(link: LinkFacts) -> dict[str, float]:
    """Compute the named features of a link that are not 0."""
    parts = split(link.url)
    features = {name: float(value) for name, value in _all(link, parts) if value}
    return features | {f"word:{word}": 1.0 for word in path_words(parts)}


def split(url: str) -> SplitResult:
    """Split a URL into its parts; return empty parts for one that cannot be parsed."""
    try:
        return urlsplit(url.strip()[:MAX_LENGTH])
    except ValueError:
        return SplitResult("", "", "", "", "")


def path_words(parts: SplitResult) -> list[str]:
    """Collect the first path segments that are a word or two: sections, and what lies below them."""
    names = [unquote(name).lower() for name in parts.path.split("/") if name]
    return [
        name
        for name in names[:3]
        if len(name) <= 20 and len(_WORDS.findall(name)) <= 2 and not LONG_NUMBER.search(name)
    ]


def _all(link: LinkFacts, parts: SplitResult) -> Iterator[tuple[str, float]]:
    yield "always", 1.0
    yield from _of_url(link, parts)
    yield from _of_last_part(parts)
    yield from _of_text(" ".join(link.text[:MAX_TEXT].split()))
    yield from _of_place(link)


def _of_url(link: LinkFacts, parts: SplitResult) -> Iterator[tuple[str, float]]:
    path = unquote(parts.path).lower()
    names = [name for name in path.split("/") if name]
    shape = shape_of(link.url)
    for known in Shape:
        yield f"shape:{known.name.lower()}", shape is known
    yield "another scheme", parts.scheme not in ("", "http", "https")
    yield "only a fragment", not names and not parts.query and bool(parts.fragment)
    yield "a fragment", bool(names) and bool(parts.fragment)
    yield "a query", bool(parts.query)
    yield "no path", not names
    yield "another site", _is_elsewhere(link, parts)
    yield "a subdomain", _is_subdomain(link, parts)
    yield "a date", bool(DATE.search(path) or NAMED_DATE.search(path))
    yield "a year", bool(_YEAR.search(path))
    yield "a long number", bool(LONG_NUMBER.search(path))
    yield "a hash", bool(_HASH.search(path))
    yield "ends with a slash", path.endswith("/") and bool(names)
    yield "a page's ending", bool(_EXTENSION.search(path))
    yield "a file", bool(_FILE.search(path))
    yield "a word of pictures or sound", any(word in path for word in RESERVED)
    yield "a part for stories", any(name in STORIES for name in names[:-1])
    yield "a part for lists and services", any(name in ABOUT for name in names)
    yield "begins with a part for lists and services", bool(names) and names[0] in ABOUT
    for depth in range(1, 6):
        yield f"a path of {depth} part{'s' * (depth > 1)}", min(len(names), 5) == depth
    yield "a long path", min(len(path), 160) / 160


def _of_last_part(parts: SplitResult) -> Iterator[tuple[str, float]]:
    names = [name for name in unquote(parts.path).lower().split("/") if name]
    last = _EXTENSION.sub("", names[-1]) if names else ""
    if (
        names
        and len(names) > 1
        and (last.isdecimal() or last in ("index", "story", "article") or _HASH.fullmatch(last))
    ):
        last = max(names[-1], names[-2], key=len)
    words = [word for word in _WORDS.findall(last) if len(word) > 1]
    yield "many words in the last part", min(len(words), 12) / 12
    yield "one word in the last part", len(words) == 1
    yield "two words in the last part", len(words) == 2
    yield "three words in the last part", len(words) == 3
    yield "four words in the last part", len(words) == 4
    yield "a headline in the last part", len(words) >= 5
    yield "a long last part", min(sum(map(len, words)), 80) / 80


def _of_text(text: str) -> Iterator[tuple[str, float]]:
    words = text.split()
    count = count_words(text) // CHARACTERS_OF_A_WORD if may_be_unspaced(text) else len(words)
    letters = [word for word in words if word[:1].isalpha()]
    yield "no words", not words
    yield "many words of the link", min(count, 20) / 20
    yield "one word of the link", count == 1
    yield "two words of the link", count == 2
    yield "three words of the link", count == 3
    yield "a sentence", count >= 6
    yield "many letters of the link", min(len(text), 150) / 150
    yield "ends like a sentence", bool(_SENTENCE_END.search(text)) and count > 3
    yield "a word of menus", text.lower() in MENU_TEXTS
    yield "all words with capitals", len(letters) > 1 and all(word[0].isupper() for word in letters)
    yield "all capitals", len(text) > 2 and text.isupper()
    yield "a number in the words", any(map(str.isdigit, text))


def _of_place(link: LinkFacts) -> Iterator[tuple[str, float]]:
    for place in Place:
        yield f"place:{place.value}", place is link.place and place is not Place.UNKNOWN
    yield (
        "rel of tags, authors and sponsors",
        any(name in ("tag", "author", "sponsored", "category") for name in link.rel),
    )


def _is_elsewhere(link: LinkFacts, parts: SplitResult) -> bool:
    home = split(link.home).hostname
    return bool(home and parts.hostname) and registered_domain(home or "") != registered_domain(parts.hostname or "")


def _is_subdomain(link: LinkFacts, parts: SplitResult) -> bool:
    home, host = split(link.home).hostname or "", parts.hostname or ""
    same = without_www(home) == without_www(host)
    return bool(home and host) and not same and not _is_elsewhere(link, parts)
