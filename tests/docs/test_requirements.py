"""The table of what the papers ask: every row is there, and its command shows what it says."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from tamis.cli import main

from . import manual

PAGE = manual.ROOT / "docs" / "measured" / "requirements.md"
NUMBERS = [f"{paper}{number}" for paper, last in (("C", 12), ("D", 13), ("E", 12), ("A", 10), ("L", 8))
           for number in range(1, last + 1)]  # fmt: skip
_ROW = re.compile(r"^\| ([A-Z]\d+) \| ([^|]+) \| `([^`]+)` \| (.+) \|$", re.MULTILINE)
_TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)


class Row(NamedTuple):
    number: str
    asked: str
    command: str
    output: str


ROWS = [Row(*found) for found in _ROW.findall(PAGE.read_text(encoding="utf-8"))]
SHOWN = [row for row in ROWS if "examples/site" in row.command]
TESTED = [row for row in ROWS if row.command.startswith("pytest ")]


def names_of_tests(words: list[str]) -> tuple[list[str], str]:
    """The tests of the files and folders that a command names, and what it chooses of them."""
    files = [manual.ROOT / word for word in words if "/" in word]
    chosen = words[words.index("-k") + 1] if "-k" in words else ""
    sources = [file for path in files for file in (path.rglob("test_*.py") if path.is_dir() else [path])]
    return [name for file in sources for name in _TEST.findall(file.read_text(encoding="utf-8"))], chosen


def test_all_rows_are_there_in_order() -> None:
    assert [row.number for row in ROWS] == NUMBERS


@pytest.mark.parametrize("row", TESTED, ids=lambda row: row.number)
def test_the_named_tests_exist(row: Row) -> None:
    names, chosen = names_of_tests(shlex.split(row.command)[1:])
    assert names
    missing = [words for words in chosen.split(" or ") if chosen and not any(_chooses(words, name) for name in names)]
    assert missing == []


def _chooses(words: str, name: str) -> bool:
    return all(word in name for word in words.split(" and "))


@pytest.mark.parametrize("row", SHOWN, ids=lambda row: row.number)
def test_commands_on_the_example_site_say_what_the_table_says(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(manual.ROOT)
    done = CliRunner().invoke(main, shlex.split(row.command)[1:])
    assert done.exit_code == 0, done.output
    said = re.findall(r"`([^`]+)`", row.output.partition(";")[0])
    assert said
    assert [words for words in said if words not in done.output] == []
