# ruff: noqa: E501 (markup is easier to read unbroken)
"""The default strategy, with the model that comes with it."""

from __future__ import annotations

import dataclasses
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

import tamis
from tamis.core.figures import with_figures
from tamis.core.parse import parse
from tamis.core.pipeline import prepare
from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.learned import KEPT_AT_SECOND_LOOK, Learned, rule_adjustments
from tamis.core.strategies.learned import model as models
from tamis.core.strategies.learned.block_table import BlockTable
from tamis.core.strategies.learned.cutoff import SURE, choose, keep_between, keep_tables
from tamis.core.strategies.learned.feature_descriptions import NOT_ASKED, say
from tamis.core.strategies.learned.features import NAME_FEATURES, TYPE_FEATURES, plain_features
from tamis.core.strategies.learned.forest import Forest
from tamis.core.strategies.learned.page_type import forced
from tamis.core.strategies.learned.places import drawn_to_places, find_posts
from tamis.core.strategies.learned.reference import PageFeatures
from tamis.errors import BadInput, BadSettings
from tamis.model import Kind, Page, Role

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints

SENTENCE = "The harbour master said on Tuesday that the old crane would be taken down before the winter storms begin. "
COMMENT = "I worked on that crane for eleven years, and I am sorry to see it go like this. "
NEWS = f"""
<html lang=en><head><title>The old crane comes down</title></head><body>
<header class=site-header><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/sport>Sport</a></ul></nav></header>
<main><article class=story><h1>The old crane comes down</h1><p class=byline>By Jane Doe</p>
<div class=article-body>{"".join(f"<p>{SENTENCE * 3}Paragraph {n}.</p>" for n in range(8))}</div></article>
<section class=comments id=comments><h2>2 comments</h2><div class=comment><p>{COMMENT}One.</p></div>
<div class=comment><p>{COMMENT}Two.</p></div></section></main>
<aside class=related><h3>Related articles</h3><ul>{"".join(f"<li><a href=/{n}>Another story about cranes {n}</a>" for n in range(6))}</ul></aside>
<footer><p>Copyright 2024 The Harbour Post. All rights reserved.</p></footer></body></html>
"""
SHOP = f"""
<html lang=en><head><title>Cranes and hooks</title></head><body><nav><a href=/>Home</a></nav><main><h1>Cranes and hooks</h1>
<p>{SENTENCE * 2}</p><div class=product-grid>{
    "".join(
        f"<div class=product-card><a href=/p{n}><h3>Hook number {n}</h3></a><span>{n}9.99 EUR</span></div>"
        for n in range(12)
    )
}</div></main></body></html>
"""


def _texts(html: str, strategy: Learned | str = "learned") -> list[str]:
    article = tamis.extract(
        html, url="https://example.org/news/the-old-crane", settings=tamis.Settings(strategy=strategy)
    )
    return [block.text for block in article.blocks]


def test_the_body_stays_and_menus_comments_and_related_stories_go() -> None:
    text = "\n".join(_texts(NEWS))
    assert text.count("harbour master") == 24
    for unwanted in ("Sport", "sorry to see it go", "Another story", "All rights reserved", "By Jane Doe"):
        assert unwanted not in text


def test_comments_can_be_asked_for() -> None:
    with_comments = _texts(NEWS, Learned(comments=True))
    assert sum("sorry to see it go" in text for text in with_comments) == 2
    assert set(_texts(NEWS)) < set(with_comments)


def test_lists_can_be_kept_or_dropped() -> None:
    kept, dropped = "\n".join(_texts(SHOP, Learned(lists="keep"))), "\n".join(_texts(SHOP, Learned(lists="drop")))
    assert "Hook number 7" in kept
    assert "Hook number 7" not in dropped


HOMEPAGE = f"""<html><head><title>Jane Doe</title></head><body>{{}}<h1>Jane Doe</h1><p>I am a professor at the university by the sea.</p>
{{}}<ul>{"".join(f"<li><a href=c{n}.html>CS {100 + n}</a></li>" for n in range(12))}</ul><h2>Publications</h2>
<ul>{"".join(f"<li>Doe J. and Smith A. Title of the paper number {n}. Journal of Things, {2000 + n}.</li>" for n in range(20))}</ul>
</body></html>"""


@pytest.mark.parametrize("label", ["<h2>Courses</h2>", "<p>Courses:</p>", "<div><b>Courses</b></div>"])
def test_a_page_that_is_nothing_but_its_text_keeps_its_lists_of_links(label: str) -> None:
    assert sum(text.startswith("CS 1") for text in _texts(HOMEPAGE.format("", label))) == 12
    menu = "<nav><a href=/>Home</a></nav>"
    assert sum(text.startswith("CS 1") for text in _texts(HOMEPAGE.format(menu, label))) < 12


