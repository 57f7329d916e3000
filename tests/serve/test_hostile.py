"""A hostile client does nothing to the service and to others but get an error."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

import tamis
from tamis.serve.app import app_of, make_app
from tamis.serve.context import Context
from tamis.serve.warming import WARM_UP
from tamis.settings.serve import ServeSettings
from tamis_bench.hostile_job import Hostile

from .conftest import LONG
from .live import live_server, live_service, url_of
from .site import STORY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.requests import Request

pytestmark = pytest.mark.slow  # pages that hang until their deadline, in a service of its own

MOST_REQUESTS = 4
DEADLINE = 4
"""Seconds of work on a page that does harm."""
HTML = {"content-type": "text/html"}
PATIENCE = 600
"""Seconds that a client of a busy machine waits."""


@pytest.fixture(scope="module")
def let_go() -> threading.Event:
    """Until it is set, requests for /held are not answered."""
    return threading.Event()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, let_go: threading.Event) -> Iterator[str]:
    """The URL of a service with small limits and doors for harm."""
    folder = tmp_path_factory.mktemp("hostile")
    settings = ServeSettings(
        port=0,
        workers=2,
        deadline=LONG,
        patience=LONG,
        max_memory=256 << 20,
        max_body=1_000_000,
        body_timeout=LONG,
        client_requests=MOST_REQUESTS,
        library=folder / "library.db",
        profiles=folder,
    )
    context = Context(settings, warm_up=WARM_UP)

    async def harm(request: Request) -> Response:
        kind = request.path_params["kind"]
        if kind == "mistake":
            raise RuntimeError("words of a page")
        return Response(await context.run(Hostile(kind), deadline=DEADLINE))

    async def held(_: Request) -> Response:
        await asyncio.to_thread(let_go.wait)
        return Response("held")

    app = app_of(context)
    app.router.routes[:0] = [Route("/hostile/{kind}", harm, methods=["POST"]), Route("/held", held)]
    with live_service(app, settings) as url:
        yield url
        let_go.set()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a service that does not wait long for its clients."""
    folder = tmp_path_factory.mktemp("hasty")
    settings = ServeSettings(
        port=0,
        workers=1,
        deadline=LONG,
        patience=LONG,
        body_timeout=2,
        library=folder / "library.db",
        profiles=folder,
    )
    with live_service(make_app(settings), settings) as url:
        yield url


def answer_of(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["tamis"]["error"]["code"]


def assert_works(service: str) -> None:
    answer = httpx.post(f"{service}/api/extract", json={"html": STORY}, timeout=PATIENCE)
    assert answer.content == tamis.extract(STORY).to_json().encode()


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("hang", 504, "timed_out"),
        ("bomb", 413, "out_of_memory"),
        ("die", 500, "worker_died"),
        ("mistake", 500, "unexpected_error"),
    ],
)
def test_harm_is_answered_and_the_service_goes_on(service: str, kind: str, status: int, code: str) -> None:
    answer = httpx.post(f"{service}/hostile/{kind}", timeout=PATIENCE)
    assert answer_of(answer) == (status, code)
    assert "words of a page" not in answer.text
    assert "content-security-policy" in answer.headers
    assert_works(service)


def test_others_are_answered_while_a_page_hangs(service: str) -> None:
    statuses: list[int] = []
    thread = threading.Thread(
        target=lambda: statuses.append(httpx.post(f"{service}/hostile/hang", timeout=PATIENCE).status_code)
    )
    thread.start()
    assert_works(service)
    thread.join()
    assert statuses == [504]


def test_a_huge_body_is_refused_even_if_its_client_reads_late(service: str) -> None:
    answer = httpx.post(f"{service}/api/extract", content=b"x" * 30_000_000, headers=HTML, timeout=PATIENCE)
    assert answer_of(answer) == (413, "too_large")

    def pieces() -> Iterator[bytes]:
        for _ in range(30):
            yield b"x" * 1_000_000

    streamed = httpx.post(f"{service}/api/extract", content=pieces(), headers=HTML, timeout=PATIENCE)
    assert answer_of(streamed) == (413, "too_large")


def connected(service: str) -> socket.socket:
    host, _, port = service.removeprefix("http://").rpartition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def test_a_client_that_stops_sending_is_told_so(hasty: str) -> None:
    with connected(hasty) as connection:
        head = (
            b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n"
        )
        connection.sendall(head + b"<p>")
        answer = connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_client_that_sends_drop_by_drop_is_told_so(hasty: str) -> None:
    """No pause is as long as the limit, but the body would take hours."""
    with connected(hasty) as connection:
        head = b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/html\r\n"
        connection.sendall(head + b"Content-Length: 900000\r\n\r\n")
        connection.settimeout(0.05)
        answer = b""
        while not answer:
            connection.sendall(b"x")
            with suppress(TimeoutError):
                answer = connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_client_that_never_reads_its_answer_is_hung_up_on(tmp_path: Path) -> None:
    """Else its connection and what it did not read would stay for ever; the answer here is larger than any buffer."""
    settings = ServeSettings(port=0, workers=1, idle_timeout=1, library=tmp_path / "library.db", profiles=tmp_path)
    answer = Response(b"x" * 50_000_000)
    app = Starlette(routes=[Route("/", lambda _: answer)])
    with live_server(app, settings) as server, connected(url_of(server)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert connection.recv(1) == b"H"
        begun = time.monotonic()
        while server.server_state.connections:
            assert time.monotonic() - begun < PATIENCE
            time.sleep(0.05)


def test_a_head_without_end_is_refused(service: str) -> None:
    with connected(service) as connection, suppress(ConnectionError):
        connection.sendall(b"GET / HTTP/1.1\r\n" + b"X-Long: 1\r\n" * 20_000)
        assert connection.recv(4096).startswith(b"HTTP/1.1 400 ")


def test_lines_that_stop_coming_end_with_the_reason(hasty: str) -> None:
    with connected(hasty) as connection:
        head = b"POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
        connection.sendall(
            head + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + b"e\r\n" + b'{"html": "x"}\n\r\n'
        )
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    assert b'"slow_request"' in answer
    assert b'"outcome"' in answer


def test_a_client_has_its_share_of_requests_and_no_more(service: str, let_go: threading.Event) -> None:
    let_go.clear()
    waiting = [connected(service) for _ in range(MOST_REQUESTS)]
    for connection in waiting:
        connection.sendall(b"GET /held HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    while (refused := httpx.get(f"{service}/metrics", timeout=PATIENCE)).status_code == 200:
        time.sleep(0.05)
    assert answer_of(refused) == (429, "too_many_requests")
    assert refused.headers["retry-after"] == "1"
    let_go.set()
    for connection in waiting:
        assert connection.recv(4096)[9:12] == b"200"
        connection.close()
    assert_works(service)
