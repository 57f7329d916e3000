"""URLs of the server that represent URLs of the web.

Pages are at ``/clean/`` followed by their own URL, so that the query of a form that is sent there is the query of the
page. What a page loads is at ``/image`` or ``/style`` with a signature, which only our own pages have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from tamis.filter import UrlKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tamis.serve.signing import Signer

CLEAN, IMAGE, STYLE, FONT_OR_IMAGE = "/clean/", "/image", "/style", "/resource"
"""Paths of pages, pictures, style sheets, and what style sheets load."""
_WEB = re.compile(r"(https?):/{1,3}(?=[^/])", re.IGNORECASE)
_HERE = re.compile(r"\.|%2e", re.IGNORECASE)
_UP = re.compile(r"(?:\.|%2e){2}", re.IGNORECASE)
_BARE_WEB = re.compile("https?:", re.IGNORECASE)
"""Beginning of a URL that a browser completes with the server's own name, unless it is an absolute web URL."""
_FOLLOWED = frozenset({UrlKind.LINK, UrlKind.FORM, UrlKind.FRAME})
_LOADED = {UrlKind.IMAGE: IMAGE, UrlKind.STYLE: STYLE, UrlKind.STYLE_RESOURCE: FONT_OR_IMAGE}


def is_web(url: str) -> bool:
    """Tell whether a URL is one of the web, and not a mailbox or a telephone number."""
    return url[:8].lower().startswith(("http://", "https://"))


def settled(url: str) -> str | None:
    """Remove the ``..`` segments of a web URL as a browser would; return None if it has no host.

    Behind ``/clean/`` the same segments would lead out of it, to pages of the server itself. As browsers read them
    (WHATWG URL, section 4.4): a backslash is a slash, and ``%2e`` is a dot.
    """
    end = next((at for at, character in enumerate(url) if character in "?#"), len(url))
    scheme, _, rest = url[:end].replace("\\", "/").partition("://")
    host, slash, path = rest.partition("/")
    if not host or _HERE.fullmatch(host) or _UP.fullmatch(host):
        return None
    kept: list[str] = []
    for segment in (segments := path.split("/")):
        if _UP.fullmatch(segment):
            del kept[-1:]
        elif not _HERE.fullmatch(segment):
            kept.append(segment)
    if _HERE.fullmatch(segments[-1]) or _UP.fullmatch(segments[-1]):
        kept.append("")
    return f"{scheme}://{host}{slash}{'/'.join(kept)}{url[end:]}"


def proxy_url(url: str, root: str = "") -> str:
    """Return the URL of the cleaned version of a page."""
    return f"{root}{CLEAN}{settled(url) or ''}"


def original_url(path: str, query: str = "") -> str | None:
    """Return the URL of the page that follows ``/clean/``, as it came over the wire; None if it is not a web URL.

    Servers in between may have merged two slashes into one, or have escaped the colon.
    """
    start = re.sub("%3a", ":", path[:12], flags=re.IGNORECASE) + path[12:]
    if start[:8].lower().startswith(("http:%2f", "https:%2")):
        start = unquote(start)
    found = _WEB.match(start)
    if found is None:
        return None
    url = f"{found.group(1).lower()}://{start[found.end() :]}"
    return f"{url}?{query}" if query else url


@dataclass(frozen=True, slots=True)
class SignedUrls:
    """A builder of signed URLs for resources of other sites, which only our own pages can name."""

    signer: Signer
    root: str = ""
    """Prefix of all paths, if the server is not at the root of its host."""

    def of(self, path: str, url: str) -> str:
        """Build the URL of a picture or a style sheet, for a page of ours."""
        return f"{self.root}{path}?s={self.signer.signature(path, url)}&u={quote(url, safe='')}"

    def is_ours(self, path: str, url: str, signature: str) -> bool:
        """Tell whether one of our pages named this URL for this place."""
        return self.signer.is_signed(path, url, signature)


@dataclass(frozen=True, slots=True)
class InsideUrls:
    """The hook for `tamis.filter` that makes all that a page links to or loads come through the server.

    What the proxy does not pass on has no URL: scripts, embedded objects, video and audio.
    """

    signed: SignedUrls
    images: bool = True
    """True if pictures and fonts come through the server; if not, the browser fetches them itself."""
    sent: Mapping[str, str] = field(default_factory=dict)
    """Paths of the pictures that came with the page, by URL."""

    def __call__(self, kind: UrlKind, url: str) -> str | None:
        """Return the replacement of an absolute URL; None to remove it."""
        if not is_web(url):
            return url if kind is UrlKind.LINK and not _BARE_WEB.match(url) else None
        if kind is UrlKind.IMAGE and url in self.sent:
            return f"{self.signed.root}{self.sent[url]}"
        if kind in _FOLLOWED:
            return proxy_url(url, self.signed.root) if settled(url) else None
        path = _LOADED.get(kind)
        if path is None:
            return None
        return self.signed.of(path, url) if self.images or path == STYLE else url
