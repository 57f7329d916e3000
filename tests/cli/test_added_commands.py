"""Other packages add commands by the entry points `tamis.commands`, as tamis-bench does."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tamis.cli import BENCH_COMMANDS, ENTRY_POINTS
from tamis.io.installation import install_command

if TYPE_CHECKING:
    from pathlib import Path

MODULE = '''
import click

@click.command()
@click.argument("name")
def wave(name):
    """Wave to somebody."""
    click.echo(f"waves to {name}")

@click.command()
def extract():
    """Take the place of a built-in command."""
'''


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with a package as pip would install it; it adds three commands, one broken, one that is built in."""
    (tmp_path / "waving.py").write_text(MODULE, encoding="utf-8")
    information = tmp_path / "waving-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: waving\nVersion: 1.0\n", encoding="utf-8")
    points = f"[{ENTRY_POINTS}]\nwave = waving:wave\nextract = waving:extract\ntorn = waving:missing\n"
    (information / "entry_points.txt").write_text(points, encoding="utf-8")
    return tmp_path


def tamis(*arguments: str, path: Path | None = None, isolated: bool = False) -> subprocess.CompletedProcess[str]:
    """Run `tamis` with further packages, or without those of others."""
    start = "import importlib.metadata as m; m.entry_points = lambda **_: (); " if isolated else ""
    program = f"{start}from tamis.cli import main; main(prog_name='tamis')"
    places = os.pathsep.join([str(path), *sys.path] if path else sys.path)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "PYTHONPATH": places, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_command_of_another_package_is_listed_and_runs(packages: Path) -> None:
    listed = tamis("--help", path=packages).stdout
    assert "Commands of other packages:" in listed
    assert "Wave to somebody." in listed
    assert tamis("wave", "Ada", path=packages).stdout == "waves to Ada\n"


@pytest.mark.slow
def test_a_broken_command_says_whose_it_is_and_hides_no_other(packages: Path) -> None:
    assert "Wave to somebody." in tamis("--help", path=packages).stdout
    done = tamis("torn", path=packages)
    assert done.returncode == 1
    assert "'torn' of waving cannot be loaded: AttributeError" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_built_in_command_cannot_be_replaced(packages: Path) -> None:
    assert "Extract the article of each SOURCE" in tamis("extract", "--help", path=packages).stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BENCH_COMMANDS))
def test_a_command_of_the_bench_says_how_to_get_it(name: str) -> None:
    done = tamis(name, isolated=True)
    assert done.returncode == 2
    assert f"tamis {name} is in the package tamis-bench: {install_command(package='tamis-bench')}" in done.stderr
