"""A service in its own process, and a client that costs little, for measurements."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

STOP_SECONDS = 90
START = "tamis serves at http://"


class Reply(NamedTuple):
    """An answer of the service."""

    status: int
    body: bytes
    seconds: float = 0.0


@dataclass(frozen=True)
class Service:
    """A running service."""

    process: subprocess.Popen[str]
    host: str
    port: int

    def stop(self) -> int:
        """Tell the service to stop, wait for its end, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS)


@contextmanager
def running_service(arguments: Sequence[str], module: str = "tamis", token: str | None = None) -> Iterator[Service]:
    """Run ``tamis serve``, or a module in its place, on a free port until the block ends."""
    command = [sys.executable, "-m", module, *arguments]
    environment = {**os.environ, **({"TAMIS_TOKEN": token} if token else {})}
    process = subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    try:
        line = process.stdout.readline() if process.stdout else ""
        if not line.startswith(START):
            raise BadInput(f"the service did not start: {' '.join(command)}")
        host, _, port = line.removeprefix(START).strip().rpartition(":")
        yield Service(process, host, int(port))
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(STOP_SECONDS)
        if process.stdout:
            process.stdout.close()


def request_bytes(path: str, body: bytes, content_type: str = "application/json", method: str = "POST") -> bytes:
    """Return the bytes of a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {content_type}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def with_token(request: bytes, token: str | None) -> bytes:
    """Return a request with a token, if there is one."""
    line, rest = request.split(b"\r\n", 1)
    return b"%b\r\nAuthorization: Bearer %b\r\n%b" % (line, token.encode(), rest) if token else request


def extract_request(html: str, url: str | None, **options: object) -> bytes:
    """Return a request for the article of a page."""
    values: Mapping[str, object] = {"html": html, "url": url, **options}
    return request_bytes("/api/extract", json.dumps(values, ensure_ascii=False).encode("utf-8", "replace"))


class Connection:
    """A connection to a service that is kept open."""

    def __init__(self, service: Service, address: str | None = None) -> None:
        """Set the service and the address of this machine from which to connect (by default, any)."""
        self._service = service
        self._from = (address, 0) if address is not None else None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> None:
        """Connect, if there is no connection."""
        await self._opened()

    async def _opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            place = self._service
            self._streams = await asyncio.open_connection(place.host, place.port, local_addr=self._from)
        return self._streams

    async def ask(self, request: bytes) -> Reply:
        """Send a request and read its answer; connect first if necessary."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        reader, writer = await self._opened()
        writer.write(request)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = next(int(line[15:]) for line in head.split("\r\n") if line.startswith("content-length:"))
        body = await reader.readexactly(length)
        if "connection: close" in head:
            self.close()
        return Reply(int(head.split(" ", 2)[1]), body, loop.time() - start)

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
