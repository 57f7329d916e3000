"""URLs split into the parts by which two of them are compared."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from tamis.text.lists import word_set
from tamis.text.urls.cleaning import MAX_LENGTH, is_tracking
from tamis.text.urls.sites import registered_domain

if TYPE_CHECKING:
    from collections.abc import Mapping

_IGNORED = word_set(
    """
    sid session sess ref referrer source lang hl locale ajax ref_ from_source share versionfrom chash ei ved sa qid sr
    rt rnd rand timestamp token cursor after before lastid
    """
)
"""Parameters that say nothing about which page it is, beside those that track readers: sessions, languages, tokens."""
_IGNORED_STARTS = ("at_", "wt_")
_CURSORS = word_set("cursor after lastid last_id maxid max_id pagetoken page_token continuation startafter nextcursor")
"""Parameters that name the last item of a page, after which the next page begins."""

_ARCHIVED = re.compile(r"/web/\d{8,14}[a-z_]{0,4}/(?=https?://)")  # of a page in the Wayback Machine
_SCRIPT = re.compile(r"/index\.php\d?(?=/)")
_INDEX = re.compile(r"/(?:index|default)\.(?:[sx]?html?|php\d?|aspx?|jsp)$")
_EXTENSION = re.compile(r"\.(?:[sx]?html?|php\d?|aspx?|jsp|cfm|dhtml|do|story|txt|prt)$")
_REFERRER = re.compile(r"/ref=[^/]*+")
_SESSION = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{4,}")
_WORD = re.compile(r"[a-z]+")


class SplitUrl(NamedTuple):
    """A URL, split into the parts that are compared."""

    site: str
    path: str
    """Path in lower case, decoded, without a slash or an index page at its end."""
    query: Mapping[str, str]
    """Parameters, without those that say nothing; names are in lower case."""
    fragment: str
    subdomain: str = ""
    """The host without the registered domain: ``www``, ``print``."""

    @property
    def plain_path(self) -> str:
        """The path without the extension of a file."""
        return without_extension(self.path)

    @property
    def query_words(self) -> set[str]:
        """The words of the query and the fragment."""
        fields = " ".join(f"{name} {value}" for name, value in self.query.items())
        return set(words_in(f"{fields} {self.fragment}"))


@lru_cache(maxsize=16)
def split_url(url: str) -> SplitUrl | None:
    """Split a URL into the parts that are compared; None if it is too long, or not that of a web page.

    The last few are kept, because the page's own URL is compared with that of every link.
    """
    if len(url) > MAX_LENGTH:
        return None
    try:
        parts = _unarchived(urlsplit(url))
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in ("http", "https", ""):
        return None
    route, query_text = _route_and_query(parts)
    path = _REFERRER.sub("", _INDEX.sub("", _SCRIPT.sub("", unquote(route).lower().rstrip("/"))))
    fields = parse_qsl(query_text, keep_blank_values=True) if query_text else []
    query = {name.lower(): value.lower() for name, value in fields if not _is_ignored(name.lower(), value)}
    site = registered_domain(host)
    return SplitUrl(site, path, query, parts.fragment.lower(), host.removesuffix(site).rstrip("."))


def _unarchived(parts: SplitResult) -> SplitResult:
    """Return the URL of the page that an archive keeps a copy of."""
    inner = _ARCHIVED.match(parts.path)
    return urlsplit(f"{parts.path[inner.end() :]}?{parts.query}") if inner else parts


def _route_and_query(parts: SplitResult) -> tuple[str, str]:
    """Return the path and the query, with a path in the query in its place: ``/index.php?/topic/12-tides/page/2/``."""
    query = parts.query.replace(";", "&")
    first, _, others = query.partition("&")
    if first and "=" not in first:
        return f"{parts.path.rstrip('/')}/{first.lstrip('/')}", others
    return parts.path, query


def _is_ignored(name: str, value: str) -> bool:
    if name == "s":  # a session in some forums, an item number or the words of a search elsewhere
        return _SESSION.fullmatch(value.lower()) is not None
    return name in _IGNORED or name.startswith(_IGNORED_STARTS) or is_tracking(name)


def has_other_cursor(own: str, other: str) -> bool:
    """Tell whether a URL names a last item of a page that the page's own URL does not: ``?after=t3_12``."""
    return not _cursors(other) <= _cursors(own)


def _cursors(url: str) -> set[tuple[str, str]]:
    fields = ((name.lower(), value) for name, value in parse_qsl(url.partition("?")[2]))
    return {field for field in fields if field[0] in _CURSORS}


def words_in(text: str) -> list[str]:
    """List the words of a part of a URL in lower case: runs of letters from a to z."""
    return _WORD.findall(text)


def without_extension(path: str) -> str:
    """Remove the extension of a file from the end of a path."""
    return _EXTENSION.sub("", path)


def has_extension(path: str) -> bool:
    """Tell whether a path ends with the extension of a file."""
    return _EXTENSION.search(path) is not None
