from __future__ import annotations

import pytest

from tamis.text.urls.shapes import Shape, shape_of


@pytest.mark.parametrize(
    "url",
    [
        "https://courier.example",
        "https://courier.example/",
        "https://courier.example/en-gb/",
        "https://courier.example/index.html",
        "https://courier.example/de/index.php",
        "https://courier.example/?utm_source=mail&fbclid=1",
    ],
)
def test_home_pages(url: str) -> None:
    assert shape_of(url) is Shape.HOME


@pytest.mark.parametrize(
    "url",
    [
        "/category/harbour/",
        "/tag/2024-election",
        "/kategorie/hafen",
        "/collections/womens-insulated-down-jackets",
        "/politics/page/3",
        "/blog/",
        "/de/nachrichten",
        "/2015/05/",
        "/?cat=1&paged=5",
        "/news/index.php?page=26",
        "/forum/boats/p6",
        "/author/mara-ellingham",
        "/category/recipes/by-method/",
        "/wiki/Category:Harbours",
        "/wiki/List_of_harbours",
    ],
)
def test_lists(url: str) -> None:
    assert shape_of("https://courier.example" + url) is Shape.LIST


@pytest.mark.parametrize(
    "url",
    [
        "/2024/05/02/islanders-back-wind-farm",
        "/politics/2024-05-02-vote.html",
        "/politics/islanders-back-wind-farm-by-41-votes",
        "/archives/2562",
        "/story/98765432",
        "/?p=3289",
        "/questions/12068/catering-for-the-first-time",
        "/viewtopic.php?t=112320",
        "/index.php?/topic/201820-bilge-pump/",
        "/products/kettle",
        "/collections/kettles/products/brass-kettle",
        "/why-hasnt-tutoring-been-more-effective/2025/11",
    ],
)
def test_single_pages(url: str) -> None:
    assert shape_of("https://courier.example" + url) is Shape.SINGLE


@pytest.mark.parametrize("url", ["/politics/", "/sport/football", "/topics/cool-gadgets", "/about"])
def test_sections(url: str) -> None:
    assert shape_of("https://courier.example" + url) is Shape.SECTION


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "ftp://courier.example/",
        "mailto:mara@courier.example",
        "https://[courier.example/",
        "https://courier.example/" + "a/" * 2000,
        "https://courier.example/threads/bilge-pump/page-5",
        "https://courier.example/1927",
        "https://courier.example/about.html",
    ],
)
def test_urls_that_say_little(url: str | None) -> None:
    assert shape_of(url) is Shape.UNKNOWN


@pytest.mark.parametrize("field", ["utm_source=x", "gclid=x", "ref=x", "lang=en", "hl=en", "amp=1"])
def test_parameters_that_track_or_translate_leave_a_home_page_one(field: str) -> None:
    assert shape_of(f"https://example.org/?{field}") is Shape.HOME


@pytest.mark.parametrize("field", ["utmost=4", "reference=12", "refugees=1", "langoustine=1", "hlr=2", "amplifier=3"])
def test_a_parameter_is_not_ignored_for_how_its_name_begins(field: str) -> None:
    assert shape_of(f"https://example.org/?{field}") is Shape.UNKNOWN
