"""Links to quotes are followed in chromium, and wrong ones are found out."""

from __future__ import annotations

import pytest

import tamis
from example_site import PAGES, page_bytes
from tamis_bench import quotes
from tamis_bench.samples import Sample, Truth

PAGE = (
    "<title>Tides</title><article><h1>Tides</h1>"
    + "".join(
        f"<h2>{day}</h2><p>Read the tables.</p><p>On {day} the sea comes in and goes out twice, and the boats of the "
        "old harbour lie on the mud until the water is back in the evening.</p><p style='height: 900px'></p>"
        for day in ("Monday", "Tuesday", "Wednesday", "Thursday")
    )
    + "</article>"
)


def test_quotes_are_those_of_chunks_and_of_the_summary() -> None:
    found = quotes.quotes_of(tamis.extract(PAGE, quotes.URL))
    assert {quote.kind for quote in found} == {quotes.OF_CHUNKS, quotes.OF_SENTENCES}
    assert all(quote.link.startswith(f"{quotes.URL}#:~:text=") for quote in found)


@pytest.mark.slow
def test_right_links_and_wrong_ones_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [PAGE, *(page_bytes(name).decode() for name in PAGES[:2])]
    samples = [Sample("own", str(number), None, page, Truth()) for number, page in enumerate(pages)]
    followed = quotes.follow(samples)
    assert [link for link in followed if not link.is_right] == []
    right = quotes.quotes_of

    def last_day(article: tamis.Article) -> list[quotes.Quote]:
        return [quote._replace(link=f"{quotes.URL}#:~:text=Thursday") for quote in right(article)[:1]]

    monkeypatch.setattr(quotes, "quotes_of", last_day)
    (wrong,) = quotes.follow(samples[:1])
    assert wrong.is_right is False
    assert quotes.summary([*followed, wrong]).rows[-1][2] == len(followed) + 1
