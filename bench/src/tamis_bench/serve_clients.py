"""Hostile clients for the soak of the service: each does one kind of harm repeatedly, from its own IP address.

``python -m tamis_bench.serve_clients HOST PORT COUNT [TOKEN]`` runs until its standard input ends, and then prints what
it did as JSON. Of two clients that do the same harm, one knows the token. They need a system on which all of
127.0.0.0/8 is this machine, such as Linux.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.serve.running import allow_files
from tamis_bench.serve_client import extract_request, request_bytes, with_token

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

SENTENCE = "The sea came in and went out again. "
LARGE = 9_000_000
"""Bytes of a large page, line or form, just under the limit of the service."""
PIECE = 1 << 16
DRIP_SECONDS = 0.2
SOCKETS = 8
"""Number of connections of each client."""
HOARD = 200
"""Number of connections that a client opens which takes all it can get: twice as many as it may have."""
HOARD_SECONDS = 5.0
"""Seconds after which its connections are counted."""
PAUSE_SECONDS = 0.5
"""Seconds before a client connects again."""
FILES = 4_000
LINES_HEAD = (
    b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
BODY_HEAD = (
    b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % LARGE
)
_PARAGRAPHS = "".join(f"<p>{SENTENCE * 20}</p>" for _ in range(LARGE // (len(SENTENCE) * 20 + 7)))
LARGE_PAGE = f"<h1>Tides</h1>{_PARAGRAPHS}"
LARGE_LINE = json.dumps({"html": LARGE_PAGE}).encode() + b"\n"
MIDDLE_PAGE = extract_request(LARGE_PAGE[:2_600_000], None)
SMALL_PAGE = extract_request(LARGE_PAGE[:20_000], None)
FORM = request_bytes("/look", b"&" * LARGE, "application/x-www-form-urlencoded")


@dataclass(frozen=True)
class Line:
    """A connection of a hostile client."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    token: str | None

    async def send(self, data: bytes) -> None:
        """Send bytes as fast as the service takes them."""
        for start in range(0, len(data), PIECE):
            self.writer.write(data[start : start + PIECE])
            await self.writer.drain()

    async def ask(self, request: bytes) -> None:
        """Send a request, or its beginning, with the token if the client knows it."""
        await self.send(with_token(request, self.token))

    async def send_line(self) -> None:
        """Send a line of the largest size."""
        for start in range(0, len(LARGE_LINE), PIECE):
            piece = LARGE_LINE[start : start + PIECE]
            self.writer.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            await self.writer.drain()

    async def drip(self) -> None:
        """Send a byte now and then."""
        while True:
            await self.send(b"x")
            await asyncio.sleep(DRIP_SECONDS)


async def drip_head(line: Line) -> None:
    """Send the head of a request a byte at a time."""
    await line.ask(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
    await line.drip()


async def drip_body(line: Line) -> None:
    """Send a body a byte at a time."""
    await line.ask(BODY_HEAD)
    await line.drip()


async def stay_idle(line: Line) -> None:
    """Connect and send nothing."""
    await line.reader.read()


async def flood_with_lines(line: Line) -> None:
    """Send line after line of the largest size, and read the answers."""
    reading = asyncio.create_task(line.reader.read())
    try:
        await line.ask(LINES_HEAD)
        while not reading.done():
            await line.send_line()
    finally:
        reading.cancel()


async def never_read(line: Line) -> None:
    """Send line after line, and read nothing."""
    await line.ask(LINES_HEAD)
    while True:
        await line.send_line()


async def send_form(line: Line) -> None:
    """Send a form of empty fields."""
    await line.ask(FORM)
    await line.reader.read(PIECE)


async def send_pages(line: Line) -> None:
    """Send a page of 2.6 MB, and read at most the first 64 kB of the answer."""
    await line.ask(MIDDLE_PAGE)
    await line.reader.read(PIECE)


async def leave_in_the_middle(line: Line) -> None:
    """Send half of a page, and close the connection."""
    await line.ask(MIDDLE_PAGE[: len(MIDDLE_PAGE) // 2])


async def ask_and_leave(line: Line) -> None:
    """Send a page, and close the connection without waiting for the answer."""
    await line.ask(SMALL_PAGE)


HARMS: Mapping[str, Callable[[Line], Awaitable[None]]] = {
    "head drop by drop": drip_head,
    "body drop by drop": drip_body,
    "idle": stay_idle,
    "lines of 9 MB": flood_with_lines,
    "lines, never reads": never_read,
    "form of &": send_form,
    "pages of 2.6 MB": send_pages,
    "leaves in the middle": leave_in_the_middle,
    "asks and leaves": ask_and_leave,
}
"""The kinds of harm by name."""
HOARDING = "opens all it can"


@dataclass
class Army:
    """The hostile clients of a service, and what they did."""

    host: str
    port: int
    token: str | None
    done: Counter[str] = field(default_factory=Counter)
    """Number of connections that were made, by kind of harm."""
    hoarded: int = 0
    """Largest number of connections that a client kept of those it had opened."""

    async def do_harm(self, number: int) -> None:
        """Do one kind of harm over several connections from one IP address, until this is canceled."""
        kinds = [*HARMS, HOARDING]
        kind, turn = kinds[number % len(kinds)], number // len(kinds)
        address = f"127.0.1.{number + 1}"
        token = self.token if turn % 2 else None
        if kind == HOARDING:
            await self._hoard(address)
        else:
            await asyncio.gather(*(self._again_and_again(address, kind, token) for _ in range(SOCKETS)))

    async def _again_and_again(self, address: str, kind: str, token: str | None) -> None:
        while True:
            with suppress(OSError, EOFError):
                reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(address, 0))
                self.done[kind] += 1
                try:
                    await HARMS[kind](Line(reader, writer, token))
                finally:
                    writer.transport.abort()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _hoard(self, address: str) -> None:
        """Open connections, keep them, and count those that the service has not closed."""
        held: dict[asyncio.Task[bytes], asyncio.StreamWriter] = {}
        try:
            while True:
                lines = await asyncio.gather(
                    *(
                        asyncio.open_connection(self.host, self.port, local_addr=(address, 0))
                        for _ in range(HOARD - len(held))
                    ),
                    return_exceptions=True,
                )
                for line in lines:
                    if not isinstance(line, BaseException):
                        self.done[HOARDING] += 1
                        held[asyncio.create_task(line[0].read(1))] = line[1]
                await asyncio.sleep(HOARD_SECONDS)
                for refused in [reading for reading in held if reading.done()]:  # whatever it says, it is a refusal
                    refused.exception()
                    held.pop(refused).transport.abort()
                self.hoarded = max(self.hoarded, len(held))
        finally:
            for reading, writer in held.items():
                reading.cancel()
                writer.transport.abort()


async def _march(army: Army, count: int) -> None:
    harm = [asyncio.create_task(army.do_harm(number)) for number in range(count)]
    await asyncio.to_thread(sys.stdin.read)
    for task in harm:
        task.cancel()
    await asyncio.gather(*harm, return_exceptions=True)


def main(host: str, port: str, count: str, token: str | None = None) -> None:
    """Run hostile clients until the standard input ends, and print what they did."""
    allow_files(FILES)
    army = Army(host, int(port), token)
    asyncio.run(_march(army, int(count)))
    kinds = [*HARMS, HOARDING][: int(count)]
    print(json.dumps({"hoarded": army.hoarded, "harm": {kind: army.done[kind] for kind in kinds}}))


if __name__ == "__main__":
    main(*sys.argv[1:])
