"""An httpx transport over the guarded backend."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import httpcore
import httpx

from tamis.fetching.deadline import current_trip

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Iterator

    from tamis.fetching.backend import GuardedBackend

MOST_IDLE = 20
"""Connections that are kept for later visits."""
BROKEN_IDLE = (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError)
"""What using a connection raises that the server closed while nobody used it."""


class GuardedPool:
    """Connections that were all made by the guarded backend; idle ones are kept for the next visit to their host.

    httpx's own transport has such a pool too, but takes no backend. There are no proxies here and no HTTP/2.
    """

    def __init__(self, backend: GuardedBackend, ssl_context: ssl.SSLContext, keep_alive: float) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context,
            network_backend=backend,
            max_connections=None,  # Whoever waited for one would wait without a deadline.
            max_keepalive_connections=MOST_IDLE if keep_alive else 0,
            keepalive_expiry=keep_alive,
        )

    def send(self, request: httpcore.Request) -> httpcore.Response:
        """Send a request; once more if the connection was an idle one that the server had closed meanwhile."""
        for _ in range(MOST_IDLE):
            dialled = current_trip().dialled
            try:
                return self._pool.handle_request(request)
            except BROKEN_IDLE:
                if current_trip().dialled > dialled:
                    raise
        return self._pool.handle_request(request)

    def close(self) -> None:
        """Hang up whatever is still open."""
        self._pool.close()


class GuardedTransport(httpx.BaseTransport):
    """Sends httpx's requests through a pool. Closing it leaves the pool open, for it belongs to the fetcher."""

    def __init__(self, pool: GuardedPool) -> None:
        self._pool = pool

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; the body of the answer is still on its way."""
        answer = self._pool.send(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                extensions=request.extensions,
            )
        )
        stream = _Stream(cast("Iterable[bytes]", answer.stream), answer)
        return httpx.Response(answer.status, headers=answer.headers, stream=stream, extensions=answer.extensions)


class _Stream(httpx.SyncByteStream):
    def __init__(self, chunks: Iterable[bytes], answer: httpcore.Response) -> None:
        self._chunks = chunks
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._chunks)

    def close(self) -> None:
        self._answer.close()
