"""Limits per client: concurrent requests, size of a body, seconds to send it and to take the answer, and memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect

from tamis.serve.api import LINE_TYPES
from tamis.serve.budget import Account, charge
from tamis.serve.faults import Fault, fault_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tamis.serve.context import Context

MOST_DISCARDED = 100_000_000
DISCARD_SECONDS = 5.0
"""Maximum bytes of an oversized body that are read and discarded, and seconds to do so. A client that is still sending
would take an early answer for a broken connection and never read it."""
LEAST_RATE = 10_000
"""Minimum bytes per second: a client that sends a body slower than this, drop by drop, is given up like one that stops;
so is one that takes an answer slower."""
PIECE = 65_536
"""Bytes of an answer passed to the server at a time: as many as it buffers before it makes others wait."""
IMPORT_PATH = "/library/import/file"
SAVED_PATH = "/read"
"""Paths of uploads that go to disk as they come, so that they have limits of their own and take no memory: exports, and
pages that say that they are larger than a page."""
FORM_TYPE = "application/x-www-form-urlencoded"
MOST_FORM = 1_000_000
"""Maximum bytes of a form without a file. Those of the service are settings, tags and highlights."""
IPV6_NETWORK = 64
"""Bits of an IPv6 address that identify a client: it may choose the others itself (RFC 4291, section 2.5.4)."""


class Limits:
    """Middleware that keeps each client to its share."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._settings = context.settings
        self._budget = context.budget
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = client_name(scope["client"][0]) if scope.get("client") else ""
        if self._under_way[client] >= self._settings.client_requests:
            problem = Fault(
                "too_many_requests",
                f"you have {self._settings.client_requests} requests in progress; wait for one to finish",
            )
            await fault_response(problem)(scope, receive, send)
            return
        self._under_way[client] += 1
        account = Account(self._budget, client, self._settings.max_body)
        charge(account)
        try:
            await self._app(scope, self._limited(scope, receive, account), self._in_pieces(send))
        finally:
            account.close()
            self._under_way[client] -= 1
            if not self._under_way[client]:
                del self._under_way[client]

    def _limited(self, scope: Scope, receive: Receive, account: Account) -> Receive:
        """Wrap `receive` to raise a `Fault` if the body is too large or too slow, or if there is no room for it.

        JSON Lines have a limit per line instead.
        """
        headers = Headers(scope=scope)
        expected = declared_size(headers)
        spooled = self._most_spooled(scope, headers, expected)
        is_spooled = spooled is not None
        most = spooled if is_spooled else self._most(headers)
        clock = asyncio.get_running_loop().time
        size = 0
        seconds = self._settings.body_timeout
        spent = 0.0

        async def receive_limited() -> Message:
            nonlocal size, spent
            if most is not None and expected > most:
                await self._refuse(receive, most, waits="expect" in headers)
            if most is not None and not is_spooled:
                await account.expect_page(expected)
            left = seconds if most is None else seconds + size / LEAST_RATE - spent
            begun = clock()
            message = await _in_time(receive, min(seconds, left))
            spent += clock() - begun
            if message["type"] == "http.request":
                piece = len(message.get("body", b""))
                size += piece
                if most is not None and size > most:
                    await self._refuse(receive, most, waits=False)
                if not is_spooled:
                    await account.hold_page(piece)
            return message

        return receive_limited

    def _most_spooled(self, scope: Scope, headers: Headers, expected: int) -> int | None:
        """Return the largest body of an upload that goes to disk; None for other requests."""
        if not headers.get("content-type", "").lower().startswith("multipart/form-data"):
            return None
        path = str(scope["path"]).removeprefix(str(scope.get("root_path", "")))
        if path == SAVED_PATH and expected > self._settings.max_body:
            return self._settings.max_saved
        return self._settings.max_import if path == IMPORT_PATH else None

    def _most(self, headers: Headers) -> int | None:
        """Return the largest body that a request may have; None for JSON Lines."""
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type in LINE_TYPES:
            return None
        return min(MOST_FORM, self._settings.max_body) if media_type == FORM_TYPE else self._settings.max_body

    def _in_pieces(self, send: Send) -> Send:
        """Wrap `send` to send an answer piece by piece, as the client takes it. A client that does not take it is given
        up.

        The server buffers what it was told to send until the client has read it, so it is given little at a time.
        """
        clock = asyncio.get_running_loop().time
        seconds = self._settings.body_timeout
        size = 0
        spent = 0.0

        async def send_in_time(message: Message) -> None:
            nonlocal spent
            begun = clock()
            try:
                async with asyncio.timeout(seconds + size / LEAST_RATE - spent):
                    await send(message)
            except TimeoutError as error:
                raise ClientDisconnect from error
            spent += clock() - begun

        async def send_in_pieces(message: Message) -> None:
            nonlocal size
            body = message.get("body", b"")
            last = max(0, (len(body) - 1) // PIECE * PIECE)
            for start in range(0, last, PIECE):
                await send_in_time({**message, "body": body[start : start + PIECE], "more_body": True})
                size += PIECE
            await send_in_time({**message, "body": body[last:]} if last else message)
            size += len(body) - last

        return send_in_pieces

    async def _refuse(self, receive: Receive, most: int, *, waits: bool) -> None:
        """Discard what is still being sent, then raise. A client that waits for a go-ahead sends nothing."""
        if not waits:
            await discard(receive)
        raise Fault("too_large", f"the request is over the limit of {most:,} bytes")


def client_name(address: str) -> str:
    """Return the name by which a client is counted: its IP address, or its network for IPv6."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is None:
        return str(ip_network((ip.packed, IPV6_NETWORK), strict=False))
    return str(ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else str(ip)


def declared_size(headers: Headers) -> int:
    """Return the size that a request says its body has; 0 if it says none."""
    declared = headers.get("content-length", "")
    return int(declared) if declared.isdecimal() and len(declared) < 20 else 0


async def discard(receive: Receive) -> None:
    """Read the rest of a body and discard it, as far as that is reasonable."""
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
        raise Fault("slow_request", "the request stopped arriving, or arrives too slowly; send it faster") from error
