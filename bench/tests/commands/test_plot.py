"""`tamis plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from cli.running import page, run
from tamis_bench.commands.plot import WHAT
from tamis_bench.page_plots import PLOTS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_the_command_knows_every_picture() -> None:
    assert set(WHAT) == {*PLOTS, "all"}


def test_a_page_becomes_a_picture(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page(), encoding="utf-8")
    result = run("plot", tmp_path / "page.html", "--what", "scatter", "-o", tmp_path / "x.svg")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "smoothed tag ratio" in (tmp_path / "x.svg").read_text(encoding="utf-8")


def test_a_page_may_come_from_standard_input(tmp_path: Path) -> None:
    result = run("plot", "-", "-o", tmp_path / "x.png", stdin=page().encode())
    assert result.exit_code == 0
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_a_title_is_no_formula_and_has_no_control_characters(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page(), encoding="utf-8")
    title = "Costs $\\frac{1$ more\x00\x1b"
    result = run("plot", tmp_path / "page.html", "--title", title, "-o", tmp_path / "x.svg")
    assert result.exit_code == 0
    ElementTree.parse(tmp_path / "x.svg")


def test_wrong_use_is_said(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page(), encoding="utf-8")
    for arguments, problem in (
        (("-o", tmp_path / "x.txt"), "ends in .svg"),
        (("-o", tmp_path / "x.svg", "--strategy", "cuter"), "tag ratios are what cetr goes by"),
        (("-o", tmp_path / "x.svg", "--strategy", "cetr:method=none"), "method must be"),
        ((), "Missing option"),
    ):
        result = run("plot", tmp_path / "page.html", *arguments)
        assert result.exit_code == 2
        assert problem in result.stderr


def test_what_cannot_be_drawn_gives_exit_status_one(tmp_path: Path) -> None:
    for html, arguments, problem in (
        ("only text, no tags", (), "no tags"),
        (page(), ("--max-characters", "10"), "over the limit"),
    ):
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        result = run("plot", tmp_path / "page.html", "-o", tmp_path / "x.svg", *arguments)
        assert result.exit_code == 1
        assert problem in result.stderr
        assert not (tmp_path / "x.svg").exists()
