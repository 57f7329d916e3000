from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tamis.cli.reference import WIDTH, reference

from . import manual

if TYPE_CHECKING:
    import pytest


def test_the_reference_is_what_the_commands_say() -> None:
    assert manual.text("docs/cli.md") == reference(), "run `make docs`"


def test_the_reference_is_the_same_on_every_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = reference()
    monkeypatch.setenv("COLUMNS", "40")
    assert reference() == wide
    assert max(map(len, wide.split("```text", 1)[1].splitlines())) <= WIDTH


def test_every_command_has_its_section() -> None:
    headings = {line.lstrip("# ") for line in reference().splitlines() if line.startswith("#")}
    assert headings >= {
        "tamis",
        "tamis extract",
        "tamis doctor",
        "tamis version",
        "tamis bench",
        "tamis bench quality",
    }


def test_the_module_prints_the_reference() -> None:
    command = [sys.executable, "-m", "tamis.cli.reference"]
    printed = subprocess.run(
        command, capture_output=True, check=True, encoding="utf-8", env=os.environ | {"PYTHONUTF8": "1"}
    )
    assert printed.stdout == reference()
