"""Summaries of articles and texts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import tamis
from example_site import SITE
from tamis import BadSettings, Block, Kind, Metadata, Role, SummarySettings
from tamis.core.summarizing import RelatedBy
from tamis.core.summarizing.relations import WordForms, WordNet

if TYPE_CHECKING:
    from pathlib import Path

STORY = (
    "The harbor tunnel opens in May after nine years of work.",
    "Buses will use the tunnel first, the transport board said.",
    "A ferry has crossed the harbor since 1921 and will stop.",
    "It rained on Thursday, and nobody minded the mud.",
    "Cars follow in autumn when the ramps of the tunnel are done.",
)


def article(*blocks: Block, title: str = "Harbor tunnel opens", subtitle: str | None = None) -> tamis.Article:
    return tamis.Article(metadata=Metadata(title=title, language="en", subtitle=subtitle), blocks=blocks)


def block(text: str, index: int = 0, kind: Kind = Kind.PARAGRAPH, role: Role = Role.TEXT) -> Block:
    return Block(kind, text, index, "", role=role)


def test_sentences_keep_their_order_and_their_places() -> None:
    text = " ".join(STORY)
    summary = tamis.summarize(article(block(text, 7)), SummarySettings(sentences=3))
    assert [sentence.block for sentence in summary.sentences] == [7, 7, 7]
    assert [sentence.start for sentence in summary.sentences] == sorted(s.start for s in summary.sentences)
    assert all(text[sentence.start : sentence.end] == sentence.text for sentence in summary.sentences)


def test_the_paper_leaves_out_the_sentence_that_has_nothing_to_do_with_the_rest() -> None:
    equal = SummarySettings(
        sentences=4,
        frequency_weight=1,
        tf_idf_weight=1,
        lexical_weight=1,
        position_weight=1,
        title_weight=1,
        length_weight=1,
    )
    assert STORY[3] not in tamis.summarize(article(block(" ".join(STORY))), equal).text


@pytest.mark.parametrize(
    "other",
    [
        block("A view of the harbor tunnel in the morning light.", 1, Kind.CAPTION, Role.CAPTION),
        block("Harbor tunnel opens: all about the tunnel in the harbor", 1, Kind.HEADING, Role.HEADING),
        block("By Mara Ellingham in the harbor tunnel", 1, role=Role.BYLINE),
        block("Subscribe to the harbor tunnel newsletter of the tunnel now.", 1, role=Role.PROMPT),
        block("The harbor tunnel is a waste of money, said a reader.", 1, role=Role.COMMENT),
        block("tunnel = harbor.open(tunnel) and so on", 1, Kind.CODE),
        block("Read more: the harbor tunnel opens", 1),
        block("Harbor tunnel opens.", 1),
    ],
    ids=lambda made: f"{made.kind.value} {made.role.value} {made.text[:9]}",
)
def test_what_is_no_running_text_is_in_no_summary(other: Block) -> None:
    summary = tamis.summarize(article(other, block(" ".join(STORY), 2)), SummarySettings(sentences=5))
    assert other.text not in [sentence.text for sentence in summary.sentences]
    assert len(summary.sentences) == 5


def test_the_standfirst_counts_once() -> None:
    lead = "Nine years of work under the harbor come to an end."
    with_lead = tamis.summarize(article(block(" ".join(STORY), 3), subtitle=lead), SummarySettings(sentences=1))
    assert (with_lead.text, with_lead.sentences[0].block) == (lead, None)
    both = article(block(f"{lead} {' '.join(STORY)}", 3), subtitle=lead)
    assert tamis.summarize(both, SummarySettings(sentences=9)).text.count(lead) == 1


def test_a_sentence_that_repeats_a_better_one_is_left_out() -> None:
    again = "The harbor tunnel opens in May after nine years."
    made = article(block(" ".join([*STORY[:2], again])))
    assert len(tamis.summarize(made, SummarySettings(sentences=3)).sentences) == 2
    assert len(tamis.summarize(made, SummarySettings(sentences=3, repetition=1.0)).sentences) == 3


def test_a_share_of_the_sentences_in_place_of_a_number() -> None:
    made = article(block(" ".join(STORY)))
    assert len(tamis.summarize(made, SummarySettings(share=0.4)).sentences) == 2
    assert len(tamis.summarize(made, SummarySettings(share=0.01)).sentences) == 1


def test_an_article_without_text_has_an_empty_summary() -> None:
    summary = tamis.summarize(article())
    assert (summary.text, summary.sentences, summary.keywords, summary.sentence_count) == ("", (), (), 0)


def test_chinese_is_joined_without_blanks_and_has_words_as_keywords() -> None:
    page = (SITE / "tea-harvest-zh.html").read_text(encoding="utf-8")
    summary = tamis.summarize(tamis.extract(page))
    assert " " not in summary.text
    assert "云脚村" in summary.keywords


def test_words_that_follow_one_another_again_become_one_keyword() -> None:
    text = "The wind farm was built. A wind farm needs wind. Each wind farm pays taxes to the town."
    assert "wind farm" in tamis.summarize_text(text, "Taxes", "en").keywords


def test_plain_text_is_summarized_in_the_language_that_it_is_in() -> None:
    summary = tamis.summarize_text(
        "Der Tunnel unter dem Hafen wird im Mai eröffnet. Danach fahren die ersten Busse hindurch."
    )
    assert summary.language == "de"
    assert "unter" not in summary.keywords


def test_related_words_by_their_form() -> None:
    concepts = WordForms().concepts({"tunnel": "tunnel", "tunneling": "tunneling", "tulip": "tulip"})
    assert concepts["tunnel"] == concepts["tunneling"]
    assert concepts["tulip"] != concepts["tunnel"]


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    """A database of five words in WordNet's format: car and automobile in one synset, truck beside it."""
    entries = (
        ("vehicle", "n 1 vehicle 0", ""),
        ("car", "n 2 automobile 0 car 0", "@"),
        ("truck", "n 1 truck 0", "@"),
        ("tulip", "n 1 tulip 0", ""),
    )
    data, offsets = "  1 header\n", {}
    for name, words, pointer in entries:
        offsets[name] = f"{len(data):08d}"
        above = f"001 @ {offsets['vehicle']} n 0000" if pointer else "000"
        data += f"{offsets[name]} 06 {words} {above} | a gloss @ {offsets[name]} n\n"
    index = "".join(
        f"{word} n 1 1 @ 1 0 {offsets[of]}  \n"
        for word, of in sorted({"automobile": "car", "car": "car", "truck": "truck", "tulip": "tulip"}.items())
    )
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"index.{part}").write_text(f"  1 header\n{index if part == 'noun' else ''}")
        (tmp_path / f"data.{part}").write_text(data if part == "noun" else "  1 header\n")
    return tmp_path


