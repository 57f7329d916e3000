"""Addresses of pages: how they are cleaned, by which key two are the same, and which pattern they follow.

A page has many addresses. Links carry tracking parameters, session ids, fragments and default ports; they are taken out
before the page is asked for. Two addresses that differ only in the scheme or in the order of parameters have one key.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit

from tamis.text.clean_addresses import is_tracking
from tamis.text.domains import registered_domain
from tamis.text.lists import word_set

MAX_LENGTH = 2_000
"""Longer addresses are not asked for: no page of a news site needs them, and old browsers do not take them."""
DEFAULT_PORTS = {"http": 80, "https": 443}
_SESSIONS = word_set("session sessid sid sess cfid cftoken osc_sid")
_LEAST_TOKEN = 6
"""Characters of a session's id; a shorter value may mean something."""
_PATH_SESSION = re.compile(r";jsessionid=[^/?;]*|/\([A-Za-z]\([^()/]{1,80}\)\)", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W_]+")
_SLUG_WORDS = 3
"""So many words in one part of a path are a headline, which is different for each page."""
_SAFE = "/:@!$&'()*+,;=~%-._"


class Parts(NamedTuple):
    """What an address consists of, cleaned."""

    scheme: str
    host: str
    port: int | None
    """None for the scheme's own."""
    path: str
    query: str

    @property
    def authority(self) -> str:
        """The host with its port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}{'?' + self.query if self.query else ''}"


def cleaned(url: str, ignored: frozenset[str] = frozenset()) -> Parts | None:
    """The address without what does not change the page; None if it is not one of a web page.

    `ignored` are further parameters that turned out to change nothing on this site.
    """
    if len(url) > MAX_LENGTH:
        return None
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").rstrip(".")
    if scheme not in DEFAULT_PORTS or not host or parts.username is not None:
        return None
    path = urlsplit(urljoin("http://a/", _PATH_SESSION.sub("", parts.path) or "/")).path
    query = "&".join(pair for pair in parts.query.split("&") if pair and not _is_noise(pair, ignored))
    return Parts(
        scheme,
        host.lower(),
        None if port == DEFAULT_PORTS[scheme] else port,
        quote(path or "/", safe=_SAFE),
        quote(query, safe=_SAFE + "?"),
    )


def key_of(parts: Parts) -> str:
    """What is the same for all addresses of a page: no scheme, parameters in order."""
    query = urlencode(sorted(parse_qsl(parts.query, keep_blank_values=True)))
    path = quote(unquote(parts.path, errors="surrogateescape"), safe=_SAFE, errors="surrogateescape")
    return f"{parts.authority}{path}{'?' + query if query else ''}"


def names_of(parts: Parts) -> list[str]:
    """The names of the parameters, in lower case."""
    return [pair.partition("=")[0].lower() for pair in parts.query.split("&") if pair]


def pattern_of(parts: Parts) -> str:
    """The form of an address, which pages of one kind share: ``/news/0/0/*?page``."""
    path = "/".join(map(_form, parts.path.split("/")))
    names = "&".join(sorted(set(names_of(parts))))
    return f"{parts.authority}{path}{'?' + names if names else ''}"


def slug_words(parts: Parts) -> set[str]:
    """The words of the last part of the path."""
    last = unquote(parts.path.rstrip("/").rpartition("/")[2], errors="replace").rpartition(".")
    return {word.lower() for word in _WORDS.findall(last[0] or last[2]) if not word.isdigit()}


class Site(NamedTuple):
    """Where a crawl may go."""

    authority: str
    """The start page's host, with its port."""
    whole_domain: bool = False

    def has(self, parts: Parts) -> bool:
        """Whether an address belongs to the site."""
        if _without_www(parts.authority) == _without_www(self.authority):
            return True
        if not self.whole_domain:
            return False
        own, other = _host_and_port(self.authority), (parts.host, parts.port)
        return own[1] == other[1] and registered_domain(own[0]) == registered_domain(other[0])


def _without_www(authority: str) -> str:
    return authority.removeprefix("www.")


def _host_and_port(authority: str) -> tuple[str, int | None]:
    parts = urlsplit(f"//{authority}")
    return parts.hostname or "", parts.port


def _is_noise(pair: str, ignored: frozenset[str]) -> bool:
    name, _, value = pair.partition("=")
    name = unquote(name, errors="replace").lower()
    if name in ignored or is_tracking(name):
        return True
    is_session = name in _SESSIONS or name.startswith("aspsessionid")
    return is_session and len(value) >= _LEAST_TOKEN


def _form(part: str) -> str:
    stem, dot, ending = part.rpartition(".")
    name = stem if dot else ending
    if len(_WORDS.findall(name)) >= _SLUG_WORDS:
        return f"*.{ending}" if dot else "*"
    return _DIGITS.sub("0", part)
