"""Ray and Spark beside the local engine: the rows must be equal, even if a worker is killed; and what they cost.

``python -m tamis_bench.cluster ray spark`` is ``make test-cluster``. It fails if an engine is not installed. Each
engine runs in its own process: a batch over several archives, the same batch with one of its Python workers killed,
and a data set of pages through the engine's own function on Arrow batches.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.batch.extraction import extract_batch
from tamis.batch.local import run_batch
from tamis.batch.schema import arrow, row_hash
from tamis.settings.batch import BatchSettings
from tamis_bench.batch_output import hashes_of
from tamis_bench.made_archives import small_page, small_pages, write_archive
from tamis_bench.processes import family, megabytes
from tamis_bench.tables import Table, print_tables

if TYPE_CHECKING:
    from collections.abc import Callable

ENGINES = ("ray", "spark")
MASTER = "local[2,4]"
"""Spark's master URL for this machine: two tasks at a time, four tries for each."""
ARCHIVES, PAGES = 6, 40
SETTINGS = BatchSettings(workers=1, split_files=1, shard_rows=10)
PATIENCE = 1800.0


@dataclass(frozen=True, slots=True)
class Checked:
    """The results of checking one engine."""

    engine: str
    same_rows: bool
    same_after_kill: bool
    killed: int
    """Number of workers that were killed during the batch."""
    same_frame: bool
    """True if the pages of a data set gave the rows of `extract_batch`."""
    start_seconds: float
    cpu_milliseconds: float
    """CPU time of a page, over all processes of the engine."""
    peak_megabytes: float
    """Memory of all processes, shared memory counted once."""

    @property
    def is_right(self) -> bool:
        """True if all rows are the same, and a worker was killed on the way."""
        return self.same_rows and self.same_after_kill and self.same_frame and self.killed > 0


def check_engine(engine: str, folder: Path) -> Checked:
    """Run the checks of one engine in this process."""
    inputs = [str(folder / "*.warc")]
    expected = hashes_of(folder / "local")
    start = time.monotonic()
    run, rows_of_pages = _ray() if engine == "ray" else _spark()
    seconds = time.monotonic() - start
    peak = _Peak()
    before = _cpu()
    run(inputs, str(folder / engine), SETTINGS)
    spent = _cpu() - before
    peak.stop()
    killer = _Killer(folder / f"{engine}-killed")
    run(inputs, str(folder / f"{engine}-killed"), SETTINGS)
    killer.stop()
    return Checked(
        engine,
        hashes_of(folder / engine) == expected,
        hashes_of(folder / f"{engine}-killed") == expected,
        killer.killed,
        _same_frame(rows_of_pages),
        seconds,
        spent / len(expected) * 1000,
        peak.megabytes,
    )


def _ray() -> tuple[Callable[..., Any], Callable[[Any], list[dict[str, Any]]]]:
    from tamis.batch.extraction import BatchExtractor
    from tamis.batch.ray_engine import connect, run_on_ray

    ray = connect()

    def rows_of_pages(pages: Any) -> list[dict[str, Any]]:
        data = ray.data.from_arrow(pages)
        rows = data.map_batches(
            BatchExtractor,
            fn_constructor_args=(SETTINGS,),
            batch_format="pyarrow",
            batch_size=10,
            compute=ray.data.ActorPoolStrategy(size=1),
        )
        found: list[dict[str, Any]] = rows.take_all()
        return found

    return run_on_ray, rows_of_pages


def _spark() -> tuple[Callable[..., Any], Callable[[Any], list[dict[str, Any]]]]:
    from tamis.batch.spark_engine import connect, pages_to_rows, rows_schema, run_on_spark

    session = connect(MASTER)

    def rows_of_pages(pages: Any) -> list[dict[str, Any]]:
        frame = session.createDataFrame(pages)
        return [row.asDict() for row in frame.mapInArrow(pages_to_rows(SETTINGS), rows_schema(SETTINGS)).collect()]

    return partial(run_on_spark, master=MASTER), rows_of_pages


def _same_frame(rows_of_pages: Callable[[Any], list[dict[str, Any]]]) -> bool:
    pa = arrow()
    numbers = range(30)
    pages = pa.table(
        {
            "source": ["frame"] * len(numbers),
            "position": pa.array(numbers, pa.int64()),
            "url": [f"https://news.example/{number}" for number in numbers],
            "body": pa.array([small_page(number) for number in numbers], pa.binary()),
        }
    )
    wanted = sorted(map(row_hash, extract_batch(pages, SETTINGS).to_pylist()))
    return sorted(map(row_hash, rows_of_pages(pages))) == wanted


def _cpu() -> float:
    """Return the CPU seconds of this process and all below it."""
    return sum(process.cpu + process.children_cpu for process in family())


class _Peak:
    """The highest memory of all processes, sampled every second."""

    def __init__(self) -> None:
        self.megabytes = 0.0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._end.wait(1.0):
            self.megabytes = max(self.megabytes, megabytes())

    def stop(self) -> None:
        self._end.set()
        self._thread.join()


class _Killer:
    """A thread that kills one Python worker of an engine, once the first output file of a batch is complete."""

    def __init__(self, output: Path) -> None:
        self.killed = 0
        self._output = output
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._wait)
        self._thread.start()

    def _wait(self) -> None:
        while not self.killed and not self._end.wait(0.02):
            if any(self._output.glob("_run/marks/*/*.json")):
                self._kill()

    def _kill(self) -> None:
        """Kill the process that runs a task: the parent of a pool's fork server."""
        processes = family()
        servers = [process for process in processes if "tamis.io.workers.forkserver" in _command(process.number)]
        parents = {server.parent for server in servers}
        for process in processes:
            if process.number in parents and process.number != os.getpid():
                with suppress(ProcessLookupError):
                    os.kill(process.number, signal.SIGKILL)
                    self.killed += 1
                return

    def stop(self) -> None:
        self._end.set()
        self._thread.join()


def _command(number: int) -> str:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def prepare(folder: Path) -> None:
    """Write the archives, and run the local engine over them."""
    pages = small_pages()
    for number in range(ARCHIVES):
        write_archive(folder / f"{number}.warc", islice(pages, PAGES))
    run_batch([str(folder / "*.warc")], str(folder / "local"), SETTINGS)


def table(found: list[Checked]) -> Table:
    """Build a table of the engines beside each other."""
    columns = ("engine", "same rows", "after a kill", "killed", "data set", "start, s", "CPU ms per page", "peak MB")
    made = Table("Engines of clusters, on this machine", columns)
    for one in found:
        same = ["yes" if value else "NO" for value in (one.same_rows, one.same_after_kill)]
        frame = "yes" if one.same_frame else "NO"
        made.add(one.engine, *same, one.killed, frame, one.start_seconds, one.cpu_milliseconds, one.peak_megabytes)
    made.notes.append(f"{ARCHIVES * PAGES} pages; rows by their hashes. Memory: all processes, shared pages once.")
    return made


def main() -> None:
    """Check the named engines, each in its own process; exit with 1 if a row differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engines", nargs="+", choices=ENGINES)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        result = check_engine(arguments.engines[0], arguments.inside)
        (arguments.inside / f"{result.engine}.json").write_text(json.dumps(asdict(result)))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        for engine in arguments.engines:
            command = [sys.executable, "-m", "tamis_bench.cluster", engine, "--inside", name]
            subprocess.run(command, check=True, timeout=PATIENCE)  # noqa: S603 (our own)
        found = [Checked(**json.loads((folder / f"{engine}.json").read_text())) for engine in arguments.engines]
    print_tables([table(found)])
    if not all(one.is_right for one in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
