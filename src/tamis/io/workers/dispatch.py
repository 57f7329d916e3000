"""Dispatcher: the thread that owns a pool's workers, hands out documents, reads results, watches clocks and memory.

Everything about workers happens in this one thread, so nothing here needs a lock. Other threads only put jobs into the
queue and wake it up.
"""

from __future__ import annotations

import json
import selectors
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.errors import WorkersFailed
from tamis.io.workers.frames import FrameKind, FrameReader, encode, send_some
from tamis.io.workers.launch import ending, start_server
from tamis.io.workers.results import Failure, FailureCode
from tamis.io.workers.turns import Turns
from tamis.io.workers.worker import resident_bytes

if TYPE_CHECKING:
    from tamis.io.workers.forkserver import Order
    from tamis.io.workers.frames import Frame
    from tamis.io.workers.jobs import PoolJob
    from tamis.settings.workers import PoolSettings

MEMORY_CHECK_SECONDS = 0.1
"""Seconds between checks of the memory of busy workers."""
REPORT_SECONDS = 2.0
"""Seconds to wait for the report of how a worker ended, once its socket closed."""
START_SECONDS = 120.0
"""Maximum number of seconds until a worker is ready."""
MOST_FAILED_STARTS = 5
"""Number of workers in a row that fail to start before the pool is broken."""
RESTART_SECONDS = 0.05
"""Seconds to wait after a worker that did not start; the pause doubles each time."""
READ_BYTES = 1 << 18
MOST_BUFFERS = 64
"""Number of buffers handed to the kernel at once; systems guarantee at least 16, Linux takes 1,024."""


@dataclass(slots=True, eq=False)
class _Worker:
    channel: socket.socket
    asked: float
    """Time when it was requested."""
    pid: int = 0
    ready: bool = False
    retiring: bool = False
    open: bool = True
    closed_at: float = 0.0
    status: int | None = None
    """Exit status, once it is known."""
    failure: Failure | None = None
    """Reason that it is being killed."""
    jobs: deque[PoolJob] = field(default_factory=deque)
    """Documents that it has; it works on the first."""
    started: float = 0.0
    """Time when it began with the first document."""
    incoming: FrameReader = field(default_factory=FrameReader)
    outgoing: deque[memoryview] = field(default_factory=deque)

    @property
    def due(self) -> float:
        """The time when the document that it works on must be done."""
        return self.started + self.jobs[0].deadline - self.jobs[0].spent

    def takes_more(self, chunk: int) -> bool:
        """Tell whether the worker can take another document."""
        usable = self.ready and self.open and not self.retiring and self.failure is None
        return usable and len(self.jobs) < chunk


