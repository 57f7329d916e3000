"""Searches: their results, the order of these, and queries of any text."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.errors import BadInput
from tamis.library import Library, searching
from tamis.library.query import parse_query

from .stories import prose, story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORIES = [
    story(
        "The final metre of rock was cut. Workers cheered.",
        title="Harbour tunnel opens early",
        authors=("Mara Ellingham",),
        published=date(2024, 3, 14),
        url="https://www.courier.example/tunnel",
    ),
    story(
        "The harbour was calm, and nobody spoke of the tunnel.",
        title="Weather",
        published=date(2024, 2, 29),
        url="https://news.courier.example/weather",
    ),
    story(
        "Le café de l'hôtel Zürich, naïve façade, Straße.",
        title="Voyage",
        language="fr",
        published=date(2023, 12, 31),
        url="https://voyage.example/zurich",
    ),
    story(
        "凌晨四点半，云脚村的鸡还没有叫，她已经把竹篓系在腰上。今年的春茶比往年早。",
        title="春茶开采",
        language="zh",
        published=date(2024, 1, 1),
        url="https://yunjiao.example/tea",
    ),
    story("東京タワーの近くで、新しい図書館が開館した。", title="図書館", language="ja", url="https://tokyo.example/a"),
    story("ภาษาไทยไม่มีช่องว่างระหว่างคำ", title="ภาษาไทย", language="th", url="https://thai.example/a"),
    story("नमस्ते दुनिया, यह हिंदी में लिखा है।", title="हिंदी", language="hi", url="https://hindi.example/a"),
    story("도서관에서 책을 읽었다.", title="도서관", language="ko", url="https://korea.example/a"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library(tmp_path_factory.mktemp("search") / "library.db") as opened:
        for article in STORIES:
            opened.add(article)
        opened.tag(2, "sea")
        opened.star(2)
        yield opened


def found(library: Library, query: str) -> list[int]:
    return [one.record.id for one in library.search(query).found]


@pytest.mark.parametrize(
    ("query", "articles"),
    [
        ("harbour tunnel", [1, 2]),
        ("HARBOUR", [1, 2]),
        ('"harbour tunnel"', [1]),
        ('"harbour tunnel', [1]),
        ("tunnel -calm", [1]),
        ("tunnel NOT calm", [1]),
        ("metre OR calm", [2, 1]),
        ("harbour AND calm", [2]),
        ("tunn*", [1, 2]),
        ("title:tunnel", [1]),
        ("author:ellingham", [1]),
        ('author:"mara ellingham" -title:weather', [1]),
        ("site:courier.example", [2, 1]),
        ("site:news.courier.example", [2]),
        ("site:www.courier.example", [2, 1]),
        ("site:example", []),
        ("tag:sea", [2]),
        ("tag:SEA", [2]),
        ("is:starred harbour", [2]),
        ("-is:starred harbour", [1]),
        ("is:unstarred harbour", [1]),
        ("after:2024-02-29 before:2024-03-14", [2]),
        ("on:2024-03", [1]),
        ("before:2024", [3]),
        ("language:zh", [4]),
        ("cafe", [3]),
        ("CAFÉ", [3]),
        ("zurich strasse", [3]),
        ("hotel", [3]),
        ("竹篓", [4]),
        ("春茶", [4]),
        ("茶", [4]),
        ("早", [4]),
        ("春早", []),
        ("凌晨四点半", [4]),
        ("図書館", [5]),
        ("タワ", [5]),
        ("ﾀﾜｰ", [5]),
        ("ช่อง", [6]),
        ("दुनिया", [7]),
        ("दुन", []),
        ("도서관", [8]),
        ("nothing of the kind", []),
    ],
)
def test_a_search_finds(library: Library, query: str, articles: list[int]) -> None:
    assert found(library, query) == articles


@pytest.mark.parametrize("query", ["before:soon", "after:2024-13", "is:blue", "on:2023-02-29", "x" * 3000, "a b " * 40])
def test_a_search_that_cannot_be_understood_says_why(library: Library, query: str) -> None:
    with pytest.raises(BadInput, match=r"a date is|there is is:|a search has"):
        library.search(query)


@given(st.text(max_size=60))
def test_no_text_breaks_the_syntax(text: str) -> None:
    with Library(":memory:") as library:
        library.add(STORIES[0])
        try:
            library.search(text)
        except BadInput as error:
            assert "cannot be used as a database" not in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    "query",
    ['"', '""', "*", "-", "--", "AND", "OR OR", "NOT", "(", ")", "a AND", "NEAR(a b)", "title:", 'title:"', "{title}:a",
     "^a", "a + b", 'a"b"c', "is", "tag:", "-tag:x", "\0", "a\0b", "facets:x", "word MATCH",
     "'; DROP TABLE article; --", ":", "a:b:c"],
)  # fmt: skip
def test_signs_of_the_index_are_plain_text(library: Library, query: str) -> None:
    library.search(query)
    library.newest(query)


def test_words_of_the_title_count_most(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(story("A herring. " + prose(1, 80), title="Fish", url="https://quay.example/1"))
        library.add(story(prose(2, 80), title="Herring", url="https://quay.example/2"))
        library.add(story("A herring. " + prose(3, 80), title="Fish", url="https://quay.example/3"))
        assert found(library, "herring")[0] == 2


def test_a_snippet_shows_the_words_where_they_are(library: Library) -> None:
    one = library.search("竹篓").found[0].snippet
    assert [one.text[start:end] for start, end in one.marks] == ["竹篓"]
    one = library.search("strasse cafe").found[0].snippet
    assert [one.text[start:end] for start, end in one.marks] == ["café", "Straße"]


def test_a_snippet_is_cut_around_the_words(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(story(f"{prose(1, 400)} herring and mackerel {prose(2, 400)}"))
        snippet = library.search("mackerel herring").found[0].snippet
    assert snippet.text.startswith("… ")
    assert snippet.text.endswith(" …")
    assert [snippet.text[start:end] for start, end in snippet.marks] == ["herring", "mackerel"]
    assert len(snippet.text) < 320


def test_a_search_for_a_common_word_ranks_some_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "COMMON", 10)
    monkeypatch.setattr(searching, "CANDIDATES", 10)
    with Library(tmp_path / "library.db") as library, library.transaction():
        for number in range(40):
            title = "Herring" if number == 3 else "Fish"
            text = f"herring {'eel' if number == 5 else ''} {prose(number, 60)}"
            library.add(story(text, title=title, url=f"https://quay.example/{number}"))
        results = library.search("herring")
        assert results.is_capped
        assert [one.record.id for one in results.found[:3]] == [4, 40, 39]
        assert found(library, "herring eel") == [6]


def test_a_period_is_a_few_centuries_decades_years_months_and_days() -> None:
    (group,) = parse_query("before:2024-03-03").groups
    assert group[0].phrase.count(" OR ") == 2 + 2 + 4 + 2 + 2 - 1


def test_a_hit_has_the_sentence_with_a_link_that_opens_its_page_there(library: Library) -> None:
    (hit,) = library.search("cheered")
    source = library.source_of(hit)
    assert source.quote == "Workers cheered."
    assert source.link == "https://www.courier.example/tunnel#:~:text=Workers%20cheered."
    assert source.to_dict()["published"] == "2024-03-14"
    assert source.url == hit.url


def test_a_hit_in_the_title_alone_links_to_the_page(library: Library) -> None:
    source = library.source_of(library.search("voyage")[0])
    assert (source.quote, source.link) == ("", source.url)


def test_titles_count_only_where_every_alternative_is_searched_in_all_of_an_article() -> None:
    assert parse_query("tide OR quay").match_in_title.count("title : ") == 2
    assert parse_query("tide OR tag:sea").match_in_title == ""
    assert parse_query("tide OR author:quay").match_in_title == ""
    assert parse_query("gull tide OR tag:sea").match_in_title.count("(title : ") == 1
