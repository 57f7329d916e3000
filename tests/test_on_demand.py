"""Articles work out their fields when they are asked for, and nobody can tell but by the time."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from threading import Barrier, RLock
from time import sleep

import pytest

import tamis
from example_site import PAGES, page_bytes
from tamis.core import pipeline
from tamis.core.enrich.subtitle import find_standfirst
from tamis.write.text import body_text

SENTENCE = "The tide went out and left the boats on the mud until the evening. "
NOTES = (
    f"<h1>Tides</h1><article><p>{SENTENCE * 8}<sup><a href='#fn1'>1</a></sup></p><p>{SENTENCE * 8}</p></article>"
    "<div class='footer'><p id='fn1'>A note that the article refers to.</p></div>"
)
TABLE = (
    f"<h1>Tides</h1><article><p>{SENTENCE * 8}</p><table><tr><th>Day<th>High<tr><td>Monday<td>4 m</table>"
    f"<ul><li>one tide<li>another tide</ul><p>{SENTENCE * 8}</p></article>"
)


def story(number: int = 0) -> tamis.Article:
    return tamis.extract(f"<h1>Tides {number}</h1><p>{SENTENCE * 10}</p>")


FIGURE = (
    "<figure><img src=a.jpg width=640 height=400 alt=Pier><details><summary>image caption</summary>"
    "<figcaption>The pier at low tide</figcaption></details></figure>"
)
NOTE = "<p class=foot>Editor's note: an earlier version of this story gave the wrong height of the tide.</p>"
AFTER_PICTURE = f"<h1>Tides</h1><article>{FIGURE}{NOTE}<p>{SENTENCE * 8}</p><p>{SENTENCE * 8}</p></article>"


@pytest.mark.parametrize("page", [NOTES, TABLE, AFTER_PICTURE, AFTER_PICTURE.replace(FIGURE, FIGURE + FIGURE)])
def test_the_text_alone_is_that_of_the_complete_article(page: str) -> None:
    assert tamis.extract(page).text == tamis.extract(page).complete().text


@pytest.mark.parametrize("name", PAGES)
def test_the_text_alone_is_the_text_of_the_blocks(name: str) -> None:
    article = tamis.extract(page_bytes(name))
    assert article.text == body_text(article.blocks)


@pytest.mark.parametrize("html", [NOTES, TABLE])
def test_notes_and_tables_are_in_the_text_alone_too(html: str) -> None:
    article = tamis.extract(html)
    text = article.text
    assert text == body_text(article.blocks)
    assert ("A note that" in text) == (html is NOTES)


def test_asking_for_the_text_does_not_assemble_the_blocks() -> None:
    article = story()
    assert article.text
    assert "assembled" not in article._source.__dict__
    assert article.blocks
    assert "assembled" in article._source.__dict__


def test_markdown_needs_no_positions_and_no_metadata() -> None:
    article = story()
    assert article.to_markdown().startswith("# Tides 0")
    assert {"assembled", "metadata"}.isdisjoint(article._source.__dict__)


POST = (
    f"<h1>Tides</h1><article><p>{SENTENCE * 8}</p><blockquote class=twitter-tweet><a href=https://x.com/a/status/1></a>"
    f"</blockquote><p>{SENTENCE * 8}</p></article>"
)


@pytest.mark.parametrize("html", [NOTES, TABLE, AFTER_PICTURE, POST])
def test_blocks_have_the_same_positions_after_other_formats(html: str) -> None:
    article = tamis.extract(html)
    assert article.to_markdown() == tamis.extract(html).complete().to_markdown()
    assert article.blocks == tamis.extract(html).blocks
    assert all(block.xpath for block in article.blocks)


@pytest.mark.parametrize("name", ["metadata", "title"])
def test_metadata_alone_does_not_run_the_model(name: str) -> None:
    article = story()
    assert getattr(article, name)
    assert "labelling" not in article._source.__dict__
    assert article.text == story().text


def test_links_alone_do_not_label_all_blocks() -> None:
    article = story()
    assert article.next_page is None
    assert "labels" not in article._source.__dict__


def test_equal_pages_give_equal_articles_in_whatever_order_they_are_asked() -> None:
    first, second = story(), story()
    assert first.outcome is tamis.Outcome.ARTICLE
    assert first.text == second.text
    assert first == second
    assert repr(first) == repr(second)


@pytest.mark.parametrize("copied", [lambda a: pickle.loads(pickle.dumps(a)), copy.copy, copy.deepcopy, replace])
def test_a_copy_is_complete(copied: object) -> None:
    article = story()
    twin = copied(article)  # type: ignore[operator]
    assert twin._source is None
    assert twin == article
    assert twin.text == article.text


def test_completing_lets_go_of_the_parsed_page() -> None:
    article = story()
    source = weakref.ref(article._source)
    assert article.complete() is article
    gc.collect()
    assert source() is None
    assert {field.name for field in fields(article)} <= set(dir(article))
    assert article.title == "Tides 0"


def test_an_article_holds_its_page_until_it_is_complete() -> None:
    articles = [story(number) for number in range(100)]
    assert all(article._source is not None for article in articles)
    assert [article.complete().title for article in articles] == [f"Tides {number}" for number in range(100)]
    assert all(article._source is None for article in articles)


def test_extracting_a_page_asks_nothing_of_other_articles() -> None:
    class Failing:
        """The source of an article that cannot be completed."""

        lock = RLock()

        def text(self) -> str:
            raise AssertionError("somebody else's text was asked for")

        def fields(self, name: str) -> dict[str, object]:
            raise AssertionError(f"somebody else's {name} was asked for")

    others = [story(number) for number in range(100)]
    for article in others:
        object.__setattr__(article, "_source", Failing())
    assert tamis.extract(page_bytes("harbour-tunnel.html")).complete().title


def test_the_pipeline_has_no_state() -> None:
    def state() -> dict[str, object]:
        return {name: value for name, value in vars(pipeline).items() if not name.startswith("__")}

    before = state()
    values = {name: repr(value) for name, value in before.items()}
    kept = [story(number) for number in range(20)]
    assert len(kept) == 20
    assert state() == before
    assert {name: repr(value) for name, value in state().items()} == values


def test_threads_may_ask_one_article_at_the_same_time() -> None:
    questions = ("blocks", "outcome", "metadata", "text", "confidence", "trace")
    for _ in range(5):
        article = story()
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda name: getattr(article, name), questions * 3))  # noqa: B023 (asked at once)
        assert answers[: len(questions)] == [getattr(article, name) for name in questions]


@pytest.mark.parametrize("name", ["teasers", "trace", "title"])
def test_what_two_threads_ask_for_at_once_is_computed_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    article, both_ask = story(), Barrier(2)
    calls: list[str] = []

    def slow(computed: object) -> object:
        def compute(*arguments: object) -> object:
            calls.append(name)
            sleep(0.02)  # the other thread has asked by then
            return computed(*arguments)  # type: ignore[operator]

        return compute

    def ask() -> object:
        both_ask.wait()
        return getattr(article, name)

    if name == "title":
        monkeypatch.setattr("tamis.core.enrich.find_standfirst", slow(find_standfirst))
    else:
        source = article._source
        assert source is not None
        monkeypatch.setattr(source, "fields", slow(source.fields))
    with ThreadPoolExecutor(2) as pool:
        one, two = (asked.result() for asked in [pool.submit(ask), pool.submit(ask)])
    assert one is two
    assert len(calls) == 1


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="headline"):
        story().headline  # type: ignore[attr-defined]  # noqa: B018
