"""Links that open a page at a quote."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

import tamis
from tamis.text.text_fragments import TextFragments

URL = "https://news.example/tides"
SEA = "The sea comes in twice a day and goes out again, as everybody in the old harbour knows well."
ALSO = "The sea comes in twice a day, says the board beside the gate."
SHORT = "Read the tables."


def words(link: str | None) -> str:
    assert link is not None
    assert link.startswith(f"{URL}#:~:text=")
    return unquote(link.removeprefix(f"{URL}#:~:text="))


def test_a_long_quote_is_given_by_its_beginning_and_its_end() -> None:
    assert words(TextFragments([SEA, SHORT]).link(URL, SEA, 0, len(SEA))) == "The sea comes in,old harbour knows well."


def test_a_long_block_is_given_by_its_beginning() -> None:
    assert words(TextFragments([SEA, SHORT]).link(URL, SEA)) == "The sea comes in"


def test_formulas_and_marks_of_notes_are_no_words() -> None:
    text = r"The height \frac{1}{2}gt rises by a third of the range[4] in the second hour"
    assert words(TextFragments([text]).link(URL, text)) == "rises by a third of the range"
    assert words(TextFragments(["The range[4] of the tide"]).link(URL, "The range[4] of the tide")) == "of the tide"


def test_words_that_are_also_elsewhere_are_followed_by_more() -> None:
    found = words(TextFragments([ALSO, SEA]).link(URL, SEA))
    assert found == "The sea comes in twice a day and"


def test_a_short_quote_is_given_whole() -> None:
    assert words(TextFragments([SEA, SHORT]).link(URL, SHORT)) == "Read the tables."


def test_a_quote_that_is_there_twice_comes_with_the_words_around_it() -> None:
    block = f"{SHORT} {SEA} – {SHORT} – Then wait."
    start = block.rindex(SHORT)
    found = words(TextFragments([block, SHORT]).link(URL, block, start, start + len(SHORT)))
    assert found == "well. –-,Read the tables."


def test_a_long_sentence_that_is_there_twice_comes_whole_with_the_words_after_it() -> None:
    block = f"{SEA} Then wait."
    assert words(TextFragments([SEA, block]).link(URL, block, 0, len(SEA))) == f"{SEA},-Then"


def test_a_block_that_is_there_twice_comes_with_words_of_the_block_before_or_after_it() -> None:
    texts = ["Monday", SHORT, "Tuesday morning", SHORT, "Evening"]
    fragments = TextFragments(texts)
    assert words(fragments.link(URL, SHORT, block=1)) == "Monday-,Read the tables."
    assert words(fragments.link(URL, SHORT, block=3)) == "morning-,Read the tables."
    assert words(TextFragments([SHORT, "Monday", SHORT]).link(URL, SHORT, block=0)) == "Read the tables.,-Monday"


def test_hidden_text_stands_beside_no_other_and_counts() -> None:
    texts = ["Monday", "menu of the day", SHORT, SHORT]
    assert words(TextFragments(texts, hidden=[1, 3]).link(URL, SHORT, block=2)) == "Monday-,Read the tables."


def test_a_block_that_is_there_twice_with_the_same_surroundings_has_no_link() -> None:
    fragments = TextFragments(["Sea", SHORT, "End"] * 3)
    assert fragments.link(URL, SHORT, block=4) is None
    assert TextFragments([SHORT, SHORT, SHORT, SHORT]).link(URL, SHORT, block=1) is None


def test_boxes_side_by_side_are_not_one_line() -> None:
    text = "Ann Field · 12 May · The harbour at low tide | Print"
    assert words(TextFragments([text]).link(URL, text)) == "The harbour at low tide"


def test_the_first_row_stands_for_a_table() -> None:
    rows = ["Day | High water at the pier", "Monday | five"]
    assert words(TextFragments(rows).link(URL, "\n".join(rows), block=0)) == "High water at the pier"


def test_signs_of_the_directive_are_encoded_and_the_fragment_of_the_url_goes() -> None:
    text = "Half-timbered, red & old houses"
    link = TextFragments([text]).link(f"{URL}#top", text)
    assert link == f"{URL}#:~:text=Half%2Dtimbered%2C%20red%20%26%20old%20houses"


def test_no_words_are_taken_across_a_line_break() -> None:
    poem = "Far out\nthe boats lie still upon the water\nand wait"
    assert words(TextFragments([poem]).link(URL, poem)) == "the boats lie still upon the water"


def test_scripts_without_spaces_are_cut_between_clauses() -> None:
    text = "海水每天涨落两次，老港口的人都知道。潮水表挂在门口，谁都可以看。"
    found = words(TextFragments([text]).link(URL, text))
    assert all(part.endswith(("，", "。")) for part in found.split(",-")[0].split(","))


@pytest.mark.parametrize(("url", "text"), [(None, SEA), (URL, ""), (URL, " … ")])
def test_without_url_or_words_there_is_no_link(url: str | None, text: str) -> None:
    assert TextFragments([text]).link(url, text) is None


def test_chunks_and_summaries_have_links_that_are_unique_on_the_whole_page() -> None:
    teaser = "The council will vote on the new sea wall in the spring session"
    story = (
        f"<title>Wall</title><aside><p>{teaser}, see our page.</p></aside><article><h1>Wall</h1>"
        f"<p>{teaser}, and nobody on the island expects the vote to be close after the storms of the winter.</p>"
        + "".join(f"<p>Street {name} was flooded for days, and the people who live there want the wall built soon.</p>"
                  for name in ("Quay", "Mill", "Church", "Fish"))
        + "</article>"
    )  # fmt: skip
    article = tamis.extract(story, URL)
    (chunk, *_) = article.chunks()
    assert words(chunk.link).startswith(f"{teaser}, and"), "the teaser has the same twelve words"
    for sentence in tamis.summarize(article, sentences=3).sentences:
        assert words(sentence.link)
    assert article.complete().chunks()[0].link is not None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "专家们的认可让他立刻行动起来。那时，他的400万元奖金还剩下100多万元，是准备用于女儿出国留学用的。",
            "专家们的认可让他立刻行动起来。那时，他的400万元奖金还剩下100多万元，是准备用于女儿出国留学用的。",
        ),
        (
            "在C2C电子商务方面还可以强化政府的相关社会服务职能，每粒0.4元计算，完善配送末端，线路网络，优化环节。",
            "0.4元",
        ),
        ("2002年10月9日在铜锣湾Cafe餐厅遭辱打，当日下午，与一位男士喝茶，期间接听了电话。", "2002年10月9日"),
    ],
)
def test_clauses_of_scripts_without_spaces_are_not_cut_at_figures_and_foreign_words(text: str, quote: str) -> None:
    link = TextFragments([text, "别的段落，没有这些话。"]).link("https://example.org/", text)
    assert link is not None
    words = [part.strip("-") for part in unquote(link.partition("text=")[2]).split(",")]
    clauses = set(re.split(r"[，。]", text))
    assert quote in "".join(words)
    for part in words:
        assert set(re.split(r"[，。]", part.strip("，。"))) <= clauses, part
