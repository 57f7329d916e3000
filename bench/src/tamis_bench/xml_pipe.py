"""CUTER's pipe under load: many pages through `tamis cuter`, and its memory on the way.

The pages are made while they are read: the whole stream is never in memory.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from tamis.errors import BadInput
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

FIRST = 0.1
"""Share of the pages after which memory is first recorded."""
MAX_GROWTH = 1.1
"""Maximum memory of the whole run, as a multiple of that after the first tenth."""
CHUNK = 1 << 16
"""Bytes that are read at once, or fewer if no more are available."""
_WORDS = (
    "harbour ferry council storm bridge lantern market school orchard engine winter letter river signal museum garden "
    "captain window railway summer quarry chapel island timber meadow"
).split()
_ARTICLE = b"</article>"


@dataclass(frozen=True, slots=True)
class PipeRun:
    """The result of a run."""

    pages: int
    articles: int
    input_bytes: int
    first_megabytes: float
    """Peak memory of the command after a tenth of the pages."""
    peak_megabytes: float
    """Peak memory of the command by the end."""
    exit_status: int

    @property
    def is_constant(self) -> bool:
        """True if every page came out, and memory did not grow by more than `MAX_GROWTH`."""
        return self.articles == self.pages and self.peak_megabytes <= MAX_GROWTH * self.first_megabytes


def made_pages(count: int, seed: int = 1) -> Iterator[bytes]:
    """Yield a document with this many pages, piece by piece."""
    chance = random.Random(seed)  # noqa: S311 (no secret)
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<cuter xmlns="urn:tamis:cuter:1" version="1.0">\n'
    for number in range(count):
        title = f"{' '.join(chance.choices(_WORDS, k=5)).capitalize()} {number}"
        paragraphs = "".join(f"<p>{' '.join(chance.choices(_WORDS, k=40)).capitalize()}.</p>" for _ in range(6))
        menu = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in chance.sample(_WORDS, 8))
        html = f"<title>{title}</title><nav><ul>{menu}</ul></nav><article><h1>{title}</h1>{paragraphs}</article>"
        yield f"<page><url>https://news.example/{number}</url><html>{escape(html)}</html></page>\n".encode()
    yield b"</cuter>\n"


def run_pipe(pages: int, seed: int = 1) -> PipeRun:
    """Send this many pages through the command, and count the articles."""
    command = [sys.executable, "-m", "tamis", "cuter"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:  # noqa: S603 (ourselves)
        if child.stdin is None or child.stdout is None:
            raise BadInput("no pipes")
        feeder = _Feeder(child.stdin, pages, seed)
        feeder.start()
        articles, first = 0, 0.0
        peak = 0.0
        rest = b""
        while chunk := os.read(child.stdout.fileno(), CHUNK):
            rest += chunk
            articles += rest.count(_ARTICLE)
            rest = rest[-len(_ARTICLE) + 1 :]
            peak = max(peak, _peak_of(child.pid))
            if not first and articles >= FIRST * pages:
                first = peak
        feeder.join()
        status = child.wait()
    return PipeRun(pages, articles, feeder.sent, first, peak, status)


class _Feeder(threading.Thread):
    """A thread that writes the pages, while the main thread reads the articles."""

    def __init__(self, pipe: IO[bytes], pages: int, seed: int) -> None:
        super().__init__(daemon=True)
        self._pipe, self._pages, self._seed = pipe, pages, seed
        self.sent = 0

    def run(self) -> None:
        """Write all pages, and close the pipe."""
        with self._pipe:
            for piece in made_pages(self._pages, self._seed):
                self._pipe.write(piece)
                self.sent += len(piece)


def _peak_of(process: int) -> float:
    """Return the peak memory of a process in megabytes; 0 once it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    line = next((line for line in status.splitlines() if line.startswith("VmHWM")), "VmHWM: 0 kB")
    return int(line.split()[1]) / 1024


def table(result: PipeRun) -> Table:
    """Build a table of the run."""
    columns = ("pages", "articles", "input MB", "memory MB after a tenth", "memory MB at the end", "exit status")
    shown = Table("tamis cuter in a pipe", columns)
    shown.add(
        result.pages,
        result.articles,
        round(result.input_bytes / 1e6),
        round(result.first_megabytes, 1),
        round(result.peak_megabytes, 1),
        result.exit_status,
    )
    return shown
