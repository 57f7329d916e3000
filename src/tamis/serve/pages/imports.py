"""Imports in the browser: a file of another reading service is looked at, imported, and its pages are fetched."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse
from starlette.routing import Route

from tamis.errors import BadInput, TamisError
from tamis.serve.faults import Fault
from tamis.serve.importing import Importer, count_known, each_once
from tamis.serve.pages.shell import FORM_BYTES, bytes_in_words, form_values, last_values, seen_other
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from tamis.library.reading_services import Saved
    from tamis.serve.pages.shell import Shell

PREVIEWED = 15
"""Number of stories of a file that are shown before they are imported."""
MAX_NAME = 200
SHOWN_TAGS = 20
PATH = "/library/import"
MOST_RECEIVED = 3
"""Maximum number of files that are received at a time, since each may take much of the disk."""


class Preview(NamedTuple):
    """The contents of a file before it is imported."""

    key: str
    name: str
    service: str
    links: list[Saved]
    """The first stories, those saved last first."""
    total: int
    repeated: int
    known: int
    archived: int
    starred: int
    with_text: int
    tags: list[tuple[str, int]]
    problems: list[str]


def import_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of imports."""
    imports = Imports(shell)
    return [
        Route(PATH, imports.show),
        Route(PATH, imports.change, methods=["POST"]),
        Route(f"{PATH}/file", imports.upload, methods=["POST"]),
        Route(f"{PATH}/state", imports.state),
    ]


class Imports:
    """The handlers of imports."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._importer = Importer(shell.context)
        self._receiving = 0

    async def show(self, request: Request) -> Response:
        """Show the form, a file that was sent, or the import that is under way."""
        key = request.query_params.get("page", "")
        preview, problem = None, ""
        if key:
            try:
                preview = await self._preview(request, key)
            except TamisError as error:
                problem = str(error)
        links = await self._shell.look_up(request, lambda library: len(library.newest("is:link", limit=1_000)), 0)
        most = self._shell.context.settings.max_import
        return self._shell.page(
            request,
            "import.html",
            section="library",
            preview=preview,
            problem=problem,
            state=self._importer.state,
            links=links,
            most=max(0, most - FORM_BYTES),
            largest=bytes_in_words(most),
        )

    async def _preview(self, request: Request, key: str) -> Preview:
        export = self._importer.exports.get(key)
        links = await export.read(self._shell.context)
        once = each_once(links)
        urls = [saved.url for saved in once.values()]
        known = await self._shell.look_up(request, lambda library: count_known(library, urls), 0)
        tags = Counter(tag for saved in links for tag in saved.tags)
        newest = sorted(links, key=lambda saved: -saved.added.timestamp() if saved.added else 0)
        return Preview(
            key,
            export.name,
            export.service,
            newest[:PREVIEWED],
            len(once),
            len(links) - len(once),
            known,
            sum(saved.is_archived for saved in once.values()),
            sum(saved.is_starred for saved in once.values()),
            export.texts,
            tags.most_common(SHOWN_TAGS),
            export.problems,
        )

    async def upload(self, request: Request) -> Response:
        """Keep a file for a while, and show what it has."""
        if self._receiving >= MOST_RECEIVED:
            raise Fault("too_many_requests", "other files are being sent to be imported; try again when they are here")
        self._receiving += 1
        try:
            async with request.form(max_files=1, max_fields=2) as form:
                file = form.get("file")
                if not isinstance(file, UploadFile) or not file.filename:
                    raise BadInput("choose a file: services call it an export of your articles or bookmarks")
                name = one_line(file.filename)[:MAX_NAME]
                key = await asyncio.to_thread(self._importer.exports.keep, file.file, name)
        except OSError as error:
            raise Fault("output_failed", f"the file cannot be kept: {error.strerror or error}") from error
        finally:
            self._receiving -= 1
        return seen_other(request, f"{PATH}?{urlencode({'page': key})}")

    async def change(self, request: Request) -> Response:
        """Import a file that was sent, fetch the pages of links, or stop."""
        sent = last_values(await form_values(request))
        reader, settings = self._shell.reader(request), self._shell.settings(self._shell.profile(request))
        match sent.get("do"):
            case "import":
                self._importer.begin(sent.get("page", ""), reader, settings, fetch=sent.get("fetch") == "1")
            case "fetch":
                self._importer.fetch_links(reader, settings)
            case "stop":
                self._importer.stop()
            case other:
                raise BadInput(f"there is no action {other!r} for imports")
        return seen_other(request, PATH)

    async def state(self, _request: Request) -> Response:
        """Tell how far the import is."""
        state = self._importer.state
        return JSONResponse(
            {"running": state.is_running, "message": state.message, "done": state.done, "total": state.total}
        )