class Dispatcher:
    """The owner of what starts workers, and of the workers. `run` is the body of its thread."""

    def __init__(self, order: Order, settings: PoolSettings) -> None:
        self.waiting: Turns[PoolJob] = Turns(settings.max_waiting or 0)
        self.broken: str | None = None
        self._order = order
        self._settings = settings
        self._server = start_server(order)
        self._workers: list[_Worker] = []
        self._unnamed: deque[_Worker] = deque()
        """Workers that were requested and whose process id is unknown yet, in order."""
        self._failed_starts = 0
        self._start_problem = ""
        self._memory_checked = 0.0
        self._next_start = 0.0
        self._lock = threading.Lock()
        """Lock between threads that add jobs and the end of the dispatcher's thread, which must answer every job added.
        """
        self._stopped = False
        self._closing = threading.Event()
        self._killing = threading.Event()
        self._wake_read, self._wake_write = socket.socketpair()
        self._wake_write.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._wake_read, selectors.EVENT_READ, self._woken)
        self._register_server()

    # Called from other threads.

    def add(self, jobs: list[PoolJob]) -> None:
        """Put jobs into the queue; raises `WorkersFailed` if the pool is closed or broken."""
        with self._lock:
            if self._stopped or self._closing.is_set():
                raise WorkersFailed(self.broken or "the pool is closed; open another")
            self.waiting.extend(jobs)
            self._wake()

    def close(self, *, kill: bool) -> None:
        """Stop once all jobs are done, or at once with `kill`."""
        with self._lock:
            self._closing.set()
            if kill:
                self._killing.set()
            if not self._stopped:
                self._wake()

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # It has been woken often enough.
            self._wake_write.send(b"!")

    # Called in its own thread.

    def run(self) -> None:
        """Run the loop until the pool is closed."""
        try:
            self._loop()
        except Exception as error:  # noqa: BLE001 (whoever waits for an answer must get one)
            self.broken = f"{type(error).__name__}: {error}"
        finally:
            self._stop()

    def _loop(self) -> None:
        while not self._killing.is_set() and not self._is_done():
            self._fill_up()
            self._hand_out()
            if self._is_done():  # The last documents were canceled, so no answer will wake the selector.
                return
            for key, events in self._selector.select(self._patience()):
                key.data(events)
            self._watch()

    def _is_done(self) -> bool:
        """Tell whether the pool is closed and every document answered."""
        return self._closing.is_set() and not self.waiting and not any(worker.jobs for worker in self._workers)

    def _stop(self) -> None:
        with self._lock:
            self._stopped = True
        self._selector.close()
        for worker in self._workers:
            worker.channel.close()
        self._server.stop()
        self._wake_read.close()
        self._wake_write.close()
        why = (
            f"the pool is broken: {self.broken}"
            if self.broken
            else "the pool was stopped before this document was done"
        )
        failure = Failure(FailureCode.POOL_CLOSED, why)
        jobs = [job for worker in self._workers for job in worker.jobs]
        while (job := self.waiting.next()) is not None:
            if job.begun or job.begin(job):
                jobs.append(job)
        for job in jobs:
            job.deliver(None, failure, 0.0)

    def _fill_up(self) -> None:
        """Start workers where some are missing."""
        if self._failed_starts >= MOST_FAILED_STARTS:
            raise WorkersFailed(f"workers do not start: {self._start_problem}")
        now = time.monotonic()
        if now < self._next_start:
            return
        lacking = self._settings.worker_count - sum(worker.open for worker in self._workers)
        for _ in range(lacking):
            worker = _Worker(self._server.fork(), now)
            self._workers.append(worker)
            self._unnamed.append(worker)
            self._selector.register(
                worker.channel, selectors.EVENT_READ, lambda events, worker=worker: self._attend(worker, events)
            )

    def _hand_out(self) -> None:
        """Give each document to the worker with the fewest documents."""
        fed: set[_Worker] = set()
        while self.waiting:
            free = [worker for worker in self._workers if worker.takes_more(self._settings.chunk)]
            if not free:
                break
            job = self.waiting.next(long_too=self._has_room_for_long())
            if job is None:
                break
            if not job.begun and not job.begin(job):
                continue
            job.begun = True  # A worker that retires gives back the documents that it has.
            worker = min(free, key=lambda worker: len(worker.jobs))
            if not worker.jobs:
                worker.started = time.monotonic()
            worker.jobs.append(job)
            worker.outgoing.extend(map(memoryview, encode(FrameKind.TASK, job.message)))
            fed.add(worker)
        for worker in fed:
            self._send(worker)

    def _has_room_for_long(self) -> bool:
        """Tell whether a long document may begin: they leave a worker to the short ones, if there are several."""
        busy = sum(any(job.is_long for job in worker.jobs) for worker in self._workers)
        return busy < max(1, self._settings.worker_count - 1)

    def _patience(self) -> float | None:
        """Return the seconds until a clock has to be checked; None if there is none."""
        now = time.monotonic()
        moments = [worker.due for worker in self._workers if worker.open and worker.jobs]
        if moments:
            moments.append(self._memory_checked + MEMORY_CHECK_SECONDS)
        moments += [worker.asked + START_SECONDS for worker in self._workers if worker.open and not worker.ready]
        moments += [worker.closed_at + REPORT_SECONDS for worker in self._workers if not worker.open]
        if self._next_start > now:
            moments.append(self._next_start)
        return max(0.0, min(moments) - now) if moments else None

    def _attend(self, worker: _Worker, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self._send(worker)
        if events & selectors.EVENT_READ and worker.open:
            self._read(worker)

    def _send(self, worker: _Worker) -> None:
        """Send as much as the socket takes; if it takes no more, wait until it does."""
        try:
            while worker.outgoing:
                sent = send_some(
                    worker.channel,
                    [worker.outgoing[number] for number in range(min(len(worker.outgoing), MOST_BUFFERS))],
                )
                while worker.outgoing and sent >= len(worker.outgoing[0]):
                    sent -= len(worker.outgoing.popleft())
                if sent:
                    worker.outgoing[0] = worker.outgoing[0][sent:]
        except BlockingIOError:
            pass
        except OSError:  # It is gone, which shows when it is read from.
            worker.outgoing.clear()
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if worker.outgoing else 0)
        if worker.open and self._selector.get_key(worker.channel).events != events:
            self._selector.modify(worker.channel, events, self._selector.get_key(worker.channel).data)

    def _read(self, worker: _Worker) -> None:
        try:
            piece = worker.channel.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._close(worker)
            return
        for frame in worker.incoming.feed(piece):
            self._heed(worker, frame)

    def _heed(self, worker: _Worker, frame: Frame) -> None:
        if frame.kind is FrameKind.READY:
            worker.ready = True
            self._failed_starts = 0
        elif frame.kind is FrameKind.RETIRING:
            worker.retiring = True
        elif not worker.ready:
            self._start_problem = json.loads(frame.payload)[1]
        elif worker.jobs:
            job = worker.jobs.popleft()
            now = time.monotonic()
            self.waiting.charge(job.owner, now - worker.started)
            worker.started = now
            failure = Failure(*map(str, json.loads(frame.payload))) if frame.kind is FrameKind.FAILED else None
            value = frame.payload if failure is None else None
            job.deliver(value, failure, frame.cpu_nanoseconds / 1e9)

    def _close(self, worker: _Worker) -> None:
        """Close the socket of a worker that ended; a report will say how."""
        self._selector.unregister(worker.channel)
        worker.channel.close()
        worker.open = False
        worker.closed_at = time.monotonic()
        worker.outgoing.clear()
        explained = worker.status is not None or worker.failure is not None or worker.retiring
        if explained or not worker.jobs:
            self._bury(worker)

    def _bury(self, worker: _Worker) -> None:
        """Answer for the document that the worker died on; other workers process the rest."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        if not worker.ready:
            self._failed_starts += 1
            self._next_start = time.monotonic() + RESTART_SECONDS * 2**self._failed_starts
            self._start_problem = self._start_problem or f"a worker ended at once ({ending(worker.status)})"
        if worker.jobs and not worker.retiring:
            self._blame(worker, worker.jobs.popleft())
        self.waiting.give_back(worker.jobs)
        worker.jobs.clear()

    def _blame(self, worker: _Worker, job: PoolJob) -> None:
        job.tries += 1
        self.waiting.charge(job.owner, time.monotonic() - worker.started)
        if worker.failure is not None:
            job.deliver(None, worker.failure, 0.0)
        elif job.tries < self._settings.tries:
            job.spent += time.monotonic() - worker.started
            worker.jobs.appendleft(job)
        else:
            message = f"the worker died on this document ({ending(worker.status)})"
            job.deliver(None, Failure(FailureCode.WORKER_DIED, message), 0.0)

    def _watch(self) -> None:
        """Kill workers that are over a limit."""
        now = time.monotonic()
        check_memory = now - self._memory_checked >= MEMORY_CHECK_SECONDS
        if check_memory:
            self._memory_checked = now
        for worker in tuple(self._workers):
            if not worker.open:
                if now - worker.closed_at >= REPORT_SECONDS:
                    self._bury(worker)
            elif worker.failure is not None:
                continue
            elif not worker.ready:
                if now - worker.asked >= START_SECONDS:
                    self._kill(worker, Failure(FailureCode.TIMED_OUT, "the worker did not start in time"))
            elif worker.jobs and now >= worker.due:
                seconds = f"{worker.jobs[0].deadline:g} s"
                self._kill(worker, Failure(FailureCode.TIMED_OUT, f"the document was not done after {seconds}"))
            elif worker.jobs and check_memory and _resident(worker.pid) > self._settings.max_memory:
                limit = f"{self._settings.max_memory:,} bytes"
                self._kill(worker, Failure(FailureCode.OUT_OF_MEMORY, f"the document needs more memory than {limit}"))

    def _kill(self, worker: _Worker, failure: Failure) -> None:
        worker.failure = failure
        if worker.pid > 0:
            self._server.kill(worker.pid)

    def _woken(self, _events: int) -> None:
        self._wake_read.recv(4096)

    # The fork server.

    def _register_server(self) -> None:
        self._selector.register(self._server.control, selectors.EVENT_READ, self._hear)

    def _hear(self, _events: int) -> None:
        try:
            for has_ended, pid, status in self._server.reports():
                if not has_ended:
                    self._name(self._unnamed.popleft(), pid)
                elif worker := next((worker for worker in self._workers if worker.pid == pid), None):
                    worker.status = status
                    if not worker.open:
                        self._bury(worker)
        except OSError:
            self._replace_server()

    def _name(self, worker: _Worker, pid: int) -> None:
        worker.pid = pid
        if worker.failure is not None:  # It should have been killed already, but its process id was unknown.
            self._server.kill(pid)

    def _replace_server(self) -> None:
        """Start a new fork server after the old one was killed, and the workers with it."""
        self._selector.unregister(self._server.control)
        self._server.stop()
        for worker in tuple(self._workers):
            if worker.open:
                self._close(worker)
            self._bury(worker)
        self._unnamed.clear()
        self._server = start_server(self._order)
        self._register_server()


def _resident(pid: int) -> int:
    """Return the bytes of a process in memory; 0 if the system does not say, or if the process is gone."""
    try:
        return resident_bytes(Path(f"/proc/{pid}/statm").read_bytes())
    except (OSError, IndexError):
        return 0
