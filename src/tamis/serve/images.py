"""Image proxy: pictures, style sheets and fonts of other sites, only for URLs that our own pages name.

The signature in the URL is the permission, so this is no open proxy. The content is checked by its first bytes, which
decide its media type, and it can run nothing: a picture in SVG has a policy that forbids it everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from tamis.errors import UnexpectedType
from tamis.io.fetching import Expect
from tamis.io.fetching.expect import image_type
from tamis.serve.faults import Fault
from tamis.serve.proxy.own_urls import FONT_OR_IMAGE, IMAGE, STYLE, InsideUrls, SignedUrls
from tamis.serve.proxy.work import CleanStyle

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.serve.context import Context

KEPT_SECONDS = 3_600
"""Seconds for which a browser caches a picture."""
NOTHING = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Content-Security-Policy of a picture that somebody opens by itself."""
SVG = "image/svg+xml"
_FONTS = {
    b"wOF2": "font/woff2",
    b"wOFF": "font/woff",
    b"OTTO": "font/otf",
    b"\x00\x01\x00\x00": "font/ttf",
    b"true": "font/ttf",
}
"""Media types of fonts by their first bytes: WHATWG MIME Sniffing, section 6.3."""


def font_type(head: bytes) -> str | None:
    """Detect the media type of a font by its first bytes; return None if it is not a font."""
    return _FONTS.get(head[:4])


def image_routes(context: Context) -> list[BaseRoute]:
    """List the routes for what pages load from other sites."""

    def asked(request: Request) -> str:
        url, signature = request.query_params.get("u", ""), request.query_params.get("s", "")
        root = str(request.scope.get("root_path", ""))
        if not SignedUrls(context.url_signer, root).is_ours(request.url.path.removeprefix(root), url, signature):
            raise Fault("forbidden", "the URL is not signed: pictures are fetched only for pages of this service")
        return url

    async def image(request: Request) -> Response:
        found = await context.fetch(asked(request), Expect.IMAGE)
        return picture_answer(found.body, image_type(found.body[:512]) or "application/octet-stream")

    async def resource(request: Request) -> Response:
        url = asked(request)
        found = await context.fetch(url, Expect.ANY)
        media_type = font_type(found.body) or image_type(found.body[:512])
        if media_type is None:
            raise UnexpectedType(url, found.content_type or "something", "a picture or a font")
        return picture_answer(found.body, media_type)

    async def style(request: Request) -> Response:
        found = await context.fetch(asked(request), Expect.STYLE)
        urls = InsideUrls(
            SignedUrls(context.url_signer, str(request.scope.get("root_path", ""))),
            images=context.settings.image_proxy,
        )
        job = CleanStyle(found.body, found.final_url, found.content_type, urls)
        return picture_answer(await context.run(job), "text/css; charset=utf-8")

    return [Route(IMAGE, image), Route(FONT_OR_IMAGE, resource), Route(STYLE, style)]


def picture_answer(body: bytes, media_type: str, seconds: int = KEPT_SECONDS) -> Response:
    """Answer with a picture, style sheet or font that runs nothing, and that a browser caches for some seconds."""
    headers = {"cache-control": f"private, max-age={seconds}", "content-security-policy": NOTHING}
    if media_type == SVG:  # Opened by itself it would be a page of this service: browsers save it instead.
        headers["content-disposition"] = "attachment"
    return Response(body, headers=headers, media_type=media_type)
