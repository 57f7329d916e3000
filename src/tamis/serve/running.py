"""Running the service with uvicorn until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import uvicorn

from tamis.errors import BadSettings
from tamis.serve.app import make_app

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from tamis.serve.settings import ServeSettings
    from tamis.settings_file import SettingsFile

BACKLOG = 2048
"""Connections that wait to be accepted, as uvicorn has it."""
SPARE_FILES = 500
"""Open files beside connections of clients: to workers, to other servers, of the library."""


def serve(settings: ServeSettings, defaults: SettingsFile | None = None) -> None:
    """Serve until SIGINT or SIGTERM, then finish running requests."""
    run(make_app(settings, defaults), settings)


def run(app: ASGIApp, settings: ServeSettings) -> None:
    """The same with an application of your own."""
    # Libraries only warn: at other levels they write down addresses.
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(message)s")
    logging.getLogger("tamis.serve").setLevel(logging.INFO)
    allow_files(settings.max_connections + SPARE_FILES)
    # uvicorn has stopped by the time of a KeyboardInterrupt, and raises it once more.
    with listen(settings) as opened, suppress(KeyboardInterrupt):
        Server(app, settings).run([opened])


def listen(settings: ServeSettings) -> socket.socket:
    """The socket that clients connect to. Raises `BadSettings` if the system does not give it."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        where = f"port {settings.port} of {settings.host}"
        raise BadSettings(
            f"{where} cannot be used: {os.strerror(error.errno or 0)}; choose another with --port"
        ) from error


class Server(uvicorn.Server):
    """uvicorn with the limits of the settings. It says where it listens, and hangs up on clients that stand still."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self._idle_timeout = settings.idle_timeout
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                http="h11",  # The other parser that uvicorn may find sets no limit to the head of a request.
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                timeout_keep_alive=int(settings.idle_timeout),
                timeout_graceful_shutdown=int(settings.stop_timeout),
                limit_concurrency=settings.max_connections,
            )
        )
        self._waiting: dict[tuple[Any, Any, int], float] = {}
        """Connections that wait for their client, with their last request and how many bytes of its answer are left,
        and since when that is so."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            name = f"[{host}]" if ":" in host else host
            print(f"tamis serves at http://{name}:{port}", flush=True)

    async def on_tick(self, counter: int) -> bool:
        """What happens ten times a second: now and then, look for clients that neither ask nor read."""
        if counter % 10 == 0:
            self._hang_up()
        return await super().on_tick(counter)

    def _hang_up(self) -> None:
        """Close connections on which for long no head of a request came, or nothing of an answer was read."""
        now = asyncio.get_running_loop().time()
        states = ((one, getattr(one, "cycle", None)) for one in self.server_state.connections)
        left = ((connection, cycle, connection.transport.get_write_buffer_size()) for connection, cycle in states)
        waiting = [state for state in left if _waits_for_client(*state[1:])]
        self._waiting = {state: self._waiting.get(state, now) for state in waiting}
        for (connection, _, _), since in self._waiting.items():
            if now - since > self._idle_timeout:
                connection.transport.abort()  # Closing would first wait until the client has read the rest.


def _waits_for_client(cycle: Any, unread: int) -> bool:
    """Whether it is for the client to go on: it has not read its answer, or has no request that is being answered."""
    return unread > 0 or cycle is None or cycle.response_complete


def allow_files(count: int) -> None:
    """Raise the limit of open files to this number, if the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
