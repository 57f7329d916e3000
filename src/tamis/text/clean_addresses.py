"""The key of a page: one address for all addresses by which the same page is reached.

The canonical address that a page declares comes first, then the address after all redirects, then the address as
given. Each is cleaned: tracking parameters and session numbers go, and so does what no server tells apart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from tamis.text.domains import registered_domain
from tamis.text.lists import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

TRACKING = word_set(
    """
    fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid igsh li_fat_id mc_cid mc_eid
    mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking vero_id vero_conv oly_anon_id oly_enc_id rb_clickid s_cid
    cmpid srsltid ref_src ref_url smid icid ito wt_mc wt_zmc xtor spm scm guccounter guce_referrer guce_referrer_sig
    _ga _gl s_kwcid ef_id epik sc_cid phpsessid jsessionid sessionid session_id aspsessionid zenid oscsid sfnsn
    """
)
"""Parameters that say who sent a reader or which visit this is, and never which page it is."""
TRACKING_STARTS = ("utm_", "pk_", "mtm_", "hsa_", "at_custom", "at_medium", "at_campaign", "ga_", "stm_", "itm_")
_SESSION_PATH = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_DEFAULT_PORTS = {"http": "80", "https": "443"}
_SAFE_IN_PATH = "/%:@!$&'()*+,;=~-._"


def page_keys(url: str | None, canonical: str | None = None) -> tuple[str, ...]:
    """The keys of a page, the best one first; empty if it has no address on the web.

    `url` is the address after redirects, or as given. The canonical address counts if it is on the same site and does
    not claim that the page is the front page.
    """
    return tuple(dict.fromkeys(_keys(url, canonical)))


def _keys(url: str | None, canonical: str | None) -> Iterator[str]:
    own = page_key(url) if url else None
    declared = page_key(canonical) if canonical else None
    if declared and (own is None or _may_be_canonical(declared, own)):
        yield declared
    if own:
        yield own


def page_key(url: str) -> str | None:
    """The address without scheme, fragment, tracking parameters and a slash at its end; None if it is not http(s)."""
    try:
        parts = urlsplit(clean_url(url))
        host = parts.netloc
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not host:
        return None
    return f"{host}{parts.path.rstrip('/')}" + (f"?{parts.query}" if parts.query else "")


def clean_url(url: str) -> str:
    """The address in its usual form, without fragment and tracking parameters; as it is if it is not http(s)."""
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return url
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not host:
        return url
    place = f"[{host}]" if ":" in host else host
    if port is not None and str(port) != _DEFAULT_PORTS[scheme]:
        place = f"{place}:{port}"
    path = quote(_SESSION_PATH.sub("", parts.path), _SAFE_IN_PATH, errors="replace")
    query = _without_tracking(parts.query)
    return f"{scheme}://{place}{path or '/'}" + (f"?{query}" if query else "")


def _without_tracking(query: str) -> str:
    return "&".join(field for field in query.split("&") if field and not is_tracking(field.partition("=")[0]))


def is_tracking(parameter: str) -> bool:
    """Whether a parameter of a query says nothing about which page it is."""
    name = parameter.lower()
    return name in TRACKING or name.startswith(TRACKING_STARTS)


def _may_be_canonical(declared: str, own: str) -> bool:
    declared_host, own_host = _host(declared), _host(own)
    if registered_domain(declared_host) != registered_domain(own_host):
        return False
    # A template that declares the front page on every page is a common mistake.
    return declared != declared_host or own == own_host


def _host(key: str) -> str:
    return re.split(r"[/?:]", key, maxsplit=1)[0]
