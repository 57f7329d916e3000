"""References and noise of summaries, words among keywords, categories by section."""

from __future__ import annotations

from tamis.library.categories import Category
from tamis_bench.categories import LabeledPage, category_of_url, judge, tables
from tamis_bench.keywords import _bounds, _is_word
from tamis_bench.samples import Sample, Truth
from tamis_bench.summaries import (
    DEFAULT,
    DESCRIPTION,
    EXTRACT,
    KEY_POINTS,
    STANDFIRST,
    THIRD,
    extracts_of,
    nearest_sentences,
    score_page,
)
from tamis_bench.summaries import tables as summary_tables

STORY = (
    "The harbor tunnel opens in May after nine years of work below the old town. Buses will use the tunnel first, the "
    "transport board said on Monday. A ferry has crossed the harbor since 1921 and will stop when the buses run. "
)
STRAY = "Nobody at the bakery knew that the oven was older than the street in front of the shop."
DESCRIPTION_TEXT = "The harbor tunnel opens in May after nine years of work, and buses will use it first."
PAGE = (
    f"<html lang=en><head><title>Harbor tunnel opens</title><meta name=description content='{DESCRIPTION_TEXT}'></head>"
    "<body><article><h1>Harbor tunnel opens</h1><ul><li>The harbor tunnel opens in May after nine years.</li>"
    f"<li>Buses will use the tunnel first, and the ferry stops.</li></ul><p>{STORY}</p><p>{STRAY} {STORY}</p></article>"
)


def sample(truth: str) -> Sample:
    standfirst = ("Nine years of work below the old town come to an end as the harbor tunnel opens.",)
    return Sample("made", "1", "https://a.example/1", PAGE, Truth(text=truth, standfirst=standfirst))


def test_a_page_is_scored_against_each_kind_of_reference() -> None:
    page = score_page(sample(f"{STORY}\n{STRAY} {STORY}"))
    assert page is not None
    assert set(page.rouge) >= {DESCRIPTION, KEY_POINTS, STANDFIRST}
    scored = page.rouge[DESCRIPTION]["position alone"]
    assert 0 < scored.score.f1 < 1
    assert scored.from_truth == scored.score
    assert page.agreement is not None
    assert page.agreement.f1 == 1.0
    assert page.strays == ()
    titles = [table.title for table in summary_tables([page])]
    assert len(titles) == len(page.rouge) + 2
    assert page.rouge[DESCRIPTION][DEFAULT].at_length > 0


def test_references_of_sentences_are_those_that_hold_the_editors_words() -> None:
    texts = ["ebb", "flow and tide", "a quay of stone", "tide of the moon", "the moon", "ebb tide", "gulls", "a", "b"]
    found = extracts_of(texts, {DESCRIPTION: "flow and tide a quay of stone ebb tide".split()})
    assert found[EXTRACT] == [1, 2, 5]
    assert found[THIRD] == [1, 2, 5]
    assert nearest_sentences(texts, "the moon".split(), 3) == [4]
    assert extracts_of(texts, {}) == {}


def test_a_summary_has_as_many_sentences_as_a_reference_of_sentences() -> None:
    """Twelve sentences; the editors' words are in the first four."""
    things = "ferry tram quay crane buoy gull rope mast keel oar sail anchor".split()
    lines = [f"One {thing} lay {thing * 2} {thing * 3} {thing * 4} there." for thing in things]
    story = "".join(f"<p>{line}</p>" for line in lines)
    words = " ".join(f"{thing} {thing * 2} {thing * 3} {thing * 4}" for thing in things[:4])
    html = f"<title>Harbor</title><meta name=description content='{words}'><article><h1>Harbor</h1>{story}</article>"
    page = score_page(Sample("made", "1", "https://a.example/1", html, Truth()))
    assert page is not None
    assert page.rouge[THIRD]["position alone"].score.f1 == page.rouge[THIRD]["first sentences"].score.f1 == 1
    assert page.rouge[EXTRACT]["first sentences"].score.f1 == 1


def test_a_sentence_that_is_not_in_the_true_text_is_noise() -> None:
    page = score_page(sample(STRAY))
    assert page is not None
    assert page.sentences == 3
    assert len(page.strays) in (2, 3)
    assert {stray.kind for stray in page.strays} <= {"standfirst", "other text"}


def test_a_keyword_is_a_word_if_it_ends_where_another_segmenter_ends_words() -> None:
    bounds = _bounds("大学医院 大学", lambda _: ["大学", "医院", "大学"])
    assert _is_word("大学", "大学医院 大学", bounds)
    assert _is_word("大学医院", "大学医院 大学", bounds)
    assert not _is_word("学医", "大学医院 大学", bounds)


def test_categories_are_judged_by_pages_of_other_sites() -> None:
    assert category_of_url("https://a.example/2024/sports/story") is Category.SPORT
    assert category_of_url("https://[broken/sports/story") is None
    pages = [
        LabeledPage(Category.SPORT, {"coach": 3, "league": 2, "yodel": 4}, f"{number}.example", "en")
        for number in range(6)
    ]
    judged = judge(pages)
    assert all(one.guess is Category.SPORT for own in judged.values() for one in own)
    listed, learned = judged["listed words"][0], judged["learned from other sites"][0]
    assert learned.confidence != listed.confidence
    assert tables(judged)[0].rows[0][3] == 6
