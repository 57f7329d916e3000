"""Crawler traps: links that lead a crawler in circles, recognized by the URL alone.

Calendars and other endless lists cannot be recognized by one URL; `tamis.news.frontier` abandons a URL pattern once it
brings nothing new.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis.text.lists import word_set

if TYPE_CHECKING:
    from tamis.text.urls.cleaning import CleanUrl

MAX_SEGMENTS = 16
"""Maximum number of path segments; deeper paths come from relative links that were resolved wrongly."""
MAX_REPEATS = 2
"""Maximum number of times that a segment may occur in a path; more is a circle. Numbers do not count: ``/2024/24/24/``
is a date."""
MAX_PARAMETERS = 6
"""Maximum number of query parameters; more of them are the filters of a search."""
_ORDERS = word_set(
    """
    sort sortby sort_by sortorder sort_order sorting order orderby order_by direction dir asc desc view viewmode layout
    display per_page perpage pagesize page_size replytocom print share action login redirect return returnurl return_to
    """
)
_FILES = word_set(
    """
    .7z .aac .apk .avi .avif .bmp .bz2 .css .csv .dmg .doc .docx .eot .eps .epub .exe .flac .gif .gz .ico .ics .iso
    .jpeg .jpg .js .json .m3u8 .m4a .m4v .mid .mkv .mov .mp3 .mp4 .mpeg .mpg .ogg .ogv .otf .pdf .png .ppt .pptx .ps
    .psd .rar .rtf .svg .swf .tar .tgz .tif .tiff .ttf .vcf .wav .webm .webp .wma .wmv .woff .woff2 .xls .xlsx .zip
    """
)


def trap_in(parts: CleanUrl) -> str | None:
    """Give the reason why a URL is not worth a request; None if it may be."""
    segments = [segment for segment in parts.path.split("/") if segment]
    if len(segments) > MAX_SEGMENTS:
        return f"a path of {len(segments)} parts"
    repeated = _repeated(segments)
    if repeated is not None:
        return f"a path that repeats {repeated!r}"
    names = parts.parameter_names
    order = next((name for name in names if name in _ORDERS), None)
    if order is not None:
        return f"the same in another order or view ({order})"
    if len(names) > MAX_PARAMETERS or len(set(names)) < len(names):
        return f"{len(names)} parameters"
    ending = _ending(segments[-1]) if segments else ""
    return f"a file, not a page ({ending})" if ending in _FILES else None


def _repeated(segments: list[str]) -> str | None:
    """Find a segment that occurs too often in a path. Numbers do not count, because dates repeat them."""
    counts = Counter(segment for segment in segments if not segment.isdigit())
    return next((segment for segment, times in counts.items() if times > MAX_REPEATS), None)


def _ending(segment: str) -> str:
    name, dot, ending = segment.rpartition(".")
    return f".{ending.lower()}" if dot and name else ""
