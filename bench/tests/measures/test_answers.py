from __future__ import annotations

from typing import TYPE_CHECKING

from tamis_bench.agreement import Found
from tamis_bench.contenders import Answer
from tamis_bench.quality import AnswerFile, page_key

if TYPE_CHECKING:
    from pathlib import Path

ANSWER = Answer("text \ud800", Found("title", ("Ada", "Bo"), None), None)


def test_answers_are_remembered(tmp_path: Path) -> None:
    AnswerFile(tmp_path / "new", "peer", "1.0").add("key", ANSWER)
    assert AnswerFile(tmp_path / "new", "peer", "1.0").get("key") == ANSWER


def test_another_version_knows_nothing(tmp_path: Path) -> None:
    AnswerFile(tmp_path, "peer", "1.0").add("key", ANSWER)
    assert AnswerFile(tmp_path, "peer", "2.0").get("key") is None


def test_half_a_line_at_the_end_is_passed_over(tmp_path: Path) -> None:
    AnswerFile(tmp_path, "peer", "1.0").add("key", Answer("", None, "RuntimeError: no"))
    with (tmp_path / "peer-1.0.jsonl").open("a") as file:
        file.write('["other", "te')
    again = AnswerFile(tmp_path, "peer", "1.0")
    assert again.get("key") == Answer("", None, "RuntimeError: no")
    assert again.get("other") is None
    again.add("other", ANSWER)
    assert AnswerFile(tmp_path, "peer", "1.0").get("other") == ANSWER


def test_a_page_is_known_by_url_and_source() -> None:
    keys = {page_key("<p>", None), page_key("<p>", "https://a.example/"), page_key("<b>", None)}
    assert len(keys) == 3
