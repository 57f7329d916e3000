"""URLs of the web, and the site that a host belongs to: its registered domain, by the Public Suffix List."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

MAX_HOST = 253
"""Longer names are no hosts: RFC 1035."""
_WEB_SCHEMES = ("http://", "https://")
_LONGEST_SCHEME = len("https://")


def is_web_url(url: str) -> bool:
    """Whether a URL is absolute and of the web: ``http:`` or ``https:``."""
    return url[:_LONGEST_SCHEME].lower().startswith(_WEB_SCHEMES)


def registered_domain(host: str) -> str:
    """The domain that was registered: ``taz.de`` of www.taz.de, ``bbc.co.uk`` of news.bbc.co.uk.

    Hosts of services where everybody has a name (``jane.github.io``) are sites of their own. Numeric addresses, single
    names and public suffixes themselves are given back as they are.
    """
    host = host.lower().rstrip(".")
    if host.count(".") < 2 or len(host) > MAX_HOST or _is_numeric(host):
        return host  # with two names, it is registered as it stands
    found = _suffixes().privatesuffix(host)
    return found if isinstance(found, str) else host


def site_label(host: str) -> str:
    """The part of a host's name that is the site's own: ``example`` of www.example.co.uk."""
    domain = registered_domain(host)
    return domain if _is_numeric(domain) else domain.partition(".")[0]


def is_host_name(text: str) -> bool:
    """Whether a text reads as the name of a host on the web, with an ending that the Public Suffix List knows."""
    host = text.lower().partition(":")[0]
    if "." not in host.strip(".") or len(host) > MAX_HOST or not host.replace("-", "").replace(".", "").isalnum():
        return False
    return _suffixes().publicsuffix(host, accept_unknown=False) is not None


@cache
def _suffixes() -> PublicSuffixList:
    """The list, read when the first host is asked for."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def _is_numeric(host: str) -> bool:
    """Whether a host is an IP address and no name: only digits and dots, or with the colons of IPv6."""
    return ":" in host or host.replace(".", "").isdigit()
