"""The words that an edition adds."""

from __future__ import annotations

from datetime import date

import pytest

from tamis.model import Moment
from tamis.text.phrases import texts_by_language
from tamis.write.wording import wording_of, written_date


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "3 May 2024"),
        ("en-US", "May 3, 2024"),
        ("de-CH", "3. Mai 2024"),
        ("fr", "3 mai 2024"),
        ("es", "3 de mayo de 2024"),
        ("fi", "3. toukokuuta 2024"),
        ("ru", "3 мая 2024 г."),
        ("ca", "3 de maig 2024"),
        ("he", "3 במאי 2024"),
        ("zh-Hans-CN", "2024年5月3日"),
        ("ko", "2024년 5월 3일"),
        ("vi", "3 tháng 5, 2024"),
        ("no", "3. mai 2024"),
        ("xx", "2024-05-03"),
        (None, "2024-05-03"),
    ],
)
def test_date_is_written_as_the_language_writes_it(language: str | None, expected: str) -> None:
    assert written_date(Moment("", date(2024, 5, 3)), language) == expected


def test_every_language_can_write_all_months() -> None:
    for tag in (*texts_by_language("page_wording"), "en-US", "zh-TW"):
        days = {written_date(Moment("", date(2024, month, 1)), tag) for month in range(1, 13)}
        assert len(days) == 12
        assert all("2024" in day for day in days)
        assert all(wording_of(tag)[:7])


def test_words_come_in_the_language_and_else_in_english() -> None:
    assert wording_of("de-AT").contents == "Inhalt"
    assert wording_of("zh-TW").contents == "目錄"
    assert wording_of("tlh").contents == "Contents"
