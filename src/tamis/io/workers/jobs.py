"""Documents that wait for a worker, or that a worker has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.io.workers.results import Failure

LONG_MESSAGE = 1_000_000
"""Bytes from which on the document of an owner with a name counts as long: some ten times a usual page."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class PoolJob:
    """A document to process. Nothing that it refers to refers to it, so that a large message is freed at once."""

    message: bytes
    deadline: float
    deliver: Callable[[bytes | None, Failure | None, float], None]
    begin: Callable[[PoolJob], bool]
    """Function called once, before the document is handed out; it returns False if nobody wants it any more."""
    owner: str = ""
    """Name of the owner, by which turns are taken."""
    begun: bool = False
    tries: int = 0
    spent: float = 0.0
    """Seconds of earlier tries, which share the deadline, and of waiting, as far as that counts."""

    @property
    def is_long(self) -> bool:
        """True if the document is long, and others wait for theirs."""
        return bool(self.owner) and len(self.message) >= LONG_MESSAGE
