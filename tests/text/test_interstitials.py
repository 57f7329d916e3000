from __future__ import annotations

import pytest

from tamis.text.phrases import interstitials as walls

LANGUAGES = set("en de fr es it pt nl pl sv da no fi cs ru tr ja zh ko".split())
TABLES = ["CONSENT_STATEMENTS", "CONSENT_ACTIONS", "ROBOT_STATEMENTS", "SUBSCRIBE_PROMPTS"]


@pytest.mark.parametrize("table", TABLES)
def test_every_language_has_its_phrases(table: str) -> None:
    phrases = getattr(walls, table)
    assert set(phrases) >= LANGUAGES
    assert all(phrases.values())


@pytest.mark.parametrize("table", TABLES)
def test_phrases_are_written_as_texts_are_searched(table: str) -> None:
    for phrase in walls.flat(getattr(walls, table)):
        assert phrase == walls.plain(phrase).strip()
        assert len(phrase) > 1


def test_a_text_is_made_plain_for_the_search() -> None:
    assert walls.plain("Abo ABSCHLIESSEN – c’est là") == "abo abschliessen – c'est là"
    assert (
        walls.first_in(walls.plain("Jetzt Abo abschließen!"), walls.flat(walls.SUBSCRIBE_PROMPTS)) == "abo abschliessen"
    )


def test_a_text_about_scripts_does_not_ask_for_them() -> None:
    assert walls.asks_for_scripts("please enable javascript")
    assert not walls.asks_for_scripts("a book on javascript")
    assert not walls.asks_for_scripts("please enable the lamp")
