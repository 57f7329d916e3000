"""Words of Chinese, Japanese and Korean, whose texts do not separate them by spaces, or not from their particles.

Chinese characters are split into the words of a dictionary so that the sum of their costs is least (the most probable
words, each by itself). What the dictionary does not have is a name as a rule: characters that stay single, one after
the other, make one word. In Japanese the dictionary has the nouns in kanji; words in katakana are found by their
script, and a last single kanji belongs to the word before it (``感染者``, ``ゴールデン街``) unless it begins a verb. In
Korean a word ends before its particle. The dictionaries are made by ``tools/make_dictionaries.py``. The cost is linear.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FOLDER = Path(__file__).parent / "dictionaries"
UNKNOWN = 200
"""Cost of a character that the dictionary does not have."""
MAX_UNKNOWN = 4
"""Maximum number of single characters that make one word."""
MIN_CHARACTERS = 2
"""Minimum number of characters of a word; single ones say little."""
_NAME_ENDS = frozenset("村县厂镇乡市省区州港岛湾山河湖江海院校局厅部队党社寺庙塔桥路街")
"""Characters that end names of places and institutions; some count as other words in the dictionary."""
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々"
_PART = re.compile(f"(?P<han>[{_HAN}]+)|(?P<katakana>[ァ-ヺー]+)|(?P<hangul>[가-힣]+)")
_KANA = re.compile("[ぁ-ヺ]")
_PARTICLE = re.compile("[はがのをにへでともや]|から|まで|より|など|だ|し[たてい]|さ[れせ]")
"""Characters that may follow a Japanese noun; other hiragana is the ending of a verb."""
_KOREAN_PARTICLES = re.compile(
    "(?:에서는|에게서|으로부터|이라고|이라는|에서|에게|으로|부터|까지|처럼|보다|라고|라는|이나|하고|하는|했다|한다|하며|하면|입니다|"
    "은|는|이|가|을|를|의|에|로|와|과|도|만|들)$"
)


class Word(NamedTuple):
    """A word and its position in the text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The words of a language."""

    costs: Mapping[str, int]
    nouns: frozenset[str]
    """Words that can be a keyword."""
    simplified: Mapping[int, int]
    """Simplified characters by traditional ones."""
    longest: int


@cache
def dictionary(language: str) -> Dictionary:
    """Read the dictionary of Chinese (zh) or Japanese (ja)."""
    text = gzip.decompress((_FOLDER / f"{language}.txt.gz").read_bytes()).decode()
    pairs, *lines = text.split("\n")
    rows = [line.split(" ") for line in lines]
    return Dictionary(
        {row[0]: int(row[1]) for row in rows},
        frozenset(row[0] for row in rows if len(row) > 2),
        {ord(pairs[index]): ord(pairs[index + 1]) for index in range(0, len(pairs), 2)},
        max(len(row[0]) for row in rows),
    )


def is_japanese(text: str, language: str | None) -> bool:
    """Tell whether a text with Chinese characters is Japanese, by its language or by its kana."""
    code = (language or "").lower().partition("-")[0]
    return code == "ja" or (code != "zh" and _KANA.search(text) is not None)


def find_words(text: str, japanese: bool, single: frozenset[str] = frozenset()) -> Iterator[Word]:
    """Find the words that can be keywords in a run without spaces, in order. `single` stay outside of unknown words."""
    for part in _PART.finditer(text):
        start, end = part.span()
        if part.lastgroup == "hangul":
            yield from _korean(part.group(), start)
        elif part.lastgroup == "katakana":
            suffix = _PART.match(text, end)
            joined = japanese and suffix is not None and suffix.end() == end + 1 and _is_noun_end(text, end + 1)
            end += 1 if joined else 0
            if end - start >= MIN_CHARACTERS:
                yield Word(text[start:end], start, end)
        elif japanese:
            yield from _japanese(text, start, end)
        else:
            yield from _chinese(part.group(), start, single)


def _korean(run: str, start: int) -> Iterator[Word]:
    stem = _KOREAN_PARTICLES.sub("", run)
    if len(stem) < MIN_CHARACTERS and run[-1] not in "은는을를":  # a noun that ends like one with a particle: 회의
        stem = run
    if len(stem) >= MIN_CHARACTERS:
        yield Word(stem, start, start + len(stem))


def _japanese(text: str, start: int, end: int) -> Iterator[Word]:
    """Find the nouns of a run of kanji; the whole run if nothing of it is known and no verb can end it."""
    pieces = list(split(text[start:end], dictionary("ja")))
    long = [number for number, (left, right) in enumerate(pieces) if right - left >= MIN_CHARACTERS]
    is_noun_end = _is_noun_end(text, end)
    if not long and is_noun_end and MIN_CHARACTERS <= end - start <= MAX_UNKNOWN:
        yield Word(text[start:end], start, end)
    for number in long:
        left, right = pieces[number]
        if number == len(pieces) - 2 and pieces[-1][1] - pieces[-1][0] == 1 and is_noun_end:
            right += 1
        yield Word(text[start + left : start + right], start + left, start + right)


def _is_noun_end(text: str, offset: int) -> bool:
    """Tell whether a noun may end here: before a particle or anything but hiragana."""
    return not "ぁ" <= text[offset : offset + 1] <= "ゖ" or _PARTICLE.match(text, offset) is not None


def _chinese(run: str, start: int, single: frozenset[str]) -> Iterator[Word]:
    words = dictionary("zh")
    simple = run.translate(words.simplified)
    begin = 0
    pending = 0
    for left, right in (*split(simple, words), (len(run), len(run))):
        known = simple[left:right]
        is_part = right - left == 1 and run[left] not in single and _may_be_in_name(known, words)
        if is_part:
            begin = begin if pending else left
            pending += 1
            continue
        if MIN_CHARACTERS <= pending <= MAX_UNKNOWN:
            yield Word(run[begin : begin + pending], start + begin, start + begin + pending)
        pending = 0
        if known in words.nouns and right - left >= MIN_CHARACTERS:
            yield Word(run[left:right], start + left, start + right)


def _may_be_in_name(character: str, words: Dictionary) -> bool:
    return character in words.nouns or character not in words.costs or character in _NAME_ENDS


def split(run: str, words: Dictionary) -> list[tuple[int, int]]:
    """Split a run of characters into the words with the least sum of costs; return where each begins and ends."""
    best = [0] + [0] * len(run)
    origin = [0] * (len(run) + 1)
    for end in range(1, len(run) + 1):
        best[end], origin[end] = best[end - 1] + words.costs.get(run[end - 1], UNKNOWN), end - 1
        for begin in range(max(0, end - words.longest), end - 1):
            cost = words.costs.get(run[begin:end])
            if cost is not None and best[begin] + cost < best[end]:
                best[end], origin[end] = best[begin] + cost, begin
    pieces = []
    end = len(run)
    while end:
        pieces.append((origin[end], end))
        end = origin[end]
    return pieces[::-1]
