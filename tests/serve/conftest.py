from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from tamis.io.fetching import FetchSettings
from tamis.serve.app import make_app
from tamis.settings.file import SettingsFile
from tamis.settings.serve import ServeSettings

from .site import local_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .site import Site

HERE = "http://127.0.0.1"
LONG = 600.0
"""Seconds: a limit that no request reaches, however busy the machine is."""


def settings_in(folder: Path) -> ServeSettings:
    """Return the settings of a service with one worker that keeps its files in a folder."""
    return ServeSettings(
        workers=1, deadline=LONG, patience=LONG, library=folder / "library.db", profiles=folder / "profiles"
    )


@pytest.fixture
def settings(tmp_path: Path) -> ServeSettings:
    """A service with one worker that keeps its files in a folder of the test."""
    return settings_in(tmp_path)


@pytest.fixture(scope="session")
def running_site() -> Iterator[Site]:
    with local_site() as site:
        yield site


@pytest.fixture
def site(running_site: Site) -> Iterator[Site]:
    """A site on this machine, of which nobody has asked for anything yet, and whose slow page is slow."""
    running_site.requests.clear()
    running_site.hold.clear()
    yield running_site
    running_site.hold.set()


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service that all tests share; it may fetch from this machine."""
    folder = tmp_path_factory.mktemp("service")
    settings = ServeSettings(
        workers=1, deadline=LONG, patience=LONG, library=folder / "library.db", profiles=folder, max_body=1_000_000
    )
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    with TestClient(make_app(settings, defaults), base_url=HERE) as client:
        yield client
