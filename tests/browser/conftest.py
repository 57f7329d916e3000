"""Debian's chromium, headless, and `tamis serve`: one of each for all browser tests."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .serving import running_service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .serving import Service

# A busy machine takes longer than the five seconds that playwright waits.
expect.set_options(timeout=30_000)

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    if executable is None:
        pytest.fail("chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """`tamis serve` with the image proxy, and the example site for it to fetch from."""
    with running_service(tmp_path_factory.mktemp("service"), "--image-proxy") as service:
        yield service
