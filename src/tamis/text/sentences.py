"""Sentence boundaries: the sentences of a text, with their positions in it.

A sentence ends at a mark that ends sentences in some script, with the quotation marks and brackets that close after it.
Of the marks only the full stop is doubtful: it also ends abbreviations, initials and ordinals. What follows decides: a
lower-case letter never begins a sentence, and after an abbreviation only a word does that begins sentences but not
names (``in the U.S. The``, but ``the U.S. Senate``). Scripts without spaces need no space after the mark. Thai, Lao and
Khmer have no mark, or seldom use it: there a space ends a sentence, if it is not too short for one.

The cost is linear: each mark is found once, and a limited stretch on both sides of it is examined.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.datewords import month_number
from tamis.text.phrases import language_code, words, words_by_language

if TYPE_CHECKING:
    from collections.abc import Iterator


class Sentence(NamedTuple):
    """A sentence and its position: ``text[start:end]`` of the text that was split."""

    text: str
    start: int
    end: int


_STOPS = ".…"
_ASKING = "!?‼⁇⁈⁉؟۔՜՞։।॥።፧፨᙮᠃᠉။៕។༎"
"""Marks that a space must follow, and about which there is little doubt.

They are those of Arabic, Urdu, Armenian, Indic scripts, Ethiopic, Mongolian, Burmese, Khmer, Tibetan.
"""
_WIDE = "。！？｡．"
"""Marks of scripts without spaces: Chinese, Japanese."""
_MARKS = re.compile(f"[{re.escape(_STOPS + _ASKING + _WIDE)}]+")
_CLOSING = frozenset("\"'”’»›)]}」』）】》〉］｝｣＂＇›‹«“")
_OPENING = frozenset("\"'“”„‚‘’«‹»›([{「『（【《〈［｛｢¿¡*•–—-")
_BEFORE_ITEM = " \n\t\u00a0•‣▪●○◦·–—-*(["
"""Characters that may precede the number of an item."""
_SPOKEN_ON = re.compile(r"[ぁ-ゖー、，とっ]")
"""Characters after a closing bracket that show that a Japanese sentence continues: 「はい。」と言った。"""
_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}")
_NUMBER = re.compile(r"[0-9]{1,3}|[IVXLC]{1,6}")
_WORD = re.compile(r"[^\W_][\w'’-]{0,29}")
_NOTE = re.compile(r"\[[0-9a-z]{1,3}\]")
"""A footnote mark after the full stop."""
_LINE = re.compile(r"\n(?=\s?[•‣▪●○◦·–—*-] )")
"""A line break before a bullet."""
_SPACE_ENDS = "\u0e00-\u0eff\u1780-\u17ff"
"""Scripts in which a space ends a sentence: Thai, Lao, Khmer."""
_SPACE = re.compile(f"(?<=[{_SPACE_ENDS}])\\s+(?=[{_SPACE_ENDS}])")
_IN_SPACED = re.compile(f"[{_SPACE_ENDS}]")
MIN_BETWEEN_SPACES = 30
"""Minimum characters of a sentence that a space ends; spaces also separate clauses, names and numbers."""
_LONGEST_TOKEN = 16
"""Number of characters before a full stop that are examined; no abbreviation is longer."""
_SPEECH = frozenset(words("speech_verb"))
"""Verbs that follow an exclamation in quotation marks and a name: “Stop!” Smith said."""


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """The words of one language that indicate where sentences end, in lower case. See `tamis.text.phrases`.

    Initials and abbreviations with inner stops (``U.S.``, ``z.B.``) are handled by a separate rule and are not listed.
    """

    inside: frozenset[str]
    """Abbreviations after which the sentence continues: titles and the like."""
    before_number: frozenset[str]
    """Abbreviations after which it continues if a number follows."""
    either: frozenset[str]
    """Abbreviations that may end a sentence: it ends if the next word is one that begins sentences."""
    starters: frozenset[str]
    """Words that begin sentences but not names."""
    ordinals: bool = False
    """True if a number with a stop is an ordinal: German ``3. Oktober``."""


_ORDINALS = frozenset("de da nb no nn cs sk fi hu hr sr bs sl et lv lt pl tr is".split())
_SAME = {"nb": "no", "nn": "no", "sr": "hr", "bs": "hr", "gl": "pt", "be": "ru", "ms": "id"}
"""Languages that use the words of a related one."""


def sentence_words(language: str | None) -> SentenceWords:
    """Return the words of a language by its BCP 47 tag; for an unknown one, those that are safe in all languages."""
    code = (language or "").lower().partition("-")[0]
    return _sentence_words(code if code in _ORDINALS or code in _SAME else language_code(code))


@cache
def _sentence_words(code: str) -> SentenceWords:
    known = _SAME.get(code, code)
    inside = words_by_language("abbreviation")
    return SentenceWords(
        inside=inside[known] if known in inside else _shared(inside),
        before_number=_of("abbreviation_before_number", known),
        either=_of("abbreviation_at_end", known),
        starters=_of("sentence_start", known),
        ordinals=code in _ORDINALS,
    )


def _of(purpose: str, language: str) -> frozenset[str]:
    """Return a language's words; for an unknown one, those of all languages."""
    return words_by_language(purpose).get(language) or frozenset(words(purpose))


