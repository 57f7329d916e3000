from __future__ import annotations

import contextlib
import signal
import sys
import time
from datetime import UTC, date, datetime
from typing import NoReturn

import pytest

from tamis.errors import BadInput
from tamis_bench import contenders, peers
from tamis_bench.agreement import Found
from tamis_bench.contenders import ask, peers_asked
from tamis_bench.peers import Analysis, Functions, Peer
from tamis_bench.time_limit import OutOfTime, time_cap

from .conftest import BODY, PAGE


def use_peer(monkeypatch: pytest.MonkeyPatch, functions: Functions) -> None:
    monkeypatch.setattr(peers, "PEERS", {"mine": Peer("click", lambda: functions)})
    contenders.functions.cache_clear()


@pytest.fixture(autouse=True)
def _fresh_functions() -> None:
    contenders.functions.cache_clear()


def crash(_html: str, _url: str | None) -> NoReturn:
    raise RuntimeError("no body")


def hang(_html: str, _url: str | None) -> NoReturn:
    while True:
        with contextlib.suppress(Exception):  # as careless libraries do
            time.sleep(0.01)


def test_a_peer_that_is_not_installed_is_left_out_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    there, problems = peers_asked("trafilatura,turbohtml")
    assert there == ["turbohtml"]
    assert problems[0].startswith("trafilatura is left out: ")


def test_a_peer_that_breaks_at_import_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Functions:
        raise OSError("libfoo.so: cannot open")

    monkeypatch.setattr(peers, "PEERS", {"mine": Peer("click", broken)})
    assert peers_asked("all") == ([], ["mine is left out: OSError: libfoo.so: cannot open"])


def test_an_unknown_peer_is_an_error() -> None:
    with pytest.raises(BadInput, match="no peer 'nope'; there are trafilatura"):
        peers_asked("nope")


def test_none_is_nobody() -> None:
    assert peers_asked("none") == ([], [])


def test_every_peer_of_the_table_is_there_or_left_out() -> None:
    there, problems = peers_asked("all")
    assert len(there) + len(problems) == len(peers.PEERS) == 9
    assert "turbohtml" in there


@pytest.mark.parametrize("name", list(peers.PEERS))
def test_an_installed_peer_answers(name: str) -> None:
    if name not in peers_asked(name)[0]:
        pytest.skip(f"{name} is not installed")
    for html in (PAGE, "", "<p>"):
        answer = ask(name, html, None, 30)
        assert isinstance(answer.text, str)
    assert ask(name, PAGE.replace("</article>", f"<p>{BODY}</p>" * 5), "https://a.example/", 30).text


def test_a_peer_that_crashes_counts_as_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    use_peer(monkeypatch, Functions(crash, crash))
    assert ask("mine", PAGE, None, 5) == ("", Found(), "RuntimeError: no body")


def test_a_peer_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    use_peer(monkeypatch, Functions(hang, hang, describes=False))
    assert ask("mine", PAGE, None, 0.1) == ("", None, "took more than 0.1 seconds")


def test_the_alarm_is_off_afterwards() -> None:
    with pytest.raises(OutOfTime), time_cap(0.01):
        hang("", None)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    with time_cap(600):
        pass
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_warnings_and_log_lines_of_peers_are_silenced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def noisy(_html: str, _url: str | None) -> Analysis:
        import logging
        import warnings

        warnings.warn("old", DeprecationWarning, stacklevel=1)
        logging.getLogger("peer").error("loud")
        return Analysis("text", None)

    use_peer(monkeypatch, Functions(lambda _html, _url: "text", noisy))
    assert ask("mine", PAGE, None, 5) == ("text", None, None)
    assert not caplog.records


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("  A title ", ["Ada", " ", None], None), Found("A title", ("Ada",), None)),
        (("", "Ada; Bo", date(2024, 5, 2)), Found(None, ("Ada; Bo",), "2024-05-02")),
        (
            (None, None, datetime(2024, 5, 2, 1, tzinfo=UTC)),
            Found(None, (), "2024-05-02T01:00:00+00:00"),
        ),
        ((None, (), "2 May 2024"), Found(None, (), "2024-05-02")),
    ],
)
def test_what_peers_say_gets_one_shape(given: tuple[object, object, object], expected: Found) -> None:
    assert peers.found(*given) == expected
