"""Reading declarations of rights: HTTP headers, robots directives, content signals, and a site's tdmrep.json.

TDMRep: *TDM Reservation Protocol*, final report of the W3C Community Group, 10 May 2024. Values other than 0 and 1 are
errors, and count as nothing. Robots directives: Google's *Robots meta tag, data-nosnippet, and X-Robots-Tag
specifications*, with ``noai`` and ``noimageai`` (DeviantArt, 2022). Content signals: contentsignals.org, 2025.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from tamis.model import NO_RIGHTS, Rights
from tamis.text.urls.robots import path_of
from tamis.text.urls.sites import is_web_url
from tamis.text.urls.wildcards import wildcard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

WITH_VALUE = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
"""Directives with a value behind a colon, which is no name of a crawler."""
DIRECTIVES = WITH_VALUE | frozenset(
    (
        "none noindex nofollow noarchive nocache nosnippet nopreview noimageindex notranslate noodp noydir "
        "nositelinkssearchbox indexifembedded noai noimageai"
    ).split()
)
"""Robots directives in use, but for those that change nothing: ``all``, ``index``, ``follow``."""
TDM_FILE = "/.well-known/tdmrep.json"
"""Path of the file in which a site declares reservations of text and data mining."""
MAX_DECLARATIONS = 50
"""Maximum number of directives or signals of a page."""
MAX_RULES = 2_000
"""Maximum number of rules of a tdmrep.json."""
_SIGNAL = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,40})\s{0,5}=\s{0,5}([A-Za-z][A-Za-z0-9_-]{0,40})")
_CRAWLER = re.compile(r"[\w.-]{1,60}")


def rights_in_headers(headers: Iterable[tuple[str, str]], url: str | None = None) -> Rights | None:
    """Collect what the headers of an HTTP response declare; None if they declare nothing."""
    held: dict[str, list[str]] = {}
    for name, value in headers:
        if (key := name.lower()) in HEADERS:
            held.setdefault(key, []).append(value)
    if not held:
        return None
    rights = Rights(
        *mining_rights(held.get("tdm-reservation", ()), held.get("tdm-policy", ()), url),
        robots=read_directives(held.get("x-robots-tag", ())),
        content_signals=read_signals(held.get("content-signal", ())),
    )
    return rights if rights != NO_RIGHTS else None


HEADERS = frozenset({"x-robots-tag", "tdm-reservation", "tdm-policy", "content-signal"})
"""Names of the headers that declare rights, in lower case."""


def mining_rights(
    reservations: Sequence[str], policies: Sequence[str], url: str | None = None
) -> tuple[bool | None, str | None]:
    """Return whether text and data mining is reserved, and the URL of the policy, which counts unless it is not."""
    reservation = next(iter(reservations), "").strip()
    is_reserved = {"1": True, "0": False}.get(reservation)
    policy = None if is_reserved is False else next(iter(policies), "").strip()
    return is_reserved, _policy(policy, url) if policy else None


def _policy(policy: str, url: str | None) -> str | None:
    try:
        whole = urljoin(url or "", policy)
    except ValueError:
        return None
    return whole if is_web_url(whole) else None


def read_directives(values: Iterable[str], crawler: str = "") -> tuple[str, ...]:
    """Parse robots directives, each once: of headers, in which a name may come before them, or of meta elements.

    `crawler` is the name of the crawler that they are for, if it is known; all others are for everybody.
    """
    directives = (written for value in values for written in _directives(value, crawler.lower()))
    return tuple(dict.fromkeys(directives))[:MAX_DECLARATIONS]


def _directives(value: str, crawler: str) -> Iterator[str]:
    for part in value.split(",")[: 4 * MAX_DECLARATIONS]:
        name, colon, rest = part.strip().partition(":")
        directive = name.strip().lower()
        if colon and directive not in WITH_VALUE:
            if not _CRAWLER.fullmatch(directive):
                continue
            crawler, directive = directive, rest.strip().lower()
            name, colon, rest = directive.partition(":")
            directive = name.strip()
        if directive not in DIRECTIVES:
            continue
        written = f"{directive}:{' '.join(rest.split())[:60]}" if directive in WITH_VALUE else directive
        yield f"{crawler}: {written}" if crawler else written


def read_signals(values: Iterable[str]) -> tuple[str, ...]:
    """Parse content signals: ``search=yes, ai-train=no``. Of several values of one signal the last counts."""
    signals: dict[str, str] = {}
    for value in values:
        for part in value.split(",")[:MAX_DECLARATIONS]:
            if signal := _SIGNAL.fullmatch(part.strip()):
                signals[signal[1].lower()] = signal[2].lower()
    return tuple(f"{name}={value}" for name, value in list(signals.items())[:MAX_DECLARATIONS])


def rights_in_file(data: bytes, url: str) -> Rights | None:
    """Return what a site's ``/.well-known/tdmrep.json`` declares about a URL: the first rule that matches."""
    try:
        rules = json.loads(data)
    except (ValueError, RecursionError):
        return None
    path = path_of(url)
    for rule in rules[:MAX_RULES] if isinstance(rules, list) else ():
        if isinstance(rule, dict) and _is_about(rule, path):
            policy = rule.get("tdm-policy")
            reservation, whole = mining_rights(
                [str(rule.get("tdm-reservation", ""))], [policy] if isinstance(policy, str) else [], url
            )
            return Rights(reservation, whole) if reservation is not None else None
    return None


def _is_about(rule: Mapping[str, object], path: str) -> bool:
    location = rule.get("location")
    if not isinstance(location, str):
        return False
    pattern = wildcard(location.removesuffix("$"), to_end=location.endswith("$"))
    return pattern.matches(path)
