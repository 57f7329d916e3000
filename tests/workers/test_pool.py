"""A pool answers every document, whatever some of them do."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tamis
from processes import PATIENCE, ends, is_alive
from tamis.errors import BadSettings, WorkersBusy, WorkersFailed
from tamis.io.workers import Failure, Pool, PoolSettings, Result
from tamis.io.workers.extraction import WARM_UP, PageBytes, extract_json

from . import killers
from .killers import shout

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

LONG = 120.0
"""Seconds: a deadline that nobody reaches who works."""
SHORT = 4.0
"""A deadline for documents that hang."""
LIMITS = PoolSettings(workers=2, deadline=LONG, max_memory=300 << 20, chunk=4)
STORY = "<title>Rain</title><h1>Rain</h1>" + "".join(
    f"<p>It rained for {day} days in the valley, and the river rose slowly until it reached the old mill.</p>"
    for day in range(20)
)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(shout, LIMITS) as pool:
        yield pool


def codes(results: list[Result]) -> list[str]:
    return [result.failure.code if result.failure else "done" for result in results]


def test_results_come_in_the_documents_order(pool: Pool) -> None:
    words = [f"word {number}" for number in range(300)]
    results = list(pool.map(words))
    assert [result.index for result in results] == list(range(300))
    assert [result.value for result in results] == [word.upper().encode() for word in words]


def test_results_as_they_come_are_the_same_in_another_order(pool: Pool, tmp_path: Path) -> None:
    words = list("abcdefghijklmnop")  # more than the worker that waits takes with its document
    results = pool.map([f"wait-for {tmp_path / 'file'}", *words], ordered=False)
    first = next(results)
    (tmp_path / "file").touch()
    values = {result.index: result.value for result in (first, *results)}
    assert first.index != 0
    assert values == {0: b"waited", **{number: word.upper().encode() for number, word in enumerate(words, 1)}}


def test_no_documents_give_no_results(pool: Pool) -> None:
    assert list(pool.map([])) == []


@pytest.mark.parametrize(
    ("killer", "code", "words"),
    [
        ("allocate", "out_of_memory", "more memory"),
        ("grow", "out_of_memory", "more memory"),
        ("segfault", "worker_died", "SIGSEGV"),
        ("exit", "worker_died", "exit status 3"),
        ("raise-exit", "unexpected_error", "SystemExit: enough"),
        ("raise-own", "too_large", "over the limit"),
        ("raise-other", "unexpected_error", "KeyError: 'no such key'"),
        ("return-text", "unexpected_error", "returned str, not bytes"),
    ],
)
def test_a_document_that_does_harm_is_answered_with_the_reason_and_the_others_are_done(
    killer: str, code: str, words: str, pool: Pool
) -> None:
    documents = ["a", "b", killer, "c", "d", killer, "e", "f", "g", "h"]
    results = list(pool.map(documents))
    assert codes(results) == [code if document == killer else "done" for document in documents]
    assert results[2].failure is not None
    assert words in results[2].failure.message


def test_a_loop_inside_c_is_stopped_at_the_deadline() -> None:
    with Pool(shout, PoolSettings(workers=1, deadline=LONG)) as pool:
        futures = [pool.submit(word, deadline=SHORT if word == "loop" else None) for word in ("a", "loop", "b", "c")]
        results = [future.result(PATIENCE) for future in futures]
    assert codes(results) == ["done", "timed_out", "done", "done"]
    assert results[1].failure == Failure("timed_out", "the document was not done after 4 s")


def test_the_deadline_is_each_documents_own() -> None:
    with Pool(shout, PoolSettings(workers=1, deadline=10.0)) as pool:
        assert codes(list(pool.map(["sleep 1.5"] * 8))) == ["done"] * 8
        assert pool.submit("sleep 100", deadline=0.2).result(PATIENCE).failure == Failure(
            "timed_out", "the document was not done after 0.2 s"
        )


def test_what_a_retiring_worker_gives_back_is_done_by_another() -> None:
    with Pool(shout, PoolSettings(workers=2, chunk=1, max_documents=2)) as pool:
        asked = [pool.submit(f"word {number}") for number in range(300)]
        assert [future.result(PATIENCE).value for future in asked] == [f"WORD {n}".encode() for n in range(300)]


def test_waiting_for_a_worker_counts_up_to_half_of_the_deadline() -> None:
    with Pool(shout, PoolSettings(workers=1, deadline=PATIENCE, chunk=1)) as pool:
        first, late, quick = (
            pool.submit(document, deadline=seconds)
            for document, seconds in (("sleep 4", None), ("sleep 3", 4.0), ("a", LONG))
        )
        assert first.result(PATIENCE).failure is None
        assert late.result(PATIENCE).failure == Failure("timed_out", "the document was not done after 4 s")
        assert quick.result(PATIENCE).value == b"A"


def test_a_document_whose_worker_was_killed_from_outside_is_done_by_another(pool: Pool, tmp_path: Path) -> None:
    results = list(pool.map(["a", f"die-once {tmp_path / 'died'}", "b"]))
    assert [result.value for result in results] == [b"A", b"alive", b"B"]


def test_a_worker_killed_while_it_sleeps_is_replaced(pool: Pool) -> None:
    for _ in range(3):
        pid = int(pool.submit("pid").result(PATIENCE).value or 0)
        os.kill(pid, signal.SIGKILL)
        assert codes(list(pool.map(["a", "b", "c", "d"]))) == ["done"] * 4


def test_a_killed_fork_server_is_replaced(pool: Pool) -> None:
    worker = int(pool.submit("pid").result(PATIENCE).value or 0)
    server = int(Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(server, signal.SIGKILL)
    assert ends(worker)
    assert codes(list(pool.map(["a", "b", "c", "d"]))) == ["done"] * 4


def test_a_worker_that_keeps_much_memory_retires_and_no_later_document_is_blamed() -> None:
    with Pool(shout, PoolSettings(workers=1, max_memory=300 << 20)) as pool:
        results = list(pool.map(["leak 100"] * 6))
    assert codes(results) == ["done"] * 6
    assert len({result.value for result in results}) > 2


def test_a_worker_is_replaced_after_its_share_of_documents() -> None:
    with Pool(shout, PoolSettings(workers=1, max_documents=3, chunk=4)) as pool:
        pids = [result.value for result in pool.map(["pid"] * 10)]
    assert sorted(pids.count(pid) for pid in set(pids)) == [1, 3, 3, 3]


def test_documents_are_read_only_as_far_as_there_is_room(pool: Pool) -> None:
    read: list[int] = []

    def endless() -> Iterator[str]:
        for number in count():
            read.append(number)
            yield f"word {number}"

    assert [result.value for result in islice(pool.map(endless()), 5)] == [f"WORD {n}".encode() for n in range(5)]
    assert len(read) <= 5 + 2 * 4 * 4  # processes, documents at hand, and how far ahead


def test_a_result_that_is_long_comes_whole(pool: Pool) -> None:
    text = "long " * 1_000_000
    assert pool.submit(text).result(PATIENCE).value == text.upper().encode()


def test_cpu_time_of_a_document_is_told(pool: Pool) -> None:
    assert 0 < pool.submit("word").result(PATIENCE).cpu_seconds < PATIENCE


def test_what_a_document_prints_does_not_come_out(pool: Pool, capfd: pytest.CaptureFixture[str]) -> None:
    assert pool.submit("print").result(PATIENCE).value == b"printed"
    assert "must not" not in capfd.readouterr().out


def test_an_asyncio_program_awaits_results(pool: Pool) -> None:
    async def ask() -> list[Result]:
        return await asyncio.gather(*(pool.run(f"word {number}") for number in range(20)))

    assert [result.value for result in asyncio.run(ask())] == [f"WORD {number}".encode() for number in range(20)]


def test_a_pool_whose_last_documents_were_cancelled_ends() -> None:
    """Canceled while the pool is closing and before a worker was ready: nobody answers, and nobody wakes it."""
    pool = Pool(shout, replace(LIMITS, workers=1))
    answers: list[bytes | None] = []
    canceled = pool._job("word", None, lambda value, *_: answers.append(value), lambda _: False)
    pool._dispatcher.add([canceled])
    pool._dispatcher.close(kill=False)
    pool._thread.join(PATIENCE)
    still_runs = pool._thread.is_alive()
    pool.close(kill=True)
    assert not still_runs
    assert answers == []


def test_a_waiting_document_can_be_cancelled(tmp_path: Path) -> None:
    with Pool(shout, PoolSettings(workers=1, deadline=LONG, chunk=1)) as pool:
        running, waiting = pool.submit(f"wait-for {tmp_path / 'file'}"), pool.submit("a")
        assert waiting.cancel()
        (tmp_path / "file").touch()
        assert running.result(PATIENCE).value == b"waited"


def test_too_many_waiting_documents_are_refused(tmp_path: Path) -> None:
    with Pool(shout, PoolSettings(workers=1, deadline=LONG, chunk=1, max_waiting=2)) as pool:
        futures = [pool.submit(f"wait-for {tmp_path / 'file'}")]
        with pytest.raises(WorkersBusy, match="2 documents are waiting"):
            futures.extend(pool.submit("a") for _ in range(5))
        (tmp_path / "file").touch()
        assert futures[0].result(PATIENCE).value == b"waited"


def test_closing_finishes_what_began_and_leaves_no_process() -> None:
    pool = Pool(shout, PoolSettings(workers=2))
    pids = {int(result.value or 0) for result in pool.map(["pid"] * 20)}
    futures = [pool.submit(f"word {number}") for number in range(50)]
    pool.close()
    assert [future.result(0).value for future in futures] == [f"WORD {number}".encode() for number in range(50)]
    assert not any(map(is_alive, pids))
    with pytest.raises(WorkersFailed, match="closed"):
        pool.submit("more")
    pool.close()  # a second time does no harm


def test_killing_answers_what_was_not_done() -> None:
    pool = Pool(shout, PoolSettings(workers=1))
    futures = [pool.submit("sleep 100") for _ in range(3)]
    pool.close(kill=True)
    assert [future.result(0).failure.code for future in futures if (future.result(0).failure)] == ["pool_closed"] * 3  # type: ignore[union-attr]


OWNER = """
import sys, time
from tamis.io.workers import Pool, PoolSettings
from tests.workers.killers import shout
pool = Pool(shout, PoolSettings(workers=2, chunk=1))
pids = {int(result.value) for result in pool.map(["pid"] * 50)}
futures = [pool.submit("loop"), pool.submit("loop")]
while not all(future.running() for future in futures):
    time.sleep(0.01)
