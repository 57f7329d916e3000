"""Fork server: the process that forks the workers, and ensures that none outlives the pool.

It is a fresh interpreter, started by the pool. It prepares the function once (imports, models), and from then on each
worker costs a fork and no imports. It has one thread, so that forking is safe, and it does nothing but wait:

- for orders of the pool: fork a worker for a socket that comes with the order, or kill one;
- for the end of a worker, which it reports;
- for the end of the pool (the socket closes, or the parent's process id changes): then it kills all workers.

This process kills workers, not the pool, because a parent knows for certain which process ids are still its children's.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import select
import signal
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.io.workers import frames
from tamis.io.workers.frames import FrameKind
from tamis.io.workers.worker import failure_bytes, load_function, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

RECORD = struct.Struct("!cii")
"""Format of an order or a report: the action, the process id, the status."""
FORK, KILL = b"F", b"K"
STARTED, ENDED = b"S", b"E"

PARENT_CHECK_SECONDS = 1.0
PR_SET_PDEATHSIG = 1  # prctl(2)
_TASKS = Path("/proc/self/task")
_STATM = Path("/proc/self/statm")


class Order(NamedTuple):
    """The configuration that the pool sends to the fork server at its start."""

    function: str
    arguments: Mapping[str, object]
    warm_up: object
    """Document to run once before workers are forked; None for none."""
    prepared: bool
    """True if the function is prepared here. If not, each worker prepares it."""
    max_memory: int
    max_documents: int


def main(descriptor: int) -> None:
    """Serve the pool at the other end of this socket: the program of the process."""
    with socket.socket(fileno=descriptor) as control:
        _serve_pool(control)


def _serve_pool(control: socket.socket) -> None:
    """Prepare the function, then fork and kill on request until the pool ends."""
    parent = os.getppid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # The pool decides when to stop, and finishes what it began.
    message = frames.receive(control)
    if message is None:
        return
    order: Order = pickle.loads(message.payload)  # noqa: S301 (written by the pool)
    function = None
    if order.prepared:
        die_with_parent(True)
        try:
            function = prepare(order)
        except BaseException as error:  # noqa: BLE001 (whatever it is, the pool raises it)
            frames.send(control, FrameKind.FAILED, failure_bytes("", f"{type(error).__name__}: {error}"))
            return
        die_with_parent(False)
        if _has_threads():
            frames.send(control, FrameKind.THREADED)
            return
        import gc

        gc.collect()
        gc.freeze()  # Memory that is shared with the workers stays shared.
    frames.send(control, FrameKind.READY)
    _Server(control, order, function, parent).run()


def prepare(order: Order) -> Callable[[Any], object]:
    """Load the function, and run it once if there is a document for that."""
    function = load_function(order.function, order.arguments)
    if order.warm_up is not None:
        function(order.warm_up)
    return function


def _has_threads() -> bool:
    try:
        return len(list(_TASKS.iterdir())) > 1
    except OSError:
        import threading

        return threading.active_count() > 1


class _Server:
    """The loop of the fork server."""

    def __init__(
        self, control: socket.socket, order: Order, function: Callable[[Any], object] | None, parent: int
    ) -> None:
        self._control = control
        self._order = order
        self._function = function
        self._parent = parent
        self._children: set[int] = set()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Serve the pool; when it is gone, kill all workers."""
        try:
            while os.getppid() == self._parent:
                ready, _, _ = select.select([self._control.fileno(), self._wake_read], [], [], PARENT_CHECK_SECONDS)
                if self._wake_read in ready:
                    os.read(self._wake_read, 4096)
                    self._reap()
                if self._control.fileno() in ready and not self._obey():
                    return
        except (BrokenPipeError, ConnectionResetError):
            return
        finally:
            self._kill_all()

    def _obey(self) -> bool:
        """Carry out one order; return False if the pool is gone."""
        data, descriptors, _, _ = socket.recv_fds(self._control, RECORD.size, 1)
        while data and len(data) < RECORD.size:
            more = self._control.recv(RECORD.size - len(data))
            if not more:
                return False
            data += more
        if not data:
            return False
        what, pid, _ = RECORD.unpack(data)
        if what == FORK:
            self._fork(descriptors[0])
        elif pid in self._children:
            os.kill(pid, signal.SIGKILL)
        return True

    def _fork(self, descriptor: int) -> None:
        server = os.getpid()
        try:
            pid = os.fork()
        except OSError:  # the system has no process or memory left: the pool sees the socket close, and tries again
            pid = -1
        if pid == 0:
            self._become_worker(descriptor, server)
        os.close(descriptor)
        if pid > 0:
            self._children.add(pid)
        self._control.sendall(RECORD.pack(STARTED, pid, 0))

    def _become_worker(self, descriptor: int, server: int) -> None:
        """Run a worker, and never return: whatever happens, this process must not continue as a fork server."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.close()
            os.close(self._wake_read)
            os.close(self._wake_write)
            die_with_parent(True)
            if os.getppid() == server:
                with socket.socket(fileno=descriptor) as channel:
                    self._work(channel)
            status = 0
        except (BrokenPipeError, ConnectionResetError):
            status = 0
        finally:
            with suppress(OSError, ValueError):
                sys.stderr.flush()
            os._exit(status)

    def _work(self, channel: socket.socket) -> None:
        order = self._order
        try:
            function = self._function or prepare(order)
        except BaseException as error:  # noqa: BLE001 (whatever it is, the pool raises it)
            frames.send(channel, FrameKind.FAILED, failure_bytes("", f"{type(error).__name__}: {error}"))
            return
        limit_memory(order.max_memory)
        serve(channel, function, order.max_memory, order.max_documents)

    def _reap(self) -> None:
        for pid in tuple(self._children):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                self._children.discard(pid)
                self._control.sendall(RECORD.pack(ENDED, pid, os.waitstatus_to_exitcode(status)))

    def _kill_all(self) -> None:
        for pid in self._children:
            os.kill(pid, signal.SIGKILL)
        for pid in self._children:
            os.waitpid(pid, 0)


def die_with_parent(do: bool) -> None:
    """Let the kernel kill this process when its parent ends, or undo that (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL if do else 0)


def limit_memory(max_memory: int) -> None:
    """Limit the address space, against one huge allocation; the pool watches memory that grows bit by bit."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):  # if there is no /proc, or a lower limit is set already
        address_space = int(_STATM.read_bytes().split()[0]) * resource.getpagesize()
        limit = address_space + max_memory
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
