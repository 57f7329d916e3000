"""A page's source by offsets that count every line end as one character, as the parser counts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

MAX_RETURNS = 500
"""Up to so many line ends of two characters are looked up one by one; with more it is cheaper to copy the page."""


class Source:
    """The source and the way between the parser's offsets and places in the text that is held.

    Many pages have a few such line ends among others. To write them all anew would take longer than to find the
    places of all blocks.
    """

    __slots__ = ("_offsets", "_places", "text")

    def __init__(self, html: str) -> None:
        self.text = html
        self._places = _returns(html)
        if self._places is None:
            self.text = html.replace("\r\n", "\n").replace("\r", "\n")
            self._places = []
        self._offsets = [place - before for before, place in enumerate(self._places)]

    def place(self, offset: int) -> int:
        """The place in the text of the character at an offset."""
        return offset + bisect_right(self._offsets, offset)

    def offset(self, place: int) -> int:
        """The offset of a place in the text."""
        return place - bisect_left(self._places, place) if self._places else place


def _returns(html: str) -> list[int] | None:
    """Where the line ends of two characters are; None if they are too many, or if some carriage returns stand alone."""
    found: list[int] = []
    at = html.find("\r")
    while at >= 0:
        if len(found) == MAX_RETURNS or html[at + 1 : at + 2] != "\n":
            return None
        found.append(at)
        at = html.find("\r", at + 2)
    return found
