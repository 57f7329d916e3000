"""Texts that speak of the same, by names and by words."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from tamis.text.similarity import (
    Profile,
    ProfileComparison,
    WordIndex,
    cosine,
    likeness_to_rest,
    name_cosine,
    stem,
    stems_of,
    word_cosine,
)

NETS = """
    Agnes Tolland makes nets in Whitby, and when Tolland stops there will be nobody left on this coast who does. She
    began at nine, because her hands were small. A net has forty thousand knots, and the harbour hangs by every one of
    them. The fishermen of Whitby pay for a net in herring. Her grandson Ralph learned the knots from a film.
"""
HAFEN = """
    Am Samstag beginnt in Rostock das Hafenfest. Bürgermeisterin Ute Krön eröffnet es um zehn Uhr an der Warnow. Krön
    erwartet viele Besucher, und die Fischer backen Brot. Am Abend fahren die alten Segelschiffe aus dem Hafen.
"""
MAREE = """
    La marée a emporté la digue de Saint-Malo dans la nuit. La maire Odile Brun a demandé aux pêcheurs de rester au
    port. Selon Mme Brun, les bateaux ne sortiront pas avant lundi. Les vagues ont brisé trois maisons.
"""
FARO = """
    El faro de Finisterre vuelve a brillar. La alcaldesa Nuria Peñalba encendió la lámpara ante los pescadores, y
    Peñalba prometió que no se apagará. Los barcos gallegos ven la luz desde muy lejos.
"""


@pytest.mark.parametrize(
    ("article", "caption", "stranger"),
    [
        (NETS, "Tolland at her window in Whitby", "Mayor Ute Krön opens the fair in Rostock"),
        (NETS, "Forty knots in every net", "A new kettle boils water in two minutes"),
        (HAFEN, "Ute Krön bei der Eröffnung", "Agnes Tolland knüpft ein Netz in Whitby"),
        (HAFEN, "Segelschiffe vor dem Hafen am Abend", "Der neue Wasserkocher braucht zwei Minuten"),
        (MAREE, "Odile Brun devant la digue", "Pedro Sánchez à la gare de Lyon"),
        (MAREE, "Des bateaux de pêcheurs au port", "Une recette de tarte aux pommes"),
        (FARO, "Peñalba enciende la lámpara del faro", "Angela Merkel llega a Berlín"),
        (FARO, "Barcos y pescadores bajo la luz", "Una receta de tarta de manzana"),
    ],
)
def test_a_caption_is_nearer_to_its_article_than_a_strange_one(article: str, caption: str, stranger: str) -> None:
    comparison = ProfileComparison(article)
    assert comparison.likeness(caption).score > 0.4
    assert comparison.likeness(stranger).score < 0.2


def test_the_shared_names_are_told() -> None:
    found = ProfileComparison(NETS).likeness("Here Agnes Tolland waits for Ruth Halvorsen.")
    assert found.shared == ["agnes tolland"]
    assert found.names == 0.5


def test_a_surname_at_the_head_of_a_caption_is_known_from_the_article() -> None:
    assert ProfileComparison(NETS).likeness("Tolland at work").shared == ["tolland"]


def test_a_text_without_names_is_compared_by_its_words() -> None:
    found = ProfileComparison(NETS).likeness("knots and nets")
    assert found.names is None
    assert found.score == found.words


def test_a_text_without_anything_is_like_nothing() -> None:
    assert ProfileComparison(NETS).likeness("and of the 12").score == 0
    assert ProfileComparison("").likeness("knots").score == 0


@pytest.mark.parametrize(
    "forms",
    [
        ("net", "nets"),
        ("fisher", "fishers"),
        ("segelschiff", "segelschiffe", "segelschiffen"),
        ("pecheur", "pecheurs"),
        ("barco", "barcos"),
        ("announced", "announces", "announcement"),
        ("press", "presses"),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


def test_words_that_say_nothing_are_not_counted() -> None:
    assert stems_of("The net and the knot: der Fischer et le pêcheur, la luz del faro.").keys() == {
        "net", "knot", stem("fischer"), stem("pecheur"), "luz", stem("faro"),
    }  # fmt: skip


def test_parts_of_compounds_are_near() -> None:
    comparison = ProfileComparison("Das Hafenfest beginnt am Samstag mit einem Feuerwerk über den Booten.")
    near = comparison.likeness("hafenfeste").words
    apart = comparison.likeness("bahnhof").words
    assert near is not None
    assert near > 0
    assert apart == 0


@pytest.mark.parametrize("text", [NETS, HAFEN, MAREE, FARO, "茶园里的采茶人 and the tea harvest", "학교에서 학교로"])
def test_the_index_knows_every_stem_as_often_as_it_occurs(text: str) -> None:
    index = WordIndex(text)
    stems = stems_of(text)
    assert stems
    assert {short: index.times(short) for short in stems} == stems


def test_the_index_knows_no_other_stem() -> None:
    index = WordIndex("The announcement of nets.")
    assert [index.times(short) for short in ("announ", "announcement", "the", "kettl")] == [0, 0, 0, 0]


def test_words_that_begin_alike_without_end_are_not_all_looked_at() -> None:
    words = " ".join(f"net{chr(97 + at // 26)}{chr(97 + at % 26)}x" for at in range(26 * 26))
    index = WordIndex(words)
    assert index.times("netaax") == 1
    assert index.times("netzzx") == 0


def test_the_cosine_is_that_of_the_angle() -> None:
    assert cosine({"a": 3, "b": 4}, {"a": 3, "b": 4}) == pytest.approx(1)
    assert cosine({"a": 1}, {"b": 1}) == 0
    assert cosine({"a": 1}, {"a": 1, "b": 1}) == pytest.approx(1 / math.sqrt(2))
    assert cosine({}, {"a": 1}) == 0


def test_two_texts_of_one_topic_are_nearer_than_two_of_different_ones() -> None:
    more = Profile.of("In Whitby they ask who will follow Agnes Tolland, and who will mend the nets of the harbour.")
    nets, fair = Profile.of(NETS), Profile.of(HAFEN)
    assert name_cosine(nets, more) > 0.5 > name_cosine(nets, fair) == 0
    assert word_cosine(nets, more) > word_cosine(nets, fair)


def test_the_rest_is_without_the_part() -> None:
    part = Profile.of("Whitby and its nets.")
    names, stems = Counter(part.names), Counter(part.stems)
    words = Counter(part.name_words)
    assert likeness_to_rest(part, names, words, stems) == 0
    names.update(part.names)
    stems.update(part.stems)
    words.update(part.name_words)
    assert likeness_to_rest(part, names, words, stems) > 0.5
