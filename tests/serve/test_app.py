"""The application as a whole: it starts, answers and stops."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadSettings
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
