"""Results of a pool: the bytes that the function returned for a document, or the failure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FailureCode(StrEnum):
    """The reason that a document has no value. A `TamisError` raised by the function keeps its own code."""

    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    WORKER_DIED = "worker_died"
    UNEXPECTED_ERROR = "unexpected_error"
    """The function raised an error that is not a `TamisError`, or did not return bytes."""
    POOL_CLOSED = "pool_closed"
    """The pool was stopped, or broke, before the document was done."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason that a document has no value, as a code and a message."""

    code: str
    """One of `FailureCode`, or the `code` of the `TamisError` that the function raised."""
    message: str


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a document: exactly one of `value` and `failure` is not None."""

    index: int
    """Index of the document in the input of `Pool.map`; 0 for `Pool.submit`."""
    value: bytes | None = None
    failure: Failure | None = None
    cpu_seconds: float = 0.0
    """CPU time of the document in its worker; 0 if the worker died before it could report."""
