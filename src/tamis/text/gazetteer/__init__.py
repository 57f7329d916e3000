"""Gazetteer: small lists of names and of the words around names, in English, German, French and Spanish.

They were written from general knowledge, in lower case without accents, as `tamis.text.word_overlap.fold` produces it.
They are meant to find enough names to compare texts, not all of them.
"""

from __future__ import annotations

from tamis.text.phrases import words, words_by_language

FUNCTION_WORDS = words_by_language("function_word")
"""Stop words by language, without accents: they start sentences, are not names, and carry no topic."""

TIME_WORDS = frozenset(words("time_word"))
"""Months, days, holidays, and some adjectives that English capitalizes."""

UNITS = frozenset(words("unit_word"))
"""Words beside numbers; German capitalizes them, other languages do before numbers."""

COMMON_WORDS = frozenset(words("common_word"))
"""Words that occur in any text, so that sharing them means little."""
