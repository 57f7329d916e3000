"""The end of the service: on a signal it takes nothing new, finishes what it began, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import httpx
import pytest
from click.testing import CliRunner

from processes import children_of, ends
from tamis.cli import main

from .site import STORY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .site import Site

pytestmark = pytest.mark.slow  # each starts a service as a process

STOP_SECONDS = 600
"""Seconds that anything may take on a busy machine."""
LONG = [f"--{name}={STOP_SECONDS}" for name in ("deadline", "patience", "body-timeout", "head-timeout", "stop-timeout")]


@contextmanager
def service(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``tamis serve`` as a user starts it, and its URL."""
    own = [f"--profiles={folder}", f"--library={folder / 'library.db'}", "--workers=1", "--port=0"]
    settings = folder / "settings.toml"
    settings.write_text(f"[fetch]\nallow_private = true\ntimeout = {STOP_SECONDS}\n")
    command = [sys.executable, "-m", "tamis", "serve", f"--settings={settings}", *LONG, *own, *options]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("tamis serves at http://"), (folder / "log").read_text()
            yield process, line.removeprefix("tamis serves at ").strip()
        finally:
            process.kill()
            process.communicate()


def wait_until(path: str, site: Site) -> None:
    """Wait until the site was asked for a path."""
    begun = time.monotonic()
    while path not in site.requests:
        assert time.monotonic() - begun < STOP_SECONDS
        time.sleep(0.01)


def wait_until_closed(url: str) -> None:
    """Wait until the service takes no connection any more."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    begun = time.monotonic()
    with suppress(ConnectionRefusedError):
        while time.monotonic() - begun < STOP_SECONDS:
            socket.create_connection((host, int(port))).close()
            time.sleep(0.01)
        pytest.fail("the service takes new connections after it was told to stop")


def half_asked(url: str, body: bytes) -> socket.socket:
    """A connection on which a request was sent, and whose answer nobody has read."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    connection = socket.create_connection((host, int(port)))
    head = f"POST /api/extract HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return connection


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 0)])
def test_it_stops_after_a_client_went_away_in_the_middle(
    tmp_path: Path, site: Site, number: signal.Signals, status: int
) -> None:
    with service(tmp_path) as (process, url):
        connection = half_asked(url, f'{{"url": "{site.url}/slow"}}'.encode())
        wait_until("/slow", site)
        connection.close()
        below = children_of(process.pid)
        process.send_signal(number)
        wait_until_closed(url)
        site.hold.set()
        assert process.wait(STOP_SECONDS) == status
    assert below
    assert all(map(ends, below))


def test_it_finishes_what_it_began(tmp_path: Path, site: Site) -> None:
    with service(tmp_path) as (process, url):
        connection = half_asked(url, f'{{"url": "{site.url}/slow"}}'.encode())
        wait_until("/slow", site)
        process.send_signal(signal.SIGTERM)
        wait_until_closed(url)
        site.hold.set()
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
        connection.close()
        process.wait(STOP_SECONDS)
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert b"The breakwater is open" in answer


def test_nobody_is_left_when_it_is_killed(tmp_path: Path) -> None:
    with service(tmp_path) as (process, url):
        assert httpx.post(f"{url}/api/extract", json={"html": STORY}, timeout=STOP_SECONDS).status_code == 200
        below = children_of(process.pid)
        assert len(below) >= 2
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert all(map(ends, below))


def test_the_log_has_no_token_no_url_and_no_text(tmp_path: Path, site: Site) -> None:
    token = "a-token-that-nobody-guesses"
    with service(tmp_path, f"--token={token}") as (_, url):
        allowed = {"authorization": f"Bearer {token}"}
        assert httpx.get(f"{url}/?token={token}", timeout=STOP_SECONDS).status_code == 303
        assert httpx.get(f"{url}/{site.url}/story?secret=1", headers=allowed, timeout=STOP_SECONDS).status_code == 502
        assert (
            httpx.post(f"{url}/api/extract", json={"html": STORY}, headers=allowed, timeout=STOP_SECONDS).status_code
            == 200
        )
        assert httpx.post(
            f"{url}/api/extract", json={"html": STORY, "strategy": "engines"}, headers=allowed, timeout=STOP_SECONDS
        )
        metrics = httpx.get(f"{url}/metrics", headers=allowed, timeout=STOP_SECONDS).text
    log = (tmp_path / "log").read_text()
    assert "POST /api/extract 200" in log
    assert "GET /http{rest:path} 502" in log
    assert not [word for word in (token, "secret", "story", "breakwater", "engines") if word in log]
    assert 'tamis_requests_total{route="/api/extract",method="POST",status="200"} 1' in metrics
    assert "tamis_jobs_total 1\n" in metrics


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert result.exit_code == 2
    assert (
        f"port {port} of 127.0.0.1 cannot be used: Address already in use; choose another with --port" in result.output
    )
