"""How to fetch: every choice a user has, as one frozen dataclass."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis._version import __version__
from tamis.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


USER_AGENT = f"tamis/{__version__} (article reader)"

LONGEST_TIMEOUT = 86_400.0  # A day, in seconds; far larger numbers do not fit the system's own type for it.

# RFC 9110, section 5.6.2 (token) and 5.5 (field values), without the obsolete bytes above 0x7E.
HEADER_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
HEADER_VALUE = re.compile(r"[\t\x20-\x7e]*")
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*|\*")  # RFC 4647, section 2.1

RESERVED_HEADERS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "host",
        "if-match",
        "if-modified-since",
        "if-none-match",
        "if-range",
        "if-unmodified-since",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "range",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "user-agent",
        "accept-language",
    }
)
"""Headers on which the guards, the limits and the cache rest, or which have a setting of their own."""


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How to fetch a page."""

    timeout: float = 20.0
    """Seconds for the whole of it: names, connections, all redirects and the body."""
    connect_timeout: float = 10.0
    """Seconds that one address may take to accept a connection; never more than is left of `timeout`."""
    max_bytes: int = 10_000_000
    """The largest body, unpacked."""
    max_compressed_bytes: int = 10_000_000
    """The largest body as it comes over the wire."""
    max_feed_bytes: int = 52_428_800
    """The largest feed or sitemap, decompressed; the sitemaps protocol allows 50 MiB."""
    max_text_bytes: int = 1_000_000
    """The largest text file, such as robots.txt."""
    max_image_bytes: int = 20_000_000
    """The largest picture."""
    max_style_bytes: int = 2_000_000
    """The largest style sheet, decompressed."""
    max_redirects: int = 5
    """How many redirects are followed."""
    user_agent: str = USER_AGENT
    """Who is asking, for the site's owner to see."""
    languages: tuple[str, ...] = ()
    """The languages to ask for, the best first: ``("de-CH", "de", "en")``. Empty: the site decides."""
    headers: tuple[tuple[str, str], ...] = ()
    """More headers, as pairs. They go to the host that was asked for and not to others it redirects to."""
    allow_private: bool = False
    """Fetch from private, loopback and other non-public addresses too. Only for addresses you trust."""
    verify: bool = True
    """Check certificates. Without it anyone on the way can read and change the page."""
    keep_alive: float = 15.0
    """Seconds that an idle connection is kept for the next visit to the same host; 0 closes it at once."""
    cache: Path | None = None
    """A directory to keep pages in; they are asked for again, but sent only if they changed."""

    def __post_init__(self) -> None:
        _check_seconds("timeout", self.timeout)
        _check_seconds("connect_timeout", self.connect_timeout)
        for name in _SIZES:
            _check_at_least(name, getattr(self, name), 1)
        _check_at_least("max_redirects", self.max_redirects, 0)
        if self.keep_alive:
            _check_seconds("keep_alive", self.keep_alive)
        _check_user_agent(self.user_agent)
        for language in self.languages:
            _check_language(language)
        check_headers(self.headers)


_SIZES = (
    "max_bytes",
    "max_compressed_bytes",
    "max_feed_bytes",
    "max_text_bytes",
    "max_image_bytes",
    "max_style_bytes",
)


def check_headers(headers: Iterable[tuple[str, str]]) -> None:
    """Raise `BadSettings` for a header that cannot or must not be sent."""
    for name, value in headers:
        _check_header(name, value)


def _check_seconds(name: str, seconds: float) -> None:
    if not math.isfinite(seconds) or not 0 < seconds <= LONGEST_TIMEOUT:
        raise BadSettings(f"{name} must be over 0 and at most {LONGEST_TIMEOUT:,.0f} seconds, not {seconds}")


def _check_at_least(name: str, number: int, least: int) -> None:
    if number < least:
        raise BadSettings(f"{name} must be at least {least}, not {number}")


def _check_user_agent(value: str) -> None:
    if not value.strip() or not HEADER_VALUE.fullmatch(value):
        raise BadSettings(f"user_agent must be one line of printable ASCII, not {value!r}")


def _check_language(tag: str) -> None:
    if not LANGUAGE.fullmatch(tag):
        raise BadSettings(f"languages must be tags such as 'en' or 'pt-BR', not {tag!r}")


def _check_header(name: str, value: str) -> None:
    if not HEADER_NAME.fullmatch(name):
        raise BadSettings(f"{name!r} is not the name of a header; use letters, digits and hyphens")
    if name.lower() in RESERVED_HEADERS:
        raise BadSettings(f"the header {name} is set by tamis itself; take it out of headers")
    if not HEADER_VALUE.fullmatch(value):
        raise BadSettings(f"the value of the header {name} must be one line of printable ASCII")
