from __future__ import annotations

import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest

import tamis
from tamis.cli import BENCH_COMMANDS, ENTRY_POINTS
from tamis.cli.reference import bench_reference

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_it_has_the_version_of_tamis_and_asks_for_it() -> None:
    assert PROJECT["version"] == tamis.__version__
    assert [line for line in PROJECT["dependencies"] if line.startswith("tamis")] == [
        f"tamis[batch,news,serve]=={tamis.__version__}"
    ]


def test_its_commands_are_those_that_tamis_names() -> None:
    assert set(PROJECT["entry-points"][ENTRY_POINTS]) == BENCH_COMMANDS


@pytest.mark.parametrize("name", sorted(BENCH_COMMANDS))
def test_its_commands_are_installed(name: str) -> None:
    (point,) = entry_points(group=ENTRY_POINTS, name=name)
    assert isinstance(point.load(), click.Command)


def test_its_reference_is_what_the_commands_say() -> None:
    page = (Path(__file__).parents[3] / "docs" / "bench-cli.md").read_text(encoding="utf-8")
    assert page == bench_reference(), "run `make docs`"
