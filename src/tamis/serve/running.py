"""Running the service with uvicorn until it is told to stop."""

from __future__ import annotations

import logging
import os
import socket
import sys
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING

import uvicorn

from tamis.errors import BadSettings
from tamis.io.memory import give_memory_back, keep_large_blocks_apart
from tamis.serve.app import make_app
from tamis.serve.connections import HangingUp, connection_type

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import ASGIApp

    from tamis.serve.budget import Budget
    from tamis.settings.file import SettingsFile
    from tamis.settings.serve import ServeSettings

BACKLOG = 2048
"""Maximum number of connections waiting to be accepted: uvicorn's default."""
SPARE_FILES = 500
"""Number of open files besides client connections: to workers, to other servers, of the library."""
TICKS_A_SECOND = 10
"""Number of uvicorn's ticks per second."""
SOMEWHERE = ("192.0.2.1", 9)
"""An address of no machine (RFC 5737), the way to which shows the own one."""
MUCH_MEMORY = 32 << 20
"""Peak bytes held by requests from which on it is worth returning unused memory to the system."""


def serve(settings: ServeSettings, defaults: SettingsFile | None = None) -> None:
    """Serve until SIGINT or SIGTERM, then finish running requests."""
    run(make_app(settings, defaults), settings)


def run(app: Starlette, settings: ServeSettings) -> None:
    """Serve an application made by `tamis.serve.app` until SIGINT or SIGTERM, then finish running requests."""
    # Libraries only warn: at other levels they log URLs.
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(message)s")
    logging.getLogger("tamis.serve").setLevel(logging.INFO)
    allow_files(settings.max_connections + SPARE_FILES)
    keep_large_blocks_apart()
    # uvicorn has stopped by the time of a KeyboardInterrupt, and raises it once more.
    with listen(settings) as opened, suppress(KeyboardInterrupt):
        Server(app, settings, app.state.context.budget).run([opened])


def listen(settings: ServeSettings) -> socket.socket:
    """Open the socket that clients connect to. Raises `BadSettings` if the system does not allow it."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        where = f"port {settings.port} of {settings.host}"
        raise BadSettings(
            f"{where} cannot be used: {os.strerror(error.errno or 0)}; choose another with --port"
        ) from error


class Server(uvicorn.Server):
    """A uvicorn server with the limits of the settings. It prints its URL, and hangs up on idle clients."""

    def __init__(self, app: ASGIApp, settings: ServeSettings, budget: Budget | None = None) -> None:
        """Create the server. `budget` is the memory of requests: when they hold little again, unused memory is
        returned."""
        self._budget = budget
        self._hanging_up = HangingUp(settings)
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                http=connection_type(settings),
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(settings.trusted_proxies),
                forwarded_allow_ips=list(settings.trusted_proxies),
                ws="none",
                timeout_keep_alive=int(settings.idle_timeout),
                timeout_graceful_shutdown=int(settings.stop_timeout),
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and print the URL."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            print(*greeting(host, port), sep="\n", flush=True)

    async def on_tick(self, counter: int) -> bool:
        """Look for idle clients and unused memory once a second. uvicorn calls it ten times a second."""
        if counter % TICKS_A_SECOND == 0:
            self._hanging_up.look_at(self.server_state.connections)
            self._tidy_up()
        return await super().on_tick(counter)

    def _tidy_up(self) -> None:
        """Return memory to the system after requests held much of it."""
        budget = self._budget
        if budget is not None and budget.peak >= MUCH_MEMORY and budget.held < budget.peak // 2:
            budget.peak = budget.held
            give_memory_back()


def greeting(host: str, port: int) -> list[str]:
    """Return the lines that say where to open the service: here, and on other devices if they reach it."""
    if not ip_address(host).is_unspecified:
        return [f"tamis serves at {_url(host, port)}"]
    lines = [f"tamis serves at {_url('127.0.0.1', port)}"]
    own = own_address()
    return lines if own is None else [*lines, f"on other devices of your network: {_url(own, port)}"]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str | None:
    """Return this machine's IP address in its network; None if it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened, suppress(OSError):
        opened.connect(SOMEWHERE)
        return str(opened.getsockname()[0])
    return None


def allow_files(count: int) -> None:
    """Raise the limit of open files to this number, if the system allows it. Windows has no such limit."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
