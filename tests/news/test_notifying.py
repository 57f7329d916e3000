"""New stories are told to a command and a web hook; failures are tried again and stop nothing."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import tamis
from tamis.errors import BadStatus, ConnectionFailed, RefusedAddress
from tamis.io.fetching import Fetcher, FetchSettings
from tamis.news import notifying
from tamis.news.notifying import CommandFailed, Notifier, ShellCommand, WebHook

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.library import Record


def record(number: int, tmp_path: Path) -> Record:
    article = tamis.extract(
        f"<h1>Story {number}</h1><p>" + "The boats came in late. " * 9, f"https://a.example/{number}"
    )
    with tamis.Library(tmp_path / "library.db") as library:
        return library.get(library.add(article).id)


class Failing:
    """A receiver that fails some times, and remembers what it got."""

    name = "the receiver"

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.got: list[list[str]] = []

    def deliver(self, message: bytes) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.got.append([story["title"] for story in json.loads(message)["stories"]])


class Waiting:
    def __init__(self, *, stops: bool = False) -> None:
        self.stops, self.seconds = stops, [0.0]

    def __call__(self, seconds: float) -> bool:
        self.seconds.append(seconds)
        return self.stops


DOWN = ConnectionFailed("https://hook.example/", "no connection")


def test_a_failure_is_tried_again(tmp_path: Path) -> None:
    receiver, wait = Failing(DOWN, CommandFailed("exit status 1")), Waiting()
    assert list(Notifier([receiver], wait).tell([record(1, tmp_path)])) == []
    assert receiver.got == [["Story 1"]]
    assert wait.seconds[1:] == list(notifying.WAITS)


def test_what_could_not_be_delivered_goes_with_the_next_stories(tmp_path: Path) -> None:
    receiver, other = Failing(DOWN, DOWN, DOWN), Failing()
    notifier = Notifier([receiver, other], Waiting())
    (problem,) = notifier.tell([record(1, tmp_path)])
    assert "the receiver failed: " in problem
    assert "no connection" in problem
    assert list(notifier.tell([])) == []
    assert list(notifier.tell([record(2, tmp_path)])) == []
    assert receiver.got == [["Story 1"], ["Story 2"]]
    assert other.got == receiver.got


def test_a_stop_ends_the_tries(tmp_path: Path) -> None:
    receiver = Failing(DOWN, DOWN, DOWN)
    assert len(list(Notifier([receiver], Waiting(stops=True)).tell([record(1, tmp_path)]))) == 1
    assert len(receiver.failures) == 2


def test_a_refused_address_is_not_tried_again(tmp_path: Path) -> None:
    receiver, wait = Failing(RefusedAddress("http://10.0.0.1/", "not a public address")), Waiting()
    (problem,) = Notifier([receiver], wait).tell([record(1, tmp_path)])
    assert "not a public address" in problem
    assert len(wait.seconds) == 1


def test_without_stories_nobody_is_told() -> None:
    receiver = Failing(DOWN)
    assert list(Notifier([receiver], Waiting()).tell([])) == []
    assert receiver.failures == [DOWN]


def test_no_more_stories_are_held_than_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifying, "MOST_HELD", 2)
    receiver = Failing(*[DOWN] * 6)
    notifier = Notifier([receiver], Waiting())
    for number in range(3):
        list(notifier.tell([record(number, tmp_path)]))
    assert receiver.got == [["Story 1", "Story 2"]]


def test_a_command_gets_the_stories_on_its_standard_input(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    ShellCommand(f"cat > '{out}'").deliver(b'{"stories": []}')
    assert out.read_bytes() == b'{"stories": []}'
    ShellCommand("true").deliver(b"x" * 1_000_000)  # it need not read


@pytest.mark.parametrize(
    ("command", "seconds", "words"),
    [
        ("echo no space left >&2; exit 3", 600.0, r"exit status 3 \(no space left\)"),
        ("no-such-command-anywhere", 600.0, "exit status 127"),
        ("sleep 600", 0.2, "not done after 0.2 s"),
    ],
)
def test_a_command_that_fails_says_how(command: str, seconds: float, words: str) -> None:
    with pytest.raises(CommandFailed, match=words):
        ShellCommand(command, seconds).deliver(b"{}")


class _Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server: Any = self.server
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server.got.append((self.path, self.headers["Content-Type"], body))
        self.send_response(server.statuses.pop(0))
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hook() -> Iterator[Any]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Hook) as server:
        server.got, server.statuses = [], []  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def url_of(server: Any) -> str:
    return f"http://127.0.0.1:{server.server_port}/hook?key=secret"


def test_a_web_hook_gets_the_stories_by_post(hook: Any) -> None:
    hook.statuses = [204]
    with Fetcher(FetchSettings(allow_private=True)) as fetcher:
        WebHook(url_of(hook), fetcher).deliver(b'{"stories": []}')
    assert hook.got == [("/hook?key=secret", "application/json", b'{"stories": []}')]


@pytest.mark.parametrize("status", [301, 404, 500])
def test_an_answer_other_than_success_is_a_failure_and_is_not_followed(hook: Any, status: int) -> None:
    hook.statuses = [status]
    with Fetcher(FetchSettings(allow_private=True)) as fetcher, pytest.raises(BadStatus, match=str(status)):
        WebHook(url_of(hook), fetcher).deliver(b"{}")
    assert len(hook.got) == 1


def test_a_private_address_is_refused_unless_it_is_allowed(hook: Any) -> None:
    with Fetcher() as fetcher, pytest.raises(RefusedAddress):
        WebHook(url_of(hook), fetcher).deliver(b"{}")
    assert hook.got == []
