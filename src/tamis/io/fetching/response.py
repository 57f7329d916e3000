"""What a visit brings home."""

from __future__ import annotations

from dataclasses import dataclass

from tamis.io.fetching.content import charset_of, media_type_of


@dataclass(frozen=True, slots=True)
class Redirect:
    """One step on the way to the page."""

    status: int
    url: str
    """The address that redirected."""
    target: str
    """Where it sent us."""

    @property
    def downgrade(self) -> bool:
        """Whether the step left https for http, where anyone on the way can read and change the page."""
        return self.url.startswith("https:") and self.target.startswith("http:")


@dataclass(frozen=True, slots=True)
class Response:
    """A web page as the server sent it, unpacked but not yet decoded to text."""

    url: str
    """The address that was asked for, without fragment."""
    final_url: str
    """The address that answered, after redirects."""
    status: int
    body: bytes
    content_type: str | None = None
    """The header as sent: ``text/html; charset=utf-8``."""
    content_language: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    """All headers as sent, of an answer that came over the wire. The cache does not keep them."""
    redirects: tuple[Redirect, ...] = ()
    from_cache: bool = False
    """Whether the server said that the page in the cache is still the right one."""
    fetched: str = ""
    """When the body was downloaded: ISO 8601, UTC."""

    @property
    def media_type(self) -> str | None:
        """The content type without parameters, in lower case."""
        return media_type_of(self.content_type)

    @property
    def charset(self) -> str | None:
        """The encoding that the header names, in lower case."""
        return charset_of(self.content_type)
