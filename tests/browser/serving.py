"""The service as `tamis serve` runs it, and a web site on this machine for it to fetch from."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = Path(__file__).parents[2] / "examples" / "site"
STOP_SECONDS = 300.0
LONG = "600"
"""Seconds: a limit that no request reaches, however busy the machine is."""
SAID = "tamis serves at "


class Service(NamedTuple):
    """A service that runs."""

    url: str
    site: str
    """The URL of the site that it may fetch from: the example site, and `pages` before it."""
    pages: dict[str, bytes]
    folder: Path


@contextmanager
def site_on_this_machine(pages: dict[str, bytes], folder: Path = SITE) -> Iterator[str]:
    """A web site with some pages, and the files of a folder."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            body = pages.get(path)
            file = folder / path.lstrip("/")
            if body is None and ".." not in path and file.is_file():
                body = file.read_bytes()
            kind = guess_type(path)[0] or "text/html"
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Type", kind if kind != "text/html" else "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def running_service(folder: Path, *arguments: str) -> Iterator[Service]:
    """`tamis serve` in a process of its own."""
    settings = folder / "settings.toml"
    settings.write_text(f"[fetch]\nallow_private = true\ntimeout = {LONG}\n", encoding="utf-8")
    command: list[str | Path] = [sys.executable, "-m", "tamis", "serve", "--port", "0", "--workers", "1"]
    for limit in ("deadline", "patience", "body-timeout", "head-timeout"):
        command += [f"--{limit}", LONG]
    command += ["--settings", settings]
    command += ["--library", folder / "library.db", "--profiles", folder / "profiles", *arguments]
    pages: dict[str, bytes] = {}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with (
        site_on_this_machine(pages) as site,
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            yield Service(_url_of(process, folder / "log"), site, pages, folder)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
            process.kill()


def _url_of(process: subprocess.Popen[str], log: Path) -> str:
    """Wait until the service says where it listens."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith(SAID), log.read_text(encoding="utf-8", errors="replace")
    return line.removeprefix(SAID).strip()
