from __future__ import annotations

import pytest

from tamis.text.datewords import is_date_line


@pytest.mark.parametrize(
    "line",
    [
        "3 May 2021",
        "May 3, 2021",
        "Mon, 3 Jan",
        "Published on 3 May 2021, 10:30 am",
        "Updated: 03/05/2021",
        "2021-05-03",
        "2021-05-03T10:20:00Z",
        "03.05.2021, 10:30 Uhr",
        "Veröffentlicht am 3. März 2021",
        "Le 3 mai 2021 à 10h30",
        "3 de mayo de 2021",
        "12 мая 2021",
        "12 out 2021",
        "2021年5月3日 10:30",
        "2021년 5월 3일",
        "2 hours ago",
        "vor 2 Stunden",
        "il y a 3 heures",
        "3 dni temu",
        "10:30",
        "4h",
    ],
)
def test_lines_that_are_only_a_date(line: str) -> None:
    assert is_date_line(line.casefold())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "The 3 May protests",
        "Chapter 3",
        "2021",
        "212-555-6615",
        "713.555.2763",
        "4.7 out of 5",
        "Mon – Fri 10am – 9pm",
        "3D",
        "5 minutes",
        "May I come in",
        "10:30 The tide comes in",
        "第3章",
    ],
)
def test_lines_that_say_more_or_something_else(line: str) -> None:
    assert not is_date_line(line.casefold())


def test_a_long_line_is_no_date() -> None:
    assert not is_date_line("3 may 2021 " * 20)
