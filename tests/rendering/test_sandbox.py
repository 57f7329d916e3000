"""The browser's sandbox, and frames of other sites."""

from __future__ import annotations

import logging
import os
from typing import Any

import pytest

pytest.importorskip("playwright")

from tamis.errors import RenderFailed
from tamis.io.fetching import FetchSettings, Response
from tamis.io.rendering import Browser, RenderSettings
from tamis.io.rendering import browser as module
from tamis.model import Page

from .conftest import LONG

pytestmark = pytest.mark.slow  # a browser for each

WORDS = b"words of another site " * 20


class OtherSite:
    """Answers every request with some text."""

    settings = FetchSettings()

    def get(self, url: str, *_: object, **__: object) -> Response:
        return Response(url, url, 200, b"<p>" + WORDS + b"</p>", "text/html; charset=utf-8")


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The arguments of each start of a browser, which then fails as one without a usable sandbox does."""
    from playwright.async_api import BrowserType, Error

    seen: list[dict[str, Any]] = []

    async def launch(_self: object, **named: Any) -> None:
        seen.append(named)
        raise Error("Target closed\nNo usable sandbox!")

    monkeypatch.setattr(BrowserType, "launch", launch)
    monkeypatch.setattr(module, "_executable", lambda _: "chromium")
    module._warn_of_superuser.cache_clear()
    return seen


def start(*, sandbox: bool = True) -> str:
    with Browser(RenderSettings(timeout=LONG, sandbox=sandbox)) as browser, pytest.raises(RenderFailed) as raised:
        browser.render(Page("<p>Text"))
    return str(raised.value)


def test_the_browser_is_in_its_sandbox_and_where_it_cannot_be_the_message_says_what_to_do(
    launched: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    message = start()
    assert launched[0]["chromium_sandbox"] is True
    assert "--no-sandbox" not in launched[0]["args"]
    assert "RenderSettings(sandbox=False)" in message


def test_the_superuser_has_no_sandbox_and_is_told_once(
    launched: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with caplog.at_level(logging.WARNING):
        start()
        start()
    assert [one["chromium_sandbox"] for one in launched] == [False, False]
    assert [record.message.partition(",")[0] for record in caplog.records] == ["tamis runs as root"]


def test_whoever_asks_for_no_sandbox_is_not_warned(
    launched: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for user in (0, 1000):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        start(sandbox=False)
    assert [one["chromium_sandbox"] for one in launched] == [False, False]
    assert not caplog.records


def test_the_text_of_a_frame_of_another_site_is_in_the_page() -> None:
    with Browser(RenderSettings(timeout=LONG), fetcher=OtherSite()) as browser:  # type: ignore[arg-type]
        frame = "<iframe src='https://other.test/frame' width=600 height=400></iframe>"
        page = browser.render(Page(f"<p>Before</p>{frame}", "https://first.example/a")).page
    assert WORDS.decode().strip() in page.html
