"""SSML, the markup that speech synthesizers read. `ssml.rng` is the part of its schema that is used here.

W3C: *Speech Synthesis Markup Language (SSML) Version 1.1*, 2010, https://www.w3.org/TR/speech-synthesis11/.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from tamis.text.characters import printable
from tamis.write.speech.passages import Pause, spoken_passages
from tamis.write.speech.wording import foreign_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.model import Article
    from tamis.write.speech.passages import Passage
    from tamis.write.speech.pieces import Piece, Utterance

NAMESPACE = "http://www.w3.org/2001/10/synthesis"
UNKNOWN_LANGUAGE = "und"
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,8}")
_FORMATS = {"date": ' format="ymd"'}


def write_ssml(article: Article) -> str:
    """Write the article as an SSML 1.1 document: paragraphs, sentences, pauses, emphasis, words for abbreviations."""
    known = article.language if article.language and _LANGUAGE.fullmatch(article.language) else None
    foreign = foreign_language(known)
    body = "".join(part for passage in spoken_passages(article) for part in _passage(passage, foreign))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<speak version="1.1" xmlns="{NAMESPACE}"'
        f' xml:lang="{known or UNKNOWN_LANGUAGE}">\n{body}</speak>\n'
    )


def _passage(passage: Passage, foreign: str) -> Iterator[str]:
    if passage.pause is not Pause.NONE:
        yield f'<break strength="{passage.pause}"/>\n'
    yield f"<p>{''.join(_sentence(utterance, foreign) for utterance in passage.utterances)}</p>\n"


def _sentence(utterance: Utterance, foreign: str) -> str:
    """Write a sentence; an announcement with its language, if that is not the article's."""
    language = f' xml:lang="{foreign}"' if utterance.announced and foreign else ""
    return f"<s{language}>{''.join(map(_piece, utterance.pieces)).strip()}</s>"


def _piece(piece: Piece) -> str:
    text = _escaped(piece.text)
    if piece.alias is not None and piece.alias != piece.text:
        text = f'<sub alias="{_escaped(piece.alias)}">{text}</sub>' if piece.alias else ""
    elif piece.say_as:
        text = f'<say-as interpret-as="{piece.say_as}"{_FORMATS.get(piece.say_as, "")}>{text}</say-as>'
    if not piece.emphasis or not text.strip():
        return text
    return f'<emphasis level="{piece.emphasis}">{text}</emphasis>'


def _escaped(text: str) -> str:
    return escape(printable(text))
