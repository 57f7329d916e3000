"""URL normalization: clean URLs, and the key that all URLs of one page share.

A page has many URLs. Links carry tracking parameters, session ids, fragments and default ports, which do not change the
page. Two URLs that differ only in the scheme, a trailing slash or the order of parameters have the same key.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit

from tamis.text.lists import word_set
from tamis.text.urls.sites import registered_domain

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LENGTH = 2_000
"""Maximum characters of a URL that is judged, compared or crawled: no page needs more, and old browsers refuse it."""
TRACKING = word_set(
    """
    fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid igsh li_fat_id mc_cid mc_eid
    mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking vero_id vero_conv oly_anon_id oly_enc_id rb_clickid s_cid
    cmpid srsltid ref_src ref_url smid icid ito wt_mc wt_zmc xtor spm scm guccounter guce_referrer guce_referrer_sig
    _ga _gl s_kwcid ef_id epik sc_cid phpsessid jsessionid sessionid session_id aspsessionid zenid oscsid sfnsn
    """
)
"""Parameters that say who sent a reader or which visit this is, but never which page it is."""
TRACKING_STARTS = ("utm_", "pk_", "mtm_", "hsa_", "at_custom", "at_medium", "at_campaign", "ga_", "stm_", "itm_")
_SESSIONS = word_set("session sessid sid sess cfid cftoken osc_sid")
_LEAST_TOKEN = 6
"""Minimum characters of a session id; a shorter value may mean something."""
_PATH_SESSION = re.compile(r";jsessionid=[^/?#;]*|/\([A-Za-z]\([^()/]{1,80}\)\)", re.IGNORECASE)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_PATH_SAFE = "/%:@!$&'()*+,;=~-._"  # RFC 3986
_QUERY_SAFE = _PATH_SAFE + "?"


class CleanUrl(NamedTuple):
    """The parts of a web page's URL, without what does not change the page."""

    scheme: str
    host: str
    port: int | None
    """Port; None for the scheme's default."""
    path: str
    query: str

    @property
    def authority(self) -> str:
        """The host with its port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"

    @property
    def key(self) -> str:
        """A key that is the same for all URLs of a page: no scheme, no trailing slash, sorted parameters."""
        query = urlencode(sorted(parse_qsl(self.query, keep_blank_values=True)))
        path = quote(unquote(self.path, errors="surrogateescape"), safe=_PATH_SAFE, errors="surrogateescape")
        return f"{self.authority}{path.rstrip('/')}{'?' + query if query else ''}"

    @property
    def parameter_names(self) -> list[str]:
        """The names of the query parameters, in lower case."""
        return [pair.partition("=")[0].lower() for pair in self.query.split("&") if pair]

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}{'?' + self.query if self.query else ''}"


def clean_url(url: str, ignored: frozenset[str] = frozenset()) -> CleanUrl | None:
    """Remove what does not change the page from a URL; return None if it is not that of a web page.

    `ignored` are further parameters that were found to change nothing on this site.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").rstrip(".")
    if scheme not in _DEFAULT_PORTS or not host:
        return None
    path = _PATH_SESSION.sub("", parts.path)
    # Two slashes would begin a host.
    path = urlsplit(urljoin("http://a/", f"/.{path}" if path.startswith("//") else path or "/")).path
    query = "&".join(pair for pair in parts.query.split("&") if pair and not _is_noise(pair, ignored))
    return CleanUrl(
        scheme,
        host.lower(),
        None if port == _DEFAULT_PORTS[scheme] else port,
        quote_path(path or "/"),
        quote_query(query),
    )


def quote_path(path: str) -> str:
    """Escape everything that RFC 3986 does not allow in a path; what is already escaped stays as it is."""
    return quote(_LONE_PERCENT.sub("%25", path), _PATH_SAFE, errors="replace")


def quote_query(query: str) -> str:
    """Escape everything that RFC 3986 does not allow in a query or fragment; what is already escaped stays as it is."""
    return quote(_LONE_PERCENT.sub("%25", query), _QUERY_SAFE, errors="replace")


def page_keys(url: str | None, canonical: str | None = None) -> tuple[str, ...]:
    """Return the keys that identify a page, best first; empty if it has no URL on the web.

    `url` is the URL after redirects, or as given. The canonical URL counts if it is on the same site and does not
    claim that the page is the front page.
    """
    return tuple(dict.fromkeys(_keys(url, canonical)))


def _keys(url: str | None, canonical: str | None) -> Iterator[str]:
    own = clean_url(url) if url else None
    declared = clean_url(canonical) if canonical else None
    if declared and (own is None or _may_be_canonical(declared, own)):
        yield declared.key
    if own:
        yield own.key


def is_tracking(parameter: str) -> bool:
    """Tell whether a query parameter says nothing about which page it is."""
    name = parameter.lower()
    return name in TRACKING or name.startswith(TRACKING_STARTS)


def _is_noise(pair: str, ignored: frozenset[str]) -> bool:
    name, _, value = pair.partition("=")
    name = unquote(name, errors="replace").lower()
    if name in ignored or is_tracking(name):
        return True
    is_session = name in _SESSIONS or name.startswith("aspsessionid")
    return is_session and len(value) >= _LEAST_TOKEN


def _may_be_canonical(declared: CleanUrl, own: CleanUrl) -> bool:
    if registered_domain(declared.host) != registered_domain(own.host):
        return False
    # A template that declares the front page on every page is a common mistake.
    return declared.key != declared.authority or own.key == own.authority
