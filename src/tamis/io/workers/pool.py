"""Process pool for users: `map` for jobs, `submit` for servers."""

from __future__ import annotations

import asyncio
import pickle
import queue
import threading
import time
import weakref
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from tamis.errors import BadSettings, WorkersBusy
from tamis.io.workers.dispatch import Dispatcher
from tamis.io.workers.forkserver import Order
from tamis.io.workers.jobs import PoolJob
from tamis.io.workers.results import Failure, Result
from tamis.settings.workers import PoolSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import TracebackType
    from typing import Self

MOST_WAITING = 0.5
"""Maximum share of a deadline that waiting for a worker may use up."""
AHEAD = 4
"""Number of chunks for each worker that `map` reads ahead of the results it has returned."""


class Pool:
    """Processes that call one function on many documents, each under a deadline and a memory limit.

    >>> with Pool("tamis.io.workers.extraction:extract_json") as pool:  # doctest: +SKIP
    ...     for result in pool.map(pages):
    ...         print(result.value or result.failure)
    """

    def __init__(
        self,
        function: str | Callable[..., bytes],
        settings: PoolSettings | None = None,
        *,
        arguments: Mapping[str, object] | None = None,
        warm_up: object = None,
    ) -> None:
        """Start a pool. `function` takes a document and returns bytes; it is a function of a module, or
        ``"module:name"``.

        `arguments` are passed to every call by name. `warm_up` is a document that is run once before workers are
        forked, so
        that all of them share what the function imports and loads.
        """
        self.settings = settings or PoolSettings()
        order = Order(
            path_of(function),
            dict(arguments or {}),
            warm_up,
            True,
            self.settings.max_memory,
            self.settings.max_documents,
        )
        self._dispatcher = Dispatcher(order, self.settings)
        self._thread = threading.Thread(target=self._dispatcher.run, name="tamis workers", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(kill=kind is not None)

    def close(self, *, kill: bool = False) -> None:
        """Take no more documents, finish those that were submitted, and end all processes. With `kill`, finish none."""
        self._dispatcher.close(kill=kill)
        self._thread.join()

    @property
    def waiting(self) -> int:
        """Number of documents that no worker has yet."""
        return len(self._dispatcher.waiting)

    def submit(self, document: object, *, deadline: float | None = None, owner: str = "") -> Future[Result]:
        """Submit one document and return its future result. A document that no worker has yet can be canceled.

        A caller with one document waits for its result, so the time until a worker takes it counts towards the
        deadline, up to
        half of it. Owners take turns, and none has more documents waiting than there are places left.
        """
        self._check_room(owner)
        future: Future[Result] = Future()

        def deliver(value: bytes | None, failure: Failure | None, cpu_seconds: float) -> None:
            future.set_result(Result(0, value, failure, cpu_seconds))

        asked = time.monotonic()

        def begin(job: PoolJob) -> bool:
            job.spent = min(time.monotonic() - asked, MOST_WAITING * job.deadline)
            return future.set_running_or_notify_cancel()

        job = self._job(document, deadline, deliver, begin, owner)
        waiting = weakref.ref(job)

        def withdraw(future: Future[Result]) -> None:
            unwanted = waiting()
            if future.cancelled() and unwanted is not None:
                self._dispatcher.waiting.withdraw(unwanted)

        future.add_done_callback(withdraw)
        self._dispatcher.add([job])
        return future

    def _check_room(self, owner: str) -> None:
        """Raise `WorkersBusy` if no more documents may wait, or no more of an owner with a name."""
        most = self.settings.max_waiting
        if most is not None and (self.waiting >= most or (owner and not self._dispatcher.waiting.has_room(owner))):
            raise WorkersBusy(most)

    async def run(self, document: object, *, deadline: float | None = None) -> Result:
        """Process one document and await its result, for asyncio programs."""
        return await asyncio.wrap_future(self.submit(document, deadline=deadline))

    def map(self, documents: Iterable[object], *, ordered: bool = True) -> Iterator[Result]:
        """Yield the results of many documents: in their order, or as they come.

        `documents` is read as far as there is room for it, so it may be endless. A result's `index` tells which
        document it
        belongs to.
        """
        feed = _Feed(self, documents)
        try:
            yield from feed.in_order() if ordered else feed.as_they_come()
        finally:
            feed.wanted = False

    def _job(
        self,
        document: object,
        deadline: float | None,
        deliver: Callable[[bytes | None, Failure | None, float], None],
        begin: Callable[[PoolJob], bool],
        owner: str = "",
    ) -> PoolJob:
        message = pickle.dumps(document, pickle.HIGHEST_PROTOCOL)
        return PoolJob(message, self.settings.deadline if deadline is None else deadline, deliver, begin, owner)


class _Feed:
    """One call of `map`, which reads a limited number of documents ahead."""

    def __init__(self, pool: Pool, documents: Iterable[object]) -> None:
        self.wanted = True
        self._pool = pool
        self._documents = enumerate(documents)
        self._window = pool.settings.worker_count * pool.settings.chunk * AHEAD
        self._answers: queue.SimpleQueue[Result] = queue.SimpleQueue()
        self._out = 0
        self._at_end = False

    def as_they_come(self) -> Iterator[Result]:
        """Yield the results as workers return them."""
        while self._refill(held=0):
            yield self._take()

    def in_order(self) -> Iterator[Result]:
        """Yield the results in the order of the documents."""
        early: dict[int, Result] = {}
        due = 0
        while self._refill(held=len(early)):
            result = self._take()
            early[result.index] = result
            while due in early:
                yield early.pop(due)
                due += 1

    def _refill(self, held: int) -> bool:
        """Submit more documents once half of the window is free; return False when all results have arrived."""
        room = self._window - self._out - held
        if not self._at_end and (room * 2 >= self._window or not self._out):
            jobs: list[PoolJob] = []
            for _ in range(max(room, 1)):
                index, document = next(self._documents, (-1, None))
                if index < 0:
                    self._at_end = True
                    break
                jobs.append(self._job(index, document))
            self._out += len(jobs)
            if jobs:
                self._pool._dispatcher.add(jobs)
        return self._out > 0

    def _job(self, index: int, document: object) -> PoolJob:
        def deliver(value: bytes | None, failure: Failure | None, cpu_seconds: float) -> None:
            self._answers.put(Result(index, value, failure, cpu_seconds))

        return self._pool._job(document, None, deliver, lambda _job: self.wanted)

    def _take(self) -> Result:
        self._out -= 1
        return self._answers.get()


def path_of(function: str | Callable[..., Any]) -> str:
    """Return ``module:name`` of a function that another process can import."""
    if isinstance(function, str):
        return function
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
    if module in (None, "__main__") or not name.isidentifier():
        raise BadSettings(f"{function!r} cannot be imported by a worker; define it at the top level of a module")
    return f"{module}:{name}"
