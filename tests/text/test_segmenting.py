"""Words of Chinese, Japanese and Korean."""

from __future__ import annotations

import pytest

from tamis.text.segmenting import dictionary, split
from tamis.text.terms import find_terms


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("zh", "隧道五月通车，公共汽车在前。", ["隧道", "通车", "公共汽车"]),
        ("zh-TW", "這條隧道經過大學醫院。", ["隧道", "大學", "醫院"]),
        ("zh", "云脚村的茶叶", ["云脚村", "茶叶"]),
        ("ja", "新宿のゴールデン街で感染者が増えた。", ["新宿", "ゴールデン街", "感染者"]),
        ("ja", "政府が研究始める。大学から逃げ出した。", ["政府", "研究", "大学"]),
        ("ja", "落札は300万円で、東京の土地だった。", ["落札", "東京", "土地"]),
        (None, "東京でコンサートを開く。", ["東京", "コンサート"]),
        ("ko", "터널은 오월에 버스를 위해 열린다", ["터널", "오월", "버스", "열린다"]),
    ],
)
def test_terms_are_words(language: str | None, text: str, words: list[str]) -> None:
    assert [text[term.start : term.end] for term in find_terms(text, language)] == words


def test_the_split_has_the_least_cost_of_all() -> None:
    words = dictionary("zh")
    run = "研究生命起源"
    pieces = [run[left:right] for left, right in split(run, words)]
    assert pieces == ["研究", "生命", "起源"]
    assert "".join(pieces) == run


def test_a_split_covers_characters_that_no_dictionary_has() -> None:
    assert split("\U00020000\U00020001", dictionary("ja")) == [(0, 1), (1, 2)]
