"""Names in sentences of four languages: what they name, and which of them are the same."""

from __future__ import annotations

import pytest

from tamis.text.capitals import language_of
from tamis.text.entities import Sort, find_entities, find_names

PERSON, PLACE, ORGANIZATION, OTHER = Sort.PERSON, Sort.PLACE, Sort.ORGANIZATION, Sort.OTHER


def named(text: str, language: str | None = None) -> dict[str, Sort]:
    return {entity.name: entity.sort for entity in find_entities(text, language)}


def times(text: str, language: str | None = None) -> dict[str, int]:
    return {entity.name: entity.times for entity in find_entities(text, language)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "On Friday the ferry from Oslo brought Ruth Halvorsen of Fjordline Ltd and two crates of herring.",
            {"oslo": PLACE, "ruth halvorsen": PERSON, "fjordline": ORGANIZATION},
        ),
        (
            "It was the University of Leeds that asked Dr. Omar Q. Haddad to look into Lake Tarn.",
            {"university leeds": ORGANIZATION, "omar haddad": PERSON, "lake tarn": PLACE},
        ),
        (
            "Am Freitag traf Bürgermeisterin Ute Krön in Rostock die Deutsche Bahn und die Hansa Werft GmbH.",
            {"ute kron": PERSON, "rostock": PLACE, "deutsche bahn": ORGANIZATION, "hansa werft": ORGANIZATION},
        ),
        (
            "Vendredi, la maire Odile Brun a reçu à Nantes des chercheurs de l’Université de Rennes et de la SNCF.",
            {"odile brun": PERSON, "nantes": PLACE, "universite rennes": ORGANIZATION, "sncf": ORGANIZATION},
        ),
        (
            "El viernes la alcaldesa Nuria Peñalba viajó a Sevilla con el Banco de España y la Universidad de Granada.",
            {
                "nuria penalba": PERSON,
                "seville": PLACE,
                "banco espana": ORGANIZATION,
                "universidad granada": ORGANIZATION,
            },
        ),
    ],
    ids=["en", "en-bodies", "de", "fr", "es"],
)
def test_people_places_and_bodies_are_told_apart(text: str, names: dict[str, Sort]) -> None:
    assert named(text) == names


@pytest.mark.parametrize(
    ("text", "full", "count"),
    [
        ("Agnes Tolland makes nets. Nobody asks Tolland why. Mrs. Tolland never says.", "agnes tolland", 3),
        ("Später kam Jörg Ahlers. Ahlers’ Boot war leer, und Ahlers schwieg. Herr Ahlers ging.", "jorg ahlers", 4),
        ("Le pêcheur Yves Le Goff rentre. M. Le Goff ne dit rien ; Le Goff attend.", "yves goff", 3),
        ("La patrona Pilar Ansó salió. La señora Ansó no volvió. Nadie vio a Ansó.", "pilar anso", 3),
    ],
    ids=["en", "de", "fr", "es"],
)
def test_a_surname_is_the_person_with_the_full_name(text: str, full: str, count: int) -> None:
    assert times(text)[full] == count


def test_middle_names_come_and_go() -> None:
    assert times("We met John Ronald Sterne. Then John Sterne left.") == {"john sterne": 2}


def test_an_acronym_is_the_body_with_these_initials() -> None:
    text = "The Coastal Weather Bureau warned of fog. By noon the CWB had changed its mind."
    assert times(text) == {"coastal weather bureau": 2}


def test_a_country_is_the_same_in_every_language() -> None:
    sentences = {
        "en": "They sailed to Germany.",
        "de": "Sie segelten nach Deutschland.",
        "fr": "Ils partaient pour l’Allemagne.",
        "es": "Navegaron hasta Alemania.",
    }
    assert {name for language, text in sentences.items() for name in named(text, language)} == {"germany"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("When the tide turned, nobody spoke. Boats lay on the mud. Yesterday was better.", "en"),
        ("Die Kinder liefen über den Strand. Viele Boote lagen im Schlamm. Das Wasser kam mit der Nacht zurück.", "de"),
        ("Les enfants couraient. Personne ne parlait de la marée. Hier, tout allait mieux.", "fr"),
        ("Los niños corrían. Nadie hablaba de la marea. Ayer fue mejor.", "es"),
    ],
    ids=["en", "de", "fr", "es"],
)
def test_capitals_of_sentences_and_of_german_nouns_are_no_names(text: str, language: str) -> None:
    assert named(text, language) == {}


def test_the_head_of_a_sentence_is_a_name_that_stands_elsewhere_too() -> None:
    assert times("Kvaloy is small. Few people live on Kvaloy.") == {"kvaloy": 2}
    assert find_names("Kvaloy is small.").possible == {"kvaloy"}


def test_a_title_in_between_parts_two_names() -> None:
    assert named("There stood Rostock Mayor Ute Krön.") == {"rostock": PLACE, "ute kron": PERSON}


def test_shouting_is_no_acronym() -> None:
    assert named("WE DO NOT SELL FISH HERE.") == {}


def test_who_speaks_is_a_person() -> None:
    assert named("Nothing will change, said Brannock.") == {"brannock": PERSON}


def test_common_words_that_are_cities_need_a_preposition_in_german() -> None:
    assert named("Das Essen war kalt.", "de") == {}
    assert named("Sie wohnt seit Jahren in Essen.", "de") == {"essen": PLACE}


def test_german_adjectives_of_bodies_are_bent() -> None:
    assert named("Der Chef der Deutschen Bahn schwieg.", "de") == {"deutsche bahn": ORGANIZATION}


def test_mentions_say_where_they_are() -> None:
    text = "There is l’Oréal’s boss, and Dr. Jane Q. Public’s dog."
    for mention in find_names(text, "en").mentions:
        assert text[mention.start : mention.end] == mention.text


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_language_is_guessed_by_its_small_words(language: str) -> None:
    text = {
        "en": "The boats were on the mud and nobody had seen them.",
        "de": "Die Boote lagen auf dem Schlamm, und niemand hatte sie gesehen.",
        "fr": "Les bateaux étaient sur la vase et personne ne les avait vus.",
        "es": "Los barcos estaban sobre el fango y nadie los había visto.",
    }
    assert language_of(text[language]) == language


@pytest.mark.parametrize(
    "text", ["", " ", "Ω", "A", "'", "L’", "D'", "U.S.", "漁港の朝は静かだ。", "A" * 5000, "\ud800X", "A. " * 900]
)
@pytest.mark.parametrize("language", [None, "fr", "de", "xx"])
def test_strange_texts_do_no_harm(text: str, language: str | None) -> None:
    for mention in find_names(text, language).mentions:
        assert mention.name
