"""Routes of the cleaning proxy."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Route

from tamis.errors import BadUrl
from tamis.serve.pages.shell import framed_headers, root_of, seen_other, web_url_in
from tamis.serve.proxy.own_urls import CLEAN, original_url, proxy_url
from tamis.serve.proxy.work import CleanPage, CleanText

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from tamis.serve.pages.shell import Shell


def proxy_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the cleaning proxy."""

    async def about(request: Request) -> Response:
        url = web_url_in(request.query_params.get("url", ""))
        if url is not None:
            return seen_other(request, proxy_url(url))
        return shell.page(request, "clean.html", section="clean", refused="", method="")

    async def clean(request: Request) -> Response:
        url = _asked(request)
        profile = shell.profile(request)
        asked = await shell.asked({"url": url})
        limits = shell.context.defaults.extract.limits
        headers = framed_headers(shell.image_sources)
        if profile.reader.output == "text":
            text = await shell.context.run(CleanText(asked.page, profile.filters, limits))
            return PlainTextResponse(text, headers=headers)
        written = await shell.context.run(CleanPage(asked.page, profile.filters, limits, shell.inside(request)))
        forwarding, _, html = written.partition(b"\n")
        ahead = json.loads(forwarding)
        if ahead is not None:
            return RedirectResponse(proxy_url(ahead, root_of(request)), 302)
        return HTMLResponse(html, headers=headers)

    async def refuse(request: Request) -> Response:
        return shell.page(
            request, "clean.html", status=405, section="clean", refused=_asked(request), method=request.method
        )

    others = ["POST", "PUT", "DELETE", "PATCH"]
    return [
        Route(CLEAN.rstrip("/"), about),
        Route(CLEAN, about),
        Route(f"{CLEAN}{{url:path}}", clean),
        Route(f"{CLEAN}{{url:path}}", refuse, methods=others),
    ]


def _asked(request: Request) -> str:
    """Return the URL of the page that a request names, as it was written."""
    scope = request.scope
    raw = scope.get("raw_path") or scope["path"].encode()
    path = raw.decode("latin-1").partition("?")[0].removeprefix(root_of(request)).removeprefix(CLEAN)
    url = original_url(path, scope["query_string"].decode("latin-1"))
    if url is None:
        raise BadUrl(path[:200], "write /clean/ and the URL of a page, with https:// or http://")
    return url
