from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tamis_bench import contenders, peers, quality
from tamis_bench.agreement import Found, Verdict
from tamis_bench.contenders import Answer
from tamis_bench.datasets import Sample, Truth, gather
from tamis_bench.peers import Analysis, Functions, Peer
from tamis_bench.quality_report import tables

from .conftest import BODY, PAGE, row, write_set

if TYPE_CHECKING:
    from pathlib import Path

FOUND = Found("The old mill", ("Ada Field",), "2024-05-02")
ASKED: list[str] = []


def analyse(_html: str, url: str | None) -> Analysis:
    ASKED.append(url or "")
    return Analysis(BODY, FOUND)


@pytest.fixture
def _fake_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_html: str, _url: str | None) -> Analysis:
        raise RuntimeError("no body")

    good = Functions(lambda _html, _url: BODY, analyse)
    bad = Functions(lambda _html, _url: "", crash, describes=False)
    table = {"good": Peer("click", lambda: good), "bad": Peer("click", lambda: bad)}
    monkeypatch.setattr(peers, "PEERS", table)
    contenders.functions.cache_clear()
    ASKED.clear()


@pytest.mark.usefixtures("_fake_peers")
def test_every_contender_is_scored_on_every_page_in_order(data: Path) -> None:
    scores = quality.measure(gather(data), ["good", "bad"])
    assert [(score.page.set, score.page.id, score.contender) for score in scores] == [
        ("wcxb-dev", "0001", "good"),
        ("wcxb-dev", "0001", "bad"),
        ("wcxb-dev", "0002", "good"),
        ("wcxb-dev", "0002", "bad"),
        ("wcxb-dev", "0003", "good"),
        ("wcxb-dev", "0003", "bad"),
        ("metadata", "0001", "good"),
        ("metadata", "0001", "bad"),
    ]
    good, bad = scores[:2]
    assert good.text is not None
    assert bad.text is not None
    assert (good.text.f1, good.text.cleaneval, good.with_share, good.without_share) == (1, 1, 1, 1)
    assert (bad.text.f1, bad.failure, bad.metadata) == (0, "RuntimeError: no body", None)
    assert good.page.page_class == "single body"


@pytest.mark.usefixtures("_fake_peers")
def test_peers_are_asked_once_with_a_cache(data: Path, tmp_path: Path) -> None:
    first = quality.measure(gather(data), ["good", "bad"], cache=tmp_path / "cache")
    assert len(ASKED) == 4
    again = quality.measure(gather(data), ["good", "bad"], cache=tmp_path / "cache")
    assert len(ASKED) == 4
    assert again == first


@pytest.mark.slow  # starts an interpreter
def test_several_processes_give_the_same(data: Path) -> None:
    samples = gather(data)
    assert quality.measure(samples, ["turbohtml"], jobs=2) == quality.measure(samples, ["turbohtml"])


@pytest.mark.usefixtures("_fake_peers")
def test_the_report_has_a_table_for_each_question(data: Path) -> None:
    made = {table.title: table for table in tables(quality.measure(gather(data), ["good", "bad"]))}
    assert list(made) == [
        "Text: mean word scores",
        "Lost pages and holes",
        "Mean word F1 by page type",
        "CUTER's accuracy Y/A and noise 1 - Y/X by class of page",
        "Shingles of four words (Scrapinghub's score)",
        "Snippets",
        "Title",
        "Authors",
        "Date",
        "Contenders",
    ]
    assert made["Mean word F1 by page type"].rows == [
        ("wcxb-dev", "article", 2, 1.0, 0.0),
        ("wcxb-dev", "forum", 1, 1.0, 0.0),
    ]
    assert made["Title"].rows == [
        ("wcxb-dev", "good", 3, 0, 0, 0, 0, 1.0, 1.0, 1.0, 1.0),
        ("metadata", "good", 1, 0, 0, 0, 0, 1.0, 1.0, 1.0, 1.0),
    ]
    assert [row[3] for row in made["Contenders"].rows] == [0, 4]


def test_a_contender_that_never_answers_has_no_row(data: Path) -> None:
    sample = gather(data, ["wcxb-dev"])[0]
    answer = Answer(BODY, Found(title="The old mill"), None)
    made = {table.title for table in tables([quality.score("turbohtml", sample, quality.page_facts(sample), answer)])}
    assert "Title" in made
    assert "Date" not in made


