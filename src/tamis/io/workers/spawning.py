"""Workers without fork: each is an interpreter of its own. It takes the place of the fork server where there is none.

A worker starts in the time of the imports instead of a fork's, and shares no memory with the others. It learns what
to do from its standard input, which stays open: when it closes, the pool is gone, and the worker ends.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tamis.io.workers import frames
from tamis.io.workers.forkserver import Order, die_with_parent, limit_memory, prepare
from tamis.io.workers.frames import FrameKind
from tamis.io.workers.worker import failure_bytes, serve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SPAWN = "TAMIS_SPAWN_WORKERS"
"""Variable of the environment: if it is set, workers are spawned on systems with fork, too."""
_PROGRAM = "from tamis.io.workers.spawning import main; main()"
_SIZE_BYTES = 8
_READ_BYTES = 4096


def is_asked_for() -> bool:
    """Tell whether workers are spawned: there is no fork, or a variable of the environment says so."""
    return not hasattr(os, "fork") or bool(os.environ.get(SPAWN))


class Spawner:
    """The pool's end: starts and kills workers, and reports how they ended, as `tamis.io.workers.launch.ForkServer`."""

    def __init__(self, order: Order, environment: Mapping[str, str]) -> None:
        """Start nothing yet: a function that cannot be prepared is found by the first worker."""
        self.control, self._bell = socket.socketpair()
        self._order = order
        self._environment = dict(environment)
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._reports: queue.SimpleQueue[tuple[bool, int, int]] = queue.SimpleQueue()

    def fork(self) -> socket.socket:
        """Start a new worker and return a socket to it; its process id comes as a report, as from a fork server."""
        ours, theirs = socket.socketpair()
        with theirs:
            inherited: dict[str, Any] = {} if hasattr(theirs, "share") else {"pass_fds": [theirs.fileno()]}
            process = subprocess.Popen(  # noqa: S603 (this interpreter, this package)
                [sys.executable, "-P", "-c", _PROGRAM],
                stdin=subprocess.PIPE,
                stdout=2,  # What is printed while a document is processed is not output of the pool's owner.
                env=self._environment,
                **inherited,
            )
            self._processes[process.pid] = process
            self._report(False, process.pid, 0)
            threading.Thread(target=self._wait_for, args=(process,), name="tamis worker's end", daemon=True).start()
            with suppress(OSError):  # It has ended, which is reported.
                self._instruct(process, theirs)
        ours.setblocking(False)
        return ours

    def _instruct(self, process: subprocess.Popen[bytes], channel: socket.socket) -> None:
        """Send the worker its socket and its order."""
        share = getattr(channel, "share", None)  # Windows, which has no inherited numbers of files
        end = channel.fileno() if share is None else share(process.pid)
        message = pickle.dumps((end, self._order))
        assert process.stdin is not None  # noqa: S101 (it is a pipe)
        process.stdin.write(len(message).to_bytes(_SIZE_BYTES, "big") + message)
        process.stdin.flush()

    def _wait_for(self, process: subprocess.Popen[bytes]) -> None:
        """Report the end of a worker: the body of a thread, because no system but POSIX has a signal for it."""
        self._report(True, process.pid, process.wait())

    def _report(self, has_ended: bool, pid: int, status: int) -> None:
        self._reports.put((has_ended, pid, status))
        with suppress(OSError):  # the pool is closed
            self._bell.send(b"!")

    def kill(self, pid: int) -> None:
        """Kill a worker, if it is still running."""
        if process := self._processes.get(pid):
            process.kill()

    def reports(self) -> Iterator[tuple[bool, int, int]]:
        """Read once, and yield for each report whether the process ended, its id and its status."""
        self.control.recv(_READ_BYTES)
        while True:
            try:
                has_ended, pid, status = self._reports.get_nowait()
            except queue.Empty:
                return
            if has_ended:
                self._forget(pid)
            yield has_ended, pid, status

    def _forget(self, pid: int) -> None:
        process = self._processes.pop(pid)
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()

    def stop(self) -> None:
        """Kill the workers."""
        for process in self._processes.values():
            process.kill()
        for pid, process in tuple(self._processes.items()):
            process.wait()
            self._forget(pid)
        self.control.close()
        self._bell.close()


def main() -> None:
    """Serve the pool: the program of a worker."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # The pool decides when to stop, and finishes what it began.
    die_with_parent(True)
    instructions = sys.stdin.buffer
    size = int.from_bytes(instructions.read(_SIZE_BYTES), "big")
    end, order = pickle.loads(instructions.read(size))  # noqa: S301 (written by the pool)
    threading.Thread(target=_end_with, args=(instructions,), daemon=True).start()
    channel = socket.socket(fileno=end) if isinstance(end, int) else _from_share(end)
    with channel, suppress(BrokenPipeError, ConnectionResetError):
        _work(channel, order)
    sys.stderr.flush()
    os._exit(0)  # The thread that reads standard input does not end before the pool does.


def _from_share(data: bytes) -> socket.socket:
    """Return the socket that another process shared with this one."""
    shared: socket.socket = getattr(socket, "fromshare")(data)  # noqa: B009 (Windows only)
    return shared


def _end_with(instructions: Any) -> None:
    """End this process when the pool does: then the other end of standard input is closed."""
    instructions.read(1)
    os._exit(0)


def _work(channel: socket.socket, order: Order) -> None:
    try:
        function = prepare(order)
    except BaseException as error:  # noqa: BLE001 (whatever it is, the pool raises it)
        frames.send(channel, FrameKind.FAILED, failure_bytes("", f"{type(error).__name__}: {error}"))
        return
    limit_memory(order.max_memory)
    serve(channel, function, order.max_memory, order.max_documents)
