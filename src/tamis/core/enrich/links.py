"""Addresses that a page gives: its own canonical one, and its licence."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tamis.core.enrich.declared import UNFILLED
from tamis.core.enrich.jsonld_entity import own_addresses
from tamis.core.parse.jsonld import text_of
from tamis.text.domains import registered_domain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import Entity

LICENSE_METAS = ("dc.rights.license", "dcterms.license", "dc.license", "license")


def find_canonical(sources: Sources, entities: Sequence[Entity]) -> str | None:
    """The address that the page wants to be known by, if it makes sense as one."""
    claims = [*sources.links.get("canonical", ()), sources.meta("og:url")]
    claims += [address for entity in entities[:1] for address in own_addresses(entity)[:1]]
    for claim in claims:
        address = sources.absolute(claim)
        if address is not None and _makes_sense(address, sources):
            return address.partition("#")[0]
    return None


def _makes_sense(address: str, sources: Sources) -> bool:
    """Whether an address may be the canonical one of a page: not a home page, unless the page is that home page."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if "." not in host and host != "localhost":
        return False
    if not sources.host or parts.path not in ("", "/") or parts.query:
        return True
    return sources.path in ("", "/") and registered_domain(host) == registered_domain(sources.host)


def find_license(document: Document, sources: Sources, entities: Sequence[Entity]) -> str | None:
    """The licence's address, or its name where no address is given."""
    claims = [*sources.links.get("license", ()), *(text_of(entity.get("license")) for entity in entities)]
    claims.append(sources.meta(*LICENSE_METAS))
    for claim in claims:
        if claim and _is_license(claim.strip()):
            return sources.absolute(claim) if "/" in claim else claim.strip()
    return _linked_license(document, sources)


def _is_license(claim: str) -> bool:
    """Whether a claim names a licence, and is no place on the page (``#license``) or template that nobody filled."""
    return bool(claim) and not claim.startswith("#") and not UNFILLED.search(claim)


def _linked_license(document: Document, sources: Sources) -> str | None:
    """A link that says it is to the licence, or the only Creative Commons licence that the page links to."""
    linked: dict[str, None] = {}
    for link in document.tree.select(_LICENSE_LINKS):
        if not _is_license((link.attr("href") or "").strip()):
            continue
        address = sources.absolute(link.attr("href"))
        if address is not None and "license" in (link.attr("rel") or ""):
            return address
        if address is not None and ("/licenses/" in address or "/publicdomain/" in address):
            linked[address] = None
    return next(iter(linked)) if len(linked) == 1 else None


_LICENSE_LINKS = "a[rel~=license], a[href*='creativecommons.org/']"
