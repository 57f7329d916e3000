"""Numpy with one thread, as in workers: others that wait for work burn CPU, and a loop would look dearer than it is."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tamis.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def one_thread() -> Iterator[None]:
    """Have this process multiply matrices in one thread."""
    try:
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        raise MissingExtra("what is compared with a loop", "learn") from error
    with threadpool_limits(limits=1, user_api="blas"):
        yield
