from __future__ import annotations

import json
from typing import Any

import pytest

from tamis import Outcome

from .judging import PARAGRAPH, SENTENCE, STORY, judged

LOCKED = '<meta property="article:content_tier" content="locked">'
TITLE = "Files lost to the tide"
PROMPT = '<aside><h2>Keep reading for £1 a week</h2><p>Already a subscriber? <a href="/in">Log in</a></p></aside>'
TEASER = f"<article><h1>{TITLE}</h1>{PARAGRAPH * 2}</article>"


def declared(**more: Any) -> str:
    data = {"@type": "NewsArticle", "headline": TITLE, "isAccessibleForFree": False, **more}
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


@pytest.mark.parametrize("head", [LOCKED, declared()])
def test_a_declared_paywall_with_a_prompt_below_a_teaser_cuts_it_off(head: str) -> None:
    article = judged(TEASER + PROMPT, head=head)
    assert article.outcome is Outcome.PAYWALL
    assert article.blocks


@pytest.mark.parametrize(
    "prompt",
    [
        "Jetzt weiterlesen mit dem Digitalabo",
        "Cet article est réservé aux abonnés",
        "Para seguir leyendo, suscríbete",
        "Contenuto riservato: abbonati ora",
        "Este conteúdo é exclusivo para assinantes",
        "Om verder te lezen heb je een account nodig",
        "Aby czytać dalej, wykup dostęp",
        "Artikeln är för prenumeranter",
        "Оформите подписку, чтобы прочесть статью",
        "この記事は会員限定です",
        "立即订阅，继续阅读",
        "이 기사는 구독자 전용입니다",
    ],
)
def test_prompts_are_known_in_many_languages(prompt: str) -> None:
    assert judged(f"{TEASER}<div>{prompt}</div>", head=LOCKED).outcome is Outcome.PAYWALL


def test_a_declared_paywall_whose_text_is_there_is_an_article() -> None:
    article = judged(STORY * 3 + PROMPT, head=LOCKED)
    assert article.outcome is Outcome.ARTICLE
    assert article.metadata.paywalled is True


def test_a_teaser_without_any_sign_of_a_cut_is_an_article() -> None:
    assert judged(TEASER, head=LOCKED).outcome is Outcome.ARTICLE


def test_a_text_that_breaks_off_is_cut() -> None:
    body = TEASER.replace(SENTENCE * 3 + "</p></article>", "And then the door of the office opened…</p></article>")
    assert judged(body, head=LOCKED).outcome is Outcome.PAYWALL


def test_a_few_words_behind_a_declared_paywall_are_cut() -> None:
    assert judged(f"<h1>{TITLE}</h1><p>{SENTENCE * 2}</p>", head=LOCKED).outcome is Outcome.PAYWALL


def test_the_declared_number_of_words_decides() -> None:
    assert judged(STORY, head=declared(wordCount=1500)).outcome is Outcome.PAYWALL
    assert judged(STORY, head=declared(wordCount="340")).outcome is Outcome.ARTICLE
    assert judged(TEASER + PROMPT, head=declared(wordCount=110)).outcome is Outcome.ARTICLE
    for nonsense in ([1500], True, "9" * 5000, 10**30, -5, "many"):
        assert judged(TEASER, head=declared(wordCount=nonsense)).outcome is Outcome.ARTICLE


def test_a_locked_part_that_is_on_the_page_is_not_cut() -> None:
    head = declared(hasPart={"@type": "WebPageElement", "isAccessibleForFree": False, "cssSelector": ".locked"})
    short = f"<h1>{TITLE}</h1><p>{SENTENCE * 2}</p>"
    assert judged(short, head=head).outcome is Outcome.PAYWALL
    assert judged(f'{short}<nav class="locked">{PARAGRAPH * 5}</nav>', head=head).outcome is Outcome.ARTICLE


@pytest.mark.parametrize("selector", ["[", ":::", 7, None, [None, "::before("], ".a" * 5000, "p:has(p:has(p))", ""])
def test_a_selector_that_makes_no_sense_does_no_harm(selector: Any) -> None:
    head = declared(hasPart=[{"cssSelector": selector}, "x", None])
    assert judged(f"<h1>{TITLE}</h1><p>{SENTENCE * 2}</p>", head=head).outcome is Outcome.PAYWALL


def test_words_alone_are_no_paywall() -> None:
    assert judged(TEASER + PROMPT).outcome is Outcome.ARTICLE


def test_the_markup_of_a_paywall_counts_where_a_prompt_follows() -> None:
    assert judged(f'{TEASER}<div class="paywall">{PROMPT}</div>').outcome is Outcome.PAYWALL
    assert judged(f'{TEASER}<div class="paywall"></div>').outcome is Outcome.ARTICLE


def test_a_page_that_says_it_is_free_has_no_paywall() -> None:
    head = '<meta property="article:content_tier" content="free">'
    assert judged(f'{TEASER}<div class="paywall">{PROMPT}</div>', head=head).outcome is Outcome.ARTICLE
