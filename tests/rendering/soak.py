"""Hundreds of different pages in one browser, hostile ones among them: `make rendering-soak`.

Fails if processes or memory have grown by more than a tenth between page 30 and the last, if a page outlives its
deadline by more than a second, or if anybody comes to the socket on a private address. Pages are made from a seed, so
nothing but chromium is needed. Everything that pages ask for goes through the guarded fetcher, to a site that answers
in place of all public addresses and does what it can to lead elsewhere.
"""

from __future__ import annotations

import argparse
import random
import socket
import sys
import threading
import time
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from fetching.local_site import Detour, Exchange, LocalSite, answer, redirect
from tamis.io.fetching import Fetcher, FetchSettings
from tamis.io.rendering import Browser, RenderSettings
from tamis.model import Page, Rendering
from tamis_bench.processes import family, megabytes
from tamis_bench.progress import track
from tamis_bench.styled_pages import Words, styled_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PUBLIC = "http://93.184.216.34"
EARLY = 30
"""Processes and memory after this page are compared with those after the last."""
AROUND = 10
"""Memory is the median over so many pages, because one page is large and the next is small."""
MOST_GROWTH = 1.1
MOST_LATE = 1.0  # seconds
TIMEOUT = 20.0

HOSTILE = (
    "<p>Endless</p><script>for (;;);</script>",
    "<p>Endless later</p><script>setTimeout(() => { for (;;); }, 300)</script>",
    "<p>Dialogs</p><script>for (let i = 0; i < 50; i++) confirm(i)</script>",
    "<p>Leaving</p><script>onbeforeunload = () => 'stay'; setInterval(() => alert(1), 50)</script>",
    "<p>Giant</p><script>for (let i = 0; i < 300000; i++) document.body.append(document.createElement('i'))</script>",
    "<p>Large</p><script>document.body.innerHTML += '<div><p>word</p></div>'.repeat(70000)</script>",
    "<p>Deep</p><script>let at = document.body; for (let i = 0; i < 5000; i++) at = at.appendChild("
    "document.createElement('div'))</script>",
    "<p>Restless</p><script>setInterval(() => { fetch('/' + Math.random()); document.body.append('x') }, 10)</script>",
    "<p>Greedy</p><script>const all = []; setInterval(() => all.push(new Array(1e7).fill(1)), 10)</script>",
    "<p>Away</p><script>location = 'http://{private}/'</script>",
    "<p>Redirected</p><iframe src={public}/private></iframe><img src={public}/private><script src={public}/private>"
    "</script><script>fetch('{public}/private').catch(() => 0); location = '{public}/private'</script>",
    "<p>Windows</p><script>for (let i = 0; i < 20; i++) open('http://{private}/' + i)</script>"
    "<img src=http://{private}/a.png><iframe src=http://{private}/b></iframe>",
    "<p>Sockets</p><script>for (let i = 0; i < 20; i++) { new WebSocket('ws://{private}/'); "
    "navigator.sendBeacon('http://{private}/', 'x') }</script>",
    "<p>Downloads</p><iframe src={public}/download></iframe><a id=a download href={public}/download>x</a>"
    "<script>a.click(); location = '{public}/download'</script>",
    "<p>Reload</p><script>setTimeout(() => location.reload(), 50)</script>",
    "<p>Endless answer</p><img src={public}/endless><script src={public}/slow></script>",
    "<p>Workers</p><script>for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL(new Blob(["
    "\"fetch('http://{private}/w'); for (;;);\"])))</script>",
    "<p>Tall</p><div style='height:30000000px'></div><script>for (let i = 0; i < 200; i++) "
    "document.body.append(document.createElement('iframe'))</script>",
)
"""Harm that pages do to whoever renders them; `{private}` is a listening socket, `{public}` the site."""


@dataclass
class Soak:
    """The results of the pages."""

    pages: list[str] = field(default_factory=list)
    outcomes: list[Rendering | None] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    processes: list[int] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)
    visitors: int = 0
    dialled: frozenset[str] = frozenset()

    def around(self, values: Sequence[float], page: int) -> float:
        return median(values[max(0, page - AROUND) : page])

    def faults(self) -> Iterator[str]:
        """List what is not as it should be."""
        last = len(self.pages)
        if last <= EARLY:
            yield f"{last} pages are too few to compare with page {EARLY}"
        for name, values in (("processes", self.processes), ("megabytes", self.megabytes)):
            early, late = self.around(values, min(EARLY, last)), self.around(values, last)
            if late > early * MOST_GROWTH:
                yield f"{name} grew from {early:.0f} after page {EARLY} to {late:.0f} after page {last}"
        if (late := max(self.seconds) - TIMEOUT) > MOST_LATE:
            yield f"{self.pages[self.seconds.index(max(self.seconds))]} was {late:.1f} s over its deadline"
        if self.visitors or any(not PUBLIC.endswith(address) for address in self.dialled):
            yield f"{self.visitors} connections to the private address; dialled: {sorted(self.dialled)}"
        if len(set(self.pages)) < last:
            yield "pages came twice"


