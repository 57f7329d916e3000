"""A harmful job, for the soak of the service. It has its own module, so that workers load nothing else for it."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass

PIECE = 8 << 20
"""Number of bytes that are allocated at a time."""


@dataclass(frozen=True, slots=True)
class Hostile:
    """A job that kills its process (``die``), takes all memory (``bomb``) or hangs."""

    kind: str

    def run(self) -> bytes:
        """Do the harm; never returns."""
        if self.kind == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        held: list[bytearray] = []
        while True:
            if self.kind == "bomb":
                held.append(bytearray(os.urandom(1 << 10) * (PIECE >> 10)))
