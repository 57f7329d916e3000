"""Pages of the service, for people: reader, library, the day's edition, cleaning proxy, settings, explain.

Every page works without a script as far as possible; scripts and styles are files of the server, so that the
Content-Security-Policy can forbid all others. Workers import this package for its jobs (`work`), so the modules with
routes are imported on use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.errors import ResponseNotHtml

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from tamis.errors import TamisError
    from tamis.serve.context import Context


def routes(context: Context) -> list[BaseRoute]:
    """List the routes of the pages."""
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    from tamis.serve.images import image_routes
    from tamis.serve.pages.catalog import catalog_routes
    from tamis.serve.pages.editions import edition_routes
    from tamis.serve.pages.explaining import explaining_routes
    from tamis.serve.pages.feeds import feed_routes
    from tamis.serve.pages.imports import import_routes
    from tamis.serve.pages.library import shelf_routes
    from tamis.serve.pages.reading import reading_routes
    from tamis.serve.pages.settings import settings_routes
    from tamis.serve.pages.shell import Shell
    from tamis.serve.pages.subscriptions import subscription_routes
    from tamis.serve.proxy.routes import proxy_routes

    shell = Shell(context)
    return [
        *reading_routes(shell),
        *import_routes(shell),
        *shelf_routes(shell),
        *feed_routes(shell),
        *subscription_routes(shell),
        *edition_routes(shell),
        *catalog_routes(shell),
        *settings_routes(shell),
        *explaining_routes(shell),
        *proxy_routes(shell),
        *image_routes(context),
        Mount("/static", StaticFiles(packages=[("tamis.serve.pages", "static")]), name="static"),
    ]


async def error_page(context: Context, request: Request, error: TamisError, status: int) -> Response | None:
    """Render the page that a person sees after an error; None for the record that programs get."""
    from tamis.serve.pages.shell import TYPED, Shell, typed

    return Shell(context).page(
        request, "error.html", status=status, message=_said(error), code=error.code, code_status=status,
        typed=typed(request), labels=TYPED, is_no_page=isinstance(error, ResponseNotHtml),
    )  # fmt: skip


def _said(error: TamisError) -> str:
    """Say what happened to a person in a browser, who gives no commands."""
    if isinstance(error, ResponseNotHtml):
        return f"{error.url} is of the type {error.content_type}."
    return str(error)
