"""The cost of extraction: CPU time from page in memory to plain text, as a multiple of a bare Lexbor parse.

All contenders take turns on each page in one run, in a new random order each time, so that other work on the machine
affects all alike. Garbage is collected between the turns, so that no contender pays for the one before. Each runs a few
pages first that do not count. Peak memory is measured for each in its own process, beyond the memory for the pages.
"""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass, field
from itertools import compress
from pathlib import Path
from random import Random
from statistics import median
from time import process_time_ns
from typing import TYPE_CHECKING, TypeAlias

from tamis.core.parse import parse
from tamis.core.parse.tree import Element, Text, parse_html
from tamis.model import Page
from tamis_bench import memory
from tamis_bench.contenders import OWN, functions, version
from tamis_bench.datasets import gather
from tamis_bench.progress import track
from tamis_bench.tables import Table
from tamis_bench.time_limit import OutOfTime, quiet, time_cap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.parse.tree import Tree
    from tamis.model import Article
    from tamis_bench.datasets import Sample

Call: TypeAlias = "Callable[[str, str | None], object]"

BASELINE = "lexbor parse"
TREE = "turbohtml parse"
NODES = "parse + names and texts"
"""Row of what any walk over the tree costs at least: the name of each element and the data of each text are read."""
BLOCKS = "parse + blocks"
LABELS = "parse + blocks + "
"""Prefix of the rows that stop after a strategy's labels; they include the title, which strategies use."""
COMPLETE = "complete article, "
"""Prefix of the rows that make a complete article: blocks, pictures, positions, metadata, links to its pages."""
MARKDOWN, JSON = "Markdown, ", "JSON, "
"""Prefixes of the rows that write an article."""
WARM_UP = 3
"""Number of pages that do not count, because of imports, compiled patterns and models."""
_K = 1_024
SIZE_CLASSES = {
    "under 16 K": range(16 * _K),
    "16 to 64 K": range(16 * _K, 64 * _K),
    "64 to 256 K": range(64 * _K, 256 * _K),
    "over 256 K": range(256 * _K, sys.maxsize),
}
"""Classes of pages by their characters: fixed costs of a page weigh most on the small ones."""


@dataclass(slots=True)
class Timing:
    """One contender's times in nanoseconds: for each page, the median of its turns."""

    name: str
    pages: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """Number of characters of each page."""
    failures: int = 0
    peak: float | None = None
    """Peak memory in megabytes."""


def rows(strategies: Sequence[str], peers: Sequence[str]) -> list[str]:
    """Return the names of the rows to time: the stages, the whole of tamis by strategy, the peers."""
    stages = [BASELINE, TREE, NODES, BLOCKS]
    own = [start + name for start in (LABELS, OWN, MARKDOWN, JSON, COMPLETE) for name in strategies]
    return [*stages, *own, *peers]


def call(name: str) -> Call:
    """Return the function that a row times."""
    if name == BASELINE:
        return _lexbor()
    if name == TREE:
        return lambda html, _url: parse_html(html)
    if name == NODES:
        return lambda html, _url: _read_nodes(parse_html(html))
    if name == BLOCKS:
        return lambda html, url: parse(Page(html, url))
    if name.startswith(LABELS):
        return _labels(name.removeprefix(LABELS))
    for start, finish in _WRITTEN.items():
        if name.startswith(start):
            return _written(name.removeprefix(start), finish)
    return functions(name).extract


def measure(samples: Sequence[Sample], names: Sequence[str], repeats: int, seconds: float) -> list[Timing]:
    """Time every row on every sample, `repeats` times in turn."""
    calls = {name: call(name) for name in names}
    timings = {name: Timing(name) for name in names}
    with quiet():
        _warm_up(samples[:WARM_UP], calls, seconds)
        gc.collect()
        gc.freeze()
        for number, sample in enumerate(track(samples, "speed")):
            turns: dict[str, list[int]] = {name: [] for name in names}
            for turn in range(repeats):
                for name in _shuffled(names, f"{number} {turn}"):
                    gc.collect()
                    turns[name].append(_time(calls[name], sample, timings[name], seconds))
            for name in names:
                timings[name].pages.append(median(turns[name]))
                timings[name].sizes.append(len(sample.html))
        gc.unfreeze()
    return list(timings.values())


