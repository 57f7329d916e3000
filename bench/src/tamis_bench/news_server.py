"""A server for a `NewsSite` on loopback with its own log: time, target and status of each request."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Self

from tamis_bench.news_site import Answer, Behavior, NewsSite

if TYPE_CHECKING:
    from types import TracebackType

LOOPBACK = "127.0.0.1"
MAX_HEAD = 65_536


class Entry(NamedTuple):
    """A request as the server saw it."""

    time: float
    """Seconds of a monotonic clock."""
    target: str
    status: int
    is_whole: bool
    """True if the answer was sent whole."""


class NewsServer:
    """The site on a free port, served by a thread."""

    def __init__(self, site: NewsSite) -> None:
        self.site = site
        self.log: list[Entry] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    @property
    def url(self) -> str:
        """URL of the home page."""
        return f"http://{self.site.host}/"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connected, LOOPBACK, 0, limit=MAX_HEAD)
        self.site.host = f"{LOOPBACK}:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 (a coroutine runs in one)
        self._tasks.add(task)
        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._exchange(reader, writer):
                    pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; return whether the connection stays open."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        came = time.monotonic()
        first, *lines = head.split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        target = first.split(" ")[1]
        answer = self.site.answer(target, headers.get("if-none-match"))
        self.log.append(Entry(came, target, answer.status, answer.behavior is Behavior.SEND))
        return await self._send(reader, writer, answer)

    async def _send(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer) -> bool:
        if answer.behavior is Behavior.STALL:
            await reader.read()  # until the client hangs up
            return False
        if answer.behavior is Behavior.RESET:
            writer.transport.abort()
            return False
        lines = [f"HTTP/1.1 {answer.status} Status", *(f"{name}: {value}" for name, value in answer.headers)]
        if answer.status != 304:
            lines += [f"Content-Type: {answer.content_type}", f"Content-Length: {len(answer.body)}"]
        body = answer.body[: len(answer.body) // 2] if answer.behavior is Behavior.CUT else answer.body
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        return answer.behavior is Behavior.SEND
