from __future__ import annotations

import pytest

from tamis_bench import agreement
from tamis_bench.agreement import Verdict


@pytest.mark.parametrize(
    ("answered", "known", "exists", "right", "expected"),
    [
        (True, True, True, True, Verdict.RIGHT),
        (True, True, True, False, Verdict.WRONG),
        (False, True, True, False, Verdict.MISSED),
        (True, True, False, False, Verdict.INVENTED),
        (False, True, False, False, Verdict.RIGHTLY_NONE),
        (True, False, False, False, Verdict.UNJUDGED),
        (False, False, False, False, Verdict.SILENT),
    ],
)
def test_every_case_has_its_verdict(answered: bool, known: bool, exists: bool, right: bool, expected: Verdict) -> None:
    assert agreement.verdict(answered, known, exists, right) is expected


@pytest.mark.parametrize(
    ("found", "truth"),
    [
        ("The  “Old” Mill", 'the "old" mill'),
        ("Mill &amp; stream", "Mill & stream"),
        ("1990–2000", "1990-2000"),
        ("It’s here…", "It's here..."),
    ],
)
def test_titles_agree_whatever_their_typography(found: str, truth: str) -> None:
    assert agreement.title_agrees(found, truth)


def test_a_title_with_the_site_in_it_is_nearly_right() -> None:
    assert not agreement.title_agrees("The old mill | Valley News", "The old mill")
    assert agreement.title_score("The old mill | Valley News", "The old mill").f1 == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("found", "truth"),
    [
        (["By Ada Field"], ["ada field"]),
        (["Ada Field", "Bo Hill"], ["Ada Field and Bo Hill"]),
        (["Bo Hill; Ada Field"], ["Ada Field, Bo Hill"]),
        (["Dr. José Müller, PhD"], ["Jose Muller"]),
        (["Michiel de Jong"], ["Jong, Michiel de"]),
        (["E. Brook"], ["E. Brook"]),
        (["王小明"], ["王小明"]),
    ],
)
def test_authors_agree_however_they_are_written(found: list[str], truth: list[str]) -> None:
    assert agreement.authors_agree(found, truth)


def test_one_author_of_two_is_half_right() -> None:
    assert not agreement.authors_agree(["Ada Field"], ["Ada Field", "Bo Hill"])
    assert agreement.authors_score(["Ada Field"], ["Ada Field, Bo Hill"]).f1 == pytest.approx(2 / 3)


def test_no_author_is_nobody() -> None:
    assert not agreement.authors_agree([], [])
    assert agreement.names(["By "]) == frozenset()


@pytest.mark.parametrize(
    ("found", "truth", "right"),
    [
        ("2024-05-02", "2024-05-02", True),
        ("2024-05-02T10:00:00", "2024-05-02", True),
        ("2024-05-02T23:30:00-05:00", "2024-05-03", True),
        ("2024-05-02T23:30:00-05:00", "2024-05-02", True),
        ("2024-05-02", "2024-05-03T04:30:00.000Z", False),
        ("2024-05-17", "2024-05", True),
        ("2024-05", "2024-05-17", False),
        ("2024-05-07", "2024-05-7", True),
        ("2024-05-07", "2024-05.07", True),
        ("2023-05-07", "2024-05-07", False),
        ("2024-05-02 10:00:00 -0600", "2024-05-02", True),
        ("yesterday", "2024-05-02", False),
        ("2024-13-45T99:99:00Z", "2024-05-02", False),
    ],
)
def test_a_date_is_right_on_its_day(found: str, truth: str, right: bool) -> None:
    assert agreement.date_agrees(found, agreement.truth_days(truth, "<p>")) is right


def test_the_zone_of_the_page_counts() -> None:
    page = '<time datetime="2024-05-02T23:30:00-05:00">'
    right = agreement.truth_days("2024-05-03T04:30:00.000Z", page)
    assert agreement.date_agrees("2024-05-02", right)
    assert agreement.date_agrees("2024-05-03", right)
    assert not agreement.date_agrees("2024-05-04", right)
