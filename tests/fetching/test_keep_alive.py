"""Connections to checked addresses are kept, and no guard is weaker for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from tamis.errors import RefusedAddress, TooSlow
from tamis.io.fetching import Expect, Fetcher, FetchSettings, deadline

from .local_site import LOOPBACK, PAGE, Detour, Exchange, LocalSite, Names, answer, redirect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PUBLIC = "93.184.216.34"


@pytest.fixture
def lasting(site: LocalSite) -> LocalSite:
    site.keeps_alive = True
    site.routes["/"] = answer(connection="keep-alive")
    return site


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    with Fetcher(FetchSettings(timeout=120, allow_private=True)) as fetcher:
        yield fetcher


def test_visits_to_one_host_share_a_connection(lasting: LocalSite, fetcher: Fetcher) -> None:
    assert [fetcher.get(lasting.url()).body for _ in range(5)] == [PAGE] * 5
    assert (len(lasting.requests), lasting.connections) == (5, 1)


def test_redirects_on_one_host_share_it_too(lasting: LocalSite, fetcher: Fetcher) -> None:
    lasting.routes["/old"] = answer(b"", "302 Found", None, ["Location: /"], connection="keep-alive")
    assert fetcher.get(lasting.url("/old")).body == PAGE
    assert lasting.connections == 1


def test_it_can_be_turned_off(lasting: LocalSite) -> None:
    with Fetcher(FetchSettings(allow_private=True, keep_alive=0)) as fetcher:
        fetcher.get(lasting.url())
        fetcher.get(lasting.url())
    assert lasting.connections == 2


def test_a_closed_fetcher_hangs_up_and_can_be_used_again(lasting: LocalSite, fetcher: Fetcher) -> None:
    fetcher.get(lasting.url())
    fetcher.close()
    assert fetcher.get(lasting.url()).body == PAGE
    assert lasting.connections == 2


def test_an_idle_connection_that_the_server_closed_is_replaced(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(connection="keep-alive")  # It says so, and hangs up all the same.
    assert [fetcher.get(site.url()).body for _ in range(4)] == [PAGE] * 4


def test_a_server_that_hangs_up_instead_of_a_second_answer_is_asked_again(lasting: LocalSite, fetcher: Fetcher) -> None:
    fetcher.get(lasting.url())
    failures = iter([True])

    def hang_up_once(exchange: Exchange) -> None:
        if next(failures, False):
            exchange.reset()
        else:
            answer(connection="keep-alive")(exchange)

    lasting.routes["/"] = hang_up_once
    assert fetcher.get(lasting.url()).body == PAGE
    assert lasting.connections == 2


def test_each_visit_has_a_clock_of_its_own(lasting: LocalSite, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: now))

    def after(seconds: float) -> Callable[[Exchange], None]:
        def wait(exchange: Exchange) -> None:
            nonlocal now
            now += seconds
            answer(connection="keep-alive")(exchange)

        return wait

    lasting.routes["/"] = after(200)
    lasting.routes["/late"] = after(600)
    with Fetcher(FetchSettings(timeout=500, allow_private=True)) as fetcher:
        assert [fetcher.get(lasting.url()).body for _ in range(5)] == [PAGE] * 5
        with pytest.raises(TooSlow):
            fetcher.get(lasting.url("/late"))
    assert lasting.connections == 1


def test_a_body_that_is_not_read_to_its_end_takes_its_connection_with_it(lasting: LocalSite) -> None:
    lasting.routes["/large"] = answer(b"<html>" + b"x" * 500_000, connection="keep-alive")
    with Fetcher(FetchSettings(allow_private=True, max_bytes=1000)) as fetcher:
        with pytest.raises(Exception, match="1,000 bytes"):
            fetcher.get(lasting.url("/large"))
        assert fetcher.get(lasting.url()).body == PAGE
    assert lasting.connections == 2


def test_a_kept_connection_is_never_used_for_another_name(lasting: LocalSite, names: Names) -> None:
    names.answers["outside.test"] = [[PUBLIC]]
    names.answers["inside.test"] = [[LOOPBACK]]
    internet = Detour(lasting)
    with Fetcher(network=internet) as fetcher:
        fetcher.get("http://outside.test/")
        with pytest.raises(RefusedAddress):
            fetcher.get("http://inside.test/")
        lasting.routes["/in"] = redirect("http://inside.test/")
        with pytest.raises(RefusedAddress):
            fetcher.get("http://outside.test/in")
    assert internet.dialled == [PUBLIC]


def test_a_name_that_changes_its_address_is_checked_before_it_is_dialled_again(
    lasting: LocalSite, names: Names
) -> None:
    names.answers["rebind.test"] = [[PUBLIC], [LOOPBACK]]
    internet = Detour(lasting)
    with Fetcher(network=internet) as fetcher:
        fetcher.get("http://rebind.test/")
        fetcher.get("http://rebind.test/")
        fetcher.close()
        with pytest.raises(RefusedAddress):
            fetcher.get("http://rebind.test/")
    assert internet.dialled == [PUBLIC]


def test_cookies_do_not_stay_with_the_connection(lasting: LocalSite, fetcher: Fetcher) -> None:
    lasting.routes["/"] = answer(headers=["Set-Cookie: a=1"], connection="keep-alive")
    fetcher.get(lasting.url())
    fetcher.get(lasting.url())
    assert [request.headers.get("cookie") for request in lasting.requests] == [None, None]


def test_many_threads_share_a_fetcher(lasting: LocalSite, fetcher: Fetcher) -> None:
    for number in range(40):
        lasting.routes[f"/{number}"] = answer(b"%d" % number, content_type="text/plain", connection="keep-alive")
    with ThreadPoolExecutor(8) as pool:
        bodies = list(pool.map(lambda number: fetcher.get(lasting.url(f"/{number}"), Expect.TEXT).body, range(40)))
    assert bodies == [b"%d" % number for number in range(40)]
    assert lasting.connections <= 8
