"""What the page says about itself, and what belongs to the article besides its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.enrich.authors import find_authors
from tamis.enrich.dates import find_dates
from tamis.enrich.declared import clean, read_declared
from tamis.enrich.headings import headings
from tamis.enrich.headline_lines import find_headline_lines
from tamis.enrich.jsonld_entity import page_entities
from tamis.enrich.language import find_language
from tamis.enrich.links import find_canonical, find_license
from tamis.enrich.pictures import find_lead_image
from tamis.enrich.sites import find_site
from tamis.enrich.subtitle import find_subtitle
from tamis.enrich.title import find_title
from tamis.enrich.topics import find_paywalled, find_section, find_tags, find_type
from tamis.model import Metadata

if TYPE_CHECKING:
    from tamis.parse.document import Document

__all__ = ["metadata"]


def metadata(document: Document) -> Metadata:
    """What the page says about itself: title, authors, dates, language, address, picture, licence and more."""
    sources = read_declared(document)
    shown = headings(document)
    entities = page_entities(sources, shown)
    site = find_site(sources, entities)
    title = find_title(document, sources, shown, entities, site)
    lines = find_headline_lines(document, title.block)
    language = find_language(document, sources, entities)
    dates = find_dates(document, sources, entities, lines, language)
    return Metadata(
        title=title.text,
        title_source=title.source,
        subtitle=find_subtitle(entities, lines, title.text),
        authors=find_authors(sources, entities, lines, site, title.text),
        published=dates.published,
        modified=dates.modified,
        site_name=site.name,
        description=clean(sources.meta("og:description", "description", "twitter:description", "dc.description"))
        or None,
        canonical_url=find_canonical(sources, entities),
        language=language,
        section=find_section(sources, entities),
        tags=find_tags(sources, entities),
        license=find_license(document, sources, entities),
        lead_image=find_lead_image(sources, entities),
        paywalled=find_paywalled(sources, entities),
        page_type=find_type(sources, entities),
    )
