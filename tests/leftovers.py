"""Processes that outlive the tests that started them.

Every process below a test run inherits an environment variable with the name of the run, so that it is found even after
its parent has died. A guard beside the run waits for the run to end, however it ends, and kills what is left.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

VARIABLE = "TAMIS_TEST_RUN"
PROCESSES = Path("/proc")
TRACKER = "multiprocessing.resource_tracker"
ENDING_SECONDS = 120.0
"""Seconds that processes may take to end by themselves: a browser that was closed has helpers that go after it."""


class Guard:
    """Marks the processes of this test run, and kills those that outlive it, even if the run itself is killed."""

    def __init__(self) -> None:
        self.run = f"{os.getpid()}-{time.time_ns()}"
        os.environ[VARIABLE] = self.run
        self._process = subprocess.Popen(
            [sys.executable, "-I", __file__, self.run], stdin=subprocess.PIPE, start_new_session=True
        )

    def leftovers(self) -> list[str]:
        """Name the processes of this run that do not end in time, apart from this one and the guard."""
        own = {os.getpid(), self._process.pid}
        end = time.monotonic() + ENDING_SECONDS
        while (left := self._others(own)) and time.monotonic() < end:
            time.sleep(0.05)
        return [f"{pid}: {command_of(pid)}" for pid in sorted(left)]

    def _others(self, own: set[int]) -> set[int]:
        """Return the processes of this run but some, and but those of Python itself that end with their parents."""
        return {pid for pid in processes_of(self.run) - own if TRACKER not in command_of(pid)}

    def close(self) -> None:
        """Kill what is left, and wait until that is done."""
        del os.environ[VARIABLE]
        self._process.communicate()


def processes_of(run: str) -> set[int]:
    """Return the ids of the processes that belong to a test run; those that only wait to be reaped do not count."""
    mark = f"{VARIABLE}={run}".encode()
    found = set()
    for folder in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):  # It has ended, or belongs to somebody else.
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
    return found


def command_of(pid: int) -> str:
    """Return the command line of a process."""
    with suppress(OSError):
        return (PROCESSES / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return "(ended)"


def guard(run: str) -> None:
    """Wait until the other end of standard input is gone, then kill all processes of the run."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # What ends the run must not end this first.
    sys.stdin.read()
    while left := processes_of(run) - {os.getpid()}:
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)


if __name__ == "__main__":
    guard(sys.argv[1])