def test_text_behind_a_click_is_kept_only_when_asked_for() -> None:
    folded = NEWS.replace("<p>", "<p style='display:none'>", 1)
    assert len(_texts(folded)) == len(_texts(NEWS)) - 1
    assert len(_texts(folded, Learned(hidden=True))) == len(_texts(NEWS))


def test_recall_keeps_no_less_than_precision() -> None:
    for page in (NEWS, SHOP):
        strict, balance, loose = (set(_texts(page, Learned(favor=name))) for name in ("precision", "balance", "recall"))
        assert strict <= balance <= loose


def test_a_paragraph_that_comes_twice_is_kept_once() -> None:
    twice = NEWS.replace("<section class=comments", f"<p>{SENTENCE * 3}Paragraph 2.</p><section class=comments")
    assert sum("Paragraph 2." in text for text in _texts(twice)) == 1


def test_paragraphs_that_repeat_beside_each_other_stay() -> None:
    page = f"<title>Cranes</title><article><h1>Cranes</h1>{f'<p>{SENTENCE * 3}</p>' * 5}</article>"
    assert _texts(page) == [(SENTENCE * 3).strip()] * 5
    framed = f"<title>Cranes</title><article><h1>Cranes</h1>{f'<div><p>{SENTENCE * 3}</p></div>' * 5}</article>"
    assert len(_texts(framed)) == 1


@pytest.mark.parametrize(
    "names", ["story", "story enableBodyAds disableConsent", "gdpr-consent popup with-right-sidebar"]
)
def test_a_name_of_an_element_around_title_and_text_does_not_speak_against_them(names: str) -> None:
    """Sites put settings and the layout into class attributes: where advertisements may stand, whether there is a sidebar."""
    stories = "".join(
        f"<li><a href=/{n}>Another story about cranes, number {n}</a><p>{SENTENCE}</p>" for n in range(12)
    )
    last = f"{SENTENCE}It stood there for a hundred years."
    page = (
        f"<html lang=en><title>The old crane comes down</title><body><div class='{names}'><article><h1>The old crane comes down"
        f"</h1><p>{SENTENCE * 2}</p><p>{last}</p></article></div><div class=stream><h3>More</h3><ul>{stories}</ul></div></body>"
    )
    assert last in _texts(page)


def test_captions_are_the_text_where_they_hold_most_of_it() -> None:
    """As in a gallery; in an article they stay with their pictures."""

    def slides(intro: str) -> str:
        captions = [
            f"<b>What you see:</b> {SENTENCE}{words}" for words in ("One.", "Two.", "Three.", "Four.", "Five.", "Six.")
        ]
        figures = "".join(
            f"<figure class=slide><h2>{number}. The crane</h2><div class=image><img src=/c{number}.jpg width=658 height=658></div>"
            f"<figcaption><p>What a sight!</p><p>{caption}</p></figcaption></figure>"
            for number, caption in enumerate(captions, 1)
        )
        return f"<title>The crane</title><article><h1>The crane</h1>{intro}<div class=slides>{figures}</div></article>"

    gallery = tamis.extract(slides(f"<p>{SENTENCE}</p>"))
    assert gallery.text.count("What you see:") == 6
    assert f"What you see: {SENTENCE}One." in [block.text for block in gallery.blocks if block.kind is Kind.PARAGRAPH]
    assert [image.src for image in gallery.images] == [f"/c{number}.jpg" for number in range(1, 7)]
    article = tamis.extract(slides("".join(f"<p>{SENTENCE * 3}{number}.</p>" for number in range(12))))
    assert "What you see:" not in article.text


def test_text_that_only_screen_readers_skip_is_kept_where_it_is_surely_wanted() -> None:
    skipped = NEWS.replace("<p>", "<p><a href=/more aria-hidden=true>", 1)
    assert _texts(skipped) == _texts(NEWS)
    dialog = f"<div class=modal aria-hidden=true><h4>Cookies</h4><p>{COMMENT * 2}</p></div></body>"
    assert _texts(NEWS.replace("</body>", dialog)) == _texts(NEWS)
    copy = f"<p aria-hidden=true>{SENTENCE * 3}Paragraph 2.</p></div></article>"
    assert _texts(NEWS.replace("</div></article>", copy)) == _texts(NEWS)


