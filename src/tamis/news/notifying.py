"""Tell others about new stories: a command of the user, or a web hook. Both get the stories as JSON.

A delivery that fails is tried again, and stories that could not be delivered go with the next ones. A failure is
reported in words and never stops the watch.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Protocol

from tamis.errors import FetchError, RefusedAddress
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.io.fetching import Fetcher

WAITS = (2.0, 10.0)
"""Seconds before the second and the third try."""
MOST_HELD = 1_000
"""Maximum number of stories that wait for the next delivery; the oldest are given up first."""
COMMAND_SECONDS = 300.0
"""Seconds that a command may take."""
LONGEST_COMPLAINT = 300
"""Maximum number of bytes of what a command says about its failure."""


class CommandFailed(Exception):
    """A command did not end with exit status 0 in time; the text says how."""


class Told(Protocol):
    """A story that others are told about: one of the library, or one with its new entries."""

    def to_dict(self) -> dict[str, Any]:
        """Convert the story to plain values."""


class Receiver(Protocol):
    """Somebody who is told about new stories."""

    @property
    def name(self) -> str:
        """Name for messages."""

    def deliver(self, message: bytes) -> None:
        """Deliver a message. Raises `FetchError` or `CommandFailed`."""


@dataclass(frozen=True, slots=True)
class WebHook:
    """A URL to which the stories are posted; private addresses are refused unless the fetcher allows them."""

    url: str
    fetcher: Fetcher

    @property
    def name(self) -> str:
        """Name for messages: what it is, without the URL, which may hold a secret."""
        return "the web hook"

    def deliver(self, message: bytes) -> None:
        """Post a message. Raises `FetchError`."""
        self.fetcher.post(self.url, message, "application/json")


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A command of the user's shell that gets the stories on its standard input."""

    command: str
    seconds: float = COMMAND_SECONDS

    @property
    def name(self) -> str:
        """Name for messages."""
        return "the command for new stories"

    def deliver(self, message: bytes) -> None:
        """Run the command. Raises `CommandFailed` if it does not end with 0 in time."""
        with TemporaryFile() as said:
            with subprocess.Popen(  # noqa: S602 (the user's own command line)
                self.command,
                shell=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,
            ) as process:
                try:
                    process.communicate(message, self.seconds)
                except subprocess.TimeoutExpired as error:
                    _end(process)
                    raise CommandFailed(f"it was not done after {self.seconds:g} s") from error
                except BaseException:
                    _end(process)
                    raise
            said.seek(0)
            words = " ".join(said.read(LONGEST_COMPLAINT).decode("utf-8", "replace").split())
        if process.returncode:
            raise CommandFailed(f"exit status {process.returncode}{f' ({words})' if words else ''}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a command with what it has started; on Windows the command alone."""
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@dataclass(slots=True)
class Notifier:
    """The receivers of new stories, with what each of them still has to get."""

    receivers: Sequence[Receiver]
    wait: Callable[[float], bool]
    """Wait some seconds; return True if the watch is to end, as `Event.wait` does."""
    _held: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    def tell(self, stories: Sequence[Told]) -> Iterator[str]:
        """Deliver the stories, with those that could not be delivered before. Yield what went wrong, in words."""
        for number, receiver in enumerate(self.receivers):
            held = [*self._held.pop(number, []), *(story.to_dict() for story in stories)][-MOST_HELD:]
            problem = self._deliver(receiver, held) if held else None
            if problem is not None:
                self._held[number] = held
                yield f"{receiver.name} failed: {problem}; its {len(held):,} stories go with the next ones"

    def _deliver(self, receiver: Receiver, stories: Sequence[dict[str, Any]]) -> str | None:
        """Deliver stories, in several tries. Return the last problem, or None."""
        message = (json_text({"stories": list(stories)}) + "\n").encode("utf-8", "replace")
        problem = None
        for seconds in (*WAITS, None):
            try:
                receiver.deliver(message)
            except RefusedAddress as error:
                return str(error)
            except (FetchError, CommandFailed, OSError) as error:
                problem = str(error)
            else:
                return None
            if seconds is None or self.wait(seconds):
                break
        return problem
