"""The guard of connections. The detour stands for the internet: public addresses lead to the local site."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadUrl, ConnectionFailed, NameNotFound, RefusedAddress, TooSlow
from tamis.io.fetching import Fetcher, FetchSettings

from .local_site import LOOPBACK, PAGE, Detour, LocalSite, Names, answer, redirect

if TYPE_CHECKING:
    from collections.abc import Callable

PUBLIC = "93.184.216.34"
PUBLIC_IPV6 = "2606:4700::1111"
PRIVATE = "10.0.0.7"


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
        *(
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fd00::1]",
            "[::ffff:127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
        ),
        *("2130706433", "0x7f.1", "0x7f000001", "017700000001", "127.1", "127.0.1", "0", "3232235777"),
        "localhost",
    ],
)
def test_a_non_public_address_is_refused_in_any_spelling(host: str, site: LocalSite, guarded: Fetcher) -> None:
    site.routes["/"] = answer()
    with pytest.raises(RefusedAddress, match=r"allow_private=True") as caught:
        guarded.get(f"http://{host}:{site.port}/")
    assert "--allow-private" in str(caught.value)
    assert site.requests == []


def test_a_name_that_leads_to_a_private_address_is_refused(names: Names, guarded: Fetcher) -> None:
    names.answers["inside.test"] = [[PRIVATE]]
    with pytest.raises(RefusedAddress, match=f"inside.test leads to {PRIVATE}"):
        guarded.get("http://inside.test/")


def test_private_addresses_can_be_allowed(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer()
    assert fetcher.get(site.url()).body == PAGE


def test_a_name_is_resolved_once_and_the_checked_address_dialled(site: LocalSite, names: Names) -> None:
    site.routes["/"] = answer()
    names.answers["rebind.test"] = [[PUBLIC], [LOOPBACK]]
    internet = Detour(site)
    response = Fetcher(network=internet).get("http://rebind.test/")
    assert response.body == PAGE
    assert names.asked == ["rebind.test"]
    assert internet.dialled == [PUBLIC]
    assert site.requests[0].headers["host"] == "rebind.test"


def test_a_name_keeps_its_address_for_the_whole_visit(site: LocalSite, names: Names) -> None:
    site.routes["/"] = redirect("/next")
    site.routes["/next"] = answer()
    names.answers["rebind.test"] = [[PUBLIC], [LOOPBACK]]
    internet = Detour(site)
    Fetcher(network=internet).get("http://rebind.test/")
    assert names.asked == ["rebind.test"]
    assert internet.dialled == [PUBLIC, PUBLIC]


def test_of_mixed_addresses_only_the_public_ones_are_dialled(site: LocalSite, names: Names) -> None:
    site.routes["/"] = answer()
    names.answers["mixed.test"] = [[LOOPBACK, "::1", PUBLIC, PRIVATE]]
    internet = Detour(site)
    Fetcher(network=internet).get("http://mixed.test/")
    assert internet.dialled == [PUBLIC]


def test_the_next_address_is_tried_when_one_does_not_answer(site: LocalSite, names: Names) -> None:
    site.routes["/"] = answer()
    names.answers["two.test"] = [[PUBLIC_IPV6, PUBLIC]]
    internet = Detour(site, dead=[PUBLIC_IPV6])
    Fetcher(network=internet).get("http://two.test/")
    assert internet.dialled == [PUBLIC_IPV6, PUBLIC]


def test_when_no_address_answers_the_connection_failed(site: LocalSite, names: Names) -> None:
    names.answers["two.test"] = [[PUBLIC_IPV6, PUBLIC]]
    with pytest.raises(ConnectionFailed, match="nobody there"):
        Fetcher(network=Detour(site, dead=[PUBLIC_IPV6, PUBLIC])).get("http://two.test/")


@pytest.mark.parametrize("target", ["http://127.0.0.1/", "http://169.254.169.254/latest/", "http://2130706433/"])
def test_a_redirect_to_a_private_address_is_refused(target: str, site: LocalSite, names: Names) -> None:
    site.routes["/"] = redirect(target)
    names.answers["outside.test"] = [[PUBLIC]]
    internet = Detour(site)
    with pytest.raises(RefusedAddress) as caught:
        Fetcher(network=internet).get("http://outside.test/")
    assert caught.value.url == target
    assert internet.dialled == [PUBLIC]


def test_a_redirect_to_a_refused_port_is_refused(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = redirect("http://127.0.0.1:25/")
    with pytest.raises(BadUrl, match="port 25"):
        fetcher.get(site.url())


def test_proxies_in_the_environment_are_not_used(
    site: LocalSite, fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    site.routes["/"] = answer()
    assert fetcher.get(site.url()).body == PAGE


def failing_with(error: Exception) -> Callable[..., object]:
    def getaddrinfo(*_: object, **__: object) -> object:
        raise error

    return getaddrinfo


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
            "there is no host named nowhere.test",
        ),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure"), "no name server answers"),
        (UnicodeError("label too long"), "check the spelling"),
    ],
)
def test_a_name_that_does_not_resolve_is_said(
    error: Exception, words: str, guarded: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", failing_with(error))
    with pytest.raises(NameNotFound, match=words):
        guarded.get("http://nowhere.test/")


def test_a_name_without_addresses_is_not_found(names: Names, guarded: Fetcher) -> None:
    names.answers["empty.test"] = [[]]
    with pytest.raises(NameNotFound, match="no address"):
        guarded.get("http://empty.test/")


def test_a_name_server_that_hangs_is_too_slow(hasty: Callable[..., Fetcher], monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: done.wait(60) and [])
    try:
        with pytest.raises(TooSlow):
            hasty(0.1).get("http://slow.test/")
    finally:
        done.set()


def test_nobody_at_the_port_is_a_failed_connection(fetcher: Fetcher) -> None:
    with socket.socket() as held:
        held.bind((LOOPBACK, 0))  # Bound but not listening: connections are refused.
        with pytest.raises(ConnectionFailed, match="check the URL and the port"):
            fetcher.get(f"http://{LOOPBACK}:{held.getsockname()[1]}/")


def test_the_guard_stays_on_by_default() -> None:
    assert FetchSettings().allow_private is False
