"""Several views of one parse: the same text as from an extraction of its own, for less."""

from __future__ import annotations

from typing import Any

import pytest

import tamis
from tamis.core.parse import parse
from tamis.core.strategies import learned
from tamis.errors import BadInput, BadSettings
from tamis.model import Outcome

PROSE = "The council paid for the salt pans, its minutes say, and nobody in the harbor asked what the salt was for."
PAGE = f"""<html><head><title>Salt</title></head><body><nav><a href=/a>Home</a> <a href=/b>Sport</a></nav><main>
<h1>Salt</h1><p>{PROSE}</p><p>{PROSE.replace("salt", "tar")}</p><pre><code>def price(salt):
    return salt * 7</code></pre><table><tr><th>Year</th><th>Price</th></tr><tr><td>1801</td><td>12 crowns</td></tr>
<tr><td>1802</td><td>14 crowns</td></tr></table><p>{PROSE.replace("salt", "oil")}</p></main>
<aside><p>Read more about the harbor and its boats in the weekend edition of the paper.</p></aside>
<div id=comments class=comments><h3>2 comments</h3><div class=comment><b>Ann</b><p>My father worked at these pans for
thirty years.</p></div><div class=comment><b>Ben</b><p>The price was never fair, as everybody knew.</p></div></div>"""
VIEWS: list[dict[str, Any]] = [
    {"favor": "precision"},
    {"favor": "recall"},
    {"tables": False},
    {"favor": "recall", "tables": False},
    {"images": False, "links": False, "comments": True},
    {"strategy": "cuter"},
    {"hidden": "keep"},
    {"min_words": 10_000},
]


@pytest.mark.parametrize("options", VIEWS)
def test_a_view_is_what_an_extraction_with_its_settings_gives(options: dict[str, Any]) -> None:
    assert tamis.extract(PAGE).view(**options) == tamis.extract(PAGE, **options)
    late = tamis.extract(PAGE)
    assert late.outcome is Outcome.ARTICLE  # what the first view has computed by now changes nothing
    assert late.view(**options).text == tamis.extract(PAGE, **options).text


def test_a_view_respects_what_the_page_reserves() -> None:
    page = PAGE.replace("<head>", "<head><meta name=robots content=noai>")
    view = tamis.extract(page).view(respect=("train",))
    assert view == tamis.extract(page, respect=("train",))
    assert (view.outcome, view.text) == (Outcome.RESERVED, "")


def test_a_view_leaves_the_article_as_it_is_and_has_views_of_its_own() -> None:
    article = tamis.extract(PAGE)
    view = article.view(tables=False)
    assert "12 crowns" in article.text
    assert "12 crowns" not in view.text
    assert view.view(tables=True) == article == tamis.extract(PAGE)


def test_views_share_the_parse_and_the_run_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = {"parse": 0, "model": 0}
    judge = learned.judge

    def counted_parse(*arguments: Any, **named: Any) -> Any:
        calls["parse"] += 1
        return parse(*arguments, **named)

    def counted_judge(*arguments: Any) -> Any:
        calls["model"] += 1
        return judge(*arguments)

    monkeypatch.setattr("tamis.core.pipeline.parse", counted_parse)
    monkeypatch.setattr(learned, "judge", counted_judge)
    article = tamis.extract(PAGE)
    texts = [article.text, *(article.view(**options).text for options in VIEWS[:5])]
    assert all(texts)
    assert calls == {"parse": 1, "model": 1}


def test_a_complete_article_has_released_its_page_and_says_so() -> None:
    with pytest.raises(BadInput, match="before complete"):
        tamis.extract(PAGE).complete().view(tables=False)


def test_an_unknown_option_of_a_view_is_named() -> None:
    with pytest.raises(BadSettings, match="tabels"):
        tamis.extract(PAGE).view(tabels=False)


def test_doubt_is_the_opposite_of_confidence_where_there_is_an_article() -> None:
    article = tamis.extract(PAGE)
    assert article.doubt == pytest.approx(1 - article.confidence)
    assert tamis.extract("<p>Too little.").doubt == 1
    assert tamis.extract("").doubt is None
