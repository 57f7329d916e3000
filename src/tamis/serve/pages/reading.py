"""The reader: paste a link or drop a file, read the story, download it."""

from __future__ import annotations

import asyncio
import base64
import json
from dataclasses import replace
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tamis.core.parse.encodings import HEAD, is_archive, may_be_saved
from tamis.edition.pictures import Picture, checked_picture
from tamis.errors import BadInput
from tamis.io.workers.extraction import PageBytes
from tamis.serve.api import response_of, wants_markdown
from tamis.serve.api.answers import answer_as
from tamis.serve.api.operations import HTML, ExtractOptions, guarded
from tamis.serve.faults import Fault
from tamis.serve.images import picture_answer
from tamis.serve.limits import declared_size
from tamis.serve.pages.shell import (
    FORM_BYTES,
    SENT_PICTURES,
    back,
    bytes_in_words,
    form_values,
    is_multipart,
    last_values,
    not_a_url,
    opened,
    root_of,
    seen_other,
    wants_json,
    web_url_in,
    whole_number,
)
from tamis.serve.pages.story import StoryLinks
from tamis.serve.pages.work import ARCHIVE, MOST_SENT_PICTURES, ReadStory, UnpackSaved
from tamis.serve.proxy.own_urls import is_web
from tamis.settings.serve import is_loopback

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractAsyncContextManager

    from starlette.datastructures import FormData
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.library import Library, Record
    from tamis.serve.pages.shell import Asked, Shell

LATEST = 8
"""Number of stories of the library on the home page."""
MOST_RECEIVED = 2
"""Maximum number of large files that are received at a time, since each takes disk, and then the memory of a worker."""


def reading_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of the reader."""
    reading = Reading(shell)
    return [
        Route("/", reading.home),
        Route("/read", reading.read),
        Route("/read", reading.open_file, methods=["POST"]),
        Route(SENT_PICTURES + "/{key}/{number}", reading.sent_picture),
        Route("/share", reading.share),
        Route("/look", reading.look, methods=["POST"]),
        Route("/manifest.webmanifest", reading.manifest),
    ]


class Reading:
    """The handlers of the reader."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._receiving = 0

    async def home(self, request: Request) -> Response:
        """Show the home page: a field for a link, and the latest stories of the library."""
        none: list[Record] = []
        latest = await self._shell.look_up(request, lambda library: library.newest("is:unarchived", limit=LATEST), none)
        origin = f"{request.url.scheme}://{request.url.netloc}{root_of(request)}"
        bookmarklet = f"javascript:location.href='{origin}/read?url='+encodeURIComponent(location.href)"
        is_local = is_loopback(request.url.hostname or "")
        settings = self._shell.context.settings
        most = max(settings.max_body, settings.max_saved)
        return self._shell.page(
            request,
            "home.html",
            section="read",
            latest=latest,
            bookmarklet=bookmarklet,
            is_local=is_local,
            most=max(0, most - FORM_BYTES),
            largest=bytes_in_words(most),
        )

    async def read(self, request: Request) -> Response:
        """Show the story of a page."""
        values = dict(request.query_params)
        if "url" not in values and "page" not in values:
            return seen_other(request, "/")
        asked = await self._shell.asked(values, fresh=values.get("fresh") == "1")
        profile = self._shell.profile(request)
        if wants_markdown(request, HTML):
            options = ExtractOptions("markdown", extract=guarded(self._shell.settings(profile)))
            markdown = await answer_as(self._shell.context, "extract", options, asked.page)
            return varying(response_of(self._shell.context, markdown))
        links = replace(self.links(request), sent=asked.sent_pictures)
        job = ReadStory(asked.page, replace(self._shell.settings(profile), positions=False), links)
        found = json.loads(await self._shell.context.run(job))
        saved = await self._saved(request, asked)
        page = self._shell.page(
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
            saved="",
        )
        return varying(page)

    def links(self, request: Request) -> StoryLinks:
        """Return the rules for the pictures and links of a story, for this reader."""
        shell = self._shell
        signed = shell.signed(request) if shell.context.settings.image_proxy else None
        return StoryLinks(signed, shell.profile(request).reader.links, root_of(request))

    async def _saved(self, request: Request, asked: Asked) -> Record | None:
        url = asked.url
        return await self._shell.look_up(request, lambda library: library.find(url), None) if url else None

    async def open_file(self, request: Request) -> Response:
        """Redirect the browser to the story of a typed link, a dropped file, or a page as a browser shows it.

        A page may come with its URL, and with pictures that nobody but its reader can load. To a program, the answer is
        the key of the page and where its story is.
        """
        key: str | None = None
        sent: dict[str, str] = {}
        if is_multipart(request) and declared_size(request.headers) > self._shell.context.settings.max_body:
            key, sent = await self._open_large(request)
            url = None
        elif is_multipart(request):
            async with _form(request) as form:
                sent = {name: value for name, value in form.items() if isinstance(value, str)}
                request.state.sent = {name: [value] for name, value in sent.items()}
                file = form.get("file")
                url = web_url_in(sent.get("url", ""))
                if isinstance(file, UploadFile) and file.filename:
                    page = PageBytes(await file.read(), url, file.content_type or None)
                    page, saved = await self._unpacked(page)
                    key = self._shell.recent.put_file(page, saved | await _sent_pictures(form))
        else:
            sent = last_values(await form_values(request))
            url = web_url_in(sent.get("url", ""))
        if key is None and url is None:
            raise not_a_url(sent.get("url", ""))
        view = "explain" if sent.get("view") == "explain" else "read"
        path = f"/{view}?" + (f"page={key}" if key is not None else f"url={quote(url or '', safe='')}")
        return opened(request, path, page=key)

    async def _open_large(self, request: Request) -> tuple[str, dict[str, str]]:
        """Open a file that is larger than a page may be, because its pictures are in it; return its key and the fields.

        It goes to disk, and a worker reads it there.
        """
        if self._receiving >= MOST_RECEIVED:
            raise Fault("too_many_requests", "other large files are being opened; try again when they are done")
        self._receiving += 1
        try:
            async with _form(request) as form:
                sent = {name: value for name, value in form.items() if isinstance(value, str)}
                file = form.get("file")
                if not isinstance(file, UploadFile) or "picture" in form or not _is_saved(await file.read(HEAD)):
                    most = bytes_in_words(self._shell.context.settings.max_body)
                    raise Fault("too_large", f"a page may have {most}; only one saved with its pictures may be larger")
                page = PageBytes(b"", web_url_in(sent.get("url", "")), file.content_type or None)
                with TemporaryDirectory(prefix="tamis-saved-") as folder:
                    await asyncio.to_thread(_copy, file.file, Path(folder, ARCHIVE))
                    page, pictures = await self._taken_out(UnpackSaved(page, folder))
        except OSError as error:
            raise Fault("output_failed", f"the file cannot be kept: {error.strerror or error}") from error
        finally:
            self._receiving -= 1
        return self._shell.recent.put_file(page, pictures), sent

    async def _unpacked(self, page: PageBytes) -> tuple[PageBytes, dict[str, Picture]]:
        """Take a page that was saved with its pictures out of its archive; return any other page unchanged."""
        return await self._taken_out(UnpackSaved(page)) if _is_saved(page.body[:HEAD]) else (page, {})

    async def _taken_out(self, job: UnpackSaved) -> tuple[PageBytes, dict[str, Picture]]:
        saved = json.loads(await self._shell.context.run(job))
        pictures = await asyncio.to_thread(_saved_pictures, saved["files"], are_paths=bool(job.folder))
        body = saved["html"].encode("utf-8", "replace")
        return PageBytes(body, saved["url"], "text/html; charset=utf-8", job.page.title), pictures

    async def sent_picture(self, request: Request) -> Response:
        """Send a picture that came with a page."""
        pictures = list(self._shell.recent.pictures(str(request.path_params["key"])).values())
        number = whole_number(request.path_params["number"], -1)
        if not 0 <= number < len(pictures):
            raise Fault("no_such_page", "this picture is no longer kept: send the page again")
        found = pictures[number]
        return picture_answer(found.data, found.media_type)

    async def share(self, request: Request) -> Response:
        """Redirect to the story of what a phone shares: a link, or text with one in it."""
        values = request.query_params
        for name in ("url", "text", "title"):
            url = web_url_in(values.get(name, ""))
            if url is not None:
                return seen_other(request, f"/read?url={quote(url, safe='')}")
        raise BadInput("there is no link in what was shared")

    async def look(self, request: Request) -> Response:
        """Change theme, font, size or width, and continue reading."""
        sent = await form_values(request)
        profile, _ = self._shell.profile(request).with_form(
            {name: texts for name, texts in sent.items() if name.startswith("reader.")}
        )
        response: Response = JSONResponse({}) if wants_json(request) else back(request, last_values(sent), "/")
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


