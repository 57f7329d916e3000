"""Systems without fork: what needs it says so in a line, and all else works. Windows is simulated."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tamis.cli import COMMANDS, NEED_FORK

from .running import page, run

WINDOWS = """
import os, signal, sys
for name in ("fork", "geteuid", "sched_getaffinity"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("setitimer", "SIGALRM"):
    delattr(signal, name)
sys.modules["fcntl"] = sys.modules["resource"] = None
from tamis.cli import main
main(prog_name="tamis")
"""
"""Runs the command without what Windows does not have."""


def on_windows(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", WINDOWS, *arguments], input=stdin, capture_output=True, check=False)


@pytest.mark.parametrize("name", sorted(NEED_FORK))
def test_a_command_that_needs_fork_says_where_to_run_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    result = run(name)
    assert result.exit_code == 2
    assert f"tamis {name} needs Linux or macOS; on Windows, install tamis in WSL" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(COMMANDS) - NEED_FORK))
def test_other_commands_load_without_fork(name: str) -> None:
    result = on_windows(name, "--help")
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.slow
def test_pages_are_extracted_without_fork() -> None:
    result = on_windows("extract", "-", stdin=page().encode())
    assert result.returncode == 0
    assert result.stdout.startswith(b"# Tides")


def test_a_command_that_needs_fork_ends_without_a_traceback() -> None:
    result = on_windows("serve")
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
