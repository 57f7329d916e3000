"""Many requests in one: a line of JSON for each page in, a line out, in the same order, as they are done.

The body may be endless: lines are read as far as there is room for their pages, and answers are sent while further
lines come in.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from tamis.errors import BadSettings, TamisError
from tamis.serve.api.answers import answer_body
from tamis.serve.api.operations import JSON, JSON_LINES
from tamis.serve.faults import Fault
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from tamis.serve.api.requests import Asked
    from tamis.serve.context import Context

WINDOW = 16
"""Pages of one request that are under way at a time."""


class LinesResponse:
    """An answer that is sent line by line while the request is still being read."""

    def __init__(self, context: Context, asked: Asked, request: Request) -> None:
        if asked.media_type != JSON:
            raise BadSettings("many pages are answered as lines of JSON; leave out format")
        self._context = context
        self._asked = asked
        self._request = request

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it."""
        headers = [(b"content-type", JSON_LINES.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for line in self._lines():
            await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _lines(self) -> AsyncIterator[bytes]:
        """The answers in order. Reading goes on beside, as far as the window allows."""
        under_way: asyncio.Queue[asyncio.Task[bytes] | None] = asyncio.Queue(WINDOW)
        reading = asyncio.create_task(self._read(under_way))
        try:
            while (task := await under_way.get()) is not None:
                yield await task
        finally:
            reading.cancel()
            while not under_way.empty():
                task = under_way.get_nowait()
                if task is not None:
                    task.cancel()

    async def _read(self, under_way: asyncio.Queue[asyncio.Task[bytes] | None]) -> None:
        try:
            async for line in split_lines(self._request.stream(), self._context.settings.max_body):
                await under_way.put(asyncio.create_task(self._record(line)))
        except ClientDisconnect:
            pass
        except TamisError as error:  # The rest cannot be read; what came before is answered.
            await under_way.put(asyncio.create_task(_error_record(error)))
        await under_way.put(None)

    async def _record(self, line: bytes) -> bytes:
        try:
            answer = await answer_body(self._context, self._asked, line)
            if answer.media_type != JSON:
                raise BadSettings("many pages are answered as lines of JSON; leave out format")
        except TamisError as error:
            return await _error_record(error)
        # Reports are indented. Within texts JSON writes line breaks as \n, so these are only between its signs.
        return answer.content.replace(b"\n", b"")


async def _error_record(error: TamisError) -> bytes:
    return json_text(error.to_dict()).encode()


async def split_lines(chunks: AsyncIterator[bytes], longest: int) -> AsyncIterator[bytes]:
    """The lines of a body that are not empty. Raises a `Fault` for one that is too long."""
    rest: list[bytes] = []
    size = 0
    async for chunk in chunks:
        *whole, last = chunk.split(b"\n")
        for line in whole:
            joined = b"".join((*rest, line)).strip()
            rest, size = [], 0
            if joined:
                yield joined
        rest.append(last)
        size += len(last)
        if size > longest:
            raise Fault("too_large", f"a line is over the limit of {longest:,} bytes")
    joined = b"".join(rest).strip()
    if joined:
        yield joined