def test_every_block_has_its_probability_role_and_reason() -> None:
    document = parse(Page(NEWS, "https://example.org/"))
    labels = Learned().label(document)
    assert all(0 <= score <= 1 for score in labels.scores)
    told = dict(zip(document.texts, zip(labels.roles, labels.reasons, strict=True), strict=True))
    assert told["By Jane Doe"][0] is Role.BYLINE
    assert told["Another story about cranes 3"][0] is Role.RELATED
    assert told[f"{COMMENT}One."][0] is Role.COMMENT
    assert told["Sport"][0] is Role.NAVIGATION
    assert all(reason for _, reason in told.values())


def test_an_explanation_names_the_probability_and_three_features() -> None:
    document = parse(Page(NEWS, "https://example.org/"))
    plain, explained = Learned().label(document), Learned(explain=True).label(document)
    assert list(plain.kept) == list(explained.kept)
    asked = 0
    for text, score, reason in zip(document.texts, explained.scores, explained.reasons, strict=True):
        if text and NOT_ASKED not in reason:
            asked += 1
            assert f"{score:.0%} likely" in reason
            weighed = reason.partition("wanted: ")[2]
            assert len({part.strip()[2:].partition(":")[0] for part in weighed.split("; ")}) == 3
    menu = explained.reasons[document.texts.index("Sport")]
    assert menu.endswith(NOT_ASKED)
    assert asked > 10


def test_an_explanation_of_a_page_of_menus_says_that_nobody_was_asked() -> None:
    document = parse(Page("<nav><a href=a>Home</a></nav><nav><a href=b>About</a></nav>"))
    assert all(reason.endswith(NOT_ASKED) for reason in Learned(explain=True).label(document).reasons)


def test_a_title_in_a_menu_is_the_title_all_the_same() -> None:
    page = NEWS.replace("<h1>The old crane comes down</h1>", "").replace(
        "<nav><ul>", "<nav><h1><a href=#top>The old crane comes down</a></h1><ul>"
    )
    document = prepare(Page(page, "https://example.org/news/the-old-crane")).document
    table = BlockTable(document)
    assert table.texts[table.title] == "The old crane comes down"
    assert "Sport" not in table.texts


@pytest.mark.parametrize(
    "part",
    [
        "<section><header><h2>Chapter {n}</h2></header><p>{text}</p></section>",
        "<div><h2 class=section-header><a href=#c{n}>Chapter {n}</a></h2><p>{text}</p></div>",
    ],
    ids=["header of a section", "linked heading"],
)
def test_headings_in_headers_are_asked_about(part: str) -> None:
    body = "".join(part.format(n=n, text=f"{SENTENCE * 3}{n}.") for n in range(6))
    assert "Chapter 3" in BlockTable(parse(Page(f"<title>Cranes</title><div>{body}</div>"))).texts


def test_a_menu_that_is_most_of_the_page_is_asked_about() -> None:
    links = "".join(f"<li><a href=/{n}>Entry {n}</a>" for n in range(20))
    rest = "<p>One.<p>Two.<p>Three."
    assert BlockTable(parse(Page(f"<nav><ul>{links}</ul></nav>{rest}"))).count == 23
    assert BlockTable(parse(Page(f"<nav><ul>{links}</ul></nav>{rest * 7}"))).count == 21


def test_title_captions_and_hidden_text_add_no_words_to_the_text() -> None:
    html = (
        "<title>Cranes</title><h1>Cranes</h1><p>Four words of text.</p><p hidden>Four words nobody sees.</p>"
        "<figure><img src=a.png><figcaption>A crane.</figcaption></figure>"
    )
    table = BlockTable(prepare(Page(html)).document)
    assert dict(zip(table.texts, table.shown_words.tolist(), strict=True)) == {
        "Cranes": 0.0, "Four words of text.": 4.0, "Four words nobody sees.": 0.0, "A crane.": 0.0,
    }  # fmt: skip


def test_a_post_is_the_nearest_part_that_stands_among_others_of_its_form() -> None:
    posts = "".join(f"<div class=post><b>Ann {n}</b><div><p>{SENTENCE}</p></div></div>" for n in range(5))
    table = BlockTable(prepare(Page(f"<p>{SENTENCE}</p><main>{posts}</main>")).document)
    names, matrix = plain_features(table)
    counts = np.expm1(matrix[names.index("post count")]).round().tolist()
    assert counts[1:] == [5.0] * (len(counts) - 1)
    assert counts[0] < 5.0
    words = np.expm1(matrix[names.index("post words")]).round()
    assert words[1] == words[2] == len(SENTENCE.split()) + 2


