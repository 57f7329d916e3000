from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis_bench import tables
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from pathlib import Path


def table() -> Table:
    made = Table("Title", ("name", "score"), notes=["A note."])
    made.add("a|b", 0.5)
    made.add("c", None)
    return made


def test_markdown_escapes_pipes_and_aligns_numbers() -> None:
    assert table().to_markdown() == (
        "## Title\n\n| name | score |\n| --- | --: |\n| a\\|b | 0.500 |\n| c | – |\n\nA note.\n"
    )


def test_winners_are_bold_and_stay_numbers() -> None:
    made = Table("Title", ("name", "score", "other"))
    for row in (("a", 0.5, None), ("b", 0.7, None), ("c", 0.7, None), ("d", None, None)):
        made.add(*row)
    made.mark_winners(["score", "other"])
    assert made.to_markdown().count("**0.700**") == 2
    assert made.to_markdown().count("**") == 4
    assert made.to_dict()["rows"][1]["score"] == 0.7


def test_json_keeps_numbers() -> None:
    assert table().to_dict()["rows"] == [{"name": "a|b", "score": 0.5}, {"name": "c", "score": None}]


def test_a_row_has_a_value_for_each_column() -> None:
    with pytest.raises(ValueError, match="1 values for the 2 columns"):
        table().add("x")


def test_the_terminal_shows_text_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    made = Table("T", ("what",))
    made.add("[bold]not markup[/bold]")
    tables.print_tables([made])
    assert "[bold]not markup[/bold]" in capsys.readouterr().out


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    tables.write_json(file, {"a": "ü"})
    tables.write_json(file, {"a": 2})
    assert file.read_text(encoding="utf-8") == '{\n "a": 2\n}\n'
    assert list(tmp_path.iterdir()) == [file]


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        tables.write_file(tmp_path / "out.txt", "\ud800")
    assert list(tmp_path.iterdir()) == []
