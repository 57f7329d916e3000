"""What a pool answers for each document: the bytes that the function returned, or why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FailureCode(StrEnum):
    """Why a document has no value. A `TamisError` raised by the function keeps its own code."""

    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    WORKER_DIED = "worker_died"
    UNEXPECTED_ERROR = "unexpected_error"
    """The function raised something that is not a `TamisError`, or did not return bytes."""
    POOL_CLOSED = "pool_closed"
    """The pool was stopped, or broke, before the document was done."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document has no value."""

    code: str
    """One of `FailureCode`, or the `code` of the `TamisError` that the function raised."""
    message: str


@dataclass(frozen=True, slots=True)
class Result:
    """A document's answer: exactly one of `value` and `failure` is not None."""

    index: int
    """The document's place in the input of `Pool.map`; 0 for `Pool.submit`."""
    value: bytes | None = None
    failure: Failure | None = None
    cpu_seconds: float = 0.0
    """What the document cost in its worker; 0 where the worker did not live to say so."""
