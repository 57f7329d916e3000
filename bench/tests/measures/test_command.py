from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from tamis_bench.commands.bench import bench

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def run(*arguments: object, **environment: str) -> Result:
    return CliRunner().invoke(bench, [str(argument) for argument in arguments], env=environment)


def test_oracle_prints_its_table_and_the_worst_pages(data: Path) -> None:
    result = run("oracle", "--data", data, "--worst", 1)
    assert result.exit_code == 0, result.output
    assert "Oracle: every block decided rightly" in result.stdout
    assert "Worst pages" in result.stdout


def test_the_data_folder_may_come_from_the_environment(data: Path) -> None:
    assert run("oracle", TAMIS_DATA=str(data)).exit_code == 0


def test_results_are_written_as_json_and_markdown(data: Path, tmp_path: Path) -> None:
    files = (tmp_path / "out.json", tmp_path / "out.md")
    arguments = ("--strategy", "all", "--peers", "turbohtml", "--json", files[0], "--markdown", files[1])
    result = run("quality", "--data", data, "--set", "wcxb-dev", "--limit", 2, *arguments)
    assert result.exit_code == 0, result.output
    content = json.loads(files[0].read_text(encoding="utf-8"))
    assert [page["contender"] for page in content["pages"]] == ["tamis:all", "turbohtml"] * 2
    assert content["tables"][0]["rows"][0]["pages"] == 2
    assert files[1].read_text(encoding="utf-8").startswith("# Quality\n\n## Text: mean word scores\n")


def test_speed_prints_multiples(data: Path) -> None:
    result = run("speed", "--data", data, "--strategy", "cuter", "--repeats", 1, "--no-memory")
    assert result.exit_code == 0, result.output
    assert "parse + blocks + cuter" in result.stdout
    assert "3 pages of wcxb-dev" in result.stdout


def test_soak_prints_what_it_found(data: Path) -> None:
    result = run("soak", "--data", data, "--pages", 6, "--threads", 2)
    assert result.exit_code == 0, result.output
    assert "growth after the warm-up" in result.stdout


def test_soak_fails_when_memory_grows(data: Path) -> None:
    assert run("soak", "--data", data, "--pages", 2, "--max-growth", -1000).exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("quality",), "Missing option '--data'"),
        (("quality", "--data", "nowhere"), "no such folder"),
        (("oracle", "--data", "DATA", "--set", "nope"), "sets in"),
        (("quality", "--data", "DATA", "--strategy", "nope"), "nope"),
        (("quality", "--data", "DATA", "--peers", "nope"), "no peer 'nope'"),
        (("quality", "--data", "DATA", "--strategy", "none"), "nothing to measure"),
    ],
)
def test_wrong_use_says_what_is_wrong(data: Path, arguments: tuple[str, ...], problem: str) -> None:
    result = run(*(data if argument == "DATA" else argument for argument in arguments))
    assert result.exit_code == 2
    assert problem in result.stderr


def test_a_peer_that_is_not_there_is_a_word_on_standard_error(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "trafilatura", None)
    result = run("quality", "--data", data, "--strategy", "none", "--peers", "trafilatura,turbohtml")
    assert result.exit_code == 0, result.output
    assert "trafilatura is left out" in result.stderr
    assert "trafilatura" not in result.stdout


def test_workers_give_the_answers_of_the_loop(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    result = run("workers", "--data", data, "--workers", 1, "--rounds", 1, "--json", out)
    assert result.exit_code == 0, result.output
    (cost,) = json.loads(out.read_text(encoding="utf-8"))["pages"]
    assert cost["different"] == 0
    assert "3 pages, the median of 1 rounds" in result.stdout
