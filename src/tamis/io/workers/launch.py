"""The pool's end of the fork server: start it, order workers and deaths, hear how workers ended."""

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
from tamis.io.workers.frames import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

START_SECONDS = 120.0
"""What preparing the function may take: imports on a slow disk, a large model."""
STOP_SECONDS = 5.0
"""What the fork server may take to end once its socket is closed; it only kills and waits."""
_PROGRAM = "import sys; from tamis.io.workers.forkserver import main; main(int(sys.argv[1]))"
# One computing thread in each worker: the pool is the parallelism, and idle threads forbid forking.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_FORKS_PREPARED = sys.platform != "darwin"  # Apple's frameworks break in a process that forked after using them.


class ForkServer:
    """A running fork server."""

    def __init__(self, order: Order) -> None:
        """Start it and wait until it is ready; raises `WorkersFailed` with its reason if it cannot be."""
        order = order._replace(prepared=order.prepared and _FORKS_PREPARED)
        if not self._start(order) and not self._start(order._replace(prepared=False)):
            raise WorkersFailed("the fork server has threads before it has done anything; see docs/workers.md")

    def _start(self, order: Order) -> bool:
        """Whether it runs; False if it cannot because preparing the function started threads."""
        self.control, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-c", _PROGRAM, str(theirs.fileno())]
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 (this interpreter, this package)
                command,
                stdin=subprocess.DEVNULL,
                stdout=2,  # What a document prints is no output of the pool's owner.
                pass_fds=[theirs.fileno()],
                env=os.environ | _ONE_THREAD | {"PYTHONPATH": os.pathsep.join(_search_path())},
            )
        try:
            self.control.settimeout(START_SECONDS)
            frames.send(self.control, Kind.TASK, pickle.dumps(order))
            answer = frames.receive(self.control)
            self.control.settimeout(None)
        except OSError as error:
            self.stop()
            raise WorkersFailed(f"the fork server does not answer ({error})") from error
        if answer is not None and answer.kind is Kind.READY:
            return True
        self.stop()
        if answer is None or answer.kind is Kind.FAILED:
            why = f"it ended ({ending(self.process.returncode)})" if answer is None else json.loads(answer.payload)[1]
            raise WorkersFailed(f"the function {order.function} cannot be prepared: {why}")
        return False

    def fork(self) -> socket.socket:
        """A socket to a new worker; its process id comes later, as a report."""
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self.control, [RECORD.pack(FORK, 0, 0)], [theirs.fileno()])
        ours.setblocking(False)
        return ours

    def kill(self, pid: int) -> None:
        """Kill a worker, if it still lives."""
        with suppress(OSError):  # The fork server is gone, and the workers with it.
            self.control.sendall(RECORD.pack(KILL, pid, 0))

    def reports(self) -> Iterator[tuple[bool, int, int]]:
        """Has it ended, which process, with which status; read once. Raises when the server is gone."""
        data = self.control.recv(RECORD.size * 64)
        if not data:
            raise ConnectionResetError("the fork server ended")
        while len(data) % RECORD.size:
            data += self.control.recv(RECORD.size - len(data) % RECORD.size)
        for what, pid, status in RECORD.iter_unpack(data):
            yield what == ENDED, pid, status

    def stop(self) -> None:
        """End it; it kills what workers there are."""
        self.control.close()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()  # Then the kernel kills the workers.
            self.process.wait()


def ending(status: int | None) -> str:
    """How a process ended, in words."""
    if status is None:
        return "nobody knows how"
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {-status}, {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"


def _search_path() -> list[str]:
    """Where this process finds modules; the current directory by its name."""
    return [path or os.getcwd() for path in sys.path]  # noqa: PTH109 (a string is wanted)
