"""A library that somebody else made: URLs in it that run scripts lead nowhere, on pages, in feeds and catalogs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from tamis.library import Library
from tamis.serve.app import app_of
from tamis.serve.context import Context

from ..conftest import HERE
from .stories import story

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.settings.serve import ServeSettings

LINK = re.compile(r"""(?:href|src|action|url|external_url)\\?["']?\s*[=:>]\s*\\?["']?\s*javascript:alert""")
PATHS = (
    "/", "/library", "/library?q=tides", "/library/1", "/library/2", "/library/1/revisions", "/opds", "/opds/stories",
    "/opds/stories?q=tides", "/opds2/stories", "/feed.xml", "/feed.atom", "/feed.json", "/feeds", "/today",
    "/edition?article=1&format=html", "/explain?article=1",
)  # fmt: skip


@pytest.fixture
def client(settings: ServeSettings) -> Iterator[TestClient]:
    assert settings.library is not None
    with Library(settings.library) as library:
        for number, url in enumerate(("javascript:alert(1)", " JavaScript:alert(2)", "java\tscript:alert(3)")):
            article = story(number, f"Tides {number}")
            about = replace(article.metadata, canonical_url=url, license=url)
            library.add(replace(article, url=url, next_page=url, metadata=about))
    with TestClient(app_of(Context(settings, is_lazy=True)), base_url=HERE) as client:
        yield client


@pytest.mark.parametrize("path", PATHS)
def test_no_link_runs_a_script(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (200, 404), answer.text[:300]
    plain = re.sub(r"[\t\n\r]", "", answer.text)
    found = LINK.search(plain)
    assert found is None, plain[max(0, found.start() - 90) : found.end() + 60]
