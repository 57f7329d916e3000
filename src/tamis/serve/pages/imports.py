"""Imports in the browser: a file of another reading service is looked at, imported, and its pages are fetched."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse
from starlette.routing import Route

from tamis.errors import BadInput, TamisError
from tamis.io.workers.extraction import PageBytes
from tamis.serve.importing import Importer, ReadExport, count_known, each_once, saved_of
from tamis.serve.pages.shell import form_values, last_values, seen_other
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from tamis.library.reading_services import Saved
    from tamis.serve.pages.shell import Shell

FORM_BYTES = 2_000
"""Bytes of a form around its file, at most."""
PREVIEWED = 15
"""Number of stories of a file that are shown before they are imported."""
MAX_NAME = 200
SHOWN_TAGS = 20
PATH = "/library/import"


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

    async def show(self, request: Request) -> Response:
        """Show the form, a file that was sent, or the import that is under way."""
        key, name = request.query_params.get("page", ""), request.query_params.get("name", "")[:MAX_NAME]
        preview, problem = None, ""
        if key:
            try:
                preview = await self._preview(request, key, name)
            except TamisError as error:
                problem = str(error)
        links = await self._shell.look_up(request, lambda library: len(library.newest("is:link", limit=1_000)), 0)
        most = max(0, self._shell.context.settings.max_body - FORM_BYTES)
        return self._shell.page(
            request,
            "import.html",
            section="library",
            preview=preview,
            problem=problem,
            state=self._importer.state,
            links=links,
            most=most,
            megabytes=f"{most / 1_000_000:.3g}",
        )

    async def _preview(self, request: Request, key: str, name: str) -> Preview:
        found = json.loads(await self._shell.context.run(ReadExport(self._data(key), name or "the file")))
        links = [saved_of(values) for values in found["links"]]
        once = each_once(links)
        urls = [saved.url for saved in once.values()]
        known = await self._shell.look_up(request, lambda library: count_known(library, urls), 0)
        tags = Counter(tag for saved in links for tag in saved.tags)
        newest = sorted(links, key=lambda saved: -saved.added.timestamp() if saved.added else 0)
        return Preview(
            key,
            name,
            found["service"],
            newest[:PREVIEWED],
            len(once),
            len(links) - len(once),
            known,
            sum(saved.is_archived for saved in once.values()),
            sum(saved.is_starred for saved in once.values()),
            found["texts"],
            tags.most_common(SHOWN_TAGS),
            found["problems"],
        )

    def _data(self, key: str) -> bytes:
        kept = self._shell.recent.get(key)
        if kept is None:
            raise BadInput("this file is no longer kept: choose it again")
        return kept.body

    async def upload(self, request: Request) -> Response:
        """Keep a file for a while, and show what it has."""
        async with request.form(max_files=1, max_fields=2) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename:
                raise BadInput("choose a file: services call it an export of your articles or bookmarks")
            name = one_line(file.filename)[:MAX_NAME]
            key = self._shell.recent.put_file(PageBytes(await file.read()))
        return seen_other(request, f"{PATH}?{urlencode({'page': key, 'name': name})}")

    async def change(self, request: Request) -> Response:
        """Import a file that was sent, fetch the pages of links, or stop."""
        sent = last_values(await form_values(request))
        reader, settings = self._shell.reader(request), self._shell.settings(self._shell.profile(request))
        match sent.get("do"):
            case "import":
                name = sent.get("name", "")[:MAX_NAME] or "the file"
                data = self._data(sent.get("page", ""))
                self._importer.begin(data, name, reader, settings, fetch=sent.get("fetch") == "1")
            case "fetch":
                self._importer.fetch_links(reader, settings)
            case "stop":
                self._importer.stop()
            case other:
                raise BadInput(f"imports cannot be told to {other!r}")
        return seen_other(request, PATH)

    async def state(self, _request: Request) -> Response:
        """Tell how far the import is."""
        state = self._importer.state
        return JSONResponse(
            {"running": state.is_running, "message": state.message, "done": state.done, "total": state.total}
        )
