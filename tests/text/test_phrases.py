from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from tamis.text.phrases import (
    FOLDER,
    PURPOSES,
    first_in,
    language_code,
    lines,
    normal,
    plain,
    plain_phrases,
    texts_by_language,
    whole_words,
    words,
)
from tamis.text.sentences import sentence_words
from tamis.text.terms import stop_words

if TYPE_CHECKING:
    from collections.abc import Iterator

DIALOG_LANGUAGES = set("en de fr es it pt nl pl sv da no fi cs ru tr ja zh ko".split())
DIALOGS = ["consent_statement", "consent_action", "robot_statement", "subscribe_prompt"]


def sections(language: str) -> list[str]:
    text = (FOLDER / f"{language}.txt").read_text(encoding="utf-8")
    return [line[1:-1] for line in text.splitlines() if line.startswith("[")]


LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_known_purposes_only_and_each_once(language: str) -> None:
    found = sections(language)
    assert set(found) <= set(PURPOSES)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_every_purpose_has_words_in_some_language(purpose: str) -> None:
    texts = texts_by_language(purpose)
    assert texts
    assert all(text.strip() for text in texts.values())


@pytest.mark.parametrize("language", sorted(texts_by_language("month")))
def test_a_year_has_twelve_months(language: str) -> None:
    assert len(texts_by_language("month")[language].splitlines()) == 12


def test_a_line_is_compared_without_what_surrounds_its_words() -> None:
    assert normal(" Comments (12): ") == "comments"
    assert normal("»  Lesen Sie auch …") == "lesen sie auch"


@pytest.mark.parametrize("purpose", ["related", "comments", "share", "credit_label", "byline_start", "legal_end"])
def test_lines_are_written_as_they_are_compared(purpose: str) -> None:
    assert [line for line in lines(purpose) if "|" in line or "\n" in line or line != normal(line)] == []


def test_what_labels_an_advertisement_asks_for_nothing_else() -> None:
    assert lines("advertisement").isdisjoint(lines("prompt") | lines("share") | lines("related") | lines("comments"))


def test_a_heading_over_other_pages_is_no_link_that_leads_on() -> None:
    assert lines("related").isdisjoint(lines("more"))


@pytest.mark.parametrize("purpose", DIALOGS)
def test_every_language_of_dialogs_has_its_phrases(purpose: str) -> None:
    assert set(texts_by_language(purpose)) >= DIALOG_LANGUAGES


@pytest.mark.parametrize("purpose", DIALOGS)
def test_phrases_are_written_as_texts_are_searched(purpose: str) -> None:
    assert [phrase for phrase in plain_phrases(purpose) if phrase != plain(phrase).strip() or len(phrase) < 2] == []


def test_a_text_is_made_plain_for_the_search() -> None:
    assert plain("Abo ABSCHLIESSEN – c’est là") == "abo abschliessen – c'est là"
    assert first_in(plain("Jetzt Abo abschließen!"), plain_phrases("subscribe_prompt")) == "abo abschliessen"


def test_a_word_that_two_languages_share_is_listed_once() -> None:
    assert len(words("beside_date")) == len(set(words("beside_date")))


def test_a_star_stands_for_more_letters() -> None:
    pattern = whole_words("published_label")
    assert r"опубликован\w*" in pattern
    assert re.search(pattern, "опубликовано вчера")


def test_labels_in_chinese_need_no_word_boundary() -> None:
    assert re.search(whole_words("published_label"), "本文发布于")
    assert not re.search(whole_words("published_label"), "reposted")


def test_the_same_word_is_not_written_in_two_scripts() -> None:
    mixed = [
        word
        for text in texts_by_language("credit_label").values()
        for word in text.split()
        if any("\u0590" <= char < "\u0600" for char in word) and any("\u0600" <= char < "\u0700" for char in word)
    ]
    assert mixed == []


def test_languages_that_pages_make_up_are_not_remembered() -> None:
    made_up = [f"x{number}-Latn" for number in range(50)]
    assert {language_code(tag) for tag in made_up} == {""}
    assert language_code("de-AT") == "de"
    assert len({id(sentence_words(tag)) for tag in made_up}) == 1
    assert len({id(stop_words(tag)) for tag in made_up}) == 1


NOT_PHRASES = {
    "text/markup_names.py": "names of elements, which are code",
    "text/segmenting.py": "endings and particles by which a script without spaces is cut into words",
    "text/sentences.py": "characters of a script",
    "text/tex_symbols.py": "letters of formulas",
    "write/mathml.py": "letters of formulas",
    "write/speech/pieces.py": "raised digits",
}
"""Modules that may have letters of other alphabets in their strings, with the reason."""
_WORD = re.compile(r"(?<!-)[^\W\d_]{2,}(?!-)")  # not the ends of a range of characters


def _strings(source: str) -> Iterator[str]:
    """Yield the strings of a module, but not its docstrings; none if it has no such word at all."""
    if all(map(str.isascii, _WORD.findall(source))):  # parsing takes longer
        return
    tree = ast.parse(source)
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.value


def test_words_with_letters_beyond_ascii_are_in_the_files_of_languages() -> None:
    package = FOLDER.parent.parent
    foreign = {
        f"{path.relative_to(package)}: {word}"
        for path in package.rglob("*.py")
        if str(path.relative_to(package)) not in NOT_PHRASES
        for text in _strings(path.read_text(encoding="utf-8"))
        for word in _WORD.findall(text)
        if not word.isascii()
    }
    assert foreign == set()
