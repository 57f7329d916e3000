"""An httpx transport over the guarded backend."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import httpcore
import httpx

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Iterator

    from tamis.fetching.backend import GuardedBackend


class GuardedTransport(httpx.BaseTransport):
    """Sends httpx's requests through a pool whose connections are all made by the guarded backend.

    httpx's own transport does the same, but takes no backend. There are no proxies here, no HTTP/2 and no
    idle connections: each lives for one request, so that none outlives the check of its address.
    """

    def __init__(self, backend: GuardedBackend, ssl_context: ssl.SSLContext) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context, network_backend=backend, max_keepalive_connections=0
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; the body of the answer is still on its way."""
        answer = self._pool.handle_request(
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

    def close(self) -> None:
        """Hang up whatever is still open."""
        self._pool.close()


class _Stream(httpx.SyncByteStream):
    def __init__(self, chunks: Iterable[bytes], answer: httpcore.Response) -> None:
        self._chunks = chunks
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._chunks)

    def close(self) -> None:
        self._answer.close()
