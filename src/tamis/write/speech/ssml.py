"""SSML, the markup that speech synthesizers read. `ssml.rng` is the part of its schema that is used here.

W3C: *Speech Synthesis Markup Language (SSML) Version 1.1*, 2010, https://www.w3.org/TR/speech-synthesis11/.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.write.speech.passages import Pause, spoken_passages
from tamis.write.speech.wording import foreign_language
from tamis.write.xml_elements import DECLARATION, element, empty, start, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.model import Article
    from tamis.write.speech.passages import Passage
    from tamis.write.speech.pieces import Piece, Utterance

NAMESPACE = "http://www.w3.org/2001/10/synthesis"
UNKNOWN_LANGUAGE = "und"
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,8}")
_FORMATS = {"date": "ymd"}


def write_ssml(article: Article) -> str:
    """Write the article as an SSML 1.1 document: paragraphs, sentences, pauses, emphasis, words for abbreviations."""
    known = article.language if article.language and _LANGUAGE.fullmatch(article.language) else None
    foreign = foreign_language(known)
    body = "".join(part for passage in spoken_passages(article) for part in _passage(passage, foreign))
    speak = start("speak", version="1.1", xmlns=NAMESPACE, **{"xml:lang": known or UNKNOWN_LANGUAGE})
    return f"{DECLARATION}{speak}\n{body}</speak>\n"


def _passage(passage: Passage, foreign: str) -> Iterator[str]:
    if passage.pause is not Pause.NONE:
        yield empty("break", strength=passage.pause) + "\n"
    yield element("p", "".join(_sentence(utterance, foreign) for utterance in passage.utterances)) + "\n"


def _sentence(utterance: Utterance, foreign: str) -> str:
    """Write a sentence; an announcement with its language, if that is not the article's."""
    language = foreign if utterance.announced and foreign else None
    return element("s", "".join(map(_piece, utterance.pieces)).strip(), **{"xml:lang": language})


def _piece(piece: Piece) -> str:
    said = text(piece.text)
    if piece.alias is not None and piece.alias != piece.text:
        said = element("sub", said, alias=piece.alias) if piece.alias else ""
    elif piece.say_as:
        said = element("say-as", said, **{"interpret-as": piece.say_as, "format": _FORMATS.get(piece.say_as)})
    return element("emphasis", said, level=piece.emphasis) if piece.emphasis and said.strip() else said