print(*pids, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_its_owner_not_even_one_that_hangs(number: signal.Signals) -> None:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", OWNER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=root
    ) as owner:
        assert owner.stdout is not None
        pids = [int(word) for word in owner.stdout.readline().split()]
        assert pids
        assert all(map(is_alive, pids))
        owner.send_signal(number)
        try:
            owner.wait(PATIENCE)
        finally:
            owner.kill()  # or the end of the block would wait for it
    assert all(map(ends, pids))


def test_arguments_go_to_every_call() -> None:
    with Pool(killers.with_suffix, PoolSettings(workers=1), arguments={"suffix": "!"}) as pool:
        assert [result.value for result in pool.map(["a", "b"])] == [b"a!", b"b!"]


def test_a_function_that_starts_threads_is_prepared_in_each_worker() -> None:
    with Pool(killers.with_threads, PoolSettings(workers=2), warm_up="first") as pool:
        assert [result.value for result in pool.map(["a", "b", "c"])] == [b"a", b"b", b"c"]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("tests.workers.killers:nobody", "nobody"),
        ("no_such_module:name", "No module named"),
    ],
)
def test_a_function_that_cannot_be_imported_is_refused_at_once(function: str, words: str) -> None:
    with pytest.raises(WorkersFailed, match=words):
        Pool(function)


