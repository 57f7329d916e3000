"""Progress is shown to people at a terminal, once work takes a while, and to nobody else."""

from __future__ import annotations

import sys
from threading import Event
from typing import NamedTuple

import pytest

from tamis.cli import progress
from tamis.cli.progress import each, working


class Line:
    """A line on a terminal, as rich shows it."""

    def __init__(self, words: str, started: Event) -> None:
        self.words, self._started, self.is_stopped = words, started, False

    def start(self) -> None:
        self._started.set()

    def stop(self) -> None:
        self.is_stopped = True


class Terminal(NamedTuple):
    lines: list[Line]
    started: Event


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal with the lines that it was shown."""
    shown = Terminal([], Event())

    class Console:
        def __init__(self, *, stderr: bool) -> None:
            assert stderr

        def status(self, words: str) -> Line:
            shown.lines.append(Line(words, shown.started))
            return shown.lines[-1]

    monkeypatch.setattr("rich.console.Console", Console)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    return shown


def test_long_work_is_named_until_it_is_done(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    with working("reading [red]\x1b[2Jstories"):
        assert terminal.started.wait(600)
        (line,) = terminal.lines
        stopped_before = line.is_stopped
    assert (stopped_before, line.is_stopped) == (False, True)
    assert "\x1b" not in line.words
    assert line.words.startswith(r"reading \[red]")


def test_short_and_quiet_work_is_not_named(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS", 600.0)
    with working("reading"):
        pass
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    with working("reading", quiet=True):
        pass
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    with working("reading"):
        pass
    assert terminal.lines == []


def test_items_come_through_unchanged() -> None:
    assert list(each(range(3), 3, "reading", quiet=True)) == [0, 1, 2]
    assert list(each(iter("a"), 1, "reading")) == ["a"]
