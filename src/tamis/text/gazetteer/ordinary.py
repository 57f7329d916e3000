"""Capitalized words that are not names, and common words at the start of sentences."""

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
