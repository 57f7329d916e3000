"""The cost of a page in a batch, relative to a bare loop: CPU time of the whole process tree, for the same pages.

Three ways are measured: the bare loop (pages in memory, rows thrown away), the pool of workers (pages in memory), and
the whole batch (pages read from a WARC file, rows written as Parquet). Other extractors go through the same pool. All
processes are started and warmed up before, because that is paid once.

Processes that run side by side slow each other down in the processor's caches, whatever they do, so a pool of two is
compared with two bare loops side by side, each with half of the pages. A machine is also faster in one minute than in
the next, so each round shuffles the pages and goes through them in small shares: the loops and then every pool
extract a share before the next one begins.
"""

from __future__ import annotations

import gc
import math
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from tamis.batch.inputs import InputKind, Piece, Split
from tamis.batch.output import Output
from tamis.batch.pages import RawPage
from tamis.batch.rows import WARM_UP, open_pool, row_bytes
from tamis.batch.splits import SplitWriter
from tamis.io.workers import Pool, PoolSettings
from tamis.settings.batch import BatchSettings
from tamis.settings.extraction import Settings
from tamis.settings.fetching import FetchSettings
from tamis_bench.contenders import functions
from tamis_bench.made_archives import write_archive
from tamis_bench.pool_cost import LIMIT
from tamis_bench.processes import family
from tamis_bench.progress import track
from tamis_bench.tables import Table
from tamis_bench.time_limit import quiet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from typing import Self

    from tamis_bench.datasets import Sample

OWN = "tamis"
BATCH = "tamis batch"
"""Name of the whole batch, from the archive to the Parquet file."""
WARMING = 8
"""Number of pages that each process extracts before anything is measured."""
SHARE = 20
"""Number of pages that go through the loops and the pools before the next ones do."""


@dataclass(slots=True)
class BatchCost:
    """CPU seconds of each round of one way with a number of processes, without start and end."""

    contender: str
    processes: int
    pages: int
    runs: list[float] = field(default_factory=list)
    loops: list[float] = field(default_factory=list)
    output_bytes: float | None = None
    """Bytes of Parquet per page, rejects included; None except for the whole batch."""

    @property
    def ratios(self) -> list[float]:
        """The cost of a page as a multiple of its cost in the loop, round by round."""
        return [run / loop for run, loop in zip(self.runs, self.loops, strict=True)]


def text_bytes(page: RawPage, contender: str) -> bytes:
    """Extract the text of a page with another extractor; workers call this."""
    html = page.body if isinstance(page.body, str) else (page.body or b"").decode("utf-8", "replace")
    with quiet():
        try:
            return functions(contender).extract(html, page.url).encode("utf-8", "replace")
        except Exception as error:  # noqa: BLE001 (an extractor that fails on a page gives nothing for it)
            return type(error).__name__.encode()


def measure(samples: Sequence[Sample], processes: Sequence[int], peers: Sequence[str], rounds: int) -> list[BatchCost]:
    """Measure all ways, round after round. Everything is started and warmed up once; that is not counted."""
    pages = [
        RawPage("sample", number, sample.url, sample.html.encode("utf-8", "replace"), "text/html; charset=utf-8")
        for number, sample in enumerate(samples)
    ]
    ways = [BatchCost(name, number, len(pages)) for name in (OWN, BATCH, *peers) for number in processes]
    functions = {OWN: partial(row_bytes, settings=BatchSettings(), extraction=Settings())}
    functions |= {peer: partial(text_bytes, contender=peer) for peer in peers}
    with ExitStack() as stack:
        loops = stack.enter_context(_Loops(functions, pages, max(processes)))
        pools = {(name, number): stack.enter_context(_pool(name, number)) for name in functions for number in processes}
        for pool in pools.values():
            _map(pool, pages[:WARMING] * pool.settings.workers)
        for number in track(range(rounds), "rounds"):
            order = Random(number).sample(pages, len(pages))  # noqa: S311 (nothing secret)
            costs = _round(loops, pools, order)
            for way in ways:
                of = OWN if way.contender == BATCH else way.contender
                loop, run = costs[of, way.processes]
                if way.contender == BATCH:
                    with tempfile.TemporaryDirectory() as folder:
                        run = _cost(partial(_batch, pools[of, way.processes], order, Path(folder)))
                        written = sum(path.stat().st_size for path in Path(folder).rglob("*.parquet"))
                    way.output_bytes = written / len(pages)
                way.loops.append(loop)
                way.runs.append(run)
    return ways


