"""Live reports on extraction: the page beside its report, strategies compared, and a screenshot if possible."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tamis.core.strategies import NAMES
from tamis.errors import BadSettings
from tamis.io.fetching import Fetcher
from tamis.serve.api.operations import check_strategy
from tamis.serve.pages.shell import framed_headers
from tamis.serve.pages.work import ColorPage, ComparePage, ExplainPage
from tamis.write.explaining.report import PagePicture, talkative
from tamis.write.explaining.shell import packaged

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from tamis.model import Page
    from tamis.serve.pages.shell import Asked, Shell
    from tamis.settings.extraction import Settings

COMPARED = ("learned", "cuter", "cetr", "filters", "boilerpipe")
"""Strategies that are compared by default."""
MOST_COMPARED = 8
VIEWS = {"report": "Result", "compare": "Strategies compared"}


@cache
def has_browser() -> bool:
    """Tell whether a browser is installed that can render pages."""
    from tamis.io.rendering.browser import find_browser

    return find_spec("playwright") is not None and find_browser() is not None


def explaining_routes(shell: Shell) -> list[BaseRoute]:
    """List the routes of explain."""
    pages = ExplainPages(shell)
    return [
        Route("/explain", pages.show),
        Route("/explain/original", pages.original),
        Route("/explain/report.css", _packaged("report.css", "text/css")),
        Route("/explain/report.js", _packaged("report.js", "text/javascript")),
    ]


class ExplainPages:
    """The handlers of explain."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._drawing = asyncio.Semaphore(1)

    async def show(self, request: Request) -> Response:
        """Show a report on a page, or a comparison of strategies; without a page, the form that asks for one."""
        values = dict(request.query_params)
        strategies = request.query_params.getlist("strategy")
        view = values.get("view", "report") if values.get("view") in VIEWS else "report"
        body, asked, original = "", None, ""
        if values.get("url") or values.get("page"):
            asked = await self._shell.asked(values)
            if view == "compare":
                body = await self._compared(strategies, asked)
            else:
                settings = self._settings(request, strategies)
                body = await self._explained(settings, asked, drawn=values.get("picture") == "1")
                original = (
                    f"/explain/original?{asked.query}&strategy={quote(str(strategies[-1] if strategies else ''))}"
                )
        return self._shell.page(
            request,
            "explain.html",
            frames=True,
            section="explain",
            body=body,
            asked=asked,
            view=view,
            views=VIEWS,
            names=NAMES,
            chosen=strategies or (COMPARED if view == "compare" else [""]),
            original=original,
            can_draw=has_browser(),
            picture=values.get("picture") == "1",
        )

    async def original(self, request: Request) -> Response:
        """Show the page itself, with kept and dropped parts in color."""
        asked = await self._shell.asked(dict(request.query_params))
        settings = self._settings(request, request.query_params.getlist("strategy"))
        written = await self._shell.context.run(ColorPage(asked.page, settings, self._shell.inside(request, asked)))
        return HTMLResponse(written, headers=framed_headers(self._shell.image_sources))

    def _settings(self, request: Request, strategies: list[str]) -> Settings:
        settings = self._shell.settings(self._shell.profile(request))
        name = strategies[-1].strip() if strategies else ""
        if name:
            check_strategy(name)
            settings = replace(settings, strategy=name)
        return replace(settings, strategy=talkative(settings.chosen_strategy()))

    async def _compared(self, strategies: list[str], asked: Asked) -> str:
        names = tuple(dict.fromkeys(name.strip() for name in strategies if name.strip())) or COMPARED
        if len(names) > MOST_COMPARED:
            raise BadSettings(f"at most {MOST_COMPARED} strategies are compared at a time")
        for name in names:
            check_strategy(name)
        limits = self._shell.context.defaults.extract.limits
        return (await self._shell.context.run(ComparePage(asked.page, names, limits))).decode()

    async def _explained(self, settings: Settings, asked: Asked, *, drawn: bool) -> str:
        page, picture = await self._draw(asked) if drawn and has_browser() else (None, None)
        return (await self._shell.context.run(ExplainPage(asked.page, settings, page, picture))).decode()

    async def _draw(self, asked: Asked) -> tuple[Page | None, PagePicture | None]:
        """Render the page in a browser, one page at a time."""
        defaults = self._shell.context.defaults

        def draw() -> tuple[Page | None, PagePicture | None]:
            from tamis.io.rendering import PICTURE_HEIGHT, Browser

            with Fetcher(defaults.fetch) as fetcher, Browser(defaults.render, fetcher=fetcher) as browser:
                drawn = browser.render(asked.page.decoded(), picture=True)
            layout = drawn.page.layout
            if layout is None or drawn.picture is None:
                return drawn.page, None
            return drawn.page, PagePicture(drawn.picture, layout.width, min(layout.height, PICTURE_HEIGHT))

        async with self._drawing:
            return await asyncio.to_thread(draw)


def _packaged(name: str, media_type: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_request: Request) -> Response:
        return Response(packaged(name), media_type=media_type, headers={"cache-control": "max-age=3600"})

    return answer
