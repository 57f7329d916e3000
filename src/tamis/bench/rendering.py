"""Whether rendering holds: elements mapped, the same text, what it costs, and hundreds of pages in a row.

Pages are rendered from their own HTML, without a network. Without scripts the rendered page must give the text of the
page as sent; the words are also compared with what markup alone calls hidden, to tell what the browser's word changes.
Between the pages stand hostile ones: scripts that never end, dialogs, giant pages, ways to private addresses, where a
listening socket counts who comes.
"""

from __future__ import annotations

import os
import re
import resource
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis import pipeline
from tamis.bench.metrics import mean, word_score, words
from tamis.bench.progress import track
from tamis.bench.tables import Table
from tamis.fetching import Fetcher, FetchSettings
from tamis.model import LAYOUT_ATTRIBUTE, Page, Rendering
from tamis.parse.tree import parse_html
from tamis.rendering import Browser, RenderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.bench.datasets import Sample

_NUMBERED = re.compile(rf'{LAYOUT_ATTRIBUTE}="(\d+)"')
EARLY_SHARE = 0.1
"""Memory after this share of the pages is compared with that after the last."""
_HOSTILE = (
    "<p>Endless</p><script>for (;;);</script>",
    "<p>Dialogs</p><script>for (let i = 0; i < 50; i++) confirm(i)</script>",
    "<p>Giant</p><script>for (let i = 0; i < 300000; i++) document.body.append(document.createElement('i'))</script>",
    "<p>Deep</p><script>let at = document.body; for (let i = 0; i < 5000; i++) at = at.appendChild("
    "document.createElement('div'))</script>",
    "<p>Restless</p><script>setInterval(() => { fetch('/' + Math.random()); document.body.append('x') }, 10)</script>",
    "<p>Greedy</p><script>const all = []; setInterval(() => all.push(new Array(1e7).fill(1)), 10)</script>",
    "<p>Away</p><script>location = 'http://{private}/'</script>",
    "<p>Windows</p><script>for (let i = 0; i < 20; i++) open('http://{private}/' + i)</script>"
    "<img src=http://{private}/a.png><iframe src=http://{private}/b></iframe>",
    "<p>Sockets</p><script>for (let i = 0; i < 20; i++) { new WebSocket('ws://{private}/'); "
    "navigator.sendBeacon('http://{private}/', 'x') }</script>",
    "<p>Reload</p><script>setTimeout(() => location.reload(), 50)</script>",
)


@dataclass(slots=True)
class Trial:
    """What came of one page."""

    page: str
    is_hostile: bool
    rendering: str
    seconds: float
    elements: int = 0
    mapped: int = 0
    text_f1: float | None = None
    """Of the text against that of the page as sent, with what markup alone hides."""
    seen_f1: float | None = None
    """The same with what the browser hides."""
    processes: int = 0
    megabytes: float = 0.0


@dataclass(slots=True)
class Run:
    """All pages, and what they cost."""

    deadline: float
    trials: list[Trial] = field(default_factory=list)
    own_cpu: float = 0.0
    browser_cpu: float = 0.0
    visitors: int = 0
    """Who came to the private address."""


