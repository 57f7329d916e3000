"""Speech as plain text: what a voice says, word for word, for any program that reads a text aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.write.speech.passages import spoken_passages
from tamis.write.speech.wording import phrase_language

if TYPE_CHECKING:
    from tamis.model import Article
    from tamis.write.speech.pieces import Utterance

_ENDS = frozenset(".!?…:;,。！？：；、،؛؟۔।॥։።។။")
_CLOSING = "\"'”’»›)]}」』）】》"
_FULL_STOPS = {"zh": "。", "ja": "。", "hi": "।", "bn": "।", "th": ""}
"""Full stops of languages that do not end a sentence with a dot."""


def write_speech(article: Article) -> str:
    """Write the article as it is read aloud. Each utterance ends with a mark at which voices pause."""
    stop = full_stop(article.language)
    parts: list[str] = []
    for passage in spoken_passages(article):
        if parts:
            parts.append("\n" if passage.follows else "\n\n")
        parts.append(" ".join(ended(utterance, stop) for utterance in passage.utterances))
    return "".join(parts) + "\n" if parts else ""


def full_stop(language: str | None) -> str:
    """Return the mark that ends sentences in a language."""
    return _FULL_STOPS.get(phrase_language(language), ".")


def ended(utterance: Utterance, stop: str = ".") -> str:
    """Return the words of an utterance with a mark at their end."""
    spoken = " ".join(utterance.spoken.split())
    bare = spoken.rstrip(_CLOSING)
    return spoken if not bare or bare[-1] in _ENDS else spoken + stop
