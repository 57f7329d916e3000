"""Event loop for playwright, which ends the process of its driver whatever state that is in.

Playwright leaves this process and the pipes to it behind if its start is canceled, or if it does not stop in time.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any

CLOSE_SECONDS = 5.0
"""Seconds that a browser or its driver has to end."""
_TICK = 0.01

if sys.platform == "win32":
    from asyncio import ProactorEventLoop as _Loop
else:
    from asyncio import SelectorEventLoop as _Loop


class DriverLoop(_Loop):
    """An event loop that knows the processes that were started in it, and ends them before it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self._processes: list[asyncio.SubprocessTransport] = []

    async def subprocess_exec(self, *arguments: Any, **named: Any) -> Any:
        """Start a process as every event loop does, and note it."""
        transport, protocol = await super().subprocess_exec(*arguments, **named)
        self._processes.append(transport)
        return transport, protocol

    async def end_processes(self) -> None:
        """Close the pipes to all processes, kill those that still run, and wait for their end."""
        processes, self._processes = self._processes, []
        for process in processes:
            process.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while any(process.get_returncode() is None for process in processes):
                    await asyncio.sleep(_TICK)

    def close(self) -> None:
        """End all processes, then close the loop."""
        if self._processes and not self.is_closed():
            self.run_until_complete(self.end_processes())
        super().close()
