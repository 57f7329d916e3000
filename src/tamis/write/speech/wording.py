"""Announcements: what a voice says of headings, lists, quotes, tables, pictures and formulas, by language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tamis.text.phrases import entries, language_code

if TYPE_CHECKING:
    from collections.abc import Mapping

_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "bs": "hr"}
"""Codes of languages that use the phrases of another."""
_FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Announcements:
    """The phrases of one language."""

    language: str
    """Code of the language that they are in: English if the article's has none."""
    phrases: Mapping[str, str]

    def say(self, key: str, **values: object) -> str:
        """Return the phrase with its values; the form for one thing if there is one and `n` is 1."""
        phrase = self.phrases.get(f"{key}_one") if values.get("n") == 1 else None
        return (phrase or self.phrases[key]).format(**values)


def announcements(language: str | None) -> Announcements:
    """Return the announcements for a BCP 47 tag; the English ones for a language without."""
    return _announcements(phrase_language(language))


def foreign_language(language: str | None) -> str:
    """Return the code of the language of announcements if it is not the article's; else an empty string."""
    own = phrase_language(language)
    words = _announcements(own).language
    return words if words != own else ""


def phrase_language(language: str | None) -> str:
    """Return the code of the language whose phrases are used for a BCP 47 tag; empty if it has none."""
    code = (language or "").lower().partition("-")[0]
    return language_code(_SAME.get(code, code))


@cache
def _announcements(code: str) -> Announcements:
    own = entries("announcement", code)
    return Announcements(code, own) if own else Announcements(_FALLBACK, entries("announcement", _FALLBACK))
