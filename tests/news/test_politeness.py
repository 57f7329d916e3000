"""robots.txt as it is fetched, and the time between requests."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack, closing
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING

import pytest

from fetching.local_site import LocalSite, answer
from tamis.errors import RefusedAddress, TooSlow
from tamis.io.fetching import Fetcher, FetchSettings, Moment, Response
from tamis.news import pacing
from tamis.news.crawl_database import connect, lay_out
from tamis.news.pacing import Pacer
from tamis.news.permission import LIFETIME, Permission, Unreachable
from tamis.text.urls.robots import Robots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE = 120.0
"""Seconds to wait on a busy machine for what must come."""
RULES = b"user-agent: *\ndisallow: /private"


OPENED = ExitStack()
"""The databases that a test has opened."""


@pytest.fixture(autouse=True)
def _close_databases() -> Iterator[None]:
    yield
    OPENED.close()


class Host:
    """Answers for robots.txt, in place of the network."""

    def __init__(self, folder: Path, *answers: tuple[int, bytes] | Exception, location: str = "") -> None:
        self.asked: list[str] = []
        self._answers = list(answers)
        self._location = location
        connection = OPENED.enter_context(closing(connect(folder / "crawl.db")))
        lay_out(connection)
        self.permission = Permission(connection, self._fetch, "tamis")

    async def _fetch(self, url: str) -> Response:
        self.asked.append(url)
        given = self._answers.pop(0)
        if isinstance(given, Exception):
            raise given
        status, body = given
        return Response(url, url, status, body, headers=(("Location", self._location),) if self._location else ())

    def rules(self) -> Robots | Unreachable:
        return asyncio.run(self.permission.rules("https://news.example"))

    def allows(self, path: str) -> bool:
        rules = self.rules()
        assert isinstance(rules, Robots)
        return rules.decide(f"https://news.example{path}").allowed


def test_rules_are_read_once(tmp_path: Path) -> None:
    host = Host(tmp_path, (200, RULES))
    assert not host.allows("/private/a")
    assert host.allows("/a")
    assert host.asked == ["https://news.example/robots.txt"]


def test_rules_survive_the_process(tmp_path: Path) -> None:
    Host(tmp_path, (200, RULES)).rules()
    again = Host(tmp_path)
    assert not again.allows("/private/a")
    assert again.asked == []


@pytest.mark.parametrize("seconds", [LIFETIME + 1, -60])
def test_rules_are_asked_for_again_after_a_day_and_when_the_clock_was_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    Host(tmp_path, (200, RULES)).rules()
    later = time.time() + seconds
    monkeypatch.setattr(time, "time", lambda: later)
    assert Host(tmp_path, (200, b"")).allows("/private/a")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_a_file_that_is_not_there_allows_everything(tmp_path: Path, status: int) -> None:
    assert Host(tmp_path, (status, RULES)).allows("/private/a")


@pytest.mark.parametrize("failure", [(500, RULES), (503, b""), (429, b""), TooSlow("https://news.example/", "late")])
def test_a_server_that_fails_forbids_everything_until_it_answers(
    tmp_path: Path, failure: tuple[int, bytes] | Exception
) -> None:
    host = Host(tmp_path, failure, (200, RULES))
    assert isinstance(host.rules(), Unreachable)
    assert host.allows("/a")


def test_only_failures_that_may_pass_are_worth_another_try(tmp_path: Path) -> None:
    url = "https://news.example/robots.txt"
    slow = Host(tmp_path, TooSlow(url, "no answer")).rules()
    refused = Host(tmp_path, RefusedAddress(url, "not a public address")).rules()
    assert isinstance(slow, Unreachable)
    assert isinstance(refused, Unreachable)
    assert (slow.may_pass, refused.may_pass) == (True, False)


def test_redirects_of_robots_are_followed_five_times(tmp_path: Path) -> None:
    host = Host(tmp_path, *[(301, b"")] * 3, (200, RULES), location="/elsewhere.txt")
    assert not host.allows("/private/a")
    assert len(host.asked) == 4
    endless = Host(tmp_path / "b", *[(301, b"")] * 6, location="/elsewhere.txt")
    assert endless.allows("/private/a")
    assert len(endless.asked) == 6


def paced(delay: float, *requests: Callable[[Callable[[Moment], None]], None], hold: float = 0) -> None:
    async def send() -> None:
        pacer = Pacer(delay)
        if hold:
            pacer.hold("a", hold)
        await asyncio.gather(*(pacer.send("a", request) for request in requests))

    asyncio.run(send())


def test_the_delay_counts_from_the_answer() -> None:
    starts: list[float] = []
    all_begun = Event()

    def request(watch: Callable[[Moment], None]) -> None:
        starts.append(time.monotonic())
        if len(starts) == 3:
            all_begun.set()
        watch(Moment.SENT)
        time.sleep(0.05)
        watch(Moment.ANSWERED)
        assert all_begun.wait(PATIENCE)  # The body is still on its way when the next request is sent.

    paced(0.1, request, request, request)
    assert all(later - earlier >= 0.15 for earlier, later in pairwise(starts))


def test_a_silent_server_does_not_stop_the_crawl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "SILENCE", 0.05)
    starts: list[float] = []
    both_begun = Event()

    def silent(watch: Callable[[Moment], None]) -> None:
        starts.append(time.monotonic())
        if len(starts) == 2:
            both_begun.set()
        watch(Moment.SENT)
        assert both_begun.wait(PATIENCE)

    paced(0.05, silent, silent)
    assert starts[1] - starts[0] >= 0.1


def test_a_host_can_be_held() -> None:
    start = time.monotonic()
    paced(0, lambda _: None, hold=0.1)
    assert time.monotonic() - start >= 0.1


def test_a_fetcher_tells_when_a_request_is_sent_and_answered() -> None:
    with LocalSite() as site, Fetcher(FetchSettings(allow_private=True)) as fetcher:
        site.routes["/"] = answer()
        moments: list[Moment] = []
        fetcher.get(site.url(), watch=moments.append)
        assert moments == [Moment.SENT, Moment.ANSWERED]
