"""Metrics of the service, in the text format of Prometheus.

Written by hand: five series need no dependency, and nothing here is global, so two services in one process count
separately.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram's buckets, in seconds."""


class Metrics:
    """Counters of the service since it started. Used by the event loop only."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        """Number of requests by route, method and status."""
        self.failures: Counter[str] = Counter()
        """Number of jobs that failed in a worker, by code."""
        self.jobs = 0
        self.cpu_seconds = 0.0
        """CPU time of jobs in workers."""
        self.active = 0
        """Number of requests that are being answered."""
        self._durations = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self.requests[route, method, status] += 1
        self._durations[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def worked(self, cpu_seconds: float, failure: str | None) -> None:
        """Count a job."""
        self.jobs += 1
        self.cpu_seconds += cpu_seconds
        if failure is not None:
            self.failures[failure] += 1

    def text(self, held: int = 0) -> str:
        """Write all metrics in Prometheus's format. `held` is the number of bytes that requests hold now."""
        return "\n".join((*self._lines(), *_held_lines(held))) + "\n"

    def _lines(self) -> Iterator[str]:
        yield from _head("tamis_requests_total", "counter", "Requests answered.")
        for (route, method, status), count in sorted(self.requests.items()):
            labels = f'route="{_escaped(route)}",method="{_escaped(method)}",status="{status}"'
            yield f"tamis_requests_total{{{labels}}} {count}"
        yield from _head("tamis_request_seconds", "histogram", "Time from a request to the end of its answer.")
        total = 0
        for bound, count in zip(BUCKETS, self._durations, strict=False):
            total += count
            yield f'tamis_request_seconds_bucket{{le="{bound:g}"}} {total}'
        total += self._durations[-1]
        yield f'tamis_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"tamis_request_seconds_sum {self._seconds:.6f}"
        yield f"tamis_request_seconds_count {total}"
        yield from _head("tamis_requests_active", "gauge", "Requests that are being answered.")
        yield f"tamis_requests_active {self.active}"
        yield from _head("tamis_jobs_total", "counter", "Pages that workers were given.")
        yield f"tamis_jobs_total {self.jobs}"
        yield from _head("tamis_job_failures_total", "counter", "Pages that failed in a worker.")
        for code, count in sorted(self.failures.items()):
            yield f'tamis_job_failures_total{{code="{_escaped(code)}"}} {count}'
        yield from _head("tamis_job_cpu_seconds_total", "counter", "CPU time that pages took in workers.")
        yield f"tamis_job_cpu_seconds_total {self.cpu_seconds:.6f}"


def _held_lines(held: int) -> tuple[str, ...]:
    name = "tamis_request_memory_bytes"
    return (*_head(name, "gauge", "Bytes that requests hold, of those that they may."), f"{name} {held}")


def _head(name: str, kind: str, words: str) -> tuple[str, str]:
    return f"# HELP {name} {words}", f"# TYPE {name} {kind}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
