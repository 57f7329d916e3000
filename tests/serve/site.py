"""A web site of this machine for the service to fetch from, and pages of our own writing."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES = {".svg": "image/svg+xml", ".xml": "application/xml", ".md": "text/markdown", ".txt": "text/plain"}
"""Media types by the end of a path; all else is HTML."""
SENTENCES = (
    "The harbour council opened the northern breakwater on a quiet Sunday in March, before the town had risen. ",
    "Seven old engines were carried down to the pier, and the ferry captain counted every one of them twice. ",
    "Nobody expected the repair to hold for longer than a winter, but the engineers had measured the tide with care. ",
    "The bill arrived much later, and the town archive keeps it beside a collection of letters from the shipyard. ",
)
STORY = f"""<!doctype html><html lang="en"><head><title>The breakwater is open - Harbour Post</title></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></nav>
<article><h1>The breakwater is open</h1><p class="byline">By Ann Keel</p>
{"".join(f"<p>{(sentence + SENTENCES[at - 1]) * 2}</p>" for at, sentence in enumerate(SENTENCES))}
<p class="aside">Write to the editor about the breakwater if you know more than we do about its engines.</p></article>
<footer><a href="/imprint">Imprint</a></footer></body></html>"""
FRONT = f"""<!doctype html><html lang="en"><head><title>Harbour Post</title></head><body><main>
{
    "".join(
        f'<h2><a href="/2024/03/0{n}/the-{n}-story-of-the-harbour">The {n} story of the harbour town</a></h2>'
        f"<p>{SENTENCES[n % 4]}</p>"
        for n in range(1, 7)
    )
}
</main><footer><a href="/imprint">Imprint</a></footer></body></html>"""


class Site(NamedTuple):
    """A site that runs."""

    url: str
    pages: dict[str, str]
    requests: list[str]
    """The paths that were asked for."""
    hold: threading.Event
    """Until it is set, ``/slow`` is not answered."""


@contextmanager
def local_site() -> Iterator[Site]:
    """A site on a free port of this machine."""
    site = Site("", {"/story": STORY, "/": FRONT, "/slow": STORY}, [], threading.Event())

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            site.requests.append(self.path)
            if self.path == "/slow":
                site.hold.wait(600)
            page = site.pages.get(self.path)
            body = (page or "not here").encode()
            self.send_response(200 if page is not None else 404)
            self.send_header("Content-Type", TYPES.get(PurePath(self.path).suffix, "text/html; charset=utf-8"))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site._replace(url=f"http://127.0.0.1:{server.server_port}")
    finally:
        site.hold.set()
        server.shutdown()
        server.server_close()
        thread.join()