def peak_memory(name: str, data: str, sets: list[str], limit: int | None, seconds: float) -> float:
    """Measure the megabytes that a row adds at its peak to the pages in memory; call it in a fresh process."""
    samples = gather(Path(data), sets, limit)
    memory.reset_peak()
    before = memory.resident()
    with quiet():
        function = call(name)
        failures = Timing(name)
        for sample in samples:
            _time(function, sample, failures, seconds)
    return memory.peak() - before


def add_peaks(timings: Sequence[Timing], data: Path, sets: Sequence[str], limit: int | None, seconds: float) -> None:
    """Measure each row's peak memory, one process after the other."""
    for timing in track(timings, "memory"):
        arguments = {"name": timing.name, "data": str(data), "sets": list(sets), "limit": limit}
        timing.peak = memory.call(__name__, "peak_memory", arguments | {"seconds": seconds})


def table(timings: Sequence[Timing]) -> Table:
    """Build a table of multiples of the baseline: of the sums, the median over pages, and of the sums by size."""
    columns = ("contender", "version", "CPU ms a page", "multiple", "median multiple", *SIZE_CLASSES)
    result = Table(f"Speed: CPU time as a multiple of a bare {BASELINE}", (*columns, "peak MB", "failures"))
    baseline = next(timing for timing in timings if timing.name == BASELINE)
    for timing in timings:
        pairs = zip(timing.pages, baseline.pages, strict=True)
        result.add(
            timing.name,
            _version(timing.name),
            sum(timing.pages) / len(timing.pages) / 1e6,
            sum(timing.pages) / sum(baseline.pages),
            median(mine / theirs for mine, theirs in pairs),
            *(_multiple(timing, baseline, sizes) for sizes in SIZE_CLASSES.values()),
            timing.peak,
            timing.failures,
        )
    return result


def _multiple(timing: Timing, baseline: Timing, sizes: range) -> float | None:
    """Compute the multiple on the pages of some sizes; None if there are none."""
    wanted = [size in sizes for size in timing.sizes]
    return sum(compress(timing.pages, wanted)) / sum(compress(baseline.pages, wanted)) if any(wanted) else None


def _read_nodes(tree: Tree) -> list[str]:
    """Read the name of each element and the data of each text, through the parser's objects."""
    read = []
    for node in tree.descendants:
        if isinstance(node, Element):
            read.append(node.tag)
        elif isinstance(node, Text):
            read.append(node.data)
    return read


def _lexbor() -> Call:
    from selectolax.lexbor import LexborHTMLParser

    return lambda html, _url: LexborHTMLParser(html)


def _labels(strategy_name: str) -> Call:
    from tamis.core.pipeline import prepare
    from tamis.core.strategies import by_name

    strategy = by_name(strategy_name)
    return lambda html, url: strategy.label(prepare(Page(html, url)).document)


def _written(strategy_name: str, finish: Callable[[Article], object]) -> Call:
    from tamis import Settings, extract

    settings = Settings(strategy=strategy_name)
    return lambda html, url: finish(extract(html, url=url, settings=settings))


_WRITTEN: dict[str, Callable[[Article], object]] = {
    MARKDOWN: lambda article: article.to_markdown(),
    JSON: lambda article: article.to_json(),
    COMPLETE: lambda article: article.complete(),
}


def _warm_up(samples: Sequence[Sample], calls: dict[str, Call], seconds: float) -> None:
    """Make calls that do not count."""
    for name, function in calls.items():
        for sample in samples:
            _time(function, sample, Timing(name), seconds)


def _time(function: Call, sample: Sample, timing: Timing, seconds: float) -> int:
    """Return the CPU time of one call, including freeing what it made."""
    start = process_time_ns()
    try:
        with time_cap(seconds):
            function(sample.html, sample.url)
    except (OutOfTime, Exception):  # noqa: BLE001 (a contender that dies on a page is counted, not fatal)
        timing.failures += 1
    return process_time_ns() - start


def _shuffled(names: Sequence[str], seed: str) -> list[str]:
    """Shuffle the names in an order that is the same on every run."""
    return Random(seed).sample(names, len(names))  # noqa: S311 (nothing secret)


def _version(name: str) -> str:
    packages = {BASELINE: "selectolax", TREE: "turbohtml", NODES: "turbohtml"}
    if name in packages:
        from importlib.metadata import version as installed

        return f"{packages[name]} {installed(packages[name])}"
    own = name.startswith((BLOCKS, OWN, *_WRITTEN))
    return version(OWN if own else name)
