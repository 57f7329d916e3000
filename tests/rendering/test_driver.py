"""Playwright's driver is a process that ends with what uses it, whatever state it is in."""

from __future__ import annotations

import gc
import os
from itertools import count
from typing import TYPE_CHECKING

import pytest

from edition.drawing import story
from tamis.edition import EditionSettings, make_edition
from tamis.errors import RenderFailed
from tamis.io.rendering import Browser, RenderSettings
from tamis.model import Page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow


def render(seconds: float) -> None:
    with Browser(RenderSettings(timeout=seconds)) as browser, pytest.raises(RenderFailed, match="does not start"):
        browser.render(Page("<p>Text"))


def print_edition(seconds: float) -> None:
    with pytest.raises(RenderFailed, match="print_timeout"):
        make_edition([story()], "pdf", EditionSettings(print_timeout=seconds))


@pytest.mark.parametrize("use", [render, print_edition])
def test_a_driver_that_does_not_answer_is_ended_and_its_pipes_are_closed(
    use: Callable[[float], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, started = tmp_path / "node", tmp_path / "started"
    driver.write_text(f"#!/bin/sh\necho $$ > {started}\nexec sleep 3600\n")
    driver.chmod(0o755)
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(driver))
    for attempt in count():  # a busy machine may take longer to start it
        use(2.0**attempt)
        if started.exists() and (pid := started.read_text()):
            break
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)
    gc.collect()  # a pipe that is still open is an error here
