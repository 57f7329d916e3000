"""The ASGI application: routes, middleware, startup and shutdown."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from tamis.errors import TamisError
from tamis.serve import api, pages
from tamis.serve.context import Context
from tamis.serve.faults import CODES, Fault, fault_response, status_of
from tamis.serve.limits import Limits
from tamis.serve.observing import Observing, Unexpected
from tamis.serve.security import Security
from tamis.serve.warming import WARM_UP

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from tamis.settings.file import SettingsFile
    from tamis.settings.serve import ServeSettings


def make_app(settings: ServeSettings | None = None, defaults: SettingsFile | None = None) -> Starlette:
    """Create the application, for any ASGI server. `defaults` applies to what a request does not set itself."""
    return app_of(Context(settings, defaults, warm_up=WARM_UP))


def app_of(context: Context) -> Starlette:
    """Create the application for a context that the caller made."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with context:
            if context.settings.watch_feeds:
                context.later(context.feed_watcher.run())
            yield

    answer = _answers(context)
    app = Starlette(
        # The API comes last, because its prefix matches every path that begins with http.
        routes=[*pages.routes(context), *api.routes(context)],
        middleware=[
            Middleware(Observing, context=context),
            Middleware(Security, context=context),
            Middleware(Limits, context=context),
            Middleware(Unexpected, answer=answer),
        ],
        exception_handlers={TamisError: answer, HTTPException: answer},
        lifespan=lifespan,
    )
    app.state.context = context
    return app


def _answers(context: Context) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Create the handler of errors: a page for people, a record for programs."""

    async def answer(request: Request, error: Exception) -> Response:
        problem = _as_fault(error)
        if is_for_people(request):
            page = await pages.error_page(context, request, problem, status_of(problem))
            if page is not None:
                return page
        return fault_response(problem)

    return answer


def _as_fault(error: Exception) -> TamisError:
    if isinstance(error, HTTPException):
        return Fault(CODES.get(error.status_code, "bad_input"), error.detail)
    return error if isinstance(error, TamisError) else Fault("unexpected_error", "something unexpected went wrong")


def is_for_people(request: Request) -> bool:
    """Tell whether a browser requests a page."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")
