"""Web URLs, and the site of a host: its registered domain, according to the Public Suffix List."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

MAX_HOST = 253
"""Maximum length of a host name: RFC 1035."""
_WEB_SCHEMES = ("http://", "https://")
_LONGEST_SCHEME = len("https://")


def is_web_url(url: str) -> bool:
    """Tell whether a URL is an absolute web URL: ``http:`` or ``https:``."""
    return url[:_LONGEST_SCHEME].lower().startswith(_WEB_SCHEMES)


def host_of(url: str | None) -> str:
    """Return the host of a URL in lower case; an empty string if it has none."""
    try:
        return urlsplit(url or "").hostname or ""
    except ValueError:
        return ""


def short_host(url: str | None) -> str:
    """Return the host of a URL as readers know it, without ``www.``; an empty string if it has none."""
    return without_www(host_of(url))


def without_www(host: str) -> str:
    """Remove ``www.`` from the beginning of a host."""
    return host.removeprefix("www.")


def site_of(url: str | None) -> str:
    """Return the site of a URL, which is the registered domain of its host; an empty string if it has no host."""
    return registered_domain(host_of(url))


def registered_domain(host: str) -> str:
    """Return the registered domain of a host: ``taz.de`` for www.taz.de, ``bbc.co.uk`` for news.bbc.co.uk.

    On services where every user has a host name (``jane.github.io``), each host is a separate site. IP addresses,
    single names and public suffixes themselves are returned as they are.
    """
    host = host.lower().rstrip(".")
    if host.count(".") < 2 or len(host) > MAX_HOST or _is_numeric(host):
        return host  # with two labels, it is itself the registered domain
    domain = _suffixes().privatesuffix(host)
    return domain if isinstance(domain, str) else host


def site_label(host: str) -> str:
    """Return the label of a host that names the site: ``example`` for www.example.co.uk."""
    domain = registered_domain(host)
    return domain if _is_numeric(domain) else domain.partition(".")[0]


def is_host_name(text: str) -> bool:
    """Tell whether a text looks like a host name on the web, with a suffix that is in the Public Suffix List."""
    host = text.lower().partition(":")[0]
    if "." not in host.strip(".") or len(host) > MAX_HOST or not host.replace("-", "").replace(".", "").isalnum():
        return False
    return _suffixes().publicsuffix(host, accept_unknown=False) is not None


@cache
def _suffixes() -> PublicSuffixList:
    """Load the Public Suffix List, when the first host is asked for."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def _is_numeric(host: str) -> bool:
    """Tell whether a host is an IP address, not a name: only digits and dots, or with the colons of IPv6."""
    return ":" in host or host.replace(".", "").isdigit()