def run(samples: Sequence[Sample], hostile: int, timeout: float) -> Run:
    """Render all pages in a row, with hostile ones spread among them."""
    result = Run(timeout)
    settings = RenderSettings(timeout=timeout, settle=1.0, scripts=False)
    before = _children_cpu()
    with (
        _listener(result) as private,
        Fetcher(FetchSettings(timeout=2.0)) as fetcher,
        Browser(settings) as plain,
        Browser(replace(settings, scripts=True), fetcher=fetcher) as scripted,
    ):
        every = max(1, len(samples) // hostile) if hostile else len(samples) + 1
        for number, sample in enumerate(track(samples, "rendering")):
            result.trials.append(_compared(plain, sample, result))
            if hostile and number % every == 0 and number // every < hostile:
                html = _HOSTILE[(number // every) % len(_HOSTILE)].replace("{private}", private)
                result.trials.append(_attacked(scripted, html, f"hostile {number // every}"))
            result.trials[-1].processes, result.trials[-1].megabytes = _family()
    result.browser_cpu = _children_cpu() - before
    return result


def _compared(browser: Browser, sample: Sample, result: Run) -> Trial:
    page = Page(sample.html, sample.url)
    own, start = time.process_time(), time.monotonic()
    rendered = browser.render(page).page
    result.own_cpu += time.process_time() - own
    trial = Trial(f"{sample.set}/{sample.id}", False, str(rendered.rendering), time.monotonic() - start)
    if rendered.layout is None:
        return trial
    numbers = set(_NUMBERED.findall(rendered.html))
    found = {element.attr(LAYOUT_ATTRIBUTE) for element in parse_html(rendered.html).select(f"[{LAYOUT_ATTRIBUTE}]")}
    trial.elements, trial.mapped = len(numbers), len(numbers & found)
    truth = words(pipeline.run(page).text)
    trial.text_f1 = word_score(words(pipeline.run(replace(rendered, layout=None)).text), truth).f1
    trial.seen_f1 = word_score(words(pipeline.run(rendered).text), truth).f1
    return trial


def _attacked(browser: Browser, html: str, name: str) -> Trial:
    start = time.monotonic()
    rendered = browser.render(Page(f"<!doctype html><title>T</title>{html}", "https://example.org/story")).page
    return Trial(name, True, str(rendered.rendering), time.monotonic() - start)


def tables(result: Run) -> list[Table]:
    """What a run showed."""
    pages = [trial for trial in result.trials if not trial.is_hostile]
    elements = sum(trial.elements for trial in pages)
    mapped = sum(trial.mapped for trial in pages)
    early, late = _memory(result.trials)
    table = Table("Rendering", ("measure", "value"))
    table.add("pages", len(pages))
    for outcome in Rendering:
        table.add(f"pages {outcome.value}", sum(trial.rendering == outcome.value for trial in pages))
    table.add("elements mapped, share", mapped / elements if elements else None)
    table.add("text as without a browser, word F1", mean(trial.text_f1 for trial in pages))
    table.add("text that a reader sees, word F1", mean(trial.seen_f1 for trial in pages))
    table.add("our CPU, share of the browser's", result.own_cpu / result.browser_cpu if result.browser_cpu else None)
    table.add("most seconds over the deadline", max(trial.seconds for trial in result.trials) - result.deadline)
    table.add("processes early, late", f"{early.processes}, {late.processes}")
    table.add("megabytes early, late", f"{early.megabytes:.0f}, {late.megabytes:.0f}")
    table.add("connections to the private address", result.visitors)
    hostile = Table("Hostile pages", ("page", "rendering", "seconds"))
    for trial in result.trials:
        if trial.is_hostile:
            hostile.add(trial.page, trial.rendering, round(trial.seconds, 1))
    return [table, hostile]


def _memory(trials: Sequence[Trial]) -> tuple[Trial, Trial]:
    """The largest around the early mark, and at the end: a browser shrinks when it is replaced."""
    size = max(1, round(len(trials) * EARLY_SHARE))
    early = trials[: 2 * size]
    return max(early, key=lambda trial: trial.megabytes), max(trials[-2 * size :], key=lambda trial: trial.megabytes)


@contextmanager
def _listener(result: Run) -> Iterator[str]:
    """A socket of this computer that counts who comes."""
    open_ = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)

        def count() -> None:
            while not open_.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                result.visitors += 1
                connection.close()

        thread = threading.Thread(target=count)
        thread.start()
        try:
            yield f"127.0.0.1:{server.getsockname()[1]}"
        finally:
            open_.set()
            thread.join()


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _family() -> tuple[int, float]:
    """The processes below this one, and the megabytes of all of them and this one. On Linux only."""
    parents: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for folder in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        if folder.name.isdecimal():
            facts = _stat(folder)
            if facts is not None:
                parents.setdefault(facts[0], []).append(int(folder.name))
                sizes[int(folder.name)] = facts[1]
    todo, found = [os.getpid()], []
    while todo:
        found.append(todo.pop())
        todo.extend(parents.get(found[-1], ()))
    return len(found) - 1, sum(sizes.get(one, 0) for one in found) / 1e6


def _stat(folder: Path) -> tuple[int, int] | None:
    try:
        fields: list[Any] = (folder / "stat").read_text().rpartition(")")[2].split()
        return int(fields[1]), int(fields[21]) * resource.getpagesize()
    except (OSError, IndexError, ValueError):
        return None
