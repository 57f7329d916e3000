"""Phrases of links to a version for print: those of the dictionary, and words for print with what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.text.lists import shortest_parts
from tamis.text.phrases import lines, normal, texts_by_language, words_by_language

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_PARTS = 8
"""Number of words up to which a link is read as several phrases."""
MAX_UNSPACED = 16
"""Number of characters up to which a link in a script without spaces is read as several words."""
MAX_LENGTH = 60
"""Number of characters above which a text is a headline."""
MIN_WORD = 3
"""Minimum characters of a word for print beside words that the dictionary lacks."""
PRINT, UNSURE_PRINT = lines("print_link"), lines("print_link_unsure")
_ALL = PRINT | UNSURE_PRINT
PRINT_ICONS = ("print", "local_printshop")
"""Names of signs in icon fonts, which stand in the text: ``print Drucken``."""
_UNSPACED_LANGUAGES = ("zh", "ja", "ko", "th")
_FIRST_UNSPACED = "\u0e01"
"""First character of the scripts of these languages; those before it have spaces."""


def print_phrase(said: str) -> str | None:
    """Return the phrase for print that is a whole text; also if the name of an icon font's sign is before it."""
    if said in PRINT or said in UNSURE_PRINT:
        return said
    first, _, rest = said.partition(" ")
    if first in PRINT_ICONS and (rest in PRINT or rest in UNSURE_PRINT):
        return rest
    return said if _is_composed(said) else None


def is_sure(said: str) -> bool:
    """Tell whether a phrase for print means a version for print and nothing else."""
    return said in PRINT and said not in UNSURE_PRINT


def speaks_of_print(said: str) -> bool:
    """Tell quickly whether a text may speak of print: by a phrase, with others beside it, too."""
    if said in _ALL:
        return True
    if len(said) > MAX_LENGTH:
        return False
    if said >= _FIRST_UNSPACED:
        return print_phrase(said) is not None or print_mention(said) is not None
    parts = said.split()
    if not 1 < len(parts) <= MAX_PARTS or _TELLING.isdisjoint(parts):
        return False
    return begins_with_print(said) or print_phrase(said) is not None or print_mention(said) is not None


def print_mention(said: str) -> str | None:
    """Return the phrase that begins or ends a text of a few words, if it means print and nothing else: ``drucken``."""
    if len(said) <= MAX_UNSPACED and said >= _FIRST_UNSPACED:
        starts = (phrase for phrase, _ in _UNSPACED if is_sure(phrase) and said.startswith(phrase))
        if (phrase := next(starts, None)) is not None:
            return phrase
    parts = said.split()
    if not 1 < len(parts) <= MAX_PARTS or _TELLING.isdisjoint(parts):
        return None
    ends = (" ".join(run) for size in range(1, len(parts)) for run in (parts[:size], parts[size:]))
    return next((end for end in ends if (len(end) >= MIN_WORD or end >= _FIRST_UNSPACED) and is_sure(end)), None)


def begins_with_print(said: str) -> bool:
    """Tell whether a text of a few words begins with a word for print, which may also be the name of something."""
    first, _, rest = said.partition(" ")
    return len(first) >= MIN_WORD and first in UNSURE_PRINT and bool(rest) and rest.count(" ") < MAX_PARTS


def _is_composed(said: str) -> bool:
    """Tell whether a text is a phrase for print and words of its language for what is printed: ``print the poem``."""
    is_short = len(said) <= MAX_UNSPACED and not said.isascii()
    if is_short and any(_is_composed_of(said, *phrase) for phrase in _UNSPACED):
        return True
    parts = said.split()
    if not 1 < len(parts) <= MAX_PARTS or _TELLING.isdisjoint(parts):
        return False
    return any(_is_composed_at(start, parts) for start in range(len(parts)))


def _is_composed_at(start: int, parts: list[str]) -> bool:
    """Tell whether words have a phrase for print at a place, and all others are for what is printed."""
    for phrase, objects in _SPACED.get(parts[start], ()):
        end = start + len(phrase)
        if parts[start:end] == phrase and objects.issuperset(parts[:start] + parts[end:]):
            return True
    return False


def _is_composed_of(said: str, phrase: str, objects: Sequence[str]) -> bool:
    """Tell whether a text in a script without spaces is a phrase and objects, of which the longest come first."""
    if phrase not in said:
        return False
    rest = said.replace(phrase, " ", 1)
    for name in objects:
        rest = rest.replace(name, " ")
    return not rest.strip()


def _phrases_of(language: str) -> list[str]:
    """Return the phrases for print of a language that contain no other one as a part, or as some of their words."""
    texts = (texts_by_language(purpose).get(language, "") for purpose in ("print_link", "print_link_unsure"))
    phrases = {normal(phrase) for text in texts for line in text.splitlines() for phrase in line.split("|")}
    if language in _UNSPACED_LANGUAGES:
        return sorted(shortest_parts(phrases))
    return [phrase for phrase in sorted(phrases) if not any(_has_run(phrase, other) for other in phrases)]


def _has_run(phrase: str, other: str) -> bool:
    """Tell whether a phrase has all words of another one in a row, and more."""
    return phrase != other and f" {other} " in f" {phrase} "


def _spaced_phrases() -> dict[str, list[tuple[list[str], frozenset[str]]]]:
    """Return the phrases of languages with spaces, by their first word, with the words that may be beside each."""
    found: dict[str, list[tuple[list[str], frozenset[str]]]] = {}
    for language, objects in words_by_language("print_object").items():
        for phrase in _phrases_of(language) if language not in _UNSPACED_LANGUAGES else ():
            found.setdefault(phrase.split()[0], []).append((phrase.split(), objects))
    return found


def _unspaced_phrases() -> list[tuple[str, list[str]]]:
    """Return the phrases of languages without spaces, with the words that may be beside each, longest first."""
    objects = words_by_language("print_object")
    longest = {language: sorted(objects[language], key=lambda name: (-len(name), name)) for language in objects}
    return [(phrase, longest[language]) for language in _UNSPACED_LANGUAGES for phrase in _phrases_of(language)]


def _telling_words() -> frozenset[str]:
    """Return the words of the phrases that are not for what is printed: each text that speaks of print has one."""
    objects = words_by_language("print_object")
    none = frozenset[str]()
    return frozenset(
        word
        for purpose in ("print_link", "print_link_unsure")
        for language, text in texts_by_language(purpose).items()
        for line in text.splitlines()
        for phrase in map(normal, line.split("|"))
        for word in (set(phrase.split()) - objects.get(language, none) or phrase.split())
    )


_SPACED, _UNSPACED, _TELLING = _spaced_phrases(), _unspaced_phrases(), _telling_words()