def test_wordnet_relates_synonyms_and_words_of_one_class(wordnet: Path) -> None:
    concepts = WordNet(wordnet).concepts(
        {"car": "cars", "automobil": "automobile", "truck": "trucks", "tulip": "tulip"}
    )
    assert set(concepts["car"]) & set(concepts["automobil"])
    assert set(concepts["car"]) & set(concepts["truck"])
    assert not set(concepts["car"]) & set(concepts["tulip"])


def test_the_summary_says_what_told_of_related_words(wordnet: Path) -> None:
    settings = SummarySettings(wordnet=wordnet)
    english = article(block(" ".join(STORY)))
    german = replace(english, metadata=replace(english.metadata, language="de"))
    assert tamis.summarize(english, settings).related_by is RelatedBy.WORDNET
    assert tamis.summarize(german, settings).related_by is RelatedBy.FORM
    assert tamis.summarize(english).related_by is RelatedBy.FORM


def test_a_folder_without_wordnet_is_an_error_that_names_the_files(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"index\.noun"):
        tamis.summarize(article(block(STORY[0])), SummarySettings(wordnet=tmp_path))


def test_all_weights_zero_is_an_error() -> None:
    with pytest.raises(BadSettings, match="weight"):
        SummarySettings(
            frequency_weight=0, tf_idf_weight=0, lexical_weight=0, position_weight=0, title_weight=0, length_weight=0
        )


def test_the_cost_is_bounded_for_a_text_without_an_end() -> None:
    summary = tamis.summarize_text("A short sentence of six words. " * 20_000, "Words", "en")
    assert summary.sentence_count == 5_000
