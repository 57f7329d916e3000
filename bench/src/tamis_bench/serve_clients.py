"""Hostile clients for the soak of the service: each does one kind of harm repeatedly, from its own IP address.

They need a system on which all of 127.0.0.0/8 is this machine, such as Linux.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from tamis_bench.serve_client import extract_request, request_bytes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from tamis_bench.serve_client import Service

    Harm = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

SENTENCE = "The sea came in and went out again. "
LARGE = 9_000_000
"""Bytes of a large page, line or form, just under the limit of the service."""
PIECE = 1 << 16
DRIP_SECONDS = 0.2
SOCKETS = 8
"""Number of connections of each client."""
PAUSE_SECONDS = 0.5
"""Seconds before a client connects again."""
LINES_HEAD = (
    b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
_PARAGRAPHS = "".join(f"<p>{SENTENCE * 20}</p>" for _ in range(LARGE // (len(SENTENCE) * 20 + 7)))
LARGE_PAGE = f"<h1>Tides</h1>{_PARAGRAPHS}"
LARGE_LINE = json.dumps({"html": LARGE_PAGE}).encode() + b"\n"
MIDDLE_PAGE = extract_request(LARGE_PAGE[:2_600_000], None)
FORM = request_bytes("/look", b"&" * LARGE, "application/x-www-form-urlencoded")


async def drip_head(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send the head of a request a byte at a time."""
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
    while True:
        await _send(writer, b"x")
        await asyncio.sleep(DRIP_SECONDS)


async def drip_body(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a body a byte at a time."""
    writer.write(b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\n")
    writer.write(b"Content-Length: %d\r\n\r\n" % LARGE)
    while True:
        await _send(writer, b"x")
        await asyncio.sleep(DRIP_SECONDS)


async def stay_idle(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    """Connect and send nothing."""
    await reader.read()


async def flood_with_lines(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send line after line of the largest size, and read the answers."""
    reading = asyncio.create_task(reader.read())
    try:
        writer.write(LINES_HEAD)
        while not reading.done():
            await _send_line(writer)
    finally:
        reading.cancel()


async def never_read(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send line after line, and read nothing."""
    writer.write(LINES_HEAD)
    while True:
        await _send_line(writer)


async def send_form(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a form of empty fields."""
    await _send(writer, FORM)
    await reader.read(PIECE)


async def send_pages(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a page of 2.6 MB, and read at most the first 64 kB of the answer."""
    await _send(writer, MIDDLE_PAGE)
    await reader.read(PIECE)


async def leave_in_the_middle(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send half of a page, and close the connection."""
    await _send(writer, MIDDLE_PAGE[: len(MIDDLE_PAGE) // 2])


HARMS: Mapping[str, Harm] = {
    "head drop by drop": drip_head,
    "body drop by drop": drip_body,
    "idle": stay_idle,
    "lines of 9 MB": flood_with_lines,
    "lines, never reads": never_read,
    "form of &": send_form,
    "pages of 2.6 MB": send_pages,
    "leaves in the middle": leave_in_the_middle,
}
"""The kinds of harm by name."""


async def do_harm(service: Service, number: int) -> None:
    """Do one kind of harm over several connections from one IP address, until this is canceled."""
    harm = list(HARMS.values())[number % len(HARMS)]
    await asyncio.gather(*(_again_and_again(service, f"127.0.1.{number + 1}", harm) for _ in range(SOCKETS)))


async def _again_and_again(service: Service, address: str, harm: Harm) -> None:
    while True:
        with suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection(service.host, service.port, local_addr=(address, 0))
            try:
                await harm(reader, writer)
            finally:
                writer.transport.abort()
        await asyncio.sleep(PAUSE_SECONDS)


async def _send(writer: asyncio.StreamWriter, data: bytes) -> None:
    for start in range(0, len(data), PIECE):
        writer.write(data[start : start + PIECE])
        await writer.drain()


async def _send_line(writer: asyncio.StreamWriter) -> None:
    for start in range(0, len(LARGE_LINE), PIECE):
        piece = LARGE_LINE[start : start + PIECE]
        writer.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        await writer.drain()
