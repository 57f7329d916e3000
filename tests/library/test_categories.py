"""Categories by the text, with confidence and reason, and corrections by the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tamis
from tamis.errors import BadInput, NoSuchArticle
from tamis.library import Library
from tamis.library.categories import Category, category_name, category_of_section, learn
from tamis.text.phrases import texts_by_language

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SPORT = "The team won the match, and the coach praised the striker, whose goal decided the final of the league. "
COURT = "The court sentenced the suspect to prison, and the judge told the jury what the police had found. "
BEES = "The hive of the beekeeper gave much honey, and the swarm of bees left the hive for the orchard. "


def page(text: str, section: str = "", language: str = "en") -> str:
    meta = f'<meta property="article:section" content="{section}">' if section else ""
    return f"<html lang={language}><title>Title</title>{meta}<article><h1>Title</h1><p>{text * 8}</p></article>"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        yield opened


def add(library: Library, text: str, path: str, section: str = "", language: str = "en") -> int:
    return library.add(tamis.extract(page(text, section, language), f"https://a.example/{path}")).id


@pytest.mark.parametrize("purpose", ["category", "category_word"])
def test_every_language_has_a_line_for_each_category(purpose: str) -> None:
    for text in texts_by_language(purpose).values():
        assert len(text.strip().splitlines()) == len(Category)


def test_the_text_decides_with_confidence_and_reason(library: Library) -> None:
    found = library.category(add(library, SPORT, "politics/1"))
    assert (found.category, found.source) == (Category.SPORT, "text")
    assert found.confidence > 0.3
    assert "coach" in found.reason
    assert library.category(add(library, COURT, "2")).category is Category.CRIME


def test_other_languages_have_words_too(library: Library) -> None:
    german = "Die Mannschaft gewann das Spiel, und der Trainer lobte den Stürmer, dessen Tor die Saison entschied. "
    assert library.category(add(library, german, "1", language="de")).category is Category.SPORT
    assert category_name(Category.ECONOMY, "de-AT") == "Wirtschaft und Finanzen"
    assert category_name(Category.SPORT, "xx") == "Sport"


def test_a_text_that_says_nothing_has_no_category(library: Library) -> None:
    assert library.category(add(library, BEES, "1")).category is None


def test_the_section_of_the_page_is_understood_in_many_languages(library: Library) -> None:
    found = library.category(add(library, BEES, "1", section="Wirtschaft"))
    assert (found.category, found.source) == (Category.ECONOMY, "section")
    assert "Wirtschaft" in found.reason
    assert category_of_section("Fußball") is Category.SPORT
    assert category_of_section("Vermischtes und mehr") is None


def test_a_library_learns_from_sections_what_no_list_has(library: Library) -> None:
    for number in range(12):
        add(library, BEES + f"Number {number} was large. ", f"known/{number}", section="Environment")
    found = library.category(add(library, BEES + "It rained. ", "new"))
    assert (found.category, found.source) == (Category.ENVIRONMENT, "text")
    assert "hive" in found.reason


def test_a_correction_holds_and_moves_articles_like_it(library: Library) -> None:
    first, second = (add(library, BEES + f"Number {number} was large. ", str(number)) for number in range(2))
    library.set_category(first, "lifestyle")
    corrected = library.category(first)
    assert (corrected.category, corrected.source, corrected.confidence) == (Category.LIFESTYLE, "reader", 1.0)
    assert library.category(second).guess is Category.LIFESTYLE
    library.set_category(first, None)
    assert library.category(first).source == "text"


def test_an_unknown_category_or_article_is_an_error(library: Library) -> None:
    article = add(library, SPORT, "1")
    with pytest.raises(BadInput, match="sport"):
        library.set_category(article, "sports")
    with pytest.raises(NoSuchArticle):
        library.category(99)


def test_without_articles_the_listed_words_decide() -> None:
    assert learn([], 0, {}).judge({"vaccine": 3, "hospital": 2, "patients": 2}).category is Category.HEALTH
    assert learn([], 0, {}).judge({}).category is None
