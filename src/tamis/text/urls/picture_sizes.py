"""URLs of pictures: the width that a URL names, and what identifies the picture whatever its size."""

from __future__ import annotations

import re
from urllib.parse import unquote

MIN_WIDTH = 40
"""Number of pixels below which a number beside another is a ratio: ``16x9``."""
MIN_STEM = 3
"""Minimum characters of a file name, without marks of size, that identifies a picture."""
THUMBNAIL = 200
"""Number of pixels that counts for a URL that names no width but calls its picture small."""
_QUERY_WIDTH = re.compile(
    r"[?&](?:w|width|imwidth|wid|mw|resize|fit|size|odnwidth)=(\d{2,4})(?!\d)|=w_(\d{2,4})(?!\d)", re.IGNORECASE
)
_PATH_WIDTH = re.compile(
    r"[/_,-]w[_-]?(\d{2,4})(?![\dx])|(?<!\d)(\d{2,4})x\d{0,4}(?!\d)|/(\d{2,4})(?=/\d{3,4}/)|/max/(\d{2,4})/"
    r"|[/_-](\d{3,4})(?:w|px)(?![a-z])",
    re.IGNORECASE,
)
_EXTENSION = re.compile(r"(?:\.(?:jpe?g|png|gif|webp|avif)){1,3}$")
_MARK = (
    r"\d{2,4}x\d{0,4}|\d{1,2}x\d{1,2}|w\d{2,4}(?:_[a-z]{1,2}\d?){0,4}|\d{3,4}(?:px|w)|scaled|thumb(?:nail)?|small|medium|"
    r"large|big|preview|square|tn|s|t"
)
_SMALL = re.compile(r"[-_.](?:thumb(?:nail)?|small|tn|s|t)\.\w{3,4}$|/thumb(?:nail)?s?/|/thumb_", re.IGNORECASE)
_MARKS_AT_END = re.compile(rf"(?:[-_.](?:{_MARK})){{1,4}}$")
_MARKS_AT_START = re.compile(r"^(?:(?:thumb|thumbnail|small)_|(?:v\d-)?\d{2,4}px-)")
_SIZE_PART = re.compile(
    r"\d{1,4}x\d{0,4}!?(?:\+\d+\+\d+)?|\d{1,2}[:-]\d{1,2}|[swh]\d{2,4}[a-z]?"
    r"|(?:[a-z]{1,3}_[^,/]+,)*[wh]_\d+(?:,[a-z]{1,3}_[^,/]+)*"
    r"|thumbs?|thumbnails?|small|medium|large|original|master|max|preview|resize|(?=.{20,}$)[\w-]+="
)
_SIZE_NUMBERS = re.compile(r"/(\d{2,4})/(\d{2,4})(?=/)")
_SIZE_PARAMETERS = frozenset(
    "w h width height wid hei imwidth q quality cquality crop cropw croph fit auto format fm type dpr s sig signature "
    "hash v ve tl itok resize size strip ssl scale impolicy x y compression version smart enable rect vtcrop".split()
)


def width_in(url: str) -> int | None:
    """Return the width in pixels that a picture's URL names; None if it names none."""
    for pattern in (_QUERY_WIDTH, _PATH_WIDTH) if "=" in url else (_PATH_WIDTH,):
        widths = [int(next(filter(None, groups))) for groups in pattern.findall(url)]
        if width := next((width for width in reversed(widths) if width >= MIN_WIDTH), None):
            return 2 * width if "@2x" in url else width
    return THUMBNAIL if _SMALL.search(url.partition("?")[0]) else None


def picture_key(url: str) -> str:
    """Return what identifies a picture: its path and parameters without those that name a size or a form."""
    text = unquote(url)
    nested = max(text.rfind("http://"), text.rfind("https://"))
    if nested > 0:  # a service that makes other sizes of the picture at that URL
        text = text[nested:].partition("&")[0]
    path, _, query = text.partition("?")
    host, _, plain_path = _SIZE_NUMBERS.sub(_without_sizes, path.lower()).partition("//")[2].partition("/")
    *folders, name = plain_path.split("/")
    folders = [folder for folder in folders if not _SIZE_PART.fullmatch(folder)]
    stem = _MARKS_AT_START.sub("", _MARKS_AT_END.sub("", _EXTENSION.sub("", name)))
    if len(stem) < MIN_STEM:
        return url
    parameters = [pair for pair in query.split("&") if pair.partition("=")[0].lower() not in _SIZE_PARAMETERS]
    site = ".".join(host.split(".")[-2:])  # servers of one site have the same pictures
    return "/".join((site, *folders, stem)) + "?" + "&".join(parameters)


def _without_sizes(match: re.Match[str]) -> str:
    """Remove a width and a height between slashes; a year and a month stay."""
    return "" if all(int(number) >= MIN_WIDTH for number in match.groups()) else match.group()