def _round(
    loops: _Loops, pools: Mapping[tuple[str, int], Pool], order: Sequence[RawPage]
) -> dict[tuple[str, int], tuple[float, float]]:
    """Measure the CPU seconds of all pages in the loops and in each pool, by contender and number of processes."""
    costs = dict.fromkeys(pools, (0.0, 0.0))
    for start in range(0, len(order), SHARE):
        share = order[start : start + SHARE]
        for (name, number), pool in pools.items():
            loop = loops.run(name, number, share)
            costs[name, number] = (
                costs[name, number][0] + loop,
                costs[name, number][1] + _cost(partial(_map, pool, share)),
            )
    return costs


class _Loops:
    """Separate processes, each with all pages, that extract the requested pages in a bare loop."""

    def __init__(
        self, functions: Mapping[str, Callable[[RawPage], bytes]], pages: Sequence[RawPage], number: int
    ) -> None:
        context = get_context("spawn")
        self._lines = []
        for _ in range(number):
            line, other = context.Pipe()
            context.Process(target=_extract_as_told, args=(other, dict(functions), pages), daemon=True).start()
            self._lines.append(line)

    def __enter__(self) -> Self:
        for line in self._lines:
            line.recv()
        return self

    def __exit__(self, *_: object) -> None:
        for line in self._lines:
            line.send(None)

    def run(self, name: str, processes: int, pages: Sequence[RawPage]) -> float:
        """Return the CPU seconds that the pages take in this many processes at once."""
        for place, line in enumerate(self._lines[:processes]):
            line.send((name, [page.position for page in pages[place::processes]]))
        return math.fsum(line.recv() for line in self._lines[:processes])


def _extract_as_told(
    line: Connection, functions: Mapping[str, Callable[[RawPage], bytes]], pages: Sequence[RawPage]
) -> None:
    for function in functions.values():
        _loop(function, pages[:WARMING])
    gc.collect()
    gc.freeze()  # As the pool does.
    line.send(None)
    while (told := line.recv()) is not None:
        name, numbers = told
        start = time.process_time()
        _loop(functions[name], [pages[number] for number in numbers])
        line.send(time.process_time() - start)


def _cost(function: Callable[[], None]) -> float:
    """Return the CPU seconds that a call costs in this process and in all live processes below it."""
    start = _tree_seconds()
    function()
    return _tree_seconds() - start


def _tree_seconds() -> float:
    return sum(process.cpu + process.children_cpu for process in family())


def _loop(function: Callable[[RawPage], bytes], pages: Sequence[RawPage]) -> None:
    for page in pages:
        function(page)


def _pool(contender: str, processes: int) -> Pool:
    if contender == OWN:
        return open_pool(BatchSettings(workers=processes), Settings())
    settings = PoolSettings(workers=processes)
    return Pool(text_bytes, settings, arguments={"contender": contender}, warm_up=WARM_UP)


def _map(pool: Pool, pages: Sequence[RawPage]) -> None:
    for _ in pool.map(pages, ordered=False):
        pass


def _batch(pool: Pool, pages: Sequence[RawPage], folder: Path) -> None:
    """Run a batch from a WARC file to Parquet. Writing the WARC file is counted too, but costs little."""
    archive = folder / "a.warc"
    write_archive(archive, _with_urls(pages))
    output = Output(str(folder / "out"))
    output.prepare({})
    piece = Piece(InputKind.ARCHIVE, str(archive), archive.stat().st_size)
    SplitWriter(output, pool, BatchSettings(), FetchSettings()).run([Split(0, (piece,))], set())
    output.release()


def _with_urls(pages: Sequence[RawPage]) -> Iterator[tuple[str, bytes]]:
    for page in pages:
        yield page.url or "https://sample.example/", page.body if isinstance(page.body, bytes) else b""


def table(costs: Sequence[BatchCost]) -> Table:
    """Build a table of each way beside its loop."""
    columns = (
        "contender",
        "processes",
        "CPU of a page (loop = 1)",
        "lowest",
        "highest",
        "loop, ms",
        "here, ms",
        "bytes written",
    )
    made = Table("Batch: CPU time of the process tree as a multiple of a bare loop's", columns)
    for cost in costs:
        ratios = cost.ratios
        loop, run = (median(times) / cost.pages * 1000 for times in (cost.loops, cost.runs))
        made.add(cost.contender, cost.processes, median(ratios), min(ratios), max(ratios), loop, run, cost.output_bytes)
    rounds, pages = (len(costs[0].runs), costs[0].pages) if costs else (0, 0)
    made.notes.append(
        f"{pages} pages, the median of {rounds} rounds, starts not counted; loop: as many loops side by side. "
        f"{BATCH} reads a WARC file and writes Parquet. At most {LIMIT:.2f} is the aim for {OWN}."
    )
    return made


def is_within_limit(costs: Sequence[BatchCost]) -> bool:
    """Tell whether a page costs tamis in a worker no more than the limit allows."""
    return all(median(cost.ratios) <= LIMIT for cost in costs if cost.contender == OWN)
