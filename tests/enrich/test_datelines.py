"""Labels of dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.core.enrich.datelines import CHANGED, PUBLISHED

if TYPE_CHECKING:
    from collections.abc import Callable

PUBLISHED_WORDS = """
    published posted created submitted written erschienen veröffentlicht erstellt publié publicado pubblicato
    gepubliceerd geplaatst opublikowano dodano publikováno опубликована yayınlandı publicerad udgivet publisert
    julkaistu 公開 投稿 发布 發佈 掲載 입력 등록
""".split()
CHANGED_WORDS = [
    *"""
    update updated modified revised edited reviewed aktualisiert geändert Stand maj modifié actualizado modificada
    atualizado aggiornata modificato bijgewerkt gewijzigd laatst zaktualizowano aktualizacja aktualizováno
    обновлено изменено güncelleme güncelendi uppdaterad opdateret oppdatert päivitetty frissítve actualizat 更新 수정
    """.split(),
    "last changed",
    "medically reviewed",
    "mis à jour",
    "última actualización",
]


@pytest.mark.parametrize("word", PUBLISHED_WORDS)
@pytest.mark.parametrize("write", [str.lower, str.upper, str.title])
def test_labels_of_publishing_are_known_in_any_case(word: str, write: Callable[[str], str]) -> None:
    text = f"{write(word)} 3 May 2024"
    assert PUBLISHED.is_in(text)
    assert PUBLISHED.last_end(text) == len(word)


@pytest.mark.parametrize("word", CHANGED_WORDS)
@pytest.mark.parametrize("write", [str.lower, str.upper, str.title])
def test_labels_of_a_change_are_known_in_any_case(word: str, write: Callable[[str], str]) -> None:
    text = f"{write(word)} 3 May 2024"
    assert CHANGED.is_in(text)
    assert CHANGED.last_end(text) == len(word)


def test_the_last_label_of_several_counts() -> None:
    text = "Published 2 May, updated 3 May, edited"
    assert CHANGED.last_end(text) == len(text)
    assert PUBLISHED.last_end(text) == len("Published")


@pytest.mark.parametrize("text", ["", "3 May 2024", "postcards from the understanding"])
def test_other_texts_have_no_label(text: str) -> None:
    assert not PUBLISHED.is_in(text)
    assert not CHANGED.is_in(text)
    assert CHANGED.last_end(text) == 0
