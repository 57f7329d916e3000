"""Client connections: limit their number per client before anything is read, and close idle ones."""

from __future__ import annotations

import asyncio
import http
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tamis.io.workers.turns import Shares
from tamis.serve.faults import Fault, fault_response
from tamis.serve.limits import client_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tamis.settings.serve import ServeSettings

READ_BYTES = 65_536
"""Bytes read from a connection at a time. asyncio reads four times as much, for each that sends."""
CLOSING_SECONDS = 5.0
"""Seconds for a client to take the rest of an answer, or to stop sending a refused body, before it is cut off."""


class ClientConnection(H11Protocol):
    """A connection, counted for its client from the first moment. One too many is answered with an error and closed.

    It uses h11 and not the other parser of uvicorn, which sets no limit to the head of a request.
    """

    def __init__(self, settings: ServeSettings, open_connections: Shares, **given: Any) -> None:
        super().__init__(**given)
        self._settings = settings
        self._open = open_connections
        self._counted_as: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # only asyncio's own transports; other event loops have their limits
            transport.max_size = READ_BYTES
        address = self.client[0] if self.client else ""
        client = client_name(address)
        problem = None if address in self._settings.trusted_proxies else self._problem(client)
        if problem is None and self._open.total < self._open.most:
            self._counted_as = client
            self._open.take(client)
            return
        transport.write(_answer(problem or Fault("workers_busy", "too many connections; try again later")))
        transport.close()

    def _problem(self, client: str) -> Fault | None:
        held = self._open.held(client)
        if held < self._settings.client_connections and self._open.fits(client):
            return None
        return Fault("too_many_requests", f"you have {held} connections open; close some, or reuse them")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        super().connection_lost(exc)
        if self._counted_as is not None:
            self._open.give(self._counted_as)
            self._counted_as = None


def connection_type(settings: ServeSettings) -> type[asyncio.Protocol]:
    """Return the class of connections for uvicorn; all its instances are counted together."""
    made = partial(ClientConnection, settings, Shares(settings.max_connections))
    return cast("type[asyncio.Protocol]", made)


def _answer(problem: Fault) -> bytes:
    """Write the response for a client whose request is not read."""
    response = fault_response(problem)
    status = http.HTTPStatus(response.status_code)
    headers = [*response.raw_headers, (b"connection", b"close")]
    head = b"".join(b"%b: %b\r\n" % header for header in headers)
    return b"HTTP/1.1 %d %b\r\n%b\r\n%b" % (status, status.phrase.encode(), head, bytes(response.body))


class Waiting(Enum):
    """The reason why a connection waits for its client."""

    HEAD = "the rest of a request head"
    REQUEST = "another request, or that the answer is read"
    CLOSING = "that the client takes the rest, or stops sending what was refused"


class HangingUp:
    """A guard that cuts off idle clients."""

    def __init__(self, settings: ServeSettings) -> None:
        self._seconds = {
            Waiting.HEAD: settings.head_timeout,
            Waiting.REQUEST: settings.idle_timeout,
            Waiting.CLOSING: CLOSING_SECONDS,
        }
        self._since: dict[tuple[Any, Any, Waiting], float] = {}
        """Start time of the wait, by connection, its last request and what it waits for."""

    def look_at(self, connections: Iterable[Any]) -> None:
        """Close connections that have waited for their clients for too long."""
        now = asyncio.get_running_loop().time()
        states = [
            (connection, connection.cycle, waiting)
            for connection in connections
            if (waiting := waiting_for(connection)) is not None
        ]
        self._since = {state: self._since.get(state, now) for state in states}
        for (connection, _, waiting), since in self._since.items():
            if now - since > self._seconds[waiting]:
                connection.transport.abort()  # Closing would first wait until the client has read the rest.


def waiting_for(connection: H11Protocol) -> Waiting | None:
    """Tell what a connection waits for; None while a request is being received or answered."""
    if connection.transport.is_closing():
        return Waiting.CLOSING
    if connection.cycle is not None and not connection.cycle.response_complete:
        return None
    if connection.cycle is not None and connection.conn.their_state is h11.SEND_BODY:
        return Waiting.CLOSING
    return Waiting.HEAD if connection.conn.trailing_data[0] else Waiting.REQUEST
