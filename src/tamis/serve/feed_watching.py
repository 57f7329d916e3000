"""Feeds of the library, checked while the service runs: by ``tamis watch`` in a process of its own.

Feeds and their pages are read with deadlines there, and whatever they cost is not the service's. One process runs at a
time; it is ended when the service stops, and the next one goes on where it was.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tamis.news.refresh import is_due
from tamis.settings.file import write_settings_file

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Sequence

    from tamis.library import Library
    from tamis.serve.context import Context

LOOK_SECONDS = 60.0
"""Seconds after which the library is looked at again."""
MAX_SECONDS = 1_800.0
"""Maximum seconds of one process."""
END_SECONDS = 20.0
"""Seconds that a process has to end after it was asked to."""
MAX_MESSAGES = 20


class FeedWatcher:
    """The checks of feeds, and what became of them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._turn = asyncio.Lock()
        self._checks = 0
        """Number of checks that run or wait for their turn."""
        self.messages: deque[str] = deque(maxlen=MAX_MESSAGES)
        """The last messages, newest last: how many articles are new, and what could not be read."""

    @property
    def is_running(self) -> bool:
        """True while feeds are being checked, or are about to be."""
        return self._checks > 0

    async def run(self) -> None:
        """Check feeds whenever they are due, until canceled."""
        while True:
            if self._context.library_file.exists():
                due = await self._context.with_library(lambda library: due_feeds(library, datetime.now(UTC)))
                if due:
                    await self.check(due)
            await asyncio.sleep(LOOK_SECONDS)

    def check_later(self, feeds: Sequence[str]) -> None:
        """Begin to check feeds, due or not, after the request has been answered."""
        if feeds:
            self._checks += 1  # here, so that the answer to the request can say so
            self._context.later(self._check(feeds))

    async def check(self, feeds: Sequence[str]) -> None:
        """Check feeds now."""
        self._checks += 1
        await self._check(feeds)

    async def _check(self, feeds: Sequence[str]) -> None:
        try:
            async with self._turn:
                with TemporaryDirectory(prefix="tamis-feeds-") as folder:
                    await self._watch(feeds, Path(folder) / "settings.toml")
        finally:
            self._checks -= 1

    async def _watch(self, feeds: Sequence[str], settings: Path) -> None:
        write_settings_file(self._context.defaults, settings)
        library = str(self._context.library_file)
        command = (sys.executable, "-m", "tamis.cli", "watch", "--now", "--library", library, "--settings", settings)
        process = await asyncio.create_subprocess_exec(
            *command,
            "--",
            *feeds,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await self._read(process)
        except TimeoutError:
            self.messages.append("checking took too long and was stopped; it goes on at the next check")
        finally:
            await _end(process)

    async def _read(self, process: Process) -> None:
        while process.stdout is not None and (line := await process.stdout.readline()):
            self.messages.append(line.decode("utf-8", "replace").strip().removeprefix("tamis: "))
        await process.wait()


async def _end(process: Process) -> None:
    """End a process that may still run: politely, then by force."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), END_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


def due_feeds(library: Library, now: datetime) -> list[str]:
    """List the feeds that are due, without paused ones."""
    checks = {feed.url: library.feed_check(feed.url) for feed in library.feeds() if not feed.paused}
    return [url for url, check in checks.items() if check is None or is_due(datetime.fromisoformat(check.next), now)]