class _Rows(NamedTuple):
    row_hints: Ints
    row_line_hints: Ints
    density: Floats = np.zeros(4)


def test_what_is_named_for_what_it_is_loses() -> None:
    nothing = np.zeros(4, dtype=np.int64)
    part = np.array([0, bits.PROMPT, bits.ADVERTISEMENT, bits.AUTHOR])
    assert rule_adjustments.against(_Rows(part, nothing), np.ones(4), sure=False).tolist() == [0, 2, 3, 0]
    assert rule_adjustments.against(_Rows(part, nothing), np.ones(4), sure=True).tolist() == [0, 2, 3, 2]
    assert rule_adjustments.against(_Rows(nothing, part), np.ones(4), sure=False).tolist() == [0, 0, 0, 0]
    assert rule_adjustments.against(_Rows(nothing, part), np.ones(4), sure=True).tolist() == [0, 2, 2, 2]


def test_precision_leaves_out_what_is_likely_but_not_sure() -> None:
    chances, words = np.array([0.99, 0.99, 0.8, 0.01]), np.array([300.0, 300.0, 20.0, 5.0])
    assert choose(chances, words).expected > SURE
    assert choose(chances, words).kept.tolist() == [True, True, True, False]
    assert choose(chances, words, 0.5).kept.tolist() == [True, True, False, False]


def test_a_model_of_other_features_is_refused() -> None:
    packaged = models.packaged()
    other = dataclasses.replace(packaged, names=packaged.names[:-1])
    with pytest.raises(BadInput, match="other features"):
        Learned(model=other).label(parse(Page(NEWS)))


def test_trees_that_are_too_deep_are_refused() -> None:
    deep = np.zeros((1, 9))
    with pytest.raises(BadInput, match="8 levels"):
        Forest(deep.astype(np.int16), deep.astype(np.float32), np.zeros((1, 512), np.float32), deep, 0.0)  # type: ignore[arg-type]


def test_the_caption_of_a_table_goes_with_its_rows() -> None:
    table = (
        "<table><caption>Loads of the crane</caption><tr><th>Year<th>Tonnes<tr><td>1931<td>4,100<tr><td>1932<td>4,350"
        "<tr><td>1933<td>3,980</table>"
    )
    page = NEWS.replace(
        "<div class=article-body>", f"<div class=article-body><p>{SENTENCE * 2}</p>{table}<p>{SENTENCE * 2}Again.</p>"
    )
    document = parse(Page(page, "https://example.org/news/the-old-crane"))
    kept = dict(zip(document.texts, with_figures(document, Learned().label(document)).kept, strict=True))
    assert kept["Loads of the crane"] == kept["1931 | 4,100"] is True
    outside = parse(Page(page.replace("</table>", "</table></div><div>").replace("<table>", "</div><aside><table>", 1)))
    labels = with_figures(outside, Learned(favor="precision").label(outside))
    kept = dict(zip(outside.texts, labels.kept, strict=True))
    assert kept["Loads of the crane"] == kept["1931 | 4,100"]


def test_the_confidence_is_the_strategys() -> None:
    good = tamis.extract(
        NEWS, url="https://example.org/news/the-old-crane", settings=tamis.Settings(strategy="learned")
    )
    doubtful = tamis.extract(SHOP, url="https://example.org/hooks", settings=tamis.Settings(strategy="learned"))
    assert 0 <= doubtful.confidence < good.confidence <= 1


def test_captions_come_with_their_pictures_only() -> None:
    page = NEWS.replace(
        "<div class=article-body>",
        "<div class=article-body><figure><img src=/crane.jpg width=800 height=600><figcaption>The crane in May</figcaption>"
        "</figure><figure><figcaption>A caption without a picture</figcaption></figure>",
    )
    article = tamis.extract(page, settings=tamis.Settings(strategy="learned"))
    pictures = [block for block in article.blocks if block.kind is Kind.IMAGE]
    assert [block.image.caption for block in pictures if block.image] == ["The crane in May"]
    assert "caption without" not in article.text
    assert "crane in May" not in article.text


@pytest.mark.parametrize("wrong", [{"favor": "speed"}, {"lists": "maybe"}])
def test_wrong_parameters_say_what_is_right(wrong: dict[str, str]) -> None:
    with pytest.raises(BadSettings, match="must be one of"):
        Learned(**wrong)  # type: ignore[arg-type]


