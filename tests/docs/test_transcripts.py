"""The transcripts of docs/tour.md: every command is run, and says what the page shows."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from cli.running import run
from tamis.cli import COMMANDS

from . import manual

if TYPE_CHECKING:
    from pathlib import Path

TOUR = "docs/tour.md"
LEFT_OUT = "…"


def transcripts() -> list[tuple[str, list[str]]]:
    """Each command of the page, with the lines that it shows."""
    found: list[tuple[str, list[str]]] = []
    for fence in manual.fences(TOUR, "console"):
        for line in fence.code.splitlines():
            if line.startswith("$ tamis "):
                found.append((line.removeprefix("$ tamis "), []))
            else:
                found[-1][1].append(line)
    return found


def fits(shown: list[str], said: list[str]) -> bool:
    """Whether what was said is what is shown: a lone sign stands for any lines, one at the end for the rest of one."""
    if not shown:
        return not said
    if shown[0] == LEFT_OUT:
        return any(fits(shown[1:], said[at:]) for at in range(len(said) + 1))
    if not said:
        return False
    begun, sign, _ = shown[0].partition(LEFT_OUT)
    alike = said[0].startswith(begun.rstrip()) if sign else said[0].rstrip() == shown[0]
    return alike and fits(shown[1:], said[1:])


def test_commands_say_what_the_tour_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(manual.ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for command, shown in transcripts():
        said = run(*shlex.split(command)).output.splitlines()
        assert fits(shown, said), f"{command}: {said[:20]}"


def test_the_tour_has_every_command() -> None:
    assert {command.split()[0] for command, _ in transcripts()} >= set(COMMANDS)


@pytest.mark.parametrize(("shown", "said"), [(["a"], ["b"]), (["a"], []), ([], ["a"]), (["…", "b"], ["a"])])
def test_other_words_do_not_fit(shown: list[str], said: list[str]) -> None:
    assert not fits(shown, said)
