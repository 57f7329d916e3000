"""The cost of the cleaning proxy, relative to `tamis filter`: CPU time of its process tree for the same fetched pages.

The pages come from a site on this machine, whose own CPU time is not counted. Loop and proxy take turns.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tamis.filter import filter_page
from tamis.io.fetching import Fetcher, FetchSettings
from tamis_bench.processes import cpu_of
from tamis_bench.progress import track
from tamis_bench.serve_client import Connection, request_bytes, running_service
from tamis_bench.serve_cost import ONE_THREAD, Round
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis_bench.datasets import Sample
    from tamis_bench.serve_client import Service

LIMIT = 1.5
"""Maximum cost of a page through the proxy, as a multiple of fetching and filtering it in a loop."""


@dataclass(slots=True)
class ProxyCost:
    """The measurements of the proxy and the loop."""

    pages: int
    rounds: list[Round] = field(default_factory=list)
    failed: int = 0
    """Number of answers that were not a cleaned page."""

    @property
    def ratio(self) -> float:
        """Median of the rounds' ratios."""
        return median(one.ratio for one in self.rounds)


def measure(samples: Sequence[Sample], rounds: int) -> ProxyCost:
    """Fetch and filter the pages in a loop and through the proxy, in turns."""
    os.environ.update(ONE_THREAD)
    cost = ProxyCost(len(samples))
    with tempfile.TemporaryDirectory() as folder, _site(samples) as site:
        settings = Path(folder) / "settings.toml"
        settings.write_text("[fetch]\nallow_private = true\n", encoding="utf-8")
        files = (f"--settings={settings}", f"--library={folder}/library.db", f"--profiles={folder}/profiles")
        with (
            ProcessPoolExecutor(1, get_context("spawn")) as looping,
            running_service(("serve", "--port=0", "--workers=1", "--image-proxy", *files)) as service,
        ):
            for number in track(range(rounds + 1), "rounds"):
                # Another query each time, because the service keeps pages for a while. The first round is a warm-up.
                urls = [f"{site}/{page}?round={number}" for page in range(len(samples))]
                loop = looping.submit(_loop, urls).result()
                before = cpu_of(service.process.pid)
                failed = asyncio.run(_browse(service, urls))
                if number:
                    cost.rounds.append(Round(loop, cpu_of(service.process.pid) - before))
                    cost.failed += failed
    return cost


def _loop(urls: Sequence[str]) -> float:
    """Return the CPU seconds of fetching and filtering the pages."""
    start = time.process_time()
    with Fetcher(FetchSettings(allow_private=True)) as fetcher:
        for url in urls:
            filter_page(fetcher.page(url)).encode("utf-8", "replace")
    return time.process_time() - start


async def _browse(service: Service, urls: Sequence[str]) -> int:
    """Request the pages from the proxy, one after another; return how many failed."""
    connection = Connection(service)
    failed = 0
    for url in urls:
        reply = await connection.ask(request_bytes(f"/clean/{url}", b"", method="GET"))
        failed += reply.status != 200 or b"<tamis-bar>" not in reply.body
    connection.close()
    return failed


@contextmanager
def _site(samples: Sequence[Sample]) -> Iterator[str]:
    """Serve the pages on a port of this machine, by their number."""
    bodies = [sample.html.encode("utf-8", "replace") for sample in samples]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = bodies[int(self.path.strip("/").partition("?")[0])]
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

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


def table(cost: ProxyCost) -> Table:
    """Build a table of the measurements."""
    ratios = [one.ratio for one in cost.rounds]
    spent = Table(
        "Cleaning proxy: CPU time of its process tree as a multiple of fetching and filtering", ("what", "value")
    )
    spent.add("CPU of a page (loop = 1)", f"{cost.ratio:.3f}")
    spent.add("lowest and highest round", f"{min(ratios):.3f}, {max(ratios):.3f}")
    spent.add("pages that did not come", cost.failed)
    spent.notes.append(f"{cost.pages} pages, {len(ratios)} rounds. At most {LIMIT:.2f} is the aim.")
    return spent
