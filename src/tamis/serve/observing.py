"""Logging and metrics: one line in the log for each request.

The log names routes, not URLs: neither the page that somebody reads, nor a token in a query, nor any text of a page is
written down.
"""

from __future__ import annotations

import logging
import time
import traceback
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect, Request

from tamis.serve.faults import Fault, fault_response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tamis.serve.context import Context

ACCESS = logging.getLogger("tamis.serve.access")
PROBLEMS = logging.getLogger("tamis.serve")
CLIENT_WENT = 499
"""Status in the log for a client that did not wait for its answer."""
UNKNOWN_ROUTE = "unknown"
STATIC_ROUTE = "/static"
"""Route of the style sheets and scripts of pages, which are not logged: each page has several."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"})


class Observing:
    """Middleware that counts and logs each request."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._metrics = context.metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status, size = CLIENT_WENT, 0

        async def send_observed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        self._metrics.active += 1
        try:
            await self._app(scope, receive, send_observed)
        finally:
            self._metrics.active -= 1
            seconds = time.perf_counter() - start
            route, method = route_of(scope), scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.answered(route, method, status, seconds)
            if route != STATIC_ROUTE and ACCESS.isEnabledFor(logging.INFO):
                client = scope["client"][0] if scope.get("client") else "-"
                ACCESS.info("%s %s %s %d %.0f ms %d bytes", client, method, route, status, seconds * 1000, size)


class Unexpected:
    """Middleware that answers unexpected exceptions with an error. The log has the traceback, not the message."""

    def __init__(self, app: ASGIApp, answer: Callable[[Request, Exception], Awaitable[Response]]) -> None:
        self._app = app
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        has_begun = False

        async def send_watched(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        except ClientDisconnect:
            return
        except Exception as error:  # noqa: BLE001 (the service goes on, and the client learns that it failed)
            where = "".join(traceback.format_tb(error.__traceback__))
            PROBLEMS.error("%s in %s\n%s", type(error).__name__, route_of(scope), where)
            if not has_begun:
                problem = Fault("unexpected_error", "something unexpected went wrong in the service; its log says what")
                try:
                    answer = await self._answer(Request(scope), problem)
                except Exception:  # noqa: BLE001 (also what makes pages may be broken)
                    answer = fault_response(problem)
                await answer(scope, receive, send)


def route_of(scope: Scope) -> str:
    """Return the pattern of the matching route, such as ``/api/extract``."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) else UNKNOWN_ROUTE
