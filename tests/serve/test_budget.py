"""Requests together hold no more than they may, and no client takes the room of all others."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from tamis.serve.budget import COPIES, LEAST_HELD, SMALL_PAGE, Account, Budget
from tamis.serve.context import Context
from tamis.serve.faults import Fault
from tamis.serve.limits import PIECE, Limits, client_name

from .conftest import LONG

if TYPE_CHECKING:
    from starlette.types import Message, Scope

    from tamis.settings.serve import ServeSettings

MOST = 17_000_000
ALONE = 1_000_000
"""The part of it that a single client may hold."""


def account(budget: Budget, client: str) -> Account:
    return Account(budget, client, largest=ALONE)


def test_what_does_not_fit_waits_until_there_is_room() -> None:
    async def hold() -> list[str]:
        budget = Budget(MOST, patience=60)
        first, second = account(budget, "a"), account(budget, "b")
        await first.hold(ALONE)
        order: list[str] = []

        async def later() -> None:
            await second.hold(ALONE)
            order.append("held")

        waiting = asyncio.create_task(later())
        await asyncio.sleep(0)
        order.append("freed")
        first.close()
        await waiting
        assert budget.held == ALONE
        second.close()
        assert budget.held == 0
        return order

    assert asyncio.run(hold()) == ["freed", "held"]


def test_patience_ends_with_a_reason_and_holds_nothing() -> None:
    async def hold() -> None:
        budget = Budget(MOST, patience=0.01)
        first, second = account(budget, "a"), account(budget, "b")
        await first.hold(ALONE)
        with pytest.raises(Fault) as raised:
            await second.hold(ALONE)
        assert raised.value.code == "workers_busy"
        assert budget.held == ALONE
        first.close()
        await second.hold(ALONE)

    asyncio.run(hold())


def test_a_request_waits_as_long_as_its_own_pages_are_under_way() -> None:
    async def hold() -> None:
        budget = Budget(MOST, patience=0.01)
        request = account(budget, "a")
        await request.hold_page(ALONE // COPIES - LEAST_HELD)
        page = await request.split(ALONE // COPIES - LEAST_HELD)
        request.working = 1
        waiting = asyncio.create_task(request.hold(ALONE))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        page.close()
        await waiting

    asyncio.run(hold())


def test_a_small_request_passes_while_another_client_holds_all_it_can() -> None:
    async def hold() -> int:
        budget = Budget(MOST, patience=0.01)
        hoarder = account(budget, "a")
        for _ in range(ALONE // 1_000):
            await hoarder.hold(1_000)
        with pytest.raises(Fault):
            await hoarder.hold(1_000)
        await account(budget, "b").hold(ALONE // 2)
        return budget.held

    assert asyncio.run(hold()) <= MOST


def test_what_a_client_asks_for_later_does_not_overtake_what_it_waits_for() -> None:
    async def hold() -> None:
        budget = Budget(MOST, patience=60)
        first, second = account(budget, "a"), account(budget, "b")
        await first.hold(ALONE)
        waiting = asyncio.create_task(second.hold(ALONE))
        await asyncio.sleep(0)
        assert not budget.take("b", 1)
        first.close()
        await waiting
        assert budget.held == ALONE

    asyncio.run(hold())


def test_a_client_that_gave_up_leaves_nothing_behind() -> None:
    async def hold() -> int:
        budget = Budget(MOST, patience=60)
        first = account(budget, "a")
        await first.hold(ALONE)
        waiting = [asyncio.create_task(account(budget, "b").hold(ALONE)) for _ in range(3)]
        await asyncio.sleep(0)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        first.close()
        return budget.held

    assert asyncio.run(hold()) == 0


def test_who_waits_behind_a_request_that_gave_up_is_served_as_soon_as_it_has() -> None:
    async def hold() -> int:
        budget = Budget(MOST, patience=60)
        await account(budget, "a").hold(ALONE // 2)
        large = asyncio.create_task(account(budget, "a").hold(ALONE))
        await asyncio.sleep(0)
        small = asyncio.create_task(account(budget, "a").hold(ALONE // 4))
        await asyncio.sleep(0)
        assert not small.done()
        large.cancel()
        await asyncio.wait((small,), timeout=120)
        assert small.done(), "it fits, and nobody is before it"
        return budget.held

    assert asyncio.run(hold()) == ALONE // 2 + ALONE // 4


def test_a_client_that_gives_up_when_its_turn_has_come_gives_the_room_back() -> None:
    async def hold() -> int:
        budget = Budget(MOST, patience=60)
        first = account(budget, "a")
        await first.hold(ALONE)
        waiting = asyncio.create_task(account(budget, "b").hold(ALONE))
        await asyncio.sleep(0)
        first.close()
        assert budget.held == ALONE, "it is granted, and the task does not know yet"
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        return budget.held

    assert asyncio.run(hold()) == 0


def test_an_answer_counts_as_far_as_it_is_longer_than_its_page() -> None:
    async def hold() -> None:
        budget = Budget(MOST, patience=60)
        request = account(budget, "a")
        await request.hold_page(10_000)
        request.hold_answer(8_000)
        assert budget.held == 40_000
        request.hold_answer(4_000)
        assert budget.held == 44_000
        with pytest.raises(Fault):
            request.hold_answer(MOST)
        request.close()
        assert budget.held == 0

    asyncio.run(hold())


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_its_address_or_its_network(address: str, name: str) -> None:
    assert client_name(address) == name


def test_a_long_page_is_held_as_a_whole_so_that_none_waits_half_read() -> None:
    async def hold() -> None:
        budget = Budget(MOST * 6, patience=0.01)
        first, second = account(budget, "a"), account(budget, "a")
        await first.hold_page(SMALL_PAGE)
        await second.hold_page(SMALL_PAGE)
        assert budget.held == 2 * COPIES * SMALL_PAGE
        await first.hold_page(1)
        assert budget.held == COPIES * (ALONE + SMALL_PAGE)
        with pytest.raises(Fault):
            await second.hold_page(1)
        await first.hold_page(ALONE - SMALL_PAGE - 1)
        line = await first.split(ALONE)
        assert budget.held == COPIES * (ALONE + SMALL_PAGE) + LEAST_HELD
        line.close()
        first.close()
        assert budget.held == COPIES * SMALL_PAGE

    asyncio.run(hold())


def test_what_a_short_line_did_not_need_is_free_again() -> None:
    async def hold() -> int:
        budget = Budget(MOST * 6, patience=0.01)
        request = account(budget, "a")
        await request.hold_page(SMALL_PAGE + 1)
        line = await request.split(SMALL_PAGE)
        line.close()
        return budget.held

    assert asyncio.run(hold()) == COPIES


def test_a_client_that_takes_no_piece_of_its_answer_is_given_up(settings: ServeSettings) -> None:
    pieces: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            pieces.append(len(message["body"]))
            await asyncio.Event().wait()

    async def ask() -> None:
        context = Context(replace(settings, body_timeout=0.01), is_lazy=True)
        scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": ("127.0.0.1", 1)}
        await asyncio.wait_for(Limits(Response(b"x" * 200_000), context)(scope, receive, send), LONG)

    with pytest.raises(ClientDisconnect):
        asyncio.run(ask())
    assert pieces == [PIECE]
