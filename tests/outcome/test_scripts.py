from __future__ import annotations

import pytest

from tamis import Outcome
from tamis.core.outcome.scripts import asks_for_scripts

from .judging import PARAGRAPH, STORY, judged

SCRIPTS = "<script src=x.js></script>" * 4
MENU = "<ul><li><a href=/a>News</a><li><a href=/b>Sport</a><li><a href=/c>Weather</a></ul>"


@pytest.mark.parametrize("root", ["<div id=root></div>", "<div id=__next><!-- --></div>", "<app-root></app-root>"])
def test_an_empty_root_needs_scripts(root: str) -> None:
    article = judged(MENU + root + "<p>© 2024 Harrow Courier Media Ltd. Registered in Eastmarch.</p>")
    assert article.outcome is Outcome.NEEDS_SCRIPT
    assert "empty" in article.outcome_reason


@pytest.mark.parametrize(
    "request_",
    [
        "You need to enable JavaScript to run this app.",
        "Bitte aktivieren Sie JavaScript in Ihrem Browser.",
        "Veuillez activer JavaScript pour continuer.",
        "Necesitas habilitar JavaScript para ver esta página.",
        "Attiva JavaScript: questo sito lo richiede.",
        "Для работы сайта включите JavaScript.",
        "このサイトを表示するには JavaScript を有効にしてください。",
        "请启用 JavaScript 后继续。",
        "JavaScript를 활성화해 주세요.",
    ],
)
def test_a_page_that_asks_for_scripts_needs_them(request_: str) -> None:
    article = judged(f"{MENU}<noscript>{request_}</noscript>")
    assert article.outcome is Outcome.NEEDS_SCRIPT
    assert "asks for scripts" in article.outcome_reason


def test_hardly_any_text_and_many_scripts_need_them() -> None:
    assert judged(MENU + SCRIPTS).outcome is Outcome.NEEDS_SCRIPT
    assert judged(MENU, head='<link rel="modulepreload" href="x.js">').outcome is Outcome.NEEDS_SCRIPT


def test_a_page_with_neither_text_nor_scripts_is_empty() -> None:
    assert judged("").outcome is Outcome.EMPTY


def test_a_comic_with_many_scripts_is_only_short() -> None:
    pictures = "<img src=1.png><img src=2.png><img src=3.png>"
    assert judged(MENU + pictures + SCRIPTS).outcome is Outcome.TOO_SHORT


def test_a_story_that_asks_for_scripts_below_is_an_article() -> None:
    request_ = "<noscript>Please enable JavaScript to view the comments.</noscript>"
    assert judged(f"<h1>Tide</h1>{PARAGRAPH}{request_}").outcome is Outcome.ARTICLE
    assert judged(f"{STORY}<div id=app></div>{request_}{SCRIPTS}").outcome is Outcome.ARTICLE


def test_a_story_for_readers_without_scripts_is_an_article() -> None:
    assert (
        judged(f"<div id=root></div><noscript><h1>Tide</h1>{PARAGRAPH}</noscript>{SCRIPTS}").outcome is Outcome.ARTICLE
    )


def test_a_text_about_scripts_does_not_ask_for_them() -> None:
    assert asks_for_scripts("please enable javascript")
    assert not asks_for_scripts("a book on javascript")
    assert not asks_for_scripts("please enable the lamp")
