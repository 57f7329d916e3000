"""Help, version, doctor."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

import tamis
from tamis.cli import COMMANDS, main
from tamis.cli.completion import complete_strategy
from tamis.core.strategies import names as strategy_names
from tamis.io.installation import install_command
from tamis.settings.serve import ServeSettings

from .running import process, run

if TYPE_CHECKING:
    from pathlib import Path


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


def test_an_unknown_command_is_wrong_use_with_the_nearest_one() -> None:
    result = run("exract")
    assert result.exit_code == 2
    assert "did you mean 'extract'?" in result.stderr


@pytest.mark.parametrize("source", ["https://tide.example/story", __file__])
def test_a_source_in_the_place_of_a_command_is_told_what_to_write(source: str) -> None:
    result = run(source)
    assert result.exit_code == 2
    assert f"tamis extract {source}" in result.stderr


def test_shells_complete_strategies_with_fields_and_values() -> None:
    assert complete_strategy("ce") == ["cetr"]
    assert set(complete_strategy("")) == set(strategy_names())
    assert complete_strategy("learned:fav") == [
        f"learned:favor={value}" for value in ("precision", "balance", "recall")
    ]
    assert complete_strategy("learned:favor=recall,comm") == [
        "learned:favor=recall,comments=true",
        "learned:favor=recall,comments=false",
    ]
    assert complete_strategy("cetr:alpha") == ["cetr:alpha="]
    assert complete_strategy("clever:x") == []


@pytest.mark.slow
def test_bash_gets_the_names_of_commands_options_and_strategies() -> None:
    def offered(*words: str) -> list[str]:
        env = {**os.environ, "_TAMIS_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("tamis", *words))}
        env["COMP_CWORD"] = str(len(words))
        program = "from tamis.cli import main; main(prog_name='tamis')"
        done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, check=True, text=True)
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    assert offered("ex") == ["explain", "extract"]
    assert "--precision" in offered("extract", "--pr")
    assert offered("compare", "--strategy", "learned:lists=k") == ["learned:lists=keep"]
    assert offered("extract", "-f", "mark") == ["markdown"]


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_module_can_be_run() -> None:
    result = process("version")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"tamis ")


def test_doctor_names_the_core_and_every_extra() -> None:
    result = run("doctor", "--all")
    assert result.exit_code == 0
    assert f"tamis {tamis.__version__}" in result.stdout
    assert "turbohtml 1." in result.stdout
    for name in ("read", "news", "print", "batch", "agents", "ads", "dev"):
        assert re.search(rf"^  (works  |missing) {name} ", result.stdout, re.MULTILINE)


def test_doctor_names_five_uses_first() -> None:
    text = run("doctor").stdout
    assert re.findall(r"^  \S+ +(\S+)", text, re.MULTILINE) == ["extract", "read", "news", "print", "batch", "agents"]


def test_doctor_says_how_to_get_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.cli import doctor

    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "playwright" else "1.0")
    monkeypatch.setattr(doctor, "install_command", lambda extra: f"get '{extra}'")
    text = run("doctor", "--all").stdout
    assert re.search(r"^  works   ads ", text, re.MULTILINE)
    assert "Bench: tamis-bench 1.0" in text
    assert re.search(r"^  missing print .*\n +get 'render'$", text, re.MULTILINE)
    assert re.search(r"^  missing dev .*\n +get 'dev'$", text, re.MULTILINE)


def test_doctor_says_whether_parts_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.core import compiled

    monkeypatch.setattr(compiled, "why_not", str)
    assert "Compiled parts: all" in run("doctor", "--all").stdout
    monkeypatch.setattr(compiled, "why_not", lambda: "it is older than its sources")
    assert "none; everything works, only slower: it is older than its sources" in run("doctor", "--all").stdout


def test_doctor_fails_when_the_core_is_not_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.cli import doctor

    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "httpx" else "1.0")
    result = run("doctor")
    assert result.exit_code == 1
    assert "MISSING: httpx." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "package", "extra"),
    [
        (("print", "story.html", "-o", "story.pdf"), "playwright", "render"),
        (("digest", "https://tide.example/", "-o", "edition.pdf"), "playwright", "render"),
        (("batch", __file__, "-o", "out"), "pyarrow", "batch"),
        (("crawl", "https://tide.example/", "-o", "out"), "feedparser", "news"),
    ],
)
def test_a_missing_extra_is_wrong_use_and_named_before_any_work(
    arguments: tuple[str, ...], package: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    result = run(*arguments)
    assert result.exit_code == 2
    assert f"needs an extra: {install_command(extra)}" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_service_for_other_machines_gets_a_token_suggested_that_it_accepts() -> None:
    result = run("serve", "--host", "0.0.0.0")
    assert result.exit_code == 2
    command = re.search(r"^ *TAMIS_TOKEN=(\S+) tamis serve --host 0\.0\.0\.0$", result.output, re.MULTILINE)
    assert command is not None
    assert ServeSettings(host="0.0.0.0", token=command[1])
    assert command[1] not in run("serve", "--host", "0.0.0.0").output
