"""Checks of URLs before any name is resolved."""

from __future__ import annotations

import re

import httpx

from tamis.errors import BadUrl
from tamis.io.fetching.ip_rules import REFUSED_PORTS

SCHEMES = frozenset({"http", "https"})
HIGHEST_PORT = 65_535
LONGEST_NAME = 253  # RFC 1035, section 2.3.4, as text without the final dot
LONGEST_LABEL = 63  # RFC 1035, section 2.3.4
LONGEST_SHOWN = 300
"""Maximum number of characters of a URL in a message."""

HOST = re.compile(r"[A-Za-z0-9._-]+")  # Names that can be resolved; the underscore is in use.
USER_INFO = re.compile(r"(?<=//)[^/?#]*@")


def web_url(text: str) -> httpx.URL:
    """Parse a URL that may be fetched: http or https, without fragment. Raises `BadUrl` for any other."""
    try:
        url = httpx.URL(text.strip())
    except (httpx.InvalidURL, ValueError) as error:
        raise BadUrl(redacted(text), f"this URL cannot be read ({error}); check its spelling") from error
    return checked_url(url, text)


def checked_url(url: httpx.URL, text: str | None = None) -> httpx.URL:
    """Return a URL without its fragment, if it may be fetched. `text` is the URL as the user wrote it."""
    problem = _problem(url)
    if problem:
        raise BadUrl(redacted(text or str(url)), problem)
    try:
        return url.copy_with(fragment=None)
    except (httpx.InvalidURL, ValueError) as error:  # a host that is none only after its letters were made plain
        raise BadUrl(redacted(text or str(url)), f"this URL cannot be read ({error}); check its spelling") from error


def redacted(text: str) -> str:
    """Shorten a URL for a message, and remove its user name and password."""
    clean = USER_INFO.sub("", text.strip())
    return clean if len(clean) <= LONGEST_SHOWN else clean[:LONGEST_SHOWN] + "…"


def _problem(url: httpx.URL) -> str | None:
    if not url.scheme:
        return "this is not a web URL; put https:// in front of the host's name"
    if url.scheme not in SCHEMES:
        return f"{url.scheme} is not fetched; give a URL with http:// or https://"
    if url.userinfo:
        return "a user name or password in the URL is not sent; take it out"
    if "%" in url.host or not _is_host(url.raw_host.decode("ascii")):  # a zone of IPv6, which httpx does not check
        return "the host's name is missing or malformed; check the spelling"
    if url.port is not None and not _is_web_port(url.port):
        return f"port {url.port} is not for the web, and browsers refuse it too; check the URL"
    return None


def _is_web_port(port: int) -> bool:
    return port <= HIGHEST_PORT and port not in REFUSED_PORTS


def _is_host(host: str) -> bool:
    if ":" in host:  # httpx has checked that this is an IPv6 address.
        return True
    name = host.removesuffix(".")
    labels_fit = all(0 < len(label) <= LONGEST_LABEL for label in name.split("."))
    return labels_fit and len(name) <= LONGEST_NAME and HOST.fullmatch(name) is not None
