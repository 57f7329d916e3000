"""Summaries of articles and texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tamis
from example_site import SITE
from tamis import BadSettings, Block, Kind, Metadata, Role, SummarySettings
from tamis.core.summarizing import RelatedBy
from tamis.core.summarizing.relations import concepts

STORY = (
    "The harbor tunnel opens in May after nine years of work.",
    "Buses will use the tunnel first, the transport board said.",
    "A ferry has crossed the harbor since 1921 and will stop.",
    "It rained on Thursday, and nobody minded the mud.",
    "Cars follow in autumn when the ramps of the tunnel are done.",
)


def article(*blocks: Block, title: str = "Harbor tunnel opens", subtitle: str | None = None) -> tamis.Article:
    metadata = Metadata(title=title, language="en", subtitle=subtitle, authors=("Mara Ellingham",))
    return tamis.Article(metadata=metadata, blocks=blocks)


def block(text: str, index: int = 0, kind: Kind = Kind.PARAGRAPH, role: Role = Role.TEXT) -> Block:
    return Block(kind, text, index, "", role=role)


def test_sentences_keep_their_order_and_their_places() -> None:
    text = " ".join(STORY)
    summary = tamis.summarize(article(block(text, 7)), SummarySettings(sentences=3))
    assert [sentence.block for sentence in summary.sentences] == [7, 7, 7]
    assert [sentence.start for sentence in summary.sentences] == sorted(s.start for s in summary.sentences)
    assert all(text[sentence.start : sentence.end] == sentence.text for sentence in summary.sentences)


def test_the_paper_leaves_out_the_sentence_that_has_nothing_to_do_with_the_rest() -> None:
    equal = SummarySettings(sentences=4, weighting="paper")
    assert STORY[3] not in tamis.summarize(article(block(" ".join(STORY))), equal).text


def test_for_news_the_lead_counts_then_the_title_and_a_long_sentence_has_no_advantage() -> None:
    long = (
        "The board of the town, which met for three hours on a wet evening in its old hall, spoke of roads, of "
        "schools, of the market, of lamps, of the price of salt, and in the end of a tunnel."
    )
    early = "The tunnel opens before the ramps are done, the board said."
    scene = "Nobody minded the mud on Thursday."
    text = " ".join((scene, STORY[3], early, long, STORY[2]))
    chosen = tamis.summarize(article(block(text)), SummarySettings(sentences=2)).text
    assert chosen == f"{scene} {early}"
    equal = SummarySettings(sentences=2, weighting="paper")
    assert long in tamis.summarize(article(block(text)), equal).text


def test_a_text_that_begins_with_what_its_title_says_is_summarized_by_its_beginning() -> None:
    late = "The tunnel opens before the ramps are done, the board said."
    text = " ".join((STORY[0], STORY[3], late))
    assert tamis.summarize(article(block(text)), SummarySettings(sentences=2)).text == f"{STORY[0]} {STORY[3]}"
    assert SummarySettings(position_weight=4).weights(2, 3, lead=1.0)["position"] == 4


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
        block("FILE - A man looks at the harbor tunnel in May. It opens in the harbor after nine years.", 1),
        block("A man looks at the harbor tunnel of the harbor in May. (AP Photo/Mara Ellingham)", 1),
        block("Symbolbild: Der Hafen mit dem Tunnel am Morgen.", 1),
        block("If you buy a harbor tunnel through our links, we may earn a commission.", 1),
        block("You’re reading the harbor tunnel newsletter of the harbor.", 1),
        block("\N{WHITE RIGHT POINTING BACKHAND INDEX} See more of the harbor tunnel in the harbor.", 1),
        block("Write to the editor of the harbor tunnel at tunnel@harbor.example.", 1),
        block("Mara Ellingham writes of boats. The harbor tunnel and the harbor are all that she knows.", 1),
        block("This post is over three years old. The harbor tunnel of the harbor opens, I wrote then.", 1),
        block("Follow @harbortunnel for all news about the harbor tunnel.", 1),
        block("Editor’s note: The harbor tunnel opens in May, not in June.", 1),
        block("Sign up for the harbor tunnel newsletter of the harbor.", 1),
        block("[6] Ellingham, “The Harbor Tunnel,” in the papers of the harbor.", 1),
        block("The harbor tunnel has a page of the harbor at https://harbor.example/tunnel for all.", 1),
        block("18 Aug: Harbor Tunnel (h)", 1),
        block("Harbor tunnel: doors open at 5 pm in May", 1),
        block('<a href="https://harbor.example/">#tunnel</a> The harbor tunnel opens in May.', 1),
    ],
    ids=lambda made: f"{made.kind.value} {made.role.value} {made.text[:9]}",
)
def test_what_is_no_running_text_is_in_no_summary(other: Block) -> None:
    summary = tamis.summarize(article(other, block(" ".join(STORY), 2)), SummarySettings(sentences=5))
    assert {sentence.block for sentence in summary.sentences} == {2}
    assert len(summary.sentences) == 5


def test_a_standfirst_counts_as_part_of_the_text_and_not_as_metadata() -> None:
    lead = "Nine years of work under the harbor come to an end."
    above = block(lead, 1, role=Role.STANDFIRST)
    story = block(" ".join(STORY), 3)
    assert lead in tamis.summarize(article(above, story), SummarySettings(sentences=9)).text
    assert lead not in tamis.summarize(article(story, subtitle=lead), SummarySettings(sentences=9)).text


def test_key_points_over_the_text_and_lists_of_related_links_are_left_out() -> None:
    point = block("The harbor tunnel opens in May.", 1, Kind.LIST_ITEM)
    related = block("Don't miss:", 4, Kind.HEADING, Role.HEADING)
    link = block("The old harbor tunnel is full of bats.", 5, Kind.LIST_ITEM)
    made = article(point, block(" ".join(STORY), 3), related, link)
    assert {one.block for one in tamis.summarize(made, SummarySettings(sentences=9)).sentences} == {3}
    assert tamis.summarize(article(point, link), SummarySettings(sentences=9)).sentence_count == 2


def test_lines_without_an_end_are_used_where_there_is_nothing_else() -> None:
    made = article(block("A first line of a song about a harbor", 1), block("A second line about a tunnel", 2))
    assert tamis.summarize(made).sentence_count == 2


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
    found = concepts({"tunnel": "tunnel", "tunneling": "tunneling", "tulip": "tulip"}, "xx")
    assert found["tunnel"] == found["tunneling"]
    assert found["tulip"] != found["tunnel"]


@pytest.mark.parametrize(
    ("language", "related", "other"),
    [
        ("en", ("car", "automobile"), "tulip"),
        ("en", ("cars", "trucks"), "tulip"),
        ("en-GB", ("doctors", "physician"), "harbor"),
        ("en", ("children", "kid"), "truck"),
        ("de", ("auto", "wagens"), "tulpe"),
        ("de", ("streifenwagen", "fahrzeuge"), "tulpe"),
        ("de-AT", ("polizisten", "ermittler"), "hafen"),
        ("de", ("aussenminister", "ministerin"), "hafen"),
    ],
)
def test_words_are_related_by_their_meaning(language: str, related: tuple[str, str], other: str) -> None:
    found = concepts({word: word for word in (*related, other)}, language)
    left, right = (set(found[word]) for word in related)
    assert left & right
    assert not left & set(found[other])


def test_the_summary_says_what_told_of_related_words() -> None:
    english = article(block(" ".join(STORY)))
    for language, source in (("en", RelatedBy.WORDNET), ("de", RelatedBy.GROUPS), ("fr", RelatedBy.FORM)):
        made = replace(english, metadata=replace(english.metadata, language=language))
        assert tamis.summarize(made).related_by is source


def test_a_weight_overrides_that_of_the_preset() -> None:
    weights = SummarySettings(weighting="paper", title_weight=4).weights()
    assert (weights.pop("title"), set(weights.values())) == (4, {1.0})


def test_frequency_counts_for_news_the_more_of_the_text_is_asked_for() -> None:
    weights = [SummarySettings().weights(wanted, 36)["frequency"] for wanted in (4, 6, 12, 36)]
    assert weights == pytest.approx([0, 0.175, 0.7, 0.7])
    assert SummarySettings(frequency_weight=2).weights(12, 36)["frequency"] == 2
    assert SummarySettings(weighting="paper").weights(12, 36)["frequency"] == 1


def test_a_long_summary_takes_frequent_words_where_the_place_no_longer_tells() -> None:
    """Only the last of twelve sentences has words that recur; half of the text has it, and not without frequency."""
    names = "ferry tram quay crane buoy gull rope mast keel oar sail".split()
    first = [f"{name.title()} {name * 2} {name * 3} {name * 4}." for name in names]
    last = "Ferry, tram, quay, crane, buoy, gull."
    text = "\n".join([*first, last])
    settings = SummarySettings(share=0.5, lexical_weight=0)
    assert tamis.summarize_text(text, None, "en", settings).sentences[-1].text == last
    unaware = SummarySettings(share=0.5, lexical_weight=0, frequency_weight=0)
    assert tamis.summarize_text(text, None, "en", unaware).sentences[-1].text == first[5]


def test_all_weights_zero_is_an_error() -> None:
    with pytest.raises(BadSettings, match="weight"):
        SummarySettings(
            frequency_weight=0, tf_idf_weight=0, lexical_weight=0, position_weight=0, title_weight=0, length_weight=0
        )


@pytest.mark.slow
def test_the_cost_is_bounded_for_a_text_without_an_end() -> None:
    summary = tamis.summarize_text("A short sentence of six words. " * 20_000, "Words", "en")
    assert summary.sentence_count == 5_000


def test_a_keyword_in_chinese_has_the_rest_of_a_name() -> None:
    text = "陈冠希昨日在医院。记者见到陈冠希的朋友。医院说陈冠希已经出院。公司没有评论陈冠希。医院很大。"
    keywords = tamis.summarize_text(text, None, "zh").keywords
    assert "陈冠希" in keywords
    assert "陈冠" not in keywords
    assert "医院" in keywords  # what follows differs


def test_what_is_always_before_another_word_is_no_rest_of_a_name() -> None:
    text = "本市的硕士学位很多。他们的硕士学位有效。大家说硕士学位重要。申请硕士学位的人多。"
    assert not {"硕士学", "士学位"} & set(tamis.summarize_text(text, None, "zh").keywords)
