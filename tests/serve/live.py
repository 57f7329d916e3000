"""A service that listens on a port of this machine, in a thread of the test."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tamis.serve.running import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp

    from tamis.settings.serve import ServeSettings

START_SECONDS = 600


@contextmanager
def live_service(app: ASGIApp, settings: ServeSettings) -> Iterator[str]:
    """The URL of the service, which ends with the block."""
    with live_server(app, settings) as server:
        yield url_of(server)


def url_of(server: Server) -> str:
    return f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"


@contextmanager
def live_server(app: ASGIApp, settings: ServeSettings) -> Iterator[Server]:
    """The server itself, which ends with the block."""
    server = Server(app, settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    begun = time.monotonic()
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() - begun < START_SECONDS
        time.sleep(0.01)
    try:
        yield server
    finally:
        server.should_exit = True
        thread.join()
