from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from tamis.io.fetching import FetchSettings
from tamis.serve import context
from tamis.serve.app import make_app
from tamis.settings.file import SettingsFile
from tamis.settings.serve import ServeSettings

from .site import local_site
from .workers import SharedWorkers

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
def workers() -> Iterator[SharedWorkers]:
    """Workers of services that end before the test run does."""
    workers = SharedWorkers()
    yield workers
    workers.end()


@pytest.fixture(scope="module")
def shared_workers(workers: SharedWorkers) -> Iterator[None]:
    """For modules whose services are about something else than their workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(context, "Pool", workers)
        yield


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory, workers: SharedWorkers) -> Iterator[TestClient]:
    """A client of a service that all tests share; it may fetch from this machine."""
    folder = tmp_path_factory.mktemp("service")
    settings = ServeSettings(
        workers=1, deadline=LONG, patience=LONG, library=folder / "library.db", profiles=folder, max_body=1_000_000
    )
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(context, "Pool", workers)
            client = stack.enter_context(TestClient(make_app(settings, defaults), base_url=HERE))
        yield client
