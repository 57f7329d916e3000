"""How phrases are written down and compared."""

from __future__ import annotations

EDGES = (
    " \t\n\xa0\u3000\u200b\u200e\u200f0123456789.,:;!?…·•|/\\-–—―()[]{}<>«»‹›“”„\"'’‘*+#&@→←↑↓▸▶►▼▾✕×✓★☆"
    "：，。！？、；（）【】「」『』｜～~_=%"
)
"""What is cut off at both ends of a line before it is looked up."""


def normal(line: str) -> str:
    """A line as phrases are compared: in lower case, without digits, signs and points at its ends."""
    return line.casefold().strip(EDGES)


def phrases(text: str) -> frozenset[str]:
    """The phrases of a text: one per line, or several separated by bars."""
    return frozenset(normal(phrase) for line in text.splitlines() for phrase in line.split("|") if phrase.strip())
