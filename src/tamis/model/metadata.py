"""The metadata that a page declares about itself, and the properties by which an article offers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.model.right_names import Answers

if TYPE_CHECKING:
    from tamis.model.blocks import Image
    from tamis.model.moments import Moment
    from tamis.model.rights import Rights


@dataclass(frozen=True, slots=True)
class Metadata(Answers):
    """The metadata that a page declares about itself."""

    title: str | None = None
    title_source: str = ""
    subtitle: str | None = None
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    modified: Moment | None = None
    site_name: str | None = None
    description: str | None = None
    canonical_url: str | None = None
    language: str | None = None
    section: str | None = None
    tags: tuple[str, ...] = ()
    license: str | None = None
    rights: Rights | None = None
    """Declarations about the use of the page by machines; None if there are none."""
    lead_image: Image | None = None
    paywalled: bool | None = None
    """True or False if the page declares it, else None."""
    page_type: str | None = None
    """Schema.org or OpenGraph type that the page declares: ``NewsArticle``, ``Product`` …"""


class HasMetadata:
    """The properties of an article that are those of its metadata."""

    __slots__ = ()

    metadata: Metadata

    @property
    def title_source(self) -> str:
        """The source of the headline."""
        return self.metadata.title_source

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors' names."""
        return self.metadata.authors

    @property
    def published(self) -> Moment | None:
        """The date of publication, if the page gives it."""
        return self.metadata.published

    @property
    def modified(self) -> Moment | None:
        """The date of the last change, if the page gives it."""
        return self.metadata.modified

    @property
    def site_name(self) -> str | None:
        """The name of the site."""
        return self.metadata.site_name

    @property
    def description(self) -> str | None:
        """The summary that the page gives of itself."""
        return self.metadata.description

    @property
    def canonical_url(self) -> str | None:
        """The URL that the page declares as canonical."""
        return self.metadata.canonical_url

    @property
    def language(self) -> str | None:
        """The language as a BCP 47 tag."""
        return self.metadata.language

    @property
    def section(self) -> str | None:
        """The section of the site that it belongs to."""
        return self.metadata.section

    @property
    def tags(self) -> tuple[str, ...]:
        """The keywords."""
        return self.metadata.tags

    @property
    def license(self) -> str | None:
        """The license, by URL or name."""
        return self.metadata.license

    @property
    def rights(self) -> Rights | None:
        """The declarations about the use of the page by machines; None if there are none."""
        return self.metadata.rights

    @property
    def lead_image(self) -> Image | None:
        """The picture that represents the article."""
        return self.metadata.lead_image

    @property
    def paywalled(self) -> bool | None:
        """True if the page declares that it has to be paid for, False if it declares the opposite, else None."""
        return self.metadata.paywalled
