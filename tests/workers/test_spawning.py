"""Workers that are spawned, as on Windows: the same answers as from forked ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from processes import PATIENCE, ends, is_alive
from tamis.io.workers import Pool, PoolSettings
from tamis.io.workers.spawning import SPAWN

from .killers import shout

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SPAWN, "1")


@pytest.fixture
def pool() -> Iterator[Pool]:
    with Pool(shout, PoolSettings(workers=1, deadline=120.0, max_memory=300 << 20, chunk=4)) as pool:
        yield pool


def test_what_does_harm_is_answered_and_all_else_is_done(pool: Pool) -> None:
    """One worker after another: each harm costs a start."""
    documents = ["a", "segfault", "b", "grow", "c", "raise-other", "exit", "d"]
    results = list(pool.map(documents))
    assert [result.failure.code if result.failure else result.value for result in results] == [
        *(b"A", "worker_died", b"B", "out_of_memory", b"C", "unexpected_error", "worker_died", b"D"),
    ]


def test_a_loop_inside_c_is_stopped_at_the_deadline(pool: Pool) -> None:
    futures = [pool.submit(word, deadline=4.0 if word == "loop" else None) for word in ("a", "loop", "b")]
    assert [future.result(PATIENCE).failure is None for future in futures] == [True, False, True]


def test_a_long_document_and_its_long_answer_come_whole(pool: Pool) -> None:
    text = "long " * 1_000_000
    assert pool.submit(text).result(PATIENCE).value == text.upper().encode()


def test_workers_are_children_of_this_process_and_end_with_the_pool() -> None:
    pool = Pool(shout, PoolSettings(workers=2))
    pids = {int(result.value or 0) for result in pool.map(["pid"] * 20)}
    parents = {Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1] for pid in pids}
    pool.close()
    assert parents == {str(os.getpid())}  # no fork server between them
    assert not any(map(is_alive, pids))


def test_a_function_that_cannot_be_prepared_is_told_with_the_first_answer() -> None:
    with Pool("no_such_module:name", PoolSettings(workers=1)) as pool:
        failure = pool.submit("a").result(PATIENCE).failure
    assert failure is not None
    assert "No module named" in failure.message


OWNER = """
import sys, time
from tamis.io.workers import Pool, PoolSettings
from tests.workers.killers import shout
pool = Pool(shout, PoolSettings(workers=1, chunk=1))
pid = int(pool.submit("pid").result().value)
future = pool.submit(sys.argv[1])
while not future.running():
    time.sleep(0.01)
print(pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("document", ["loop", "sleep 600"])
def test_no_worker_outlives_its_owner(document: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, document], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        owner.send_signal(signal.SIGKILL)
    assert ends(pid)
