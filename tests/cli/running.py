"""Running the command: in this process for speed, as a process of its own where that is the point."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

from tamis.cli import main

if TYPE_CHECKING:
    from pathlib import Path

STORY = "The sea came in over the mud and went out again, and nobody on the quay said a word. " * 6


def page(title: str = "Tides", body: str = STORY) -> str:
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head>"
        f"<body><nav><a href=/>Home</a></nav><article><h1>{title}</h1><p>{body}</p></article></body></html>"
    )


def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    """The command in this process. What it says on standard error is in `stderr` only."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin, catch_exceptions=False)


def process(
    *arguments: str | Path | bytes, stdin: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own."""
    program: list[str | bytes | Path] = [sys.executable, "-m", "tamis"]
    return subprocess.run(
        [*program, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONWARNINGS": "error"},
        timeout=600,
    )
