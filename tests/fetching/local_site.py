"""A web site in a thread that can misbehave in any way, and stand-ins for the network around it."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import struct
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Self

import httpcore

if TYPE_CHECKING:
    import ssl

LOOPBACK = "127.0.0.1"
HTTPS = 443
PAGE = b"<!doctype html><html><head><title>T</title></head><body><p>Hello, reader.</p></body></html>"
CLOSE_IDLE = 20.0
"""Seconds after which a site hangs up on a client that says nothing."""
RESET_ON_CLOSE = struct.pack("ii", 1, 0)


@dataclass(frozen=True)
class Request:
    path: str
    headers: dict[str, str]


class Exchange:
    """One request, and the connection to misbehave on."""

    def __init__(self, site: LocalSite, connection: socket.socket, request: Request) -> None:
        self._site = site
        self._connection = connection
        self.request = request

    def send(self, data: bytes) -> None:
        self._connection.sendall(data)

    def pause(self, seconds: float) -> bool:
        """Wait; True if the site is closing meanwhile."""
        return self._site.closing.wait(seconds)

    def reset(self) -> None:
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
        self._connection.close()


Handler = Callable[[Exchange], None]


class LocalSite:
    """Answers on a free port of this computer; records what it was asked."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.routes: dict[str, Handler] = {}
        self.requests: list[Request] = []
        self.greeting = b""
        self.keeps_alive = False
        """True if a connection may have a second request."""
        self.connections = 0
        self.closing = threading.Event()
        self._tls = tls
        self._server = _Server((LOOPBACK, 0), self._handle)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def url(self, path: str = "/", host: str = LOOPBACK) -> str:
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.requests]

    def _handle(self, connection: socket.socket) -> None:
        if self._tls is not None:
            connection = self._tls.wrap_socket(connection, server_side=True)
        self.connections += 1
        with connection:
            connection.settimeout(CLOSE_IDLE)
            connection.sendall(self.greeting)
            while request := _read_request(connection):
                self.requests.append(request)
                self.routes[request.path](Exchange(self, connection, request))
                if not self.keeps_alive:
                    break


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = False
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], handle: Callable[[socket.socket], None]) -> None:
        self._handle = handle
        super().__init__(address, socketserver.BaseRequestHandler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        with contextlib.suppress(OSError):  # The client hung up, as it should.
            self._handle(request)


def _read_request(connection: socket.socket) -> Request | None:
    data = b""
    while b"\r\n\r\n" not in data:
        received = connection.recv(65_536)
        if not received:
            return None
        data += received
    first, *lines = data.decode("latin-1").split("\r\n\r\n")[0].split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return Request(first.split(" ")[1], {name.lower(): value for name, value in headers.items()})


def answer(
    body: bytes = PAGE,
    status: str = "200 OK",
    content_type: str | None = "text/html; charset=utf-8",
    headers: Iterable[str] = (),
    length: int | None = -1,
    connection: str = "close",
) -> Handler:
    """A plain answer. `length` is what is declared: by default the true one, with None none at all."""
    lines = [f"HTTP/1.1 {status}", *headers]
    if content_type is not None:
        lines.append(f"Content-Type: {content_type}")
    if length is not None:
        lines.append(f"Content-Length: {len(body) if length < 0 else length}")
    head = "\r\n".join([*lines, f"Connection: {connection}", "", ""]).encode("latin-1")
    return lambda exchange: exchange.send(head + body)


def redirect(location: str, status: str = "302 Found", headers: Iterable[str] = ()) -> Handler:
    return answer(b"", status, None, [f"Location: {location}", *headers])


class Names:
    """A name server: each name has one or more answers, given one after the other; the last stays."""

    def __init__(self, resolver: Callable[..., Any]) -> None:
        self._resolver = resolver
        self.answers: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []

    def getaddrinfo(self, host: str, port: int, *args: Any, **options: Any) -> Any:
        if host not in self.answers:
            return self._resolver(host, port, *args, **options)
        self.asked.append(host)
        answers = self.answers[host]
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [_info(text, port) for text in found]


def _info(text: str, port: int) -> tuple[int, int, int, str, tuple[Any, ...]]:
    if ip_address(text).version == 4:
        return (socket.AF_INET, socket.SOCK_STREAM, 6, "", (text, port))
    return (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (text, port, 0, 0))


class Detour(httpcore.NetworkBackend):
    """Notes each address that would be dialled, and leads to the local site instead, for https to `secure`."""

    def __init__(self, site: LocalSite, dead: Iterable[str] = (), secure: LocalSite | None = None) -> None:
        self._site = site
        self._secure = secure or site
        self._dead = frozenset(dead)
        self.dialled: list[str] = []

    def connect_tcp(self, host: str, port: int, *args: Any, **options: Any) -> httpcore.NetworkStream:
        self.dialled.append(host)
        if host in self._dead:
            raise httpcore.ConnectError("nobody there")
        site = self._secure if port == HTTPS else self._site
        return httpcore.SyncBackend().connect_tcp(LOOPBACK, site.port, *args, **options)
