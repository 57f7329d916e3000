"""Pictures and players in a page: their best source, and whether they are content at all."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.tree import Element, attribute_names
from tamis.model import Image, Media
from tamis.text.markup_names import (
    ADVERTISING_PICTURE_WORDS,
    DECORATION_WORDS,
    GUESSED_SOURCES,
    LAZY_SETS,
    LAZY_SOURCES,
)
from tamis.text.urls.picture_sizes import picture_key, width_in
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_LINK_LEVELS = 6
"""Number of levels up to which the link around a picture is searched for."""
_LARGER = re.compile(
    r"\.(?:jpe?g|png|gif|webp|avif)(?:$|\?)|galler|galeri|photo|foto|image|bild|picture|media|attachment|zoom|slideshow",
    re.IGNORECASE,
)
"""Signs in a link's URL that it leads to a larger picture or to a gallery."""
_PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)(?:$|\?)", re.IGNORECASE)
MIN_SIDE = 50  # pixels; Article Clipper, A6
MAX_SIDE = 100_000
"""Number of pixels that no picture has."""
_SOURCES = (*LAZY_SOURCES, *GUESSED_SOURCES, "src")
"""Attributes with a picture's URL, best first: what a script would load is better than what waits for it."""
_SETS = (*LAZY_SETS, "srcset")
_PLACEHOLDER = re.compile(
    r"^data:image/(?:gif|svg)|(?:^|[/_.-])(?:blank|spacer|placeholder|transparent|1x1|pixel|lazy|loading|grey)[._-]",
    re.IGNORECASE,
)
_PLACEHOLDER_HINTS = tuple("data: blank spacer placeholder transparent 1x1 pixel lazy loading grey".split())
"""Strings one of which every placeholder's URL contains, in lower case; a quick check before the slow one."""
_IMAGES = frozenset({"img", "image", "amp-img"})
_ICON_NAMES = frozenset(
    "icon icons ico favicon logo logos sprite sprites emoji emojis smileys avatar avatars gravatar spacer autoren "
    "authors profile profiles newsletters statusicon statusicons emoticon emoticons smilies reactions badges userpic "
    "userpics ranks".split()
)
"""Words in URLs: names that no photograph of an article has, nor its folder."""
_DRAWN_BUTTONS = frozenset(
    "zoom mail email send share sharing print link close arrow arrows play pause menu volume audio button btn "
    "dark light mode facebook twitter whatsapp instagram youtube linkedin telegram pinterest bluesky x search "
    "download comment comments bookmark save font image images media static user check star like heart enlarge "
    "expand assets".split()
)
"""Further words in URLs of drawings, which are mostly buttons."""
_TOOL_NAMES = frozenset(
    "mailto mail email sendmail print toprint printer printit font fontsize textsize zoom zoomin zoomout share pdf "
    "comment comments arrow arrows btn button buttons pin pinit bookmark favorite favorites permalink".split()
)
"""Words in names of files: tools beside an article, as old pages draw them."""
_TOOL_WORDS = _TOOL_NAMES | frozenset(
    "a b c d e f g h i l m p s t x to it the this in out up down left right on off plus minus inc dec add top small "
    "big large larger smaller gray grey black white red blue green act friendly nobg size text send page article "
    "news facebook twitter google video play more next prev img image ic bt gif png".split()
)
"""Words in names of files that consist of nothing else, one of `_TOOL_NAMES` at least."""
_TOKENS = re.compile(r"[a-z]+|\d+")
_PIXELS = re.compile(r"\s*+(\d{1,6}+)(?:\.\d++)?\s*+(?:px)?\s*+$")
_CANDIDATE_END = re.compile(r",\s+|,(?=https?://|/)")
_AD_HOST = re.compile(
    r"//(?:[\w-]+\.){0,6}(?:ads?|adserver|adservice|doubleclick|googlesyndication|adnxs|criteo)\d*\.", re.IGNORECASE
)
_PLAYER = re.compile(
    r"youtube|youtu\.be|vimeo|dailymotion|soundcloud|spotify|brightcove|jwplayer|jwplatform|kaltura|player|embed|video|audio"
    r"|podcast|twitter|//(?:platform\.)?x\.com/|instagram|facebook\.com/plugins|tiktok|datawrapper|flourish|infogram|scribd|slideshare|maps|arcgis",
    re.IGNORECASE,
)


