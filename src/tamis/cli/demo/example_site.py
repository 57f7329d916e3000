"""The example site: its files, and a server for it on this machine."""

from __future__ import annotations

import mimetypes
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SITE_URL = "https://courier.example"
"""URL that the site has in its pages. No such host exists."""
HOME = "index.html"
_INSTALLED = Path(__file__).parent / "site"
_IN_REPOSITORY = Path(__file__).parents[4] / "examples" / "site"
SITE = _INSTALLED if _INSTALLED.is_dir() else _IN_REPOSITORY
"""Folder with the site: in the package if it is installed, in the repository if it runs from there."""


@contextmanager
def serve_site() -> Iterator[str]:
    """Serve the site on loopback, with the server's URL instead of `SITE_URL`. Yield that URL."""
    files = {path.relative_to(SITE).as_posix(): path for path in SITE.rglob("*") if path.is_file()}
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, files=files)) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    """A request handler that serves the files of the site, and nothing else."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: object, files: Mapping[str, Path]) -> None:
        self._files = files
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send a file."""
        name = unquote(urlsplit(self.path).path).lstrip("/") or HOME
        file = self._files.get(name)
        body = file.read_bytes() if file is not None else b"There is no such page."
        host = self.headers.get("Host", "")
        body = body.replace(SITE_URL.encode(), f"http://{host}".encode()) if host.startswith("127.0.0.1:") else body
        self.send_response(200 if file is not None else 404)
        kind = mimetypes.guess_type(name)[0] if file is not None else "text/plain"
        self.send_header("Content-Type", kind or "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""
