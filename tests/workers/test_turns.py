"""Owners take turns, and nobody takes the last of what is limited."""

from __future__ import annotations

import gc
import time
import weakref
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tamis.errors import WorkersBusy
from tamis.io.workers import Pool, PoolSettings
from tamis.io.workers import pool as pool_module
from tamis.io.workers.jobs import LONG_MESSAGE, PoolJob
from tamis.io.workers.turns import PART, Shares, Turns

from .killers import shout

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 600.0
"""Seconds that a document may take on a busy machine."""


class Document(NamedTuple):
    owner: str
    number: int
    is_long: bool = False


def order(turns: Turns[Document]) -> list[Document]:
    taken: list[Document] = []
    while (document := turns.next()) is not None:
        taken.append(document)
    return taken


def test_owners_take_turns_and_each_keeps_its_order() -> None:
    turns: Turns[Document] = Turns(100)
    turns.extend(Document("many", number) for number in range(4))
    turns.extend([Document("one", 0)])
    assert [(taken.owner, taken.number) for taken in order(turns)] == [
        ("many", 0),
        ("one", 0),
        ("many", 1),
        ("many", 2),
        ("many", 3),
    ]
    assert len(turns) == 0


def test_turns_go_by_work_and_not_by_documents() -> None:
    turns: Turns[Document] = Turns(100)
    turns.extend([Document("slow", 0), Document("slow", 1), Document("quick", 0)])
    taken = [turns.next()]
    turns.charge("slow", 5.0)
    for number in range(1, 4):
        taken.append(turns.next())
        turns.charge("quick", 0.1)
        turns.extend([Document("quick", number)])
    assert [one.owner for one in taken if one is not None] == ["slow", "quick", "quick", "quick"]


def test_nobody_saves_up_turns() -> None:
    """Who comes late begins where the others are."""
    turns: Turns[Document] = Turns(100)
    turns.extend(Document("early", number) for number in range(3))
    for _ in range(2):
        assert turns.next() is not None
        turns.charge("early", 5.0)
    turns.extend(Document("late", number) for number in range(3))
    owners = []
    while (taken := turns.next()) is not None:
        owners.append(taken.owner)
        turns.charge(taken.owner, 5.0)
    assert owners == ["late", "early", "late", "late"]


def test_long_items_wait_if_they_are_told_to_and_keep_the_order_of_their_owner() -> None:
    turns: Turns[Document] = Turns(100)
    turns.extend([Document("a", 0, is_long=True), Document("a", 1), Document("b", 0)])
    assert turns.next(long_too=False) == Document("b", 0)
    assert turns.next(long_too=False) is None
    assert len(turns) == 2
    assert [taken.number for taken in order(turns)] == [0, 1]


def test_what_was_given_back_comes_first() -> None:
    turns: Turns[Document] = Turns(100)
    turns.extend([Document("a", 3)])
    turns.give_back([Document("b", 1), Document("b", 2)])
    assert len(turns) == 3
    assert [taken.number for taken in order(turns)] == [1, 2, 3]


def test_what_was_withdrawn_takes_no_turn_and_no_place() -> None:
    turns: Turns[Document] = Turns(4)
    turns.extend([Document("a", 1), Document("b", 2)])
    assert not turns.has_room("a")
    turns.withdraw(Document("a", 1))
    turns.withdraw(Document("a", 1))
    turns.withdraw(Document("c", 1))
    assert turns.has_room("a")
    assert order(turns) == [Document("b", 2)]


@pytest.mark.parametrize("owners", [1, 2, 5, 50])
def test_owners_who_take_all_they_can_leave_a_share_to_the_next(owners: int) -> None:
    shares = Shares(100_000)
    for number in range(owners):
        while shares.fits(str(number)):
            shares.take(str(number))
    left = shares.most - shares.total
    assert left >= shares.most * (1 / (1 + PART)) ** owners - owners
    assert shares.fits("next", int(PART * left * 0.9))
    for number in range(owners):
        shares.give(str(number), shares.held(str(number)))
    assert shares.total == 0


def test_everybody_gets_a_little_as_long_as_there_is_any() -> None:
    shares = Shares(10)
    for number in range(10):
        assert shares.fits(str(number))
        shares.take(str(number))
        assert not shares.fits(str(number))
    assert not shares.fits("next")


@pytest.mark.slow
def test_one_owner_does_not_fill_the_queue_of_others(tmp_path: Path) -> None:
    with Pool(shout, PoolSettings(workers=1, deadline=PATIENCE, chunk=1, max_waiting=4)) as pool:
        results = [pool.submit(f"wait-for {tmp_path / 'file'}", owner="many")]
        while pool.waiting:  # until a worker has the first
            time.sleep(0.01)
        results.append(pool.submit("a", owner="many"))
        with pytest.raises(WorkersBusy):
            pool.submit("a", owner="many")
        results.append(pool.submit("a", owner="one"))
        (tmp_path / "file").touch()
        assert all(future.result(PATIENCE).value for future in results)


@pytest.mark.slow
def test_long_documents_leave_a_worker_to_the_short_ones(tmp_path: Path) -> None:
    wait = f"wait-for {tmp_path / 'file'}".ljust(LONG_MESSAGE)
    with Pool(shout, PoolSettings(workers=2, deadline=PATIENCE, chunk=1)) as pool:
        long = [pool.submit(wait, owner=owner) for owner in ("many", "more", "many")]
        assert pool.submit("a", owner="one").result(PATIENCE).value == b"A"
        assert not any(future.done() for future in long)
        (tmp_path / "file").touch()
        assert all(future.result(PATIENCE).value for future in long)


@pytest.mark.slow
def test_a_document_that_is_done_or_cancelled_is_let_go_of_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the help of the garbage collector, which comes late where few objects hold much."""
    jobs: list[weakref.ref[PoolJob]] = []

    def noted(*arguments: object) -> PoolJob:
        job = PoolJob(*arguments)  # type: ignore[arg-type]
        jobs.append(weakref.ref(job))
        return job

    monkeypatch.setattr(pool_module, "PoolJob", noted)
    gc.collect()
    gc.disable()
    try:
        with Pool(shout, PoolSettings(workers=1, deadline=PATIENCE, chunk=1)) as pool:
            busy, cancelled = pool.submit(f"wait-for {tmp_path / 'file'}"), pool.submit("b")
            assert cancelled.cancel()
            assert pool.waiting <= 1
            assert jobs[1]() is None
            (tmp_path / "file").touch()
            assert busy.result(PATIENCE).value is not None
            assert pool.submit("c").result(PATIENCE).value == b"C"
        assert [job() for job in jobs] == [None, None, None]
    finally:
        gc.enable()
