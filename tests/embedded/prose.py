"""Running text for tests: as many different sentences as wanted, the same every time."""

from __future__ import annotations

WHO = ("The harbour master", "A fisherman", "The mayor", "Nobody", "The ferry's captain", "Her sister", "The council")
DID = ("counted", "painted", "forgot", "measured", "sold", "described", "repaired")
WHAT = ("the seven lanterns", "a leaking boat", "the old pier", "two crates of herring", "the tide tables")
WHEN = ("before the rain came", "while the gulls looked on", "on the second of May", "and said so to the paper")


def sentence(number: int) -> str:
    """A sentence of its own for each number."""
    parts = (choice[number // size % len(choice)] for choice, size in ((WHO, 1), (DID, 7), (WHAT, 49), (WHEN, 245)))
    return f"{' '.join(parts)}, entry {number}."


def paragraphs(count: int, first: int = 0) -> list[str]:
    """Paragraphs of four sentences, some forty words each."""
    return [" ".join(sentence(first + 4 * place + at) for at in range(4)) for place in range(count)]
