from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from tamis.errors import BadInput
from tamis_bench.changed import PageAnswer, compare, read_saved, save, tables
from tamis_bench.commands.bench import bench

from .conftest import row, write_set
from .versions import commit, write_version

if TYPE_CHECKING:
    from pathlib import Path


def answer(number: int, words: int, f1: float | None = None, name: str = "news") -> PageAnswer:
    return PageAnswer(name, f"{number:04}", words, f1, f1, 0.5, "article", "word " * words)


def test_pages_that_gained_and_lost_much_are_counted_by_set() -> None:
    before = [answer(1, 90, 0.9), answer(2, 90, 0.5), answer(3, 90, 0.95), answer(1, 90, name="unlabelled")]
    after = [answer(1, 20, 0.4), answer(2, 90, 0.7), answer(3, 90, 0.9), answer(1, 90, name="unlabelled")]
    counts = tables(compare(before, after), 5)[0]
    assert counts.columns[1:3] == ("pages", "with a truth")
    assert [(cells[0], *cells[1:3], *cells[5:]) for cells in counts.rows] == [
        ("news", 3, 3, 1, 1, 1, 0),
        ("unlabelled", 1, 0, 0, 0, 0, 0),
        ("all sets", 4, 3, 1, 1, 1, 0),
    ]


def test_a_page_keeps_little_below_a_third_of_the_other_version() -> None:
    before = [answer(1, 90), answer(2, 90), answer(3, 20), answer(4, 24)]
    after = [answer(1, 29), answer(2, 30), answer(3, 90), answer(4, 0)]
    (cells,) = tables(compare(before, after), 5)[0].rows
    assert cells[-2:] == (1, 1)


def test_the_worst_pages_come_first() -> None:
    before = [answer(1, 90, 0.9), answer(2, 90, 0.9), answer(3, 90, 0.9), answer(4, 90), answer(5, 90), answer(6, 90)]
    after = [answer(1, 80, 0.8), answer(2, 10, 0.1), answer(3, 95, 0.95), answer(4, 80), answer(5, 3), answer(6, 99)]
    _, lost, shrunk = tables(compare(before, after), 5)
    assert [(cells[1:6]) for cells in lost.rows] == [("0002", 90, 10, 0.9, 0.1), ("0001", 90, 80, 0.9, 0.8)]
    assert [cells[1] for cells in shrunk.rows] == ["0005", "0004"]
    assert len(tables(compare(before, after), 1)[1].rows) == 1


def test_pages_that_are_only_to_measure_on_are_counted_but_not_listed() -> None:
    before, after = [answer(1, 90, 0.9, "dragnet")], [answer(1, 9, 0.1, "dragnet")]
    (counts,) = tables(compare(before, after), 5)
    assert counts.rows[0][6] == 1
    assert "not listed" in counts.notes[-1]


def test_versions_without_a_common_page_cannot_be_compared() -> None:
    with pytest.raises(BadInput, match="no page in common"):
        compare([answer(1, 9)], [answer(2, 9)])


def test_what_was_saved_is_read_again(tmp_path: Path) -> None:
    answers = [PageAnswer("news", "1", 2, 0.5, 0.4, 0.3, "article", "one\u2028two\nthr\ud800ee"), answer(2, 3)]
    save(tmp_path / "saved.jsonl", answers)
    assert read_saved(tmp_path / "saved.jsonl") == answers


@pytest.mark.parametrize("line", ["{", "[]", '{"set": "news"}'])
def test_another_file_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 1: not what 'tamis bench changed --save' writes"):
        read_saved(path)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(bench, ["changed", *map(str, arguments)])


@pytest.mark.slow
def test_a_version_does_not_differ_from_itself(data: Path, tmp_path: Path) -> None:
    write_set(data / "unlabelled", [row(1, truth={})])
    saved, results = tmp_path / "saved.jsonl", tmp_path / "results.json"
    first = run("--data", data, "--save", saved)
    assert (first.exit_code, first.stdout) == (0, "")
    assert [page.set for page in read_saved(saved)] == ["wcxb-dev"] * 3 + ["metadata", "unlabelled"]
    again = run("--data", data, "--against", saved, "--json", results)
    assert again.exit_code == 0, again.output
    content = json.loads(results.read_text(encoding="utf-8"))
    assert [table["title"] for table in content["tables"]] == ["Changes by set"]
    assert all(page["before"] == page["after"] for page in content["pages"])
    assert "text" not in content["pages"][0]["after"]


@pytest.mark.slow
def test_a_commit_is_a_version(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_version(tmp_path / "clone" / "src")
    name = commit(tmp_path / "clone")
    monkeypatch.chdir(tmp_path / "clone")
    results = tmp_path / "results.json"
    result = run("--data", data, "--set", "wcxb-dev", "--limit", 1, "--against", name, "--json", results)
    assert result.exit_code == 0, result.output
    (page,) = json.loads(results.read_text(encoding="utf-8"))["pages"]
    assert page["before"]["confidence"] == 0.25
    assert page["before"]["words"] == 3
    assert page["after"]["f1"] > page["before"]["f1"]


def test_there_must_be_something_to_do(data: Path) -> None:
    result = run("--data", data)
    assert result.exit_code == 2
    assert "nothing to do" in result.stderr
