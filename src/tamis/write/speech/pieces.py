"""Pieces of speech: runs of text with what a voice says in their place.

Abbreviations are said in full, a URL by its host, a date in ISO 8601 as the language writes it. Marks of footnotes are
not said at all: heard in a sentence, they are numbers that mean something else. Of formulas, fractions, powers, indices
and roots are named; symbols stay characters, which voices know.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

from tamis.model import Inline, Mark, Moment
from tamis.text.characters import printable
from tamis.text.phrases import entries, texts_by_language
from tamis.text.sentences import split_sentences
from tamis.text.urls.sites import short_host
from tamis.write.mathml import write_mathml
from tamis.write.nesting import lines_of, merged
from tamis.write.speech.wording import announcements, phrase_language
from tamis.write.wording import written_date

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from xml.etree.ElementTree import Element

STRONG, MODERATE = "strong", "moderate"
"""Levels of emphasis."""


class Piece(NamedTuple):
    """A run of text of a sentence."""

    text: str
    alias: str | None = None
    """Words to say in place of the text; empty to say nothing."""
    shown: str | None = None
    """Text on the page, if it is not the same."""
    emphasis: str = ""
    say_as: str = ""
    """Type of the text, where it is certain: ``date`` or ``telephone``."""

    @property
    def spoken(self) -> str:
        """The words that a voice says."""
        return self.text if self.alias is None else self.alias


class Utterance(NamedTuple):
    """A sentence, or a phrase between two pauses."""

    pieces: tuple[Piece, ...]
    announced: bool = False
    """True if it says something about the text and is not part of it."""

    @property
    def spoken(self) -> str:
        """The words that a voice says."""
        return "".join(piece.spoken for piece in self.pieces).strip()

    @property
    def shown(self) -> str:
        """The text on the page; empty if it is an announcement."""
        if self.announced:
            return ""
        return "".join(piece.text if piece.shown is None else piece.shown for piece in self.pieces).strip()


_SPACE = re.compile(r"\s+")
_UNHEARD = str.maketrans("", "", "\u00ad\u200b\u2060\ufeff")
"""Soft hyphens and other characters without a sound."""
_POWERS = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_DIGITS = re.compile(r"[0-9+−n-]{1,4}")
_NOTE_TEXT = re.compile(r"\[?(?:[0-9]{1,3}|[a-z]|[*†‡§]{1,3})\]?")
_AFTER_WORD = re.compile(r"(?:[^\W\d_]{4}|[.,;:!?\"”’»)\]])$")
"""The end of a text after which a raised number is a mark of a note and no power: ``word³`` but ``km³``."""
_URL = r"(?:https?://|www\.)[^\s<>\"“”«»]{1,2000}"
_ISO_DATE = r"(?<![\w-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-])"
_NOTE_MARK = (
    r"(?<=[\w.,;:!?\"”’»)])[ \u00a0]?\[[0-9]{1,3}(?:[,–-][ ]?[0-9]{1,3}){0,9}\]"
    r"|(?<=[^\W\d_]{4})[⁰¹²³⁴-⁹]{1,3}|(?<=[.,;:!?\"”’»)])[⁰¹²³⁴-⁹]{1,3}|(?<=[^\W\d_])[*†‡]{1,3}(?!\w)"
)
_AFTER_URL = ".,;:!?)]}'’…"


def utterances(inlines: Sequence[Inline], language: str | None, *, plain: bool = False) -> list[Utterance]:
    """Split inlines into sentences, each of pieces. A line break ends one. `plain` leaves all emphasis out."""
    emphasis = not plain and not _is_one_emphasis(inlines)
    sentences: list[Utterance] = []
    for line in lines_of(merged(inlines)):
        pieces = [part for piece in _cut(_pieces(line, language)) for part in _replaced(piece, language)]
        text = "".join(piece.text for piece in pieces)
        inside = _inside_whole(pieces)
        ends = [sentence.end for sentence in split_sentences(text, language) if sentence.end not in inside]
        for group in _by_sentence(pieces, [*ends, len(text)]):
            said = Utterance(tuple(group if emphasis else (piece._replace(emphasis="") for piece in group)))
            if any(map(str.isalnum, said.spoken)):
                sentences.append(said)
    return sentences


def announcement(text: str) -> Utterance:
    """Make an utterance about the text."""
    return Utterance((Piece(text),), announced=True)


def line_utterance(text: str) -> Utterance | None:
    """Make one utterance of a line as it is, without replacing anything; None if there is nothing in it."""
    cleaned = _cleaned(text).strip()
    return Utterance((Piece(cleaned),)) if cleaned else None


def _cleaned(text: str) -> str:
    return _SPACE.sub(" ", printable(text).translate(_UNHEARD))


def _is_one_emphasis(inlines: Sequence[Inline]) -> bool:
    """Tell whether everything is emphasized: then nothing stands out."""
    levels = {_emphasis(inline) for inline in inlines if inline.text.strip() and Mark.NOTE not in inline.marks}
    return "" not in levels


def _emphasis(inline: Inline) -> str:
    return STRONG if Mark.BOLD in inline.marks else MODERATE if Mark.ITALIC in inline.marks else ""


def _pieces(line: Sequence[Inline], language: str | None) -> Iterator[Piece]:
    before = ""
    for inline in line:
        text = _cleaned(inline.text)
        marks = inline.marks
        if Mark.NOTE in marks or (Mark.SUP in marks and _is_note(inline, before)):
            continue
        if Mark.MATH in marks:
            yield Piece(f" {spoken_formula(text, language)} ", shown="")
        elif Mark.SUP in marks and _DIGITS.fullmatch(text):
            yield Piece(text.translate(_POWERS), shown=text)
        elif inline.href is not None and inline.href.startswith("tel:"):
            yield Piece(text, emphasis=_emphasis(inline), say_as="telephone")
        elif Mark.CODE in marks:
            yield Piece(text, alias=text)
        else:
            yield Piece(text, emphasis=_emphasis(inline))
        before = text or before


def _is_note(inline: Inline, before: str) -> bool:
    """Tell whether raised text is the mark of a note and no power, ordinal or abbreviation."""
    text = inline.text.strip()
    if not _NOTE_TEXT.fullmatch(text):
        return False
    is_sign = text[0] in "[*†‡§" or bool(inline.href and "#" in inline.href)
    return is_sign or (text.isdecimal() and _AFTER_WORD.search(before[-4:]) is not None)


def _cut(pieces: Iterable[Piece]) -> list[Piece]:
    """Collapse white space where two pieces meet."""
    cut: list[Piece] = []
    for piece in pieces:
        text = piece.text.lstrip() if cut and cut[-1].text.endswith(" ") else piece.text
        if text:
            cut.append(piece._replace(text=text))
    return cut


def _is_whole(piece: Piece) -> bool:
    """Tell whether a piece is never cut in two."""
    return piece.shown is not None or piece.alias is not None or bool(piece.say_as)


def _inside_whole(pieces: Sequence[Piece]) -> set[int]:
    """Return the offsets inside formulas, code and other pieces in which no sentence ends."""
    inside: set[int] = set()
    offset = 0
    for piece in pieces:
        if _is_whole(piece):
            inside.update(range(offset + 1, offset + len(piece.text)))
        offset += len(piece.text)
    return inside


def _by_sentence(pieces: Sequence[Piece], ends: Sequence[int]) -> Iterator[list[Piece]]:
    """Distribute the pieces over sentences, which end at these offsets."""
    waiting = list(reversed(pieces))
    offset = 0
    for end in ends:
        group: list[Piece] = []
        while waiting and offset < end:
            piece = waiting.pop()
            room = end - offset
            if len(piece.text) > room:
                waiting.append(piece._replace(text=piece.text[room:]))
                piece = piece._replace(text=piece.text[:room])
            group.append(piece)
            offset += len(piece.text)
        if group:
            yield group


def _replaced(piece: Piece, language: str | None) -> Iterator[Piece]:
    """Cut a piece where something else is said than what is written."""
    if _is_whole(piece):
        yield piece
        return
    done = 0
    code = phrase_language(language)
    patterns = _replaceable()
    for match in patterns.get(code, patterns[""]).finditer(piece.text):
        replacement = _replacement(match, code, language)
        start, end = match.start(), match.start() + len(replacement.text)
        if start > done:
            yield piece._replace(text=piece.text[done:start])
        yield replacement._replace(emphasis=piece.emphasis)
        done = end
    if done < len(piece.text):
        yield piece._replace(text=piece.text[done:])


def _replacement(match: re.Match[str], code: str, language: str | None) -> Piece:
    text = match.group()
    if match.lastgroup == "url":
        return _url(text.rstrip(_AFTER_URL), language)
    if match.lastgroup == "date":
        return _date(text, language)
    if match.lastgroup == "note":
        return Piece(text, alias="")
    return Piece(text, alias=_abbreviations(code)[_SPACE.sub("", text)])


def _url(url: str, language: str | None) -> Piece:
    host = short_host(url if "://" in url else f"http://{url}")
    return Piece(url, alias=announcements(language).say("link", host=host)) if host else Piece(url)


def _date(text: str, language: str | None) -> Piece:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return Piece(text)
    written = written_date(Moment(text, day), language)
    return Piece(text, say_as="date") if written == text else Piece(text, alias=written)


@cache
def _abbreviations(code: str) -> dict[str, str]:
    """Return what is said for each abbreviation, by its text without spaces; also at the beginning of a sentence."""
    said: dict[str, str] = {}
    for written, words in entries("spoken_abbreviation", code).items():
        key = _SPACE.sub("", written.removesuffix(" #"))
        said.setdefault(_capital(key), _capital(words) if key[0].islower() else words)
        said[key] = words
    return said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def _replaceable() -> dict[str, re.Pattern[str]]:
    """Build the regular expressions for what is said in other words: for each language that has abbreviations, and
    one for all others."""
    codes = ("", *texts_by_language("spoken_abbreviation"))
    return dict(zip(codes, map(re.compile, map(_expression, codes)), strict=True))


def _expression(code: str) -> str:
    written = sorted(entries("spoken_abbreviation", code), key=len, reverse=True)
    parts = [f"(?P<url>{_URL})", f"(?P<date>{_ISO_DATE})", f"(?P<note>{_NOTE_MARK})"]
    if written:
        parts.append(rf"(?<![\w.])(?:{'|'.join(map(_abbreviation_pattern, written))})(?!\w)")
    return "|".join(parts)


def _abbreviation_pattern(written: str) -> str:
    bare = written.removesuffix(" #")
    first = f"[{bare[0]}{bare[0].upper()}]" if bare[0].islower() else re.escape(bare[0])
    rest = "".join(r"[ \u00a0\u202f]?" if char == " " else re.escape(char) for char in bare[1:])
    return first + rest + (r"(?=[ \u00a0\u202f]?[0-9])" if bare != written else "")


def spoken_formula(tex: str, language: str | None) -> str:
    """Write a formula in TeX as words and symbols in a row."""
    tree = ElementTree.fromstring(write_mathml(tex))  # noqa: S314 (not the page's: tamis has just written it)
    words = _Words(announcements(language).say)
    return " ".join(" ".join(words.of(tree)).split())


class _Words:
    """A reader of MathML, from the root down."""

    def __init__(self, say: Callable[[str], str]) -> None:
        self._say = say

    def of(self, element: Element) -> Iterator[str]:
        """Yield the words of an element."""
        name = element.tag.rpartition("}")[2]
        parts = list(element)
        if not parts:
            yield (element.text or "").strip()
        elif name == "mfrac" and len(parts) == 2:
            yield from self._joined(parts, "over")
        elif name == "msqrt":
            yield self._say("root")
            yield from self._all(parts)
        elif name == "mroot" and len(parts) == 2:
            yield from self.of(parts[1])
            yield self._say("root")
            yield from self.of(parts[0])
        elif name in ("msub", "munder") and len(parts) == 2:
            yield from self._joined(parts, "index")
        elif name in ("msup", "mover") and len(parts) == 2:
            yield from self._raised(parts)
        elif name in ("msubsup", "munderover") and len(parts) == 3:
            yield from self._joined(parts[:2], "index")
            yield from self._raised(parts[2:])
        elif name in ("mtr", "mtd"):
            yield from self._all(parts)
            yield ","
        else:
            yield from self._all(parts)

    def _all(self, parts: list[Element]) -> Iterator[str]:
        for part in parts:
            yield from self.of(part)

    def _joined(self, parts: list[Element], key: str) -> Iterator[str]:
        yield from self.of(parts[0])
        yield self._say(key)
        yield from self.of(parts[1])

    def _raised(self, parts: list[Element]) -> Iterator[str]:
        """Yield a power, or a sign above: a prime, an accent, a degree."""
        *base, script = parts
        yield from self._all(base)
        if any(map(str.isalnum, "".join(script.itertext()))):
            yield self._say("power")
        yield from self.of(script)
