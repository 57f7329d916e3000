"""URLs that a page gives: its own canonical one, and that of its license."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tamis.core.enrich.declared import UNFILLED
from tamis.core.enrich.jsonld_entity import own_urls
from tamis.core.parse.jsonld import text_of
from tamis.text.urls.sites import is_web_url, registered_domain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import Entity

LICENSE_METAS = ("dc.rights.license", "dcterms.license", "dc.license", "license")


def find_canonical(sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the canonical URL that the page declares, if it makes sense as one."""
    claims = [*sources.links.get("canonical", ()), sources.meta("og:url")]
    claims += [url for entity in entities[:1] for url in own_urls(entity)[:1]]
    for claim in claims:
        url = sources.absolute(claim)
        if url is not None and _makes_sense(url, sources):
            return url.partition("#")[0]
    return None


def _makes_sense(url: str, sources: Sources) -> bool:
    """Tell whether a URL may be the canonical one of a page: not a home page, unless the page is that home page."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if "." not in host and host != "localhost":
        return False
    if not sources.host or parts.path not in ("", "/") or parts.query:
        return True
    return sources.path in ("", "/") and registered_domain(host) == registered_domain(sources.host)


def find_license(document: Document, sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the license's URL, or its name if no URL is given."""
    urls = filter(None, map(sources.absolute, filter(_is_license, sources.links.get("license", ()))))
    claims = (*(text_of(entity.get("license")) for entity in entities), sources.meta(*LICENSE_METAS))
    named = (_url_or_name(claim.strip(), sources) for claim in claims if claim and _is_license(claim))
    return next(chain(urls, named), None) or _linked_license(document, sources)


def _url_or_name(claim: str, sources: Sources) -> str:
    """Return the URL of a license, made absolute, or its name, in which there may be a slash (``MIT/X11``)."""
    is_url = is_web_url(claim) or claim.startswith(("/", "./", "../"))
    return (sources.absolute(claim) if is_url else None) or claim


def _is_license(claim: str) -> bool:
    """Tell whether a claim names a license.

    It does not if it is a place on the page (``#license``) or a template variable that nobody filled in.
    """
    return bool(claim.strip()) and not claim.strip().startswith("#") and not UNFILLED.search(claim)


def _linked_license(document: Document, sources: Sources) -> str | None:
    """Return a link that says it leads to the license, or the only Creative Commons license that the page links to."""
    linked: dict[str, None] = {}
    for link in document.tree.select(_LICENSE_LINKS):
        if not _is_license((link.attr("href") or "").strip()):
            continue
        url = sources.absolute(link.attr("href"))
        if url is not None and "license" in (link.attr("rel") or ""):
            return url
        if url is not None and ("/licenses/" in url or "/publicdomain/" in url):
            linked[url] = None
    return next(iter(linked)) if len(linked) == 1 else None


_LICENSE_LINKS = "a[rel~=license], a[href*='creativecommons.org/']"
