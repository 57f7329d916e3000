"""Pictures and players in a page: their best source, and whether they are content at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.model import Image, Media
from tamis.parse.tree import Element
from tamis.parse.urls import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

MIN_SIDE = 50  # pixels; Article Clipper, A6
# Where lazy loaders keep the real source, the commonest first.
_LAZY_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-hi-res-src", "data-url", "data-image")
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_PLACEHOLDER = re.compile(
    r"^data:image/(?:gif|svg)|(?:^|[/_.-])(?:blank|spacer|placeholder|transparent|1x1|pixel|lazy|loading|grey)[._-]",
    re.IGNORECASE,
)
_PLACEHOLDER_HINTS = tuple("data: blank spacer placeholder transparent 1x1 pixel lazy loading grey".split())
"""What each placeholder's address has in it in lower case; a quick look before the slow one."""
_DECORATION = frozenset(
    "icon icons logo avatar emoji smiley gravatar pixel tracker tracking spacer badge button sprite spinner".split()
)
_ADVERTISEMENT = frozenset(
    "ad ads advert adserver advertisement banner doubleclick sponsor sponsored promo adslot adbox dfp taboola "
    "outbrain".split()
)
_TOKENS = re.compile(r"[a-z]+|\d+")
_PIXELS = re.compile(r"\s*(\d{1,6})(?:\.\d+)?\s*(?:px)?\s*$")
_CANDIDATE_END = re.compile(r",\s+|,(?=https?://|/)")
_AD_HOST = re.compile(
    r"//(?:[\w-]+\.){0,6}(?:ads?|adserver|adservice|doubleclick|googlesyndication|adnxs|criteo)\d*\.", re.IGNORECASE
)
_PLAYER = re.compile(
    r"youtube|youtu\.be|vimeo|dailymotion|soundcloud|spotify|brightcove|jwplayer|jwplatform|kaltura|player|embed|video|audio"
    r"|podcast|twitter|instagram|facebook\.com/plugins|tiktok|datawrapper|flourish|infogram|scribd|slideshare|maps|arcgis",
    re.IGNORECASE,
)


def picture(element: Element, base: str | None) -> Image | None:
    """A picture by the best of its sources, or None where it has none that can be shown."""
    source = next((address for raw in _sources(element) if (address := _address(raw, base))), None)
    if source is None:
        return None
    return Image(
        src=source,
        alt=" ".join((element.attr("alt") or "").split()),
        width=_pixels(element.attr("width")),
        height=_pixels(element.attr("height")),
    )


def player(element: Element, base: str | None) -> Media | None:
    """A video, a sound or an embedded player, or None where it has no source."""
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


def not_content(element: Element) -> str | None:
    """Why a picture or a player is decoration or an advertisement; None if it may be content."""
    width, height = _pixels(element.attr("width")), _pixels(element.attr("height"))
    if (width is not None and width < MIN_SIDE) or (height is not None and height < MIN_SIDE):
        return "smaller than 50 pixels"
    source = element.attr("src") or element.attr("data-src") or ""
    if _AD_HOST.search(source):
        return "from an advertising server"
    words = _TOKENS.findall(f"{element.attr('class') or ''} {element.attr('id') or ''}".lower())
    if alternative := element.attr("alt"):
        words += _TOKENS.findall(alternative.lower())[:3]
    if not _ADVERTISEMENT.isdisjoint(words):
        return "named an advertisement"
    if not _DECORATION.isdisjoint(words):
        return "named a decoration"
    parent = element.parent
    if isinstance(parent, Element) and parent.tag == "a" and _leads_to_advertiser(parent):
        return "links to an advertiser"
    if element.tag in ("iframe", "embed", "object", "amp-iframe"):
        target = source or element.attr("data") or ""
        if not _PLAYER.search(target):
            return "not a known player"
    return None


def _leads_to_advertiser(link: Element) -> bool:
    return "sponsored" in (link.attr("rel") or "") or _AD_HOST.search(link.attr("href") or "") is not None


def _sources(element: Element) -> Iterator[str]:
    for name in _LAZY_SETS:
        yield from _largest_of_set(element.attr(name))
    parent = element.parent
    if isinstance(parent, Element) and parent.tag == "picture":
        for source in parent.iter_elements("source"):
            yield from _largest_of_set(source.attr("srcset") or source.attr("data-srcset"))
    for name in _LAZY_SOURCES:
        value = element.attr(name)
        if value:
            yield value
    source_attribute = element.attr("src")
    if source_attribute:
        yield source_attribute


def _largest_of_set(srcset: str | None) -> Iterator[str]:
    """The candidate of a source set with the greatest width or density."""
    if not srcset:
        return
    best, size = None, -1.0
    for candidate in _CANDIDATE_END.split(srcset.strip()):
        address, _, descriptor = candidate.strip().partition(" ")
        try:
            value = float(descriptor.strip().rstrip("wxh") or 1)
        except ValueError:
            value = 0.0
        if address and value > size:
            best, size = address, value
    if best:
        yield best


def _address(raw: str, base: str | None) -> str | None:
    return None if _is_placeholder(raw) else resolve(raw, base)


def _is_placeholder(address: str) -> bool:
    return any(map(address.lower().__contains__, _PLACEHOLDER_HINTS)) and _PLACEHOLDER.search(address) is not None


def _pixels(value: str | None) -> int | None:
    digits = _PIXELS.match(value) if value else None
    return int(digits.group(1)) if digits else None
