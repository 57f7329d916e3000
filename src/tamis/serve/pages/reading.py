"""The reader: paste a link or drop a file, read the story, download it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tamis.errors import BadInput
from tamis.io.workers.extraction import PageBytes
from tamis.serve.pages.shell import back, form_values, is_multipart, last_values, root_of, seen_other, web_url_in
from tamis.serve.pages.story import StoryLinks
from tamis.serve.pages.work import ReadStory

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.library import Library, Record
    from tamis.serve.pages.shell import Asked, Shell

LATEST = 8
"""Number of stories of the library on the home page."""


def reading_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the reader."""
    reading = Reading(shell)
    return [
        Route("/", reading.home),
        Route("/read", reading.read),
        Route("/read", reading.open_file, methods=["POST"]),
        Route("/share", reading.share),
        Route("/look", reading.look, methods=["POST"]),
        Route("/manifest.webmanifest", reading.manifest),
    ]


class Reading:
    """The handlers of the reader."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    async def home(self, request: Request) -> Response:
        """Show the home page: a field for a link, and the latest stories of the library."""
        none: list[Record] = []
        latest = await self._shell.look_up(request, lambda library: library.newest("is:unarchived", limit=LATEST), none)
        origin = f"{request.url.scheme}://{request.url.netloc}{root_of(request)}"
        bookmarklet = f"javascript:location.href='{origin}/read?url='+encodeURIComponent(location.href)"
        return self._shell.page(request, "home.html", section="read", latest=latest, bookmarklet=bookmarklet)

    async def read(self, request: Request) -> Response:
        """Show the story of a page."""
        values = dict(request.query_params)
        if "url" not in values and "page" not in values:
            return seen_other(request, "/")
        asked = await self._shell.asked(values, fresh=values.get("fresh") == "1")
        profile = self._shell.profile(request)
        links = self.links(request)
        job = ReadStory(asked.page, replace(self._shell.settings(profile), positions=False), links)
        found = json.loads(await self._shell.context.run(job))
        saved = await self._saved(request, asked)
        return self._shell.page(
            request,
            "read.html",
            pictures=True,
            section="read",
            story=found["story"],
            more=found["more"],
            asked=asked,
            record=saved,
            highlights=[],
            following=await self._shell.look_up(request, lambda library: following(library, saved), None),
        )

    def links(self, request: Request) -> StoryLinks:
        """Return the rules for the pictures and links of a story, for this reader."""
        shell = self._shell
        signed = shell.signed(request) if shell.context.settings.image_proxy else None
        return StoryLinks(signed, shell.profile(request).reader.links, root_of(request))

    async def _saved(self, request: Request, asked: Asked) -> Record | None:
        url = asked.url
        return await self._shell.look_up(request, lambda library: library.find(url), None) if url else None

    async def open_file(self, request: Request) -> Response:
        """Redirect the browser to the story of a dropped file or a typed link."""
        key, sent = None, {}
        if is_multipart(request):
            async with request.form(max_files=1, max_fields=20) as form:
                sent = {name: value for name, value in form.items() if isinstance(value, str)}
                file = form.get("file")
                if isinstance(file, UploadFile) and file.filename:
                    key = self._shell.recent.put_file(PageBytes(await file.read(), None, file.content_type or None))
        else:
            sent = last_values(await form_values(request))
        view = "explain" if sent.get("view") == "explain" else "read"
        if key is not None:
            return seen_other(request, f"/{view}?page={key}")
        url = web_url_in(sent.get("url", ""))
        if url is None:
            raise BadInput("paste the URL of a page, or choose a file with one")
        return seen_other(request, f"/{view}?url={quote(url, safe='')}")

    async def share(self, request: Request) -> Response:
        """Redirect to the story of what a phone shares: a link, or text with one in it."""
        values = request.query_params
        for name in ("url", "text", "title"):
            url = web_url_in(values.get(name, ""))
            if url is not None:
                return seen_other(request, f"/read?url={quote(url, safe='')}")
        raise BadInput("what was shared has no link in it")

    async def look(self, request: Request) -> Response:
        """Change theme, font, size or width, and continue reading."""
        sent = await form_values(request)
        profile, _ = self._shell.profile(request).with_form(
            {name: texts for name, texts in sent.items() if name.startswith("reader.")}
        )
        is_by_script = request.headers.get("accept", "").startswith("application/json")
        response: Response = JSONResponse({}) if is_by_script else back(request, last_values(sent), "/")
        return self._shell.keep(request, response, profile)

    async def manifest(self, request: Request) -> Response:
        """Send the web app manifest, which a phone needs to install the reader and to share links with it."""
        root = root_of(request)
        manifest: dict[str, Any] = {
            "name": "tamis reader",
            "short_name": "tamis",
            "description": "Read stories without their clutter.",
            "start_url": f"{root}/",
            "scope": f"{root}/",
            "display": "standalone",
            "background_color": "#fdfcf9",
            "theme_color": "#fdfcf9",
            "icons": [
                {"src": f"{root}/static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
                for size in (192, 512)
            ],
            "share_target": {
                "action": f"{root}/share",
                "method": "GET",
                "params": {"title": "title", "text": "text", "url": "url"},
            },
        }
        return Response(json.dumps(manifest), media_type="application/manifest+json")


def following(library: Library, record: Record | None) -> Record | None:
    """Find the story to read next: the unread one that suits the reader best, other than the one that is open."""
    own = record.id if record is not None else None
    return next((suggestion.item for suggestion in library.recommend(among=50) if suggestion.item.id != own), None)
