"""Clients share connections, memory and turns."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from tamis.serve.app import make_app
from tamis.settings.serve import ServeSettings

from .conftest import LONG
from .live import live_server, url_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.testclient import TestClient

    from tamis.serve.running import Server

pytestmark = pytest.mark.slow  # a service of its own

PATIENCE = 600
"""Seconds that a client of a busy machine waits."""


@pytest.fixture
def head_timeout() -> float:
    """Seconds that a client has for the head of its request."""
    return LONG


@pytest.fixture
def small(tmp_path: Path, head_timeout: float) -> Iterator[Server]:
    """A service with few connections."""
    settings = ServeSettings(
        port=0,
        workers=1,
        head_timeout=head_timeout,
        idle_timeout=LONG,
        max_connections=200,
        client_connections=6,
        library=tmp_path / "library.db",
        profiles=tmp_path,
    )
    with live_server(make_app(settings), settings) as server:
        yield server


def from_address(server: Server, source: str) -> socket.socket:
    host, _, port = url_of(server).removeprefix("http://").rpartition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE, source_address=(source, 0))


def said(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def is_healthy(connection: socket.socket) -> bool:
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return connection.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_a_client_has_its_share_of_connections_before_it_has_said_anything(small: Server) -> None:
    idle = [from_address(small, "127.0.0.2") for _ in range(6)]
    assert all(map(is_healthy, idle))
    with from_address(small, "127.0.0.2") as refused:
        answer = said(refused)
    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 1\r\n" in answer
    assert b"you have 6 connections open" in answer
    with from_address(small, "127.0.0.3") as other:
        assert is_healthy(other)
    idle.pop().close()
    begun = time.monotonic()
    while len(small.server_state.connections) > 5:
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.02)
    with from_address(small, "127.0.0.2") as again:
        assert is_healthy(again)
    for connection in idle:
        connection.close()


@pytest.mark.parametrize("head_timeout", [2])
def test_a_head_that_comes_drop_by_drop_is_hung_up_on(small: Server) -> None:
    with from_address(small, "127.0.0.2") as connection:
        connection.settimeout(0.1)
        begun = time.monotonic()
        with suppress(ConnectionError):
            while True:
                assert time.monotonic() - begun < PATIENCE
                connection.sendall(b"G")
                with suppress(TimeoutError):
                    assert connection.recv(1) == b""
                    break


@pytest.mark.parametrize("head_timeout", [2])
def test_a_body_that_was_refused_is_hung_up_on_while_it_drips(small: Server) -> None:
    """The answer is there at once; the body would take hours."""
    with from_address(small, "127.0.0.2") as connection:
        connection.sendall(b"POST /api/extract HTTP/1.1\r\nHost: elsewhere.example\r\nContent-Length: 900000\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 403 ")
        connection.settimeout(0.1)
        begun = time.monotonic()
        with suppress(ConnectionError):
            while True:
                assert time.monotonic() - begun < PATIENCE
                connection.sendall(b"x")
                with suppress(TimeoutError):
                    if connection.recv(4096) == b"":
                        break


def test_lines_of_one_client_hold_no_more_than_its_share(tmp_path: Path) -> None:
    """Eight requests send long lines and read nothing; a page of somebody else is answered meanwhile."""
    line = b'{"html": "' + b"<p>word " * 12_000 + b'"}\n'
    settings = ServeSettings(
        port=0,
        workers=1,
        deadline=LONG,
        patience=30,  # after which lines give up that wait for each other's memory
        max_body=100_000,
        request_memory=16_000_000,
        library=tmp_path / "library.db",
        profiles=tmp_path,
    )
    app = make_app(settings)
    budget = app.state.context.budget
    head = b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
    with live_server(app, settings) as server, ExitStack() as opened:
        flood = {opened.enter_context(from_address(server, "127.0.0.2")): memoryview(b"") for _ in range(8)}
        for connection in flood:
            connection.sendall(head + b"Content-Length: 100000000\r\n\r\n")
            connection.setblocking(False)
        begun = time.monotonic()
        while budget.peak <= settings.max_body:
            assert time.monotonic() - begun < PATIENCE
            for connection, left in flood.items():
                rest = left or memoryview(line)
                with suppress(BlockingIOError):
                    flood[connection] = rest[connection.send(rest) :]
            time.sleep(0.01)
        with from_address(server, "127.0.0.3") as other:
            body = b'{"html": "<p>short"}'
            start = b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            other.sendall(start + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            assert said(other).startswith(b"HTTP/1.1 200 ")
        assert settings.max_body < budget.peak <= settings.request_memory
        opened.close()
        begun = time.monotonic()
        while budget.held:
            assert time.monotonic() - begun < PATIENCE
            time.sleep(0.05)


@pytest.mark.parametrize(("size", "status", "code"), [(9_900_000, 413, "too_large"), (900_000, 400, "bad_input")])
def test_a_form_of_empty_fields_is_refused_before_it_is_read(
    client: TestClient, size: int, status: int, code: str
) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/look", content=b"&" * size, headers=kind)
    assert (answer.status_code, answer.json()["tamis"]["error"]["code"]) == (status, code)


@pytest.mark.parametrize("number", ["99999999999999999999", "9" * 5_000])
def test_numbers_that_no_article_has_are_answered_as_such(client: TestClient, number: str) -> None:
    assert client.get(f"/library/{number}").status_code == 404
    assert client.get(f"/edition?format=html&article={number}").status_code in (400, 404)
    assert client.get(f"/library?q=is:read&at={number}").status_code == 200
    assert client.post("/library/1", data={"do": "remove-highlight", "words": number}).status_code in (400, 404)
