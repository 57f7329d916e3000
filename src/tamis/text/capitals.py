"""Runs of capitalized words, which is what names look like in Latin, Greek and Cyrillic script."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.gazetteer import FUNCTION_WORDS, organizations, people
from tamis.text.phrases import pattern, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Word(NamedTuple):
    """A capitalized word."""

    raw: str
    folded: str
    """The word in lower case without accents."""
    start: int
    end: int
    initial: bool
    """True if it begins a sentence, so that it would be capitalized in any case."""


class Run(NamedTuple):
    """A run of capitalized words."""

    words: Sequence[Word]
    before: str
    """The word before it, in lower case without accents; empty if a sentence or a clause begins here."""
    linked: bool
    """True if a preposition is between two of its words."""


_UPPER = "".join(chr(code) for code in range(0x41, 0x530) if chr(code).isupper())
# The pattern begins with the capital, so that the search skips to it.
_CAPITALISED = re.compile(rf"[{_UPPER}](?<![^\W_].)(?:(?:\.[A-Z])+\.|[^\W_]*(?:[-'’&][^\W_]+)*)")
_OPENING = "\"'“”„«»‹›‘’([{–—-•*· \t\xa0"
_ENDS = frozenset(".!?:…\n¿¡;|")
_QUOTES = frozenset("\"“„«‘'¿¡")
_ELIDED = frozenset("cdjlmnst")
_INITIALS_AND_TITLES = frozenset(words("title_abbreviation"))
_LINKS = re.compile(rf" (?:{pattern('organization_link')}) ?".replace("'", "['’]"))
_NAME_LINKS = re.compile(rf" (?:(?:{'|'.join(sorted(people.PARTICLES))}) ){{1,2}}")
_MAX_LINK = 14
LOOK_BACK = 30
"""Number of characters before a name that are looked at."""
SAMPLE = 2000
"""Number of characters that the language is guessed from."""


def runs_of(text: str, language: str) -> Iterator[Run]:
    """Yield the runs in a text, in order."""
    words: list[Word] = []
    linked = False
    small = FUNCTION_WORDS.get(language, FUNCTION_WORDS["en"])
    for match in _CAPITALISED.finditer(text):
        start, end = match.span()
        if match.group().lower() in small and _stands_alone(text, end):
            continue  # nearly always the beginning of a sentence
        word = _word(text, start, end, language)
        if words:
            link = _link(text[words[-1].end : word.start], words)
            if link is not None:
                linked = linked or link
                words.append(word)
                continue
            yield Run(words, _before(text, words[0]), linked)
        words, linked = [word], False
    if words:
        yield Run(words, _before(text, words[0]), linked)


def _stands_alone(text: str, end: int) -> bool:
    """Tell whether a word is followed by one without a capital, and does not itself end in a capital."""
    return text[end : end + 1] == " " and not text[end + 1 : end + 2].isupper() and not text[end - 1].isupper()


def _link(gap: str, words: Sequence[Word]) -> bool | None:
    """Decide whether a word continues the run before it; None if not, True if it does so after a preposition."""
    if gap in (" ", " & ", "\xa0"):
        return False
    if len(gap) > _MAX_LINK:
        return None
    first, last = words[0], words[-1]
    if gap == ". ":
        # An initial or a title: J. Smith, Dr. Jones.
        short = len(last.raw) == 1 or last.folded in _INITIALS_AND_TITLES
        return False if short else None
    head = last.folded in organizations.HEADS and (len(words) == 1 or (len(words) == 2 and first.initial))
    if head and _LINKS.fullmatch(gap):
        return True
    if first.folded in people.GIVEN_NAMES and len(words) <= 2 and _NAME_LINKS.fullmatch(gap):
        return False
    return None


def _word(text: str, start: int, end: int, language: str) -> Word:
    raw = text[start:end]
    initial = begins_sentence(text, start)
    if "'" in raw or "’" in raw:
        if raw[-2:] in ("'s", "’s", "'S", "’S"):
            raw, end = raw[:-2], end - 2
        if language == "fr" and raw[1:2] in ("'", "’") and raw[0].lower() in _ELIDED:
            raw, start, initial = raw[2:], start + 2, initial and not raw[2:3].isupper()
    return Word(raw or text[start:end], fold_word(raw), start, end, initial)


def fold_word(word: str) -> str:
    """Fold a word to lower case without accents, apostrophes and full stops; a hyphen becomes a space."""
    word = word.casefold()
    if not word.isascii():
        word = word.replace("’", "")
        word = "".join([char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char)])
    return word if word.isalnum() else word.replace("'", "").replace(".", "").replace("-", " ")


def begins_sentence(text: str, start: int) -> bool:
    """Tell whether a sentence, a line or a quotation begins here."""
    offset = start - 1
    low = max(-1, start - LOOK_BACK)
    while offset > low and (char := text[offset]) in _OPENING:
        if char in _QUOTES:
            return True
        offset -= 1
    return offset < 0 or text[offset] in _ENDS


def _before(text: str, word: Word) -> str:
    if word.initial:
        return ""
    before = text[max(0, word.start - LOOK_BACK) : word.start].rsplit(maxsplit=1)
    if before and (before[-1][-1].isalnum() or before[-1][-1] == "."):
        return fold_word(before[-1]).strip(_OPENING)
    return ""


def language_of(text: str) -> str:
    """Guess which of the languages with lists a text is in, by its function words; English if none stands out."""
    words = set(text[:SAMPLE].split())
    shares = {language: len(words & known) for language, known in FUNCTION_WORDS.items()}
    return max(shares, key=lambda language: shares[language])
