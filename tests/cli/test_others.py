"""Help, version, doctor."""

from __future__ import annotations

import platform
import re
import subprocess
import sys

import click
import pytest

import tamis
from tamis.cli import COMMANDS, main

from .running import process, run


def test_help_lists_all_commands() -> None:
    text = run("--help").stdout
    for name, line in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line[:20])}", text, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_has_help(name: str) -> None:
    context = click.Context(main)
    command = main.get_command(context, name)
    assert command is not None
    assert command.help
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: main {name}")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_both_flags_for_help_work(flag: str) -> None:
    assert run("extract", flag).exit_code == 0


def test_every_option_of_extract_is_explained() -> None:
    command = main.get_command(click.Context(main), "extract")
    assert command is not None
    unexplained = [option.name for option in command.params if isinstance(option, click.Option) and not option.help]
    assert unexplained == []


def test_an_unknown_command_is_wrong_use() -> None:
    assert run("distract").exit_code == 2


def test_listing_commands_imports_none_of_them() -> None:
    program = (
        "import sys\nfrom click.testing import CliRunner\nfrom tamis.cli import COMMANDS, main\n"
        "CliRunner().invoke(main, ['--help'])\nprint([name for name in COMMANDS if f'tamis.cli.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"


def test_version_is_the_version() -> None:
    assert run("version").stdout == f"tamis {tamis.__version__} (Python {platform.python_version()})\n"
    assert tamis.__version__ in run("--version").stdout


def test_the_module_can_be_run() -> None:
    result = process("version")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"tamis ")


def test_doctor_names_the_core_and_every_extra() -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert f"tamis {tamis.__version__}" in result.stdout
    assert "turbohtml 1." in result.stdout
    for extra in ("render", "news", "serve", "batch", "peers", "bench", "dev"):
        assert re.search(rf"^{extra} +(installed|missing)", result.stdout, re.MULTILINE)


def test_doctor_says_how_to_get_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.cli import doctor

    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "playwright" else "1.0")
    text = run("doctor").stdout
    assert "missing: playwright" in text
    assert "pip install 'tamis[dev]'" in text


def test_doctor_fails_when_the_core_is_not_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.cli import doctor

    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "httpx" else "1.0")
    result = run("doctor")
    assert result.exit_code == 1
    assert "httpx MISSING" in result.stdout
