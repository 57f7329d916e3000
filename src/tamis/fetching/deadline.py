"""One clock for a whole visit, so that no slow step can hide behind a quick one."""

from __future__ import annotations

import time

from tamis.errors import TooSlow
from tamis.fetching.failures import PendingError


class Deadline:
    """The moment by which names, connections, redirects and body must all be done."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """Seconds left, always over 0; raises when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.passed()
        return left

    def passed(self) -> PendingError:
        """What to raise once the time has run out."""
        return PendingError(
            TooSlow,
            f"the page was not complete after {self.seconds:g} s; try again, or raise --timeout (timeout)",
        )
