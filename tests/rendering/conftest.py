"""One browser for all tests of rendering; it is given pages, and no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.io.rendering import Browser, RenderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with Browser(RenderSettings(timeout=120, settle=20)) as running:
        yield running
