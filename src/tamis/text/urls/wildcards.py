"""Wildcard patterns with ``*`` for any characters, matched in time linear in the text.

The pieces between the stars are searched one after another, each behind the previous one. Taking the first match of
each piece never hides a match of the whole, so nothing is tried twice.
"""

from __future__ import annotations

from typing import NamedTuple


class Wildcard(NamedTuple):
    """A pattern that is anchored at the start of the text."""

    pieces: tuple[str, ...]
    """The parts between the stars."""
    to_end: bool
    """True if the pattern has to reach the end of the text."""

    def matches(self, text: str) -> bool:
        """Tell whether the pattern matches the text from its start, and to its end if `to_end` is set."""
        first, *rest = self.pieces
        if not text.startswith(first):
            return False
        if not rest:
            return not self.to_end or len(text) == len(first)
        last = rest.pop() if self.to_end else ""
        offset = len(first)
        for piece in rest:
            start = text.find(piece, offset)
            if start < 0:
                return False
            offset = start + len(piece)
        return not self.to_end or (len(text) - len(last) >= offset and text.endswith(last))


def wildcard(pattern: str, *, to_end: bool) -> Wildcard:
    """Parse a pattern."""
    return Wildcard(tuple(pattern.split("*")), to_end)
