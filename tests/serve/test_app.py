"""The application as a whole: it starts, answers and stops."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadSettings
from tamis.serve import running
from tamis.serve.api import warm_up
from tamis.serve.context import Context
from tamis.serve.security import policy
from tamis.settings.serve import ServeSettings

if TYPE_CHECKING:
    from starlette.testclient import TestClient


def test_says_that_it_is_well(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_every_answer_has_the_policy(client: TestClient) -> None:
    for path in ("/", "/healthz", "/nothing"):
        assert client.get(path).headers["content-security-policy"] == policy()


def test_unknown_urls_are_a_record_for_programs_and_a_page_for_people(client: TestClient) -> None:
    record = client.get("/nothing")
    assert (record.status_code, record.json()["tamis"]["error"]["code"]) == (404, "no_such_page")
    page = client.get("/nothing", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")


def test_the_log_names_pages_but_not_their_style_sheets(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tamis.serve.access")
    for path in ("/", "/static/pages.css"):
        assert client.get(path).status_code == 200
    (line,) = caplog.messages
    assert " GET / 200 " in line


@pytest.mark.parametrize(
    ("host", "own", "lines"),
    [
        ("127.0.0.1", "10.0.0.7", ["tamis serves at http://127.0.0.1:8000"]),
        ("::1", "10.0.0.7", ["tamis serves at http://[::1]:8000"]),
        ("0.0.0.0", None, ["tamis serves at http://127.0.0.1:8000"]),
        (
            "0.0.0.0",
            "10.0.0.7",
            ["tamis serves at http://127.0.0.1:8000", "on other devices of your network: http://10.0.0.7:8000"],
        ),
    ],
)
def test_other_devices_get_a_url_that_they_reach(
    monkeypatch: pytest.MonkeyPatch, host: str, own: str | None, lines: list[str]
) -> None:
    monkeypatch.setattr(running, "own_address", lambda: own)
    assert running.greeting(host, 8000) == lines


def test_a_name_that_is_not_this_machine_is_refused(client: TestClient) -> None:
    assert client.get("/healthz", headers={"host": "rebound.example"}).status_code == 403


@pytest.mark.slow
def test_workers_that_failed_altogether_are_started_again(settings: ServeSettings) -> None:
    async def ask_before_and_after() -> list[bytes]:
        async with Context(settings) as context:
            job = warm_up("extract")
            before = await context.run(job)
            assert context._pool is not None
            await asyncio.to_thread(context._pool.close)
            return [before, await context.run(job)]

    before, after = asyncio.run(ask_before_and_after())
    assert before == after


def test_an_address_that_others_reach_needs_a_token() -> None:
    with pytest.raises(BadSettings, match="token"):
        ServeSettings(host="0.0.0.0")
