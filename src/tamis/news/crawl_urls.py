"""URLs of a crawl: which ones it may request, traps, query parameters that change nothing, and its site.

A trap is a link that leads a crawler in circles. Some are recognized by the URL alone. Calendars and other endless
lists are not; `tamis.news.frontier` abandons a URL pattern once it brings nothing new.

Sites give session ids and sort orders any name. If pages that differ only in one parameter were the same three times,
and never different, the parameter is removed from all URLs of the site.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.text.lists import word_set
from tamis.text.near_duplicates import SAME_TEXT, similarity
from tamis.text.urls.cleaning import MAX_LENGTH, CleanUrl, clean_url
from tamis.text.urls.sites import registered_domain, without_www

if TYPE_CHECKING:
    import sqlite3

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
MIN_SAME = 3
"""Number of times that pages must have been the same."""
MEANINGFUL = word_set(
    """
    id p page paged pageno page_id article article_id articleid story storyid post post_id t tid thread v item itemid
    nid aid newsid oid pid cat category tag date year month day q query s search start offset
    """
)
"""Parameters that tell pages apart. Some sites send the same text for many of them, such as a login page."""
_VOTE = """
INSERT INTO crawl_parameter VALUES (:crawl, :name, :same, 1 - :same)
ON CONFLICT DO UPDATE SET same = same + :same, different = different + 1 - :same
"""


def crawlable(url: str, ignored: frozenset[str] = frozenset()) -> CleanUrl | None:
    """Normalize a URL for a crawl; return None if it is not a web page, names a user, or is too long.

    `ignored` are further parameters that turned out to change nothing on this site.
    """
    cleaned = clean_url(url, ignored) if len(url) <= MAX_LENGTH else None
    return cleaned if cleaned is not None and "@" not in urlsplit(url).netloc else None


class Site(NamedTuple):
    """The site that a crawl stays on."""

    authority: str
    """Host of the start page, with its port."""
    whole_domain: bool = False

    def has(self, parts: CleanUrl) -> bool:
        """Tell whether the URL belongs to the site."""
        if without_www(parts.authority) == without_www(self.authority):
            return True
        if not self.whole_domain:
            return False
        own, other = _host_and_port(self.authority), (parts.host, parts.port)
        return own[1] == other[1] and registered_domain(own[0]) == registered_domain(other[0])


def _host_and_port(authority: str) -> tuple[str, int | None]:
    parts = urlsplit(f"//{authority}")
    return parts.hostname or "", parts.port


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


class Parameters:
    """Knowledge of a crawl about the query parameters of its site. Use it within a transaction."""

    def __init__(self, connection: sqlite3.Connection, crawl: int) -> None:
        self._connection = connection
        self._crawl = crawl
        self.ignored = self._read()
        """Names of the parameters that change nothing, in lower case."""

    def learn(self, url: str, signature: bytes) -> None:
        """Compare a page with one that differs in a single parameter, for each of its parameters."""
        parts = crawlable(url)
        names = set(parts.parameter_names) - MEANINGFUL if parts is not None else set()
        for name in sorted(names):
            rest = crawlable(url, frozenset({name}))
            if parts is not None and rest is not None:
                self._compare(name, rest.key, parts.key, signature)
        if names:
            self.ignored = self._read()

    def learn_canonical(self, url: str, canonical: str) -> None:
        """Learn from the canonical URL: if it lacks one parameter of the URL, the page declares that this one changes
        nothing."""
        parts, named = crawlable(url), crawlable(canonical)
        if parts is None or named is None:
            return
        for name in sorted(set(parts.parameter_names) - MEANINGFUL):
            rest = crawlable(url, frozenset({name}))
            if rest is not None and rest.key == named.key:
                self._vote(name, is_same=True)
                self.ignored = self._read()

    def _compare(self, name: str, rest: str, key: str, signature: bytes) -> None:
        where = (self._crawl, name, rest)
        row = self._connection.execute(
            "SELECT key, signature FROM crawl_variant WHERE crawl = ? AND name = ? AND rest = ?", where
        ).fetchone()
        if row is None:
            self._connection.execute("INSERT INTO crawl_variant VALUES (?, ?, ?, ?, ?)", (*where, key, signature))
        elif row[0] != key:
            self._vote(name, is_same=similarity(row[1], signature) >= SAME_TEXT)

    def _vote(self, name: str, *, is_same: bool) -> None:
        self._connection.execute(_VOTE, {"crawl": self._crawl, "name": name, "same": is_same})

    def _read(self) -> frozenset[str]:
        rows = self._connection.execute(
            "SELECT name FROM crawl_parameter WHERE crawl = ? AND same >= ? AND different = 0", (self._crawl, MIN_SAME)
        )
        return frozenset(name for (name,) in rows)
