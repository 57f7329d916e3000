"""Batches that are interrupted at random moments and run again: the output must equal that of one undisturbed run.

The disturbances: the parent, a worker or all processes are killed; the disk is full (a small tmpfs) or read-only.
Rows are compared by their hashes. The mounts need root.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadInput
from tamis_bench.batch_output import hashes_of
from tamis_bench.processes import descendants
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MOMENTS = 5
"""Number of times that each disturbance is tried."""
SHARD_ROWS = 40
PATIENCE = 600.0
LOOK = 0.005
"""Seconds between two looks at the output."""
FAILED = 3
"""Exit status of a batch that could not write."""
SMALL, LARGE = "{}k", "64m"
PAGE = 4096
"""Bytes in a page of an in-memory file system, which counts sizes in whole pages."""
FULL_AT = (0.05, 0.2, 0.4, 0.6, 0.8)
"""Shares of the output's size at which the disk is full."""


class Moment(NamedTuple):
    """The moment at which a batch is disturbed: some seconds after it has completed a number of output files."""

    files: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.files} files + {self.seconds:.2f} s"

    def wait(self, process: subprocess.Popen[bytes], output: Path) -> None:
        """Wait for the moment, or for the end of the batch."""
        while process.poll() is None and _marks(output) < self.files:
            time.sleep(LOOK)
        with suppress(subprocess.TimeoutExpired):
            process.wait(self.seconds)


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The result of a disturbed batch."""

    disturbance: str
    moment: str
    done_before: int
    """Number of output files that were complete when the batch was run again."""
    same: bool
    message: str = ""
    """Message of the batch, if it printed one."""


class Scenario:
    """A batch over one archive, and the hashes of its undisturbed output."""

    def __init__(self, archive: Path, folder: Path) -> None:
        self._archive = archive
        self.folder = folder
        started = time.monotonic()
        whole = folder / "undisturbed"
        self._finish(whole)
        self._files = _marks(whole)
        self._seconds = (time.monotonic() - started) / self._files
        self._expected = hashes_of(whole)
        self._kilobytes = sum(-(-path.stat().st_size // PAGE) for path in whole.rglob("*")) * PAGE // 1024

    @property
    def rows(self) -> int:
        """Number of rows in the output."""
        return len(self._expected)

    def start(self, output: Path) -> subprocess.Popen[bytes]:
        """Start the batch in its own session, which is also a process group."""
        options = ["--workers", "2", "--shard-rows", str(SHARD_ROWS)]
        command = [sys.executable, "-m", "tamis", "batch", str(self._archive), "-o", str(output), *options]
        return subprocess.Popen(  # noqa: S603 (our own)
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )

    def _finish(self, output: Path) -> None:
        process = self.start(output)
        _, said = process.communicate(timeout=PATIENCE)
        if process.returncode != 0:
            raise BadInput(f"the batch ended with status {process.returncode}: {said.decode()[-500:]}")

    def moments(self, name: str) -> list[Moment]:
        """Choose moments for a disturbance, anywhere between the batch's start and its last output file."""
        random = Random(name)  # noqa: S311 (nothing secret)
        return [Moment(random.randrange(self._files), random.uniform(0, self._seconds)) for _ in range(MOMENTS)]

    def kill(self, name: str, disturb: Callable[[subprocess.Popen[bytes]], None]) -> Iterator[Disturbed]:
        """Disturb the batch at each moment, then run it to its end."""
        for number, moment in enumerate(self.moments(name)):
            output = self.folder / f"{name}-{number}"
            process = self.start(output)
            moment.wait(process, output)
            disturb(process)
            process.communicate(timeout=PATIENCE)
            done = _marks(output)
            self._finish(output)
            yield Disturbed(name, str(moment), done, hashes_of(output) == self._expected)

    def fill_disk(self) -> Iterator[Disturbed]:
        """Let the batch run out of space at several points, then give it more."""
        for share in FULL_AT:
            kilobytes = int(self._kilobytes * share)
            with _mounted(self.folder / "full", SMALL.format(kilobytes)) as place:
                said = self._refused(place / "out")
                done = _marks(place / "out")
                _mount(place, f"remount,size={LARGE}")
                self._finish(place / "out")
                same = hashes_of(place / "out") == self._expected
            yield Disturbed("disk full", f"{kilobytes} kB", done, same and "space" in said.lower(), said)

    def forbid_writing(self) -> Iterator[Disturbed]:
        """Kill the batch, make its disk read-only, run it, and make the disk writable again."""
        for moment in self.moments("read-only"):
            with _mounted(self.folder / "fixed", LARGE) as place:
                process = self.start(place / "out")
                moment.wait(process, place / "out")
                kill_all(process)
                process.communicate()
                _mount(place, "remount,ro")
                said = self._refused(place / "out")
                _mount(place, "remount,rw")
                done = _marks(place / "out")
                self._finish(place / "out")
                same = hashes_of(place / "out") == self._expected
            yield Disturbed("read-only", str(moment), done, same and "read-only" in said.lower(), said)

    def _refused(self, output: Path) -> str:
        """Run a batch that cannot write and return the last line that it prints. Raise if it ends in another way."""
        process = self.start(output)
        _, said = process.communicate(timeout=PATIENCE)
        if process.returncode != FAILED:
            raise BadInput(f"a batch that cannot write ended with status {process.returncode}, not {FAILED}")
        return said.decode().strip().splitlines()[-1]


def kill_parent(process: subprocess.Popen[bytes]) -> None:
    """Kill the process that reads and writes."""
    process.send_signal(signal.SIGKILL)


def kill_worker(process: subprocess.Popen[bytes]) -> None:
    """Kill one of the workers, if there is one."""
    for worker in descendants(process.pid)[1:2]:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def kill_all(process: subprocess.Popen[bytes]) -> None:
    """Kill all processes of the batch."""
    for number in [*descendants(process.pid), process.pid]:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def run(archive: Path, folder: Path) -> tuple[int, list[Disturbed]]:
    """Try all disturbances; return the number of rows in the output and the result of each."""
    scenario = Scenario(archive, folder)
    found = [
        *scenario.kill("parent", kill_parent),
        *scenario.kill("worker", kill_worker),
        *scenario.kill("all processes", kill_all),
        *scenario.fill_disk(),
        *scenario.forbid_writing(),
    ]
    return scenario.rows, found


def table(rows: int, found: list[Disturbed]) -> Table:
    """Build a table of the disturbances and their results."""
    made = Table("Batches that were disturbed", ("disturbance", "when", "files before", "same rows", "message"))
    for one in found:
        made.add(one.disturbance, one.moment, one.done_before, "yes" if one.same else "NO", one.message[-90:])
    made.notes.append(f"{rows} rows each, by their hashes. Killed by SIGKILL.")
    return made


def _marks(output: Path) -> int:
    return len(list(output.glob("_run/marks/*/*.json")))


@contextmanager
def _mounted(place: Path, size: str) -> Iterator[Path]:
    """Mount an in-memory file system of this size, and unmount it at the end."""
    place.mkdir(exist_ok=True)
    _command("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place))
    try:
        yield place
    finally:
        _command("umount", str(place))


def _mount(place: Path, options: str) -> None:
    _command("mount", "-o", options, str(place))


def _command(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, check=False)  # noqa: S603 (our own)
    if done.returncode != 0:
        raise BadInput(f"{' '.join(words)}: {done.stderr.decode().strip()}; this needs the rights of root")