def _shared(known: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return English words and those of two or more languages: an abbreviation in only one may be a word in another."""
    counts = Counter(word for own in known.values() for word in own)
    return frozenset(word for word, count in counts.items() if count > 1) | known["en"]


def split_sentences(text: str, language: str | None = None) -> list[Sentence]:
    """Split a block's text into sentences, in order. White space between them belongs to none.

    `language` is a BCP 47 tag; without it, abbreviations of all known languages count.
    """
    known = sentence_words(language)
    sentences = []
    start = 0
    for end in (*_ends(text, known), len(text)):
        piece = text[start:end]
        stripped = piece.strip()
        if stripped:
            offset = start + len(piece) - len(piece.lstrip())
            sentences.append(Sentence(stripped, offset, offset + len(stripped)))
        start = end
    return sentences


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends with a mark that ends sentences, or with one and what closes after it."""
    end = len(text)
    while end and (text[end - 1] in _CLOSING or text[end - 1].isspace()):
        end -= 1
    if text[max(0, end - 3) : end].endswith(tuple(_STOPS + _ASKING + _WIDE)):
        return True
    if _IN_SPACED.match(text, end - 1):
        return True
    note = text.rfind("[", max(0, end - 4), end)  # a footnote mark, of which the bracket counts as closing
    return note > 0 and ends_sentence(text[:note])


def _ends(text: str, words: SentenceWords) -> Iterator[int]:
    """Yield the ends of all sentences except the last."""
    lines = sorted([*(mark.start() for mark in _LINE.finditer(text)), *_ends_at_spaces(text)], reverse=True)
    start = 0
    for mark in _MARKS.finditer(text):
        while lines and lines[-1] < mark.start():
            start = lines.pop()
            yield start
        end = _after_closing(text, mark.end())
        if end < len(text) and _is_end(text, start, mark, end, words):
            start = end
            yield end
    yield from reversed(lines)


def _ends_at_spaces(text: str) -> Iterator[int]:
    """Yield the ends of sentences at spaces, in scripts that have no mark for them."""
    start = 0
    for space in _SPACE.finditer(text):
        if space.start() - start >= MIN_BETWEEN_SPACES and len(text) - space.end() >= MIN_BETWEEN_SPACES:
            yield space.start()
            start = space.end()


def _after_closing(text: str, offset: int) -> int:
    """Return the offset after quotation marks, brackets and note marks that close with the sentence."""
    while offset < len(text):
        if text[offset] in _CLOSING:
            offset += 1
        elif note := _NOTE.match(text, offset):
            offset = note.end()
        else:
            break
    return offset


def _is_end(text: str, start: int, marks: re.Match[str], end: int, words: SentenceWords) -> bool:
    """Tell whether a sentence that began at `start` ends with this mark."""
    mark = marks.group()[-1]
    if marks.start() - start <= _LONGEST_TOKEN and not any(map(str.isalnum, text[start : marks.start()])):
        return False  # an ellipsis at the beginning
    if mark in _WIDE:
        return end == marks.end() or not _SPOKEN_ON.match(text, end)
    if not text[end].isspace():
        return False
    following = _next_word_at(text, end)
    if following >= len(text):
        return False
    if mark in _ASKING or len(marks.group()) > 1:
        return _may_begin(text, following) and not _is_spoken(text, marks.end(), end, following)
    if mark in _STOPS[1:]:
        return _may_begin(text, following)
    return _may_begin(text, following) and _stop_ends(text, start, marks.start(), following, words)


def _next_word_at(text: str, offset: int) -> int:
    """Return the offset where the next word begins, after spaces and opening quotation marks."""
    while offset < len(text) and (text[offset].isspace() or text[offset] in _OPENING):
        offset += 1
    return offset


def _may_begin(text: str, offset: int) -> bool:
    """Tell whether a sentence may begin here: not with a lower-case letter, unless it is a name like iPhone."""
    first = text[offset]
    return not first.islower() or text[offset + 1 : offset + 2].isupper()


def _is_spoken(text: str, closing: int, end: int, offset: int) -> bool:
    """Tell whether a name and a verb of speech follow an exclamation in quotation marks."""
    if closing == end:
        return False
    name = _WORD.match(text, offset)
    verb = _WORD.match(text, name.end() + 1) if name else None
    return verb is not None and verb.group() in _SPEECH


def _stop_ends(text: str, start: int, stop: int, following: int, words: SentenceWords) -> bool:
    """Tell whether a full stop ends a sentence, judging by the word before it and the one after."""
    token = _token_before(text, stop)
    if not token:
        return True
    lower = token.lower()
    is_number_next = text[following].isdecimal()
    if lower in words.inside or (is_number_next and lower in words.before_number):
        return False
    if _NUMBER.fullmatch(token) and (token.isdecimal() or len(token) > 1 or words.ordinals):
        return _number_ends(text, start, stop - len(token), following, words)
    is_initial = len(token) == 1 and (token.islower() or token.isupper())
    if is_initial or lower in words.either or _DOTTED.fullmatch(token):
        return _is_starter(text, following, words)
    return True


def _token_before(text: str, stop: int) -> str:
    """Return the word before a full stop, without opening quotation marks; only the end of a long one."""
    piece = text[max(0, stop - _LONGEST_TOKEN) : stop]
    offset = max(map(piece.rfind, " \n\t\u00a0\u202f/"))
    return piece[offset + 1 :].lstrip("\"'“”„‚‘’«‹»›([{-–—")


def _number_ends(text: str, start: int, number: int, following: int, words: SentenceWords) -> bool:
    """Tell whether a number with a stop ends a sentence.

    At the beginning it numbers an item; before a month, and in some languages anywhere, it is an ordinal.
    """
    if number - start <= _LONGEST_TOKEN and not text[start:number].strip(_BEFORE_ITEM):
        return False
    word = _WORD.match(text, following)
    if word and month_number(word.group()) is not None:
        return False
    if not words.ordinals or _is_starter(text, following, words):
        return True
    before = text[max(0, number - _LONGEST_TOKEN) : number].rstrip()  # No. 7 is not an ordinal.
    return before.endswith(".") and _token_before(before, len(before) - 1).lower() in words.before_number


def _is_starter(text: str, offset: int, words: SentenceWords) -> bool:
    """Tell whether the word here begins sentences rather than names. In scripts without capitals this is unknown."""
    word = _WORD.match(text, offset)
    if word is None:
        return True
    if len(word.group()) == 1 and text.startswith(".", word.end()):  # the next initial
        return False
    return word.group().partition("'")[0].partition("’")[0].lower() in words.starters
