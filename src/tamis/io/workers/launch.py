"""The pool's end of the fork server: starts it, orders it to fork and kill workers, reads how workers ended.

Where there is no fork, `start_server` gives a `Spawner` in its place.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from tamis.errors import WorkersFailed
from tamis.io.workers import frames
from tamis.io.workers.forkserver import ENDED, FORK, KILL, RECORD, Order
from tamis.io.workers.frames import FrameKind
from tamis.io.workers.spawning import Spawner, is_asked_for

if TYPE_CHECKING:
    from collections.abc import Iterator

START_SECONDS = 120.0
"""Maximum number of seconds to prepare the function: imports on a slow disk, a large model."""
STOP_SECONDS = 5.0
"""Maximum number of seconds until the fork server ends once its socket is closed; it only kills and waits."""
_PROGRAM = "import sys; from tamis.io.workers.forkserver import main; main(int(sys.argv[1]))"
# One computing thread in each worker: the pool is the parallelism, and idle threads forbid forking.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_FORKS_PREPARED = sys.platform != "darwin"  # Apple's frameworks break in a process that forked after using them.


def start_server(order: Order) -> ForkServer | Spawner:
    """Start what starts workers; raises `WorkersFailed` with its reason if the function cannot be prepared."""
    return Spawner(order, _environment()) if is_asked_for() else ForkServer(order)


class ForkServer:
    """A running fork server."""

    def __init__(self, order: Order) -> None:
        """Start the fork server and wait until it is ready; raises `WorkersFailed` with its reason if it fails."""
        order = order._replace(prepared=order.prepared and _FORKS_PREPARED)
        if not self._start(order) and not self._start(order._replace(prepared=False)):
            raise WorkersFailed("the fork server has threads before it has done anything; see docs/workers.md")

    def _start(self, order: Order) -> bool:
        """Start the process; return False if it cannot run because preparing the function started threads."""
        self.control, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-c", _PROGRAM, str(theirs.fileno())]
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 (this interpreter, this package)
                command,
                stdin=subprocess.DEVNULL,
                stdout=2,  # What is printed while a document is processed is not output of the pool's owner.
                pass_fds=[theirs.fileno()],
                env=_environment(),
            )
        try:
            self.control.settimeout(START_SECONDS)
            frames.send(self.control, FrameKind.TASK, pickle.dumps(order))
            answer = frames.receive(self.control)
            self.control.settimeout(None)
        except OSError as error:
            self.stop()
            raise WorkersFailed(f"the fork server does not answer ({error})") from error
        if answer is not None and answer.kind is FrameKind.READY:
            return True
        self.stop()
        if answer is None or answer.kind is FrameKind.FAILED:
            why = f"it ended ({ending(self.process.returncode)})" if answer is None else json.loads(answer.payload)[1]
            raise WorkersFailed(f"the function {order.function} cannot be prepared: {why}")
        return False

    def fork(self) -> socket.socket:
        """Order a new worker and return a socket to it; its process id comes later, as a report."""
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self.control, [RECORD.pack(FORK, 0, 0)], [theirs.fileno()])
        ours.setblocking(False)
        return ours

    def kill(self, pid: int) -> None:
        """Kill a worker, if it is still running."""
        with suppress(OSError):  # The fork server is gone, and the workers with it.
            self.control.sendall(RECORD.pack(KILL, pid, 0))

    def reports(self) -> Iterator[tuple[bool, int, int]]:
        """Read once, and yield for each report whether the process ended, its id and its status.

        Raises `ConnectionResetError` if the server is gone.
        """
        data = self.control.recv(RECORD.size * 64)
        if not data:
            raise ConnectionResetError("the fork server ended")
        while len(data) % RECORD.size:
            data += self.control.recv(RECORD.size - len(data) % RECORD.size)
        for what, pid, status in RECORD.iter_unpack(data):
            yield what == ENDED, pid, status

    def stop(self) -> None:
        """End the server, which kills its workers."""
        self.control.close()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()  # Then the kernel kills the workers.
            self.process.wait()


def ending(status: int | None) -> str:
    """Describe in words how a process ended."""
    if status is None:
        return "nobody knows how"
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {-status}, {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"


def _environment() -> dict[str, str]:
    """Return the environment of workers: one computing thread, and the modules that this process finds."""
    return {**os.environ, **_ONE_THREAD, "PYTHONPATH": os.pathsep.join(_search_path())}


def _search_path() -> list[str]:
    """Return the module search path of this process, with the current directory by its name."""
    return [path or os.getcwd() for path in sys.path]  # noqa: PTH109 (a string is wanted)