def pages(count: int, hostile: int, private: str, seed: int) -> Iterator[tuple[str, Page]]:
    """Different pages, with hostile ones spread evenly among them."""
    chooser = random.Random(seed)
    every = max(1, count // hostile) if hostile else count + 1
    for number in range(count):
        turn, rest = divmod(number, every)
        if rest == every // 2 and turn < hostile:
            html = HOSTILE[turn % len(HOSTILE)].replace("{private}", private).replace("{public}", PUBLIC)
            yield f"{number} hostile {turn}", Page(f"<!doctype html><title>{turn}</title>{html}", f"{PUBLIC}/{number}")
        else:
            made = styled_page(_words(chooser), chooser.randrange(10**6))
            yield f"{number} {made.template}", Page(made.html, f"{PUBLIC}/{number}")


def _words(chooser: random.Random) -> Words:
    def sentence(words: int) -> str:
        return (
            " ".join("".join(chooser.choices("aeioubdfgklmnprst", k=chooser.randint(2, 9))) for _ in range(words)) + "."
        )

    paragraphs = [" ".join(sentence(14) for _ in range(4)) for _ in range(chooser.randint(6, 40))]
    return Words(sentence(7), paragraphs, [sentence(3) for _ in range(80)], [sentence(40) for _ in range(20)])


class _Routes(dict):  # type: ignore[type-arg]
    def __missing__(self, path: str) -> object:
        return answer(b"", "404 Not Found")


def _endless(exchange: Exchange) -> None:
    exchange.send(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nConnection: close\r\n\r\n")
    while not exchange.pause(0.01):
        exchange.send(b"x" * 65_536)


def _never(exchange: Exchange) -> None:
    exchange.pause(60)


def _site(private: str) -> LocalSite:
    site = LocalSite()
    site.routes = _Routes(
        {
            "/private": redirect(f"http://{private}/"),
            "/download": answer(b"x" * 100_000, headers=["Content-Disposition: attachment; filename=a.bin"]),
            "/endless": _endless,
            "/slow": _never,
        }
    )
    return site


def soak(count: int, hostile: int, seed: int) -> Soak:
    """Render all pages in a row."""
    result = Soak()
    with socket.create_server(("127.0.0.1", 0)) as server:
        private = f"127.0.0.1:{server.getsockname()[1]}"
        done = threading.Event()
        counter = threading.Thread(target=_count, args=(server, done, result))
        counter.start()
        try:
            with _site(private) as site:
                internet = Detour(site)
                with (
                    Fetcher(FetchSettings(timeout=3.0), network=internet) as fetcher,
                    Browser(RenderSettings(timeout=TIMEOUT, settle=1.0), fetcher=fetcher) as browser,
                ):
                    for name, page in track(list(pages(count, hostile, private, seed)), "rendering"):
                        _render(browser, name, page, result)
                result.dialled = frozenset(internet.dialled)
        finally:
            done.set()
            counter.join()
    return result


def _render(browser: Browser, name: str, page: Page, result: Soak) -> None:
    start = time.monotonic()
    rendered = browser.render(page).page
    result.seconds.append(time.monotonic() - start)
    result.pages.append(name)
    result.outcomes.append(rendered.rendering)
    result.processes.append(len(family()) - 1)
    result.megabytes.append(megabytes())


def _count(server: socket.socket, done: threading.Event, result: Soak) -> None:
    server.settimeout(0.2)
    while not done.is_set():
        try:
            connection, _ = server.accept()
        except TimeoutError:
            continue
        result.visitors += 1
        connection.close()


def main() -> int:
    """Run the pages, print what came of them, and fail on any fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--hostile", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    result = soak(chosen.pages, chosen.hostile, chosen.seed)
    for name, outcome, seconds in zip(result.pages, result.outcomes, result.seconds, strict=True):
        if "hostile" in name or outcome is not Rendering.COMPLETE:
            print(f"{name}: {outcome}, {seconds:.1f} s")
    last = len(result.pages)
    print(f"pages {last}, of them hostile {sum('hostile' in name for name in result.pages)}")
    for page in (min(EARLY, last), last):
        processes, size = result.around(result.processes, page), result.around(result.megabytes, page)
        print(
            f"after page {page}: processes {result.processes[page - 1]} (median of {AROUND}: {processes:.0f}), "
            f"megabytes {result.megabytes[page - 1]:.0f} (median {size:.0f})"
        )
    print(f"most seconds over the deadline {max(result.seconds) - TIMEOUT:.1f}")
    print(f"connections to the private address {result.visitors}")
    faults = list(result.faults())
    for fault in faults:
        print(f"FAULT: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
