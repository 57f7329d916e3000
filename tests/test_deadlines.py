"""Deadlines for work in this process."""

from __future__ import annotations

import importlib
import re
import signal
import threading
import time
import weakref
from contextlib import contextmanager
from itertools import count

import pytest

from tamis.errors import DeadlinePassed
from tamis.io.deadlines import can_interrupt, deadline


def work_forever() -> None:
    for _ in count():
        pass


def test_work_that_does_not_end_is_given_up_with_its_name() -> None:
    with (
        pytest.raises(DeadlinePassed, match=r"^the page: took more than 0\.05 seconds") as raised,
        deadline(0.05, "the page"),
    ):
        work_forever()
    assert (raised.value.code, raised.value.seconds) == ("timed_out", 0.05)


def test_a_library_that_catches_every_exception_does_not_stop_a_deadline() -> None:
    def stubborn() -> None:
        while True:
            try:
                work_forever()
            except Exception:  # noqa: BLE001 (what some libraries do)
                continue

    with pytest.raises(DeadlinePassed), deadline(0.05, "x"):
        stubborn()


def test_an_interruption_that_python_ignores_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finalized:
        def __del__(self) -> None:
            work_forever()

    monkeypatch.setattr("tamis.io.deadlines.AGAIN_SECONDS", 0.05)
    monkeypatch.setattr("sys.unraisablehook", lambda _: None)

    def work() -> None:
        Finalized()
        work_forever()

    with pytest.raises(DeadlinePassed), deadline(0.05, "x"):
        work()


@pytest.mark.parametrize(
    "file",
    [
        contextmanager.__code__.co_filename,
        weakref.WeakValueDictionary.__init__.__code__.co_filename,
        weakref.WeakSet.__init__.__code__.co_filename,
        importlib.__import__.__code__.co_filename,
    ],
    ids=["contextlib", "weakref", "weak set", "import"],
)
def test_what_leaves_a_deadline_or_is_called_for_lost_objects_is_not_interrupted(file: str) -> None:
    leaving = compile("raise_signal(SIGALRM)\nwhile monotonic() < end: pass\nleft.append(True)", file, "exec")
    left: list[bool] = []

    def work() -> None:
        names = {"monotonic": time.monotonic, "raise_signal": signal.raise_signal, "SIGALRM": signal.SIGALRM}
        exec(leaving, {**names, "left": left, "end": time.monotonic() + 0.2})
        work_forever()

    with pytest.raises(DeadlinePassed), deadline(600, "x"):  # it passes by the signal
        work()
    assert left


def test_a_search_by_a_slow_pattern_is_interrupted() -> None:
    with pytest.raises(DeadlinePassed), deadline(0.05, "x"):
        re.search(r"(a+)+b", "a" * 60)


def test_work_that_ends_in_time_leaves_no_timer_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    timer = signal.getitimer(signal.ITIMER_REAL)[0]
    with deadline(60, "x"):
        pass
    assert signal.getsignal(signal.SIGALRM) is before
    assert (signal.getitimer(signal.ITIMER_REAL)[0] > 0) == (timer > 0)


def test_the_first_of_two_deadlines_within_each_other_counts() -> None:
    with pytest.raises(DeadlinePassed, match=r"^outer"), deadline(0.05, "outer"), deadline(60, "inner"):
        work_forever()
    with pytest.raises(DeadlinePassed, match=r"^inner"), deadline(60, "outer"), deadline(0.05, "inner"):
        work_forever()


def test_the_outer_deadline_goes_on_after_the_inner_one() -> None:
    def work() -> None:
        with deadline(4, "inner"):  # which is enough for nothing on a busy machine
            pass
        time.sleep(600)

    with pytest.raises(DeadlinePassed, match=r"^outer"), deadline(5, "outer"):
        work()


def test_other_errors_pass_through() -> None:
    with pytest.raises(KeyError), deadline(60, "x"):
        raise KeyError


def test_in_another_thread_there_is_no_deadline_and_no_error() -> None:
    seen: list[bool] = []

    def work() -> None:
        with deadline(0.001, "x"):
            time.sleep(0.01)
            seen.append(can_interrupt())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]
    assert can_interrupt()
