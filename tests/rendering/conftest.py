"""One browser for all tests of rendering; it is given pages, and no network. Limits are minutes, for busy machines."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tamis.io.rendering import Browser, RenderSettings, visit
from tamis.io.rendering import browser as module
from tamis.model import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


LONG = 600.0
"""Seconds: a limit that nothing reaches, however busy the machine is."""
LOADING = 12.0
"""Seconds that a page has to load in a `short_of_time` browser."""


@pytest.fixture(scope="package", autouse=True)
def patient() -> Iterator[None]:
    """Let browsers take their time to start and to end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "START_SECONDS", LONG)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with Browser(RenderSettings(timeout=LONG, settle=20)) as running:
        yield running


@pytest.fixture
def short_of_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Browser]]:
    """A function that starts a browser in which pages have little time to load, and all the time for the rest."""
    with ExitStack() as opened:

        def start(**more: Any) -> Browser:
            running = opened.enter_context(Browser(RenderSettings(timeout=LONG, settle=0)))
            running.render(Page("<p>It has started</p>"))
            monkeypatch.setattr(visit, "SNAPSHOT_SHARE", 1 - LOADING / LONG)
            monkeypatch.setattr(visit, "SNAPSHOT_SECONDS", LONG)
            monkeypatch.setattr(visit, "ANSWER_SHARE", 2 / LONG)
            running.settings = RenderSettings(timeout=LONG, **more)
            return running

        yield start
