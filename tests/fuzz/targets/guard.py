"""URLs that are fetched, through the whole fetcher, on a network that only takes notes.

Oracles: no IP address that may lead inside is ever dialled, by Python's `ipaddress` and the networks that carry IPv4;
and if a browser reads an IP address in the URL, that one is dialled or none.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, NoReturn
from unittest.mock import patch

import httpcore

from tamis.errors import TamisError
from tamis.io.fetching import Fetcher, FetchSettings
from tamis.io.fetching.ip_rules import is_public

from ..oracles import browser_url, expect, reaches_inside

if TYPE_CHECKING:
    from collections.abc import Iterable

_SETTINGS = FetchSettings(timeout=5)
_PUBLIC = "93.184.216.34"
"""Where all names lead, and what is no IP address to the system's resolver."""


class _Notes(httpcore.NetworkBackend):
    """A network on which nobody answers."""

    def __init__(self) -> None:
        self.dialled: list[str] = []

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> NoReturn:
        self.dialled.append(host)
        raise httpcore.ConnectError("nobody answers")


def _numeric(host: str, port: int, **options: Any) -> list[Any]:
    """Resolve as the system does, but no names."""
    try:
        return _GETADDRINFO(host, port, **options, flags=socket.AI_NUMERICHOST)
    except socket.gaierror:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (_PUBLIC, port))]


_GETADDRINFO = socket.getaddrinfo
_NOTES = _Notes()
_FETCHER = Fetcher(_SETTINGS, network=_NOTES)
"""One for all inputs: when it is first asked it reads the certificates of the system, which takes long."""


def check(data: bytes) -> None:
    """Judge bytes as IP addresses, then fetch their text as a URL."""
    for judged in _addresses(data):
        expect(not (is_public(judged) and reaches_inside(judged)), f"{judged} is called public")
    url = data.decode("utf-8", "replace")
    _NOTES.dialled.clear()
    try:
        with patch.object(socket, "getaddrinfo", _numeric):
            _FETCHER.get(url)
    except TamisError:
        pass
    dialled_addresses = _NOTES.dialled
    for dialled in dialled_addresses:
        expect(not reaches_inside(ip_address(dialled)), f"{url[:80]!r} dialled {dialled}")
    meant = browser_url(url.strip())
    if meant is not None and dialled_addresses and dialled_addresses != [_PUBLIC]:
        address = _literal(meant.hostname)
        said = f"{url[:80]!r} dialled {dialled_addresses}, not {address}"
        expect(address in (None, *map(ip_address, dialled_addresses)), said)


def _addresses(data: bytes) -> Iterable[IPv4Address | IPv6Address]:
    if len(data) >= 4:
        yield IPv4Address(data[:4])
    if len(data) >= 16:
        yield IPv6Address(data[:16])


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None
