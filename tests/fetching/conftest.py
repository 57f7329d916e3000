from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from tamis.io.fetching import Fetcher, FetchSettings

from .local_site import LocalSite, Names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 120.0
"""Seconds: enough on a slow machine, and never waited for by a test that passes."""


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite() as site:
        yield site


@pytest.fixture(scope="session")
def fetcher() -> Iterator[Fetcher]:
    """Trusts its network, for the tests of everything but the address guard. It has no state to share."""
    with Fetcher(FetchSettings(timeout=PATIENCE, allow_private=True)) as fetcher:
        yield fetcher


@pytest.fixture(scope="session")
def guarded() -> Iterator[Fetcher]:
    with Fetcher(FetchSettings(timeout=PATIENCE)) as fetcher:
        yield fetcher


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    names = Names(socket.getaddrinfo)
    monkeypatch.setattr(socket, "getaddrinfo", names.getaddrinfo)
    return names


@pytest.fixture
def hasty() -> Callable[..., Fetcher]:
    """A fetcher that gives up soon."""
    return lambda timeout=0.3: Fetcher(FetchSettings(timeout=timeout, allow_private=True))
