"""HTTP responses and redirects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.io.fetching.content import charset_of, media_type_of
from tamis.text.rights import rights_in_headers

if TYPE_CHECKING:
    from tamis.model import MarkdownOffer, Rights


@dataclass(frozen=True, slots=True)
class Redirect:
    """One redirect on the way to the page."""

    status: int
    url: str
    """URL that redirected."""
    target: str
    """URL that it redirected to."""

    @property
    def downgrade(self) -> bool:
        """True if the redirect left https for http, where anyone on the way can read and change the page."""
        return self.url.startswith("https:") and self.target.startswith("http:")


@dataclass(frozen=True, slots=True)
class Response:
    """A response as the server sent it, decompressed but not yet decoded to text."""

    url: str
    """URL that was requested, without fragment."""
    final_url: str
    """URL that answered, after redirects."""
    status: int
    body: bytes
    content_type: str | None = None
    """The header Content-Type as sent: ``text/html; charset=utf-8``."""
    content_language: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    """All headers as sent, if the response came from the server. The cache keeps those that declare rights."""
    redirects: tuple[Redirect, ...] = ()
    from_cache: bool = False
    """True if the server said that the page in the cache is still current."""
    fetched: str = ""
    """Time when the body was downloaded, in ISO 8601, UTC."""
    markdown: OfferedMarkdown | None = None
    """The site's own Markdown of this page, if it was asked for."""

    @property
    def media_type(self) -> str | None:
        """The content type without parameters, in lowercase."""
        return media_type_of(self.content_type)

    @property
    def rights(self) -> Rights | None:
        """Rights that the headers declare; None if they declare none."""
        return rights_in_headers(self.headers, self.final_url)

    @property
    def charset(self) -> str | None:
        """The encoding that the header names, in lowercase."""
        return charset_of(self.content_type)


@dataclass(frozen=True, slots=True)
class OfferedMarkdown:
    """The Markdown that a site offers for a page, fetched beside it."""

    offers: tuple[MarkdownOffer, ...]
    """The places that were searched, each with a verdict. `USED` is preliminary if the Markdown is to be compared."""
    response: Response | None = None
    """The Markdown; None if there is none, or if the response with the page is Markdown itself."""
    compares: bool = False
    """True if it is used only if it agrees with the page."""