def test_a_warm_up_that_fails_is_told() -> None:
    with pytest.raises(WorkersFailed, match="no such key"):
        Pool(shout, warm_up="raise-other")


def test_a_function_without_a_module_is_refused() -> None:
    with pytest.raises(BadSettings, match="top level of a module"):
        Pool(lambda document: b"")


@pytest.mark.parametrize(
    "wrong",
    [{"workers": -1}, {"deadline": 0.0}, {"max_memory": 1}, {"chunk": 0}, {"tries": 0}, {"max_documents": 0}],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadSettings, match=next(iter(wrong))):
        PoolSettings(**wrong)


def test_articles_come_out_of_a_pool_as_they_do_without() -> None:
    page = tamis.Page(STORY, "https://valley.example/rain")
    with Pool(extract_json, PoolSettings(workers=1), warm_up=WARM_UP) as pool:
        from_page, from_bytes, refused = pool.map(
            [page, PageBytes(STORY.encode(), page.url, "text/html"), PageBytes(b"%PDF-1.7 \x00\x01")]
        )
    assert from_page.value == tamis.extract(page).to_json().encode()
    assert from_bytes.value == tamis.extract(STORY.encode(), page.url, content_type="text/html").to_json().encode()
    assert refused.failure is not None
    assert refused.failure.code == "not_html"