def test_text_in_other_scripts_is_no_shorter_for_having_no_spaces() -> None:
    sentence = "港の管理者は火曜日に、古いクレーンは冬の嵐が始まる前に撤去されると述べた。"
    page = (
        "<html lang=ja><head><title>古いクレーンの撤去</title></head><body><nav><a href=/>ホーム</a> <a href=/n>ニュース</a></nav>"
        f"<div class=article-body><h1>古いクレーンの撤去</h1>{''.join(f'<p>{sentence * 4}{n}</p>' for n in range(7))}</div>"
        "<footer>著作権所有</footer></body></html>"
    )
    texts = _texts(page)
    assert sum(sentence in text for text in texts) == 7
    assert "ホーム" not in "".join(texts)


def test_the_model_fits_the_code_and_is_small() -> None:
    model = models.packaged()
    table = BlockTable(parse(Page(NEWS)))
    names, _ = plain_features(table)
    assert model.names == (*names, *TYPE_FEATURES, *NAME_FEATURES)
    assert PageFeatures(table, model).matrix.shape == (len(model.names), table.count)
    assert int(model.forest.features.max()) < len(model.names)
    assert (Path(models.__file__).parent / models.FILE).stat().st_size <= 1_000_000
    assert float(np.abs(model.confidence).sum()) > 0


def test_on_a_thread_the_network_decides_and_on_an_article_the_forest_as_much() -> None:
    model = models.packaged()
    table = BlockTable(parse(Page(NEWS)))
    matrix, places = PageFeatures(table, model).matrix, find_posts(table).places
    by_network = model.network.log_odds(matrix, places, table.words)
    by_forest = drawn_to_places(model.forest.log_odds(matrix), places, table.words, models.DRAWN)
    on_thread = model.log_odds(matrix, forced("forum"), places, table.words)
    on_article = model.log_odds(matrix, forced("article"), places, table.words)
    assert on_thread == pytest.approx(by_network)
    assert on_article == pytest.approx((by_network + by_forest) / 2)


def test_every_feature_can_be_put_into_words() -> None:
    for name in models.packaged().names:
        for value in (-999.0, -1.0, 0.0, 0.5, 3.0, 250.0):
            assert say(name, value)


def test_a_model_is_written_and_read_again_to_the_byte() -> None:
    first, second = BytesIO(), BytesIO()
    models.packaged().save(first)
    first.seek(0)
    again = models.load(first)
    again.save(second)
    assert second.getvalue() == first.getvalue()
    assert again.lexicon == models.packaged().lexicon


@pytest.mark.parametrize("content", [b"", b"not a model", b"PK\x03\x04broken"])
def test_what_is_no_model_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "model.npz"
    file.write_bytes(content)
    with pytest.raises(BadInput, match="tamis learn extractor"):
        models.load(file)


def test_no_dropped_block_is_said_to_be_kept_at_a_second_look() -> None:
    times = [f"Leaves at {hour} and is back in the evening of that day" for hour in range(6)]
    ferries = [
        f"<div class=card><a href=/{hour}>Ferry number {hour}</a><p>{time}</p></div>" for hour, time in enumerate(times)
    ]
    document = prepare(Page(f"<main>{''.join(ferries)}<div class=again><p>{times[3]}</p></div></main>")).document
    labels = Learned().label(document)
    second = [keep for keep, reason in zip(labels.kept, labels.reasons, strict=True) if reason == KEPT_AT_SECOND_LOOK]
    assert second
    assert all(second)
    assert [keep for keep, text in zip(labels.kept, document.texts, strict=True) if text == times[3]] == [True, False]


def test_what_stands_between_kept_paragraphs_of_one_parent_is_kept_unless_unlikely() -> None:
    heading = np.array([False, True, False, True, False])
    kept, parents = ~heading, np.zeros(5, dtype=np.int64)
    keep_between(kept, np.array([0.9, 0.4, 0.9, 0.05, 0.9]), np.where(heading, 0.1, 2.0), parents)
    assert kept.tolist() == [True, True, True, False, True]


def test_a_table_of_which_some_rows_are_kept_is_kept_whole() -> None:
    kept = np.array([True, False, True, False, False, True])
    tables = np.array([-1, 7, 7, 7, 9, -1])
    keep_tables(kept, tables, np.array([50.0, 3.0, 9.0, 9.0, 9.0, 50.0]))
    assert kept.tolist() == [True, True, True, True, False, True]


def test_a_single_row_does_not_keep_a_large_table() -> None:
    kept = np.array([True] + [False] * 9)
    keep_tables(kept, np.zeros(10, dtype=np.int64), np.full(10, 5.0))
    assert kept.sum() == 1