class Refusal(NamedTuple):
    """The reason why a picture does not belong to the article."""

    reason: str
    is_advertisement: bool = False


def picture(element: Element, base: str | None) -> Image | None:
    """Read a picture with the best of its sources; None if it has none that can be shown."""
    urls = dict.fromkeys(url for raw in _sources(element) if (url := _url(raw, base)))
    if not urls:
        return None
    urls = dict.fromkeys((_largest(element, tuple(urls), base), *urls))
    return Image(
        src=next(iter(urls)),
        alt=" ".join((element.attr("alt") or "").split()),
        width=_pixels(element.attr("width")),
        height=_pixels(element.attr("height")),
        sources=tuple(urls),
    )


def _largest(element: Element, urls: Sequence[str], base: str | None) -> str:
    """Return the largest source of a picture: the first, unless another or the link around it names a greater width.

    A URL without a width is that of the picture as it was uploaded.
    """
    best = urls[0]
    linked = _linked_picture(element, base)
    if linked is not None and picture_key(linked) == picture_key(best) and is_larger(linked, best):
        best = linked
    if len(urls) == 1:
        return best
    widest = width_in(best)
    if widest is None:
        return best
    for url in urls[1:]:
        if (width := width_in(url)) is not None and width > widest:
            best, widest = url, width
    return best


def _linked_picture(element: Element, base: str | None) -> str | None:
    link = _link_around(element)
    href = (link.attr("href") or "").strip() if link is not None else ""
    return resolve(href, base) if _PICTURE_FILE.search(href) else None


def is_larger(source: str, other: str) -> bool:
    """Tell whether a URL of a picture names a greater width than another of the same picture, or no width at all."""
    other_width = width_in(other)
    return other_width is not None and ((width := width_in(source)) is None or width > other_width)


def player(element: Element, base: str | None) -> Media | None:
    """Read a video, a sound or an embedded player; None if it has no source."""
    tag = element.tag
    kind = "video" if "video" in tag else "audio" if "audio" in tag else "embed"
    raw = element.attr("src") or element.attr("data-src") or element.attr("data")
    if not raw:
        raw = next((src for source in element.iter_elements("source") if (src := source.attr("src"))), None)
    source = resolve(raw, base)
    if not source or source.startswith("about:"):
        return None
    title = " ".join((element.attr("title") or element.attr("aria-label") or "").split())
    return Media(kind, source, title, resolve(element.attr("poster"), base))


def has_source(element: Element) -> bool:
    """Tell whether a picture has a URL that is not a placeholder."""
    return any(not _is_placeholder(raw) for raw in _sources(element))


def not_content(element: Element) -> Refusal | None:
    """Return why a picture or a player is decoration or an advertisement; None if it may be content."""
    if element.tag in _IMAGES and not has_source(element):
        return Refusal("has no source")
    width, height = _pixels(element.attr("width")), _pixels(element.attr("height"))
    if (width is not None and width < MIN_SIDE) or (height is not None and height < MIN_SIDE):
        return Refusal("smaller than 50 pixels")
    source = element.attr("src") or next(filter(None, map(element.attr, LAZY_SOURCES)), "")
    if _AD_HOST.search(source):
        return Refusal("from an advertising server", is_advertisement=True)
    words = _TOKENS.findall(f"{element.attr('class') or ''} {element.attr('id') or ''}".lower())
    if alternative := element.attr("alt"):
        words += _TOKENS.findall(alternative.lower())[:3]
    if not ADVERTISING_PICTURE_WORDS.isdisjoint(words):
        return Refusal("named an advertisement", is_advertisement=True)
    if not DECORATION_WORDS.isdisjoint(words) or _is_icon(source):
        return Refusal("named a decoration")
    if _is_tool(source) and not any(side is not None and side >= MIN_TOLD_SIDE for side in (width, height)):
        return Refusal("named a tool")
    parent = element.parent
    if isinstance(parent, Element) and parent.tag == "a" and _leads_to_advertiser(parent):
        return Refusal("links to an advertiser", is_advertisement=True)
    if element.tag in ("iframe", "embed", "object", "amp-iframe"):
        target = source or element.attr("data") or ""
        if not _PLAYER.search(target):
            return Refusal("not a known player")
    return None


