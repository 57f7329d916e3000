"""A second extractor for pages in doubt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import tamis
from tamis import Page
from tamis.batch import BatchExtractor, BatchSettings, extract_batch, row_hash, run_batch
from tamis.errors import BadSettings
from tamis.io.workers.fallback import Result, load_fallback, review
from tamis.model import Outcome
from workers import fallbacks

if TYPE_CHECKING:
    from pathlib import Path

SURE = Page(
    "<h1>Tides</h1>" + "<p>The sea came in and went out again, and the harbor was dry.</p>" * 9, "https://a.example/1"
)
SHORT = Page("<p>Too little.", "https://a.example/2")


def test_only_pages_in_doubt_go_to_the_fallback() -> None:
    article = tamis.extract(SURE)
    assert article.doubt is not None
    assert review(SURE, article, fallbacks.fail, 0.9) == (article, None, "")
    assert review(SURE, article, fallbacks.shout, article.doubt / 2).result is Result.USED
    assert review(Page(""), tamis.extract(""), fallbacks.fail, 0.0).result is None


def test_its_text_becomes_the_article_and_its_origin_is_recorded() -> None:
    reviewed = review(SHORT, tamis.extract(SHORT), fallbacks.shout, 0.5)
    assert (reviewed.result, reviewed.article.outcome) == (Result.USED, Outcome.ARTICLE)
    assert reviewed.article.text == "HTTPS://A.EXAMPLE/2\n\ntoo_short"
    assert reviewed.article.strategy == "fallback:workers.fallbacks:shout"
    assert reviewed.article.trace[-1].note == "used: workers.fallbacks:shout: asked at a doubt of 1.00, over 0.5"


def test_an_article_of_its_own_is_taken_whole() -> None:
    reviewed = review(SHORT, tamis.extract(SHORT), fallbacks.whole, 0.5)
    assert reviewed.article == replace(
        tamis.extract(SHORT, strategy="all").complete(),
        strategy="fallback:workers.fallbacks:whole",
        trace=reviewed.article.trace,
    )


@pytest.mark.parametrize(
    ("fallback", "result", "note"),
    [
        (fallbacks.decline, Result.DECLINED, "knew no better"),
        (fallbacks.fail, Result.FAILED, "ValueError: no model here"),
        (fallbacks.wrong, Result.FAILED, "TypeError: a fallback returns a text, an Article or None, not int"),
        (lambda *_: " \n", Result.DECLINED, "knew no better"),
    ],
)
def test_the_article_stays_if_the_fallback_declines_or_fails(fallback: Any, result: Result, note: str) -> None:
    own = tamis.extract(SHORT)
    reviewed = review(SHORT, own, fallback, 0.5)
    assert (reviewed.result, note in reviewed.note) == (result, True)
    assert (reviewed.article.text, reviewed.article.outcome) == (own.text, Outcome.TOO_SHORT)
    assert reviewed.article.trace[-1].note.startswith(result.value)


@pytest.mark.parametrize(
    "path", ["no.such.module:f", "workers.fallbacks:f", "workers.fallbacks", "workers.fallbacks:NOT_A_FUNCTION"]
)
def test_a_fallback_that_cannot_be_imported_is_named(path: str) -> None:
    with pytest.raises(BadSettings, match="fallback"):
        load_fallback(path)


PAGES = {"url": [SURE.url, SHORT.url], "html": [SURE.html, SHORT.html]}


def test_rows_say_what_became_of_it() -> None:
    import pyarrow as pa

    pages = pa.table(PAGES)
    sure, short = extract_batch(pages, fallback=fallbacks.shout).to_pylist()
    assert (sure["fallback"], short["fallback"], short["outcome"]) == (None, "used", "article")
    assert (short["doubt"], short["strategy"]) == (1.0, "fallback:workers.fallbacks:shout")
    assert short["text"].startswith("HTTPS://A.EXAMPLE/2")
    _, failed = extract_batch(pages, BatchSettings(only_articles=False), fallback=fallbacks.fail).to_pylist()
    assert (failed["fallback"], failed["outcome"]) == ("failed", "too_short")
    assert "ValueError: no model here" in failed["reason"]
    assert extract_batch(pages).to_pylist()[1]["fallback"] is None


@pytest.mark.slow
def test_workers_call_it_too_with_the_same_rows(tmp_path: Path) -> None:
    import pyarrow as pa

    pages = pa.table(PAGES)
    plain = extract_batch(pages, fallback=fallbacks.shout).to_pylist()
    with BatchExtractor(BatchSettings(workers=1), fallback=fallbacks.shout) as extractor:
        guarded = extractor(pages).to_pylist()
    assert [row_hash(row) for row in guarded] == [row_hash(row) for row in plain]
    articles = list(tamis.extract_many([SURE, SHORT], workers=1, fallback=fallbacks.shout))
    assert [article.strategy for article in articles] == ["learned", "fallback:workers.fallbacks:shout"]
    (tmp_path / "short.html").write_text(SHORT.html)
    report = run_batch(
        [str(tmp_path / "short.html")], str(tmp_path / "out"), BatchSettings(workers=1), fallback=fallbacks.shout
    )
    assert report.tally.articles == 1
    with pytest.raises(BadSettings, match="top level of a module"):
        run_batch([str(tmp_path / "short.html")], str(tmp_path / "b"), fallback=lambda *_: "")