def test_metadata_is_judged_by_what_the_truth_speaks_of() -> None:
    truth = Truth(title="The old mill", known=frozenset({"title", "authors"}))
    sample = Sample("mine", "1", None, PAGE, truth)
    scores = quality.metadata_scores(FOUND, sample)
    assert (scores.title, scores.authors, scores.date) == (
        Verdict.RIGHT,
        Verdict.INVENTED,
        Verdict.UNJUDGED,
    )
    assert scores.authors_f1 is None


def test_the_zone_of_the_page_decides_the_day() -> None:
    truth = Truth(date="2024-05-03T04:30:00.000Z", known=frozenset({"date"}))
    sample = Sample("mine", "1", None, PAGE, truth)
    assert quality.metadata_scores(FOUND, sample).date is Verdict.RIGHT
    late = replace(sample, html="<p>")
    assert quality.metadata_scores(FOUND, late).date is Verdict.WRONG


def test_text_that_the_truth_does_not_speak_of_has_no_score() -> None:
    sample = Sample("mine", "1", None, PAGE, Truth(known=frozenset({"title"})))
    score = quality.score("good", sample, quality.page_facts(sample), Answer("text", None, None))
    assert score.text is None
    assert score.page.page_class is None


def test_tamis_itself_is_a_contender(data: Path) -> None:
    scores = quality.measure(gather(data, ["wcxb-dev"], 1), ["tamis:all", "tamis:cuter"])
    assert [score.failure for score in scores] == [None, None]
    assert scores[0].text is not None
    assert scores[0].text.recall == 1
    assert scores[0].metadata is not None
    assert scores[0].metadata.title is Verdict.RIGHT


def test_the_title_counts_where_the_truth_begins_with_it() -> None:
    truth = "High tide\nThe sea came in."
    about = Found("High  Tide")
    alone, with_it = (
        quality.text_scores(text, truth, about) for text in ("The sea came in.", "High tide! The sea came in.")
    )
    assert alone.f1 < 1.0
    assert alone.titled_f1 == with_it.titled_f1 == with_it.f1 == 1.0
    assert quality.text_scores("The sea came in.", truth).titled_f1 == alone.f1


def test_a_page_is_lost_if_little_of_a_long_truth_was_extracted() -> None:
    long = "One two three four five six seven eight nine ten. " * 7
    texts = ("", long[: len(long) // 5], long[: len(long) // 2], long)
    assert [quality.text_scores(text, long).is_lost for text in texts] == [True, True, False, False]
    assert not quality.text_scores("", long[:200]).is_lost


@pytest.mark.usefixtures("_fake_peers")
def test_lost_pages_and_holes_are_summed_over_all_sets(tmp_path: Path) -> None:
    sentences = [f"{sentence.strip('. ')}." for sentence in BODY.split(". ")]
    holed = "\n".join((sentences[0], "Nobody knows who built the first of its walls.", *sentences[1:]))
    lost = "\n".join(f"Line {number} of something that this page does not say at all." for number in range(9))
    for name, text in (("news", holed), ("world", lost)):
        write_set(tmp_path / name, [row(1, truth={"text": text})])
    made = {table.title: table for table in tables(quality.measure(gather(tmp_path), ["good"]))}
    rows = made["Lost pages and holes"].rows
    assert [(cells[0], *cells[4:]) for cells in rows] == [
        ("news", 0, 1, 1, 1, 1, 0, 0),
        ("world", 1, 1, 0, 0, 0, 1, 1),
        ("all sets", 1, 2, 1, 1, 1, 1, 1),
    ]


def test_captions_that_come_with_pictures_fill_holes_in_a_count_of_their_own(tmp_path: Path) -> None:
    lines = [f"{name} one {name} two {name} three {name} four." for name in ("Wall", "Bridge", "Tower", "Market")]
    write_set(tmp_path / "news", [row(1, truth={"text": "\n".join(lines)})])
    (sample,) = gather(tmp_path)
    answer = Answer("\n".join((lines[0], *lines[2:])), Found(captions=(lines[1],)), None)
    scores = quality.score("tamis:learned", sample, quality.page_facts(sample), answer)
    assert scores.holes is not None
    assert scores.captioned is not None
    assert (scores.holes.holes, scores.captioned.holes) == (1, 0)
