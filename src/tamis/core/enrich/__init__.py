"""Metadata extraction. The title is found at once, because strategies need it; the rest on demand."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from tamis.core.enrich.authors import AUTHOR_METAS, find_authors
from tamis.core.enrich.dates import PUBLISHED_METAS, find_dates
from tamis.core.enrich.declared import (
    clean,
    find_canonical,
    find_license,
    find_rights,
    find_type,
    page_entities,
    read_declared,
)
from tamis.core.enrich.headings import find_headings
from tamis.core.enrich.headline_lines import find_headline_lines
from tamis.core.enrich.lead_image import find_lead_image
from tamis.core.enrich.page_language import find_language
from tamis.core.enrich.site_names import find_site
from tamis.core.enrich.subtitle import find_standfirst
from tamis.core.enrich.title import find_title, title_block
from tamis.core.enrich.topics import find_paywalled, find_section, find_tags
from tamis.core.parse.jsonld import types_of
from tamis.model import Declared, Metadata
from tamis.text.phrases import words
from tamis.text.schema_types import ARTICLE_TYPES
from tamis.text.urls.shapes import Shape, shape_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.enrich.headline_lines import Line
    from tamis.core.enrich.subtitle import Standfirst
    from tamis.core.enrich.title import DrawnTitle
    from tamis.core.parse.document import Document
    from tamis.model import Image, Rights

__all__ = ["PageFacts", "metadata"]

LIVE_BLOG = "LiveBlogPosting"
_LIVE_WORDS = frozenset(words("live_name"))
_WORD = re.compile("[a-z]+")


class PageFacts:
    """The facts that a page declares and shows about itself, read once."""

    def __init__(self, document: Document, drawn: DrawnTitle | None = None) -> None:
        """Read the page. `drawn` is the title that the look of a rendered page suggests."""
        self._document = document
        self._sources = read_declared(document)
        shown = find_headings(document)
        self._entities = page_entities(self._sources, shown)
        self._site = find_site(self._sources, self._entities)
        titles = find_title(document, self._sources, shown, self._entities, self._site, drawn)
        self._own_title = titles.own
        self.title = titles.title
        """The headline, with its source."""
        self.title_block = title_block(document, shown, self.title)
        """Block that displays the headline to readers; -1 if none does."""

    @property
    def description(self) -> str | None:
        """The page's own summary."""
        names = ("og:description", "description", "twitter:description", "dc.description")
        return clean(self._sources.meta(*names)) or None

    @property
    def paywalled(self) -> bool | None:
        """True if the page declares that it has to be paid for; None if it says nothing."""
        return find_paywalled(self._sources, self._entities)

    @cached_property
    def rights(self) -> Rights | None:
        """The declarations about the use of the page by machines."""
        return find_rights(self._sources, self._document.page.rights)

    @property
    def page_type(self) -> str | None:
        """The schema.org or OpenGraph type that the page declares."""
        return find_type(self._sources, self._entities)

    @cached_property
    def may_be_live_blog(self) -> bool:
        """True if the page is worth searching for entries: its JSON-LD has a live blog, or its URL a word for one."""
        if any(LIVE_BLOG in types_of(entity) for entity in self._document.json_ld.data.candidates):
            return True
        url = self._document.page.url
        return url is not None and not _LIVE_WORDS.isdisjoint(_WORD.findall(url.lower()))

    @property
    def declared(self) -> Declared:
        """The declarations that tell the type of the page, from its head and JSON-LD alone, whatever its URL is."""
        sources, entities = self._sources, self._entities
        canonical = [*sources.links.get("canonical", ()), *filter(None, [sources.meta("og:url")])]
        return Declared(
            type=self.page_type,
            url=canonical[0] if canonical else None,
            dated=bool(sources.meta(*PUBLISHED_METAS)) or any(entity.get("datePublished") for entity in entities),
            authored=bool(sources.meta(*AUTHOR_METAS)) or any(entity.get("author") for entity in entities),
            generator=sources.meta("generator"),
        )

    @cached_property
    def standfirst(self) -> Standfirst | None:
        """The lines between headline and body that summarize the article."""
        return find_standfirst(self._entities, self._headline_lines, self._own_title.text, self.description)

    @cached_property
    def lead_image(self) -> Image | None:
        """The picture that the page offers to link previews."""
        return find_lead_image(self._sources, self._entities)

    @cached_property
    def _is_home(self) -> bool:
        own_url = self._document.page.url or self.declared.url
        return self.page_type not in ARTICLE_TYPES and shape_of(own_url) is Shape.HOME

    @cached_property
    def _headline_lines(self) -> Sequence[Line]:
        """The lines around the headline; none on a home page, where bylines and dates belong to its stories."""
        return () if self._is_home else find_headline_lines(self._document, self._own_title.anchor)

    @cached_property
    def language(self) -> str | None:
        """The language of the page."""
        return find_language(self._document, self._sources, self._entities)

    def metadata(self) -> Metadata:
        """Collect the metadata: title, authors, dates, language, URL, picture, license and more."""
        document, sources, entities, title = self._document, self._sources, self._entities, self.title
        lines, language = self._headline_lines, self.language
        dates = find_dates(document, sources, entities, lines, language)
        published = dates.published
        if self._is_home and published is not None and not published.is_declared:
            published = None
        return Metadata(
            title=title.text,
            title_source=title.source,
            subtitle=self.standfirst.text if self.standfirst is not None else None,
            authors=find_authors(sources, entities, lines, self._site, self._own_title.text),
            published=published,
            modified=dates.modified,
            site_name=self._site.name,
            description=self.description,
            canonical_url=find_canonical(sources, entities),
            language=language,
            section=find_section(sources, entities),
            tags=find_tags(sources, entities),
            license=find_license(document, sources, entities),
            rights=self.rights,
            lead_image=self.lead_image,
            paywalled=self.paywalled,
            page_type=self.page_type,
        )


def metadata(document: Document) -> Metadata:
    """Collect what the page declares and shows about itself: title, authors, dates and more."""
    return PageFacts(document).metadata()
