"""Jobs for the worker processes: small picklable objects that know how to run.

A module of the service defines its jobs as frozen dataclasses at its top level; `Context.run` sends them to a worker,
and the bytes that `run` returns come back. Nothing that a worker answers is unpickled.
"""

from __future__ import annotations

from typing import Protocol

from tamis.serve.faults import Fault


class Job(Protocol):
    """Work on one page."""

    def run(self) -> bytes:
        """Do the work. A `TamisError` that it raises comes back as a `Fault` with the same code and message."""
        ...


def run_job(job: Job, longest: int) -> bytes:
    """Run a job in a worker of the service. Raises a `Fault` for an answer of over `longest` bytes."""
    answer = job.run()
    if len(answer) > longest:
        raise Fault("too_large", f"the answer is over the limit of {longest:,} bytes")
    return answer
