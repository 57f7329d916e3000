"""A thread of its own for the browser tests.

Playwright leaves an event loop running in the thread that it was started in, and takes calls from no other. Whatever
calls `asyncio.run` in that thread afterwards fails, so it must not be the one in which all other tests run.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class BrowserThread:
    """A thread that starts with the first call and ends with the process."""

    def __init__(self) -> None:
        self._calls = ThreadPoolExecutor(1, thread_name_prefix="browser-tests")
        self._thread: threading.Thread | None = None

    def run(
        self, function: Callable[Arguments, Answer], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Answer:
        """Call a function in this thread and return its result."""
        if threading.current_thread() is self._thread:
            return function(*arguments, **named)
        self._thread = self._calls.submit(threading.current_thread).result()
        return self._calls.submit(function, *arguments, **named).result()
