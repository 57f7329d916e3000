"""JSON Lines: many requests in one, a line of JSON in for each page and a line out, in the same order, as they are
done.

The body may be endless: lines are read as long as there is room for their pages, by number and by bytes, and answers
are sent while further lines come in.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.requests import ClientDisconnect

from tamis.errors import BadSettings, TamisError
from tamis.serve.api.answers import answer_body
from tamis.serve.api.operations import JSON, JSON_LINES
from tamis.serve.budget import charge, current_account
from tamis.serve.faults import Fault
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from tamis.serve.api.requests import Asked
    from tamis.serve.budget import Account
    from tamis.serve.context import Context

WINDOW = 16
"""Maximum number of pages of one request under way at a time."""


class _Line(NamedTuple):
    """A page that is under way."""

    answer: asyncio.Task[bytes]
    account: Account | None
    """Account with the memory that the page holds."""


class LinesResponse:
    """An answer that is sent line by line while the request is still being read."""

    def __init__(self, context: Context, asked: Asked, request: Request) -> None:
        if asked.media_type != JSON:
            raise BadSettings("many pages are answered as lines of JSON; leave out format")
        self._context = context
        self._asked = asked
        self._request = request
        self._account = current_account()

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the answers."""
        headers = [(b"content-type", JSON_LINES.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for line in self._lines():
            await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _lines(self) -> AsyncIterator[bytes]:
        """Yield the answers in order. Reading continues at the same time, as far as the window allows."""
        under_way: asyncio.Queue[_Line | None] = asyncio.Queue(WINDOW)
        reading = asyncio.create_task(self._read(under_way))
        try:
            while (line := await under_way.get()) is not None:
                try:
                    yield await line.answer
                finally:
                    self._end(line)
        finally:
            reading.cancel()
            while not under_way.empty():
                left = under_way.get_nowait()
                if left is not None:
                    self._drop(left)

    def _drop(self, line: _Line) -> None:
        line.answer.cancel()
        self._end(line)

    def _end(self, line: _Line) -> None:
        """Release the memory of a line: it was answered, or nobody waits for it."""
        if line.account is not None:
            line.account.close()
        if self._account is not None:
            self._account.working -= 1

    async def _read(self, under_way: asyncio.Queue[_Line | None]) -> None:
        try:
            async for text, size in split_lines(self._request.stream(), self._context.settings.max_body):
                account = await self._account.split(size) if self._account is not None else None
                if text:
                    await self._begin(under_way, self._record(text, account), account)
                elif account is not None:
                    account.close()
        except ClientDisconnect:
            pass
        except TamisError as error:  # The rest cannot be read; the lines before it are answered.
            await self._begin(under_way, _error_record(error))
        await under_way.put(None)

    async def _begin(
        self, under_way: asyncio.Queue[_Line | None], record: Coroutine[Any, Any, bytes], account: Account | None = None
    ) -> None:
        if self._account is not None:
            self._account.working += 1
        line = _Line(asyncio.create_task(record), account)
        try:
            await under_way.put(line)
        except asyncio.CancelledError:
            self._drop(line)
            raise

    async def _record(self, text: bytes, account: Account | None) -> bytes:
        try:
            if account is not None:
                charge(account)
            answer = await answer_body(self._context, self._asked, text)
            if answer.media_type != JSON:
                raise BadSettings("many pages are answered as lines of JSON; leave out format")
        except TamisError as error:
            return await _error_record(error)
        # Reports are indented. Inside strings JSON writes line breaks as \n, so real ones are only between tokens.
        return answer.content.replace(b"\n", b"")


async def _error_record(error: TamisError) -> bytes:
    return json_text(error.to_dict()).encode()


async def split_lines(chunks: AsyncIterator[bytes], longest: int) -> AsyncIterator[tuple[bytes, int]]:
    """Yield the lines of a body, each with its bytes before it was stripped. Raises a `Fault` for a long one."""
    rest: list[bytes] = []
    size = 0
    async for chunk in chunks:
        *whole, last = chunk.split(b"\n")
        for line in whole:
            joined = b"".join((*rest, line)).strip()
            yield joined, size + len(line) + 1
            rest, size = [], 0
        rest.append(last)
        size += len(last)
        if size > longest:
            raise Fault("too_large", f"a line is over the limit of {longest:,} bytes")
    yield b"".join(rest).strip(), size