def _is_icon(source: str) -> bool:
    """Tell whether a picture's URL names an icon, a logo or an author's portrait or, for a drawing, a button."""
    path = source.partition("?")[0].lower()
    if path.startswith("data:"):
        return False
    words = frozenset(_TOKENS.findall(path.partition("//")[2].partition("/")[2] or path))
    if not _ICON_NAMES.isdisjoint(words):
        return True
    return path.endswith(".svg") and not _DRAWN_BUTTONS.isdisjoint(words)


def _is_tool(source: str) -> bool:
    """Tell whether the file of a drawing is named for a tool and nothing else: ``mailto.gif``, ``font_b.gif``."""
    name, _, extension = source.partition("?")[0].lower().rpartition("/")[2].rpartition(".")
    if extension not in _DRAWN:
        return False
    words = [word for word in _TOKENS.findall(name) if not word.isdigit()]
    return not _TOOL_NAMES.isdisjoint(words) and _TOOL_WORDS.issuperset(words)


_DRAWN = frozenset({"gif", "png", "svg", "webp"})
MIN_TOLD_SIDE = 150
"""Pixels from which a picture with its size in the markup is no tool."""


def leads_to_page(element: Element, url: str | None) -> bool:
    """Tell whether a picture links to another page, as teasers do, and not to a larger version of itself."""
    link = _link_around(element)
    href = (link.attr("href") or "").strip() if link is not None else ""
    if not href or href.startswith(("#", "javascript:")) or _LARGER.search(href):
        return False
    return resolve(href, url) != url


def _link_around(element: Element) -> Element | None:
    for around in islice(elements_around(element.parent), MAX_LINK_LEVELS):
        if around.tag in ("figure", "article", "body"):
            return None
        if around.tag == "a":
            return around
    return None


def _leads_to_advertiser(link: Element) -> bool:
    return "sponsored" in (link.attr("rel") or "") or _AD_HOST.search(link.attr("href") or "") is not None


def _sources(element: Element) -> Iterator[str]:
    """Yield all URLs of a picture, best first: the largest of each set, then the single ones, then the rest."""
    given = attribute_names(element)  # to ask for each of a dozen names takes longer
    sets = [element.attr(name) for name in _SETS if name in given]
    parent = element.parent
    if isinstance(parent, Element) and parent.tag == "picture":
        for source in parent.iter_elements("source"):
            sets += [source.attr("srcset"), *map(source.attr, LAZY_SETS)]
    candidates = [_by_size(srcset) for srcset in sets if srcset]
    yield from (urls[0] for urls in candidates if urls)
    for name in _SOURCES:
        if name in given and (value := element.attr(name)):
            yield value
    for urls in candidates:
        yield from urls[1:]


def _by_size(srcset: str) -> list[str]:
    """Return the candidates of a source set, those with the greatest width or density first."""
    sized: list[tuple[float, str]] = []
    for candidate in _CANDIDATE_END.split(srcset.strip()):
        url, _, descriptor = candidate.strip().partition(" ")
        try:
            value = float(descriptor.strip().rstrip("wxh") or 1)
        except ValueError:
            value = 0.0
        if url:
            sized.append((value, url))
    return [url for _, url in sorted(sized, key=lambda source: -source[0])]


def _url(raw: str, base: str | None) -> str | None:
    return None if _is_placeholder(raw) else resolve(raw, base)


def _is_placeholder(url: str) -> bool:
    return any(map(url.lower().__contains__, _PLACEHOLDER_HINTS)) and _PLACEHOLDER.search(url) is not None


def _pixels(value: str | None) -> int | None:
    digits = _PIXELS.match(value) if value else None
    return int(digits.group(1)) if digits else None
