"""Turns: what finishes early waits for those before it, but not for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tamis.news import turns
from tamis.news.turns import Line

if TYPE_CHECKING:
    import pytest


def test_pages_are_recorded_in_the_order_in_which_they_came() -> None:
    async def visits() -> list[int]:
        line, recorded = Line(), []
        answered = [asyncio.Event() for _ in range(4)]

        async def visit(number: int, place: asyncio.Event) -> None:
            await answered[number].wait()
            await line.turn(place)
            recorded.append(number)
            line.leave(place)

        tasks = [asyncio.create_task(visit(number, line.join())) for number in range(4)]
        for number in (2, 0, 3, 1):
            answered[number].set()
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return recorded

    assert asyncio.run(visits()) == [0, 1, 2, 3]


def test_a_page_that_takes_too_long_loses_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_TURN", 0.01)

    async def visits() -> None:
        line = Line()
        silent, quick, last = line.join(), line.join(), line.join()
        await line.turn(quick)
        assert not last.is_set()
        await line.turn(silent)  # it has been called, and waits for nobody
        line.leave(silent)
        assert not last.is_set()
        line.leave(quick)
        assert last.is_set()

    asyncio.run(visits())


def test_who_is_alone_waits_for_nobody_and_who_goes_away_lets_the_next_one_in() -> None:
    async def visits() -> None:
        line = Line()
        first, second = line.join(), line.join()
        assert first.is_set()
        line.leave(first)
        line.leave(first)
        assert second.is_set()

    asyncio.run(visits())
