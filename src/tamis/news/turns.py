"""The order in which pages are recorded: that in which they were taken from the frontier, whichever answers first.

What a crawl learns from a page (its links, its words, how the site forms URLs) has effects on the pages after it; so
the same site gives the same articles, however busy the machine and the server are.
"""

from __future__ import annotations

import asyncio

LONGEST_TURN = 10.0
"""Seconds that finished pages wait for one before them, so that a silent server does not hold up the rest."""


class Line:
    """The pages under way, in order. Belongs to one event loop."""

    def __init__(self) -> None:
        self._places: list[asyncio.Event] = []

    def join(self) -> asyncio.Event:
        """Take the last place."""
        place = asyncio.Event()
        self._places.append(place)
        self._call_first()
        return place

    async def turn(self, place: asyncio.Event) -> None:
        """Wait until the pages before are recorded; one that takes too long loses its place."""
        while not place.is_set():
            try:
                await asyncio.wait_for(place.wait(), LONGEST_TURN)
            except TimeoutError:
                self.leave(self._places[0])

    def leave(self, place: asyncio.Event) -> None:
        """Give up a place: the page is recorded, or is not waited for any longer."""
        if place in self._places:
            self._places.remove(place)
            place.set()
        self._call_first()

    def _call_first(self) -> None:
        if self._places:
            self._places[0].set()
