"""Limits for one client: concurrent requests, size of a body, and seconds to send it."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from tamis.serve.api import LINE_TYPES
from tamis.serve.faults import Fault, fault_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tamis.serve.context import Context

MOST_DISCARDED = 100_000_000
DISCARD_SECONDS = 5.0
"""How much of a body that is too large is read and thrown away, and for how long. A client that is still sending would
take an early answer for a broken connection and never read it."""
LEAST_RATE = 10_000
"""Bytes a second: a body that comes slower than this, drop by drop, is given up as well as one that stops."""


class Limits:
    """Middleware: keeps each client to its share."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._settings = context.settings
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = scope["client"][0] if scope.get("client") else ""
        if self._under_way[client] >= self._settings.client_requests:
            problem = Fault("too_many_requests", f"{self._settings.client_requests} of your requests are under way")
            await fault_response(problem)(scope, receive, send)
            return
        self._under_way[client] += 1
        try:
            await self._app(scope, self._limited(scope, receive), send)
        finally:
            self._under_way[client] -= 1
            if not self._under_way[client]:
                del self._under_way[client]

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        """Receives a body, and raises a `Fault` when it is too large or too slow. Lines have a limit of their own."""
        headers = Headers(scope=scope)
        in_lines = headers.get("content-type", "").partition(";")[0].strip().lower() in LINE_TYPES
        most = None if in_lines else self._settings.max_body
        declared = headers.get("content-length", "")
        expected = int(declared) if declared.isdecimal() and len(declared) < 20 else 0
        size = 0
        seconds = self._settings.body_timeout
        begun: float | None = None

        async def receive_limited() -> Message:
            nonlocal size, begun
            if most is not None and expected > most:
                await self._refuse(receive, waits="expect" in headers)
            now = asyncio.get_running_loop().time()
            begun = now if begun is None else begun
            left = seconds if most is None else begun + seconds + size / LEAST_RATE - now
            message = await _in_time(receive, min(seconds, left))
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                if most is not None and size > most:
                    await self._refuse(receive, waits=False)
            return message

        return receive_limited

    async def _refuse(self, receive: Receive, *, waits: bool) -> None:
        """Discard what is still being sent, then raise. A client that waits for a go-ahead sends nothing."""
        if not waits:
            await discard(receive)
        raise Fault("too_large", f"the body is over the limit of {self._settings.max_body:,} bytes")


async def discard(receive: Receive) -> None:
    """Read the rest of a body and throw it away, as far as that is reasonable."""
    size = 0
    try:
        async with asyncio.timeout(DISCARD_SECONDS):
            while size < MOST_DISCARDED:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return


async def _in_time(receive: Receive, seconds: float) -> Message:
    try:
        async with asyncio.timeout(seconds):
            return await receive()
    except TimeoutError as error:
        raise Fault("slow_request", "the body stopped coming, or comes too slowly; send it faster") from error
