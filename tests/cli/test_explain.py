"""`tamis explain` and `tamis compare`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from example_site import SITE

from .running import page, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "tides.html"
    file.write_text(page(), encoding="utf-8")
    return file


def test_explain_writes_a_page(source: Path, tmp_path: Path) -> None:
    result = run("explain", source, "-o", tmp_path / "report.html", "--strategy", "cuter")
    assert (result.exit_code, result.output) == (0, "")
    written = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Tides – explained" in written
    assert "✕ dropped" in written


def test_explain_json_has_every_block(source: Path) -> None:
    result = run("explain", "--json", source, "--strategy", "cuter", "--url", "https://courier.example/tides")
    data = json.loads(result.stdout)
    assert [block["kept"] for block in data["blocks"]] == [False, False, True]
    assert data["url"] == "https://courier.example/tides"


def test_explain_reads_standard_input() -> None:
    assert run("explain", "-", stdin=page().encode()).stdout.startswith("<!doctype html>")


def test_explain_of_a_page_without_an_article_is_still_a_report() -> None:
    result = run("explain", "--json", "-", stdin=b"<p>Little.")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["outcome"] == "too_short"


@pytest.mark.parametrize("command", ["explain", "compare"])
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("nowhere.html",), 2, "no such file"),
        (("-", "--strategy", "magic"), 2, "there is no strategy 'magic'"),
        (("-", "--url", "ftp://x"), 2, "begin it with https://"),
        (("-", "--max-characters", "5"), 1, "characters"),
        (("http://127.0.0.1:9/",), 3, "127.0.0.1"),
    ],
)
def test_what_is_wrong_is_said(command: str, arguments: tuple[str, ...], status: int, said: str) -> None:
    result = run(command, *arguments, stdin=page().encode())
    assert result.exit_code == status
    assert said in result.stderr
    assert result.stdout == ""


def test_compare_prints_tables_and_writes_a_page(source: Path, tmp_path: Path) -> None:
    output = tmp_path / "compare.html"
    result = run("compare", source, "--strategy", "cuter", "--strategy", "all", "-o", output)
    assert result.exit_code == 0
    assert "a cuter" in result.stdout
    assert "Blocks on which they differ: 2 of 2" in result.stdout
    assert "1 of 2: all" in result.stdout
    assert "strategies compared" in output.read_text(encoding="utf-8")


def test_compare_takes_a_few_strategies_or_every_one_but_the_baseline(source: Path) -> None:
    few = run("compare", source, "--differences", "0").stdout
    assert "cuter" in few
    assert "lsi" not in few
    assert "agreement" in few
    assert "differ" not in few
    every = run("compare", source, "--strategy", "every").stdout
    assert "lsi" in every
    assert "│ all " not in every


def test_no_column_of_a_comparison_is_cut(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamis.cli.compare._WIDTH", 40)
    text = run("compare", source, "--strategy", "every").stdout
    assert "agreement" in text
    assert "…" not in text.partition("Blocks on which")[0]
    assert re.search(r"│ \w vote +│", text)


def test_the_report_opens_with_close_calls_and_scores_kept_pictures() -> None:
    report = json.loads(run("explain", SITE / "glacier-photos.html", "--json").stdout)
    close = [block for block in report["blocks"] if block["index"] in report["closeCalls"]]
    assert close
    assert all(0.3 <= block["score"] <= 0.7 for block in close)
    pictures = [block for block in report["blocks"] if block["kind"] == "image" and block["kept"]]
    assert pictures
    assert all(block["score"] > 0.3 for block in pictures)
    html = run("explain", SITE / "glacier-photos.html").stdout
    assert html.index("Close calls") < html.index("Scores along the page")


def test_no_property_of_the_whole_page_is_a_reason_for_one_block() -> None:
    report = json.loads(run("explain", SITE / "harbour-tunnel.html", "--json").stdout)
    reasons = " ".join(block["reason"] for block in report["blocks"])
    assert "likely to be wanted" in reasons
    for words in ("words on the page", "blocks on the page", "elements on the page", "the page's type"):
        assert words not in reasons


def test_compare_prints_page_text_as_text() -> None:
    html = page().replace(">Home<", ">[bold]Home[/bold] \x1b[31m and away<")
    result = run("compare", "-", "--strategy", "all", "--strategy", "cuter", stdin=html.encode())
    assert "[bold]Home[/bold]" in result.stdout
    assert "\x1b[31m" not in result.stdout