def varying(response: Response) -> Response:
    """Tell caches that the answer depends on the type that the client likes, and on its reader."""
    response.headers["vary"] = "accept, cookie"
    return response


def _form(request: Request) -> AbstractAsyncContextManager[FormData]:
    """Read the form with a page, which may have pictures beside it."""
    return request.form(max_files=1 + MOST_SENT_PICTURES, max_fields=20 + MOST_SENT_PICTURES)


def _is_saved(head: bytes) -> bool:
    """Tell by its beginning whether a file is a page that was saved with its pictures."""
    return is_archive(head) or may_be_saved(head.decode("utf-8", "replace"))


def _copy(source: BinaryIO, target: Path) -> None:
    source.seek(0)
    with target.open("wb") as copy:
        copyfileobj(source, copy, 1_000_000)


def _saved_pictures(files: Mapping[str, str], *, are_paths: bool) -> dict[str, Picture]:
    """Check the pictures of an archive, in base64 or by path, and return them by URL."""
    found = {}
    for url, data in files.items():
        picture = checked_picture(Path(data).read_bytes() if are_paths else base64.b64decode(data))
        if isinstance(picture, Picture) and is_web(url):
            found[url] = picture
    return found


async def _sent_pictures(form: FormData) -> dict[str, Picture]:
    """Check the pictures of a form, and return them by URL. What is no picture is left out.

    Each file called ``picture`` belongs to the text called ``picture_url`` at the same place.
    """
    urls = [value for value in form.getlist("picture_url") if isinstance(value, str)]
    files = [value for value in form.getlist("picture") if isinstance(value, UploadFile)]
    if len(urls) != len(files):
        raise BadInput("each picture needs its URL: send as many picture_url as picture")
    found = {}
    for url, file in zip(urls, files, strict=True):
        picture = await asyncio.to_thread(checked_picture, await file.read())
        if isinstance(picture, Picture) and is_web(url):
            found[url] = picture
    return found


def following(library: Library, record: Record | None) -> Record | None:
    """Find the story to read next: the unread one that suits the reader best, other than the one that is open."""
    own = record.id if record is not None else None
    return next((suggestion.item for suggestion in library.recommend(among=50) if suggestion.item.id != own), None)
