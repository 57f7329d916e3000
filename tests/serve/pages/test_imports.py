"""Imports in the browser: a file is looked at before anything is imported, its pages are fetched, reasons are told."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest
from starlette.testclient import TestClient

from tamis.errors import BadInput
from tamis.io.fetching import FetchSettings
from tamis.library import Library
from tamis.serve import importing
from tamis.serve.app import make_app
from tamis.serve.faults import Fault
from tamis.settings.file import SettingsFile

from ..conftest import HERE, LONG
from ..site import SENTENCES, STORY
from .test_routes import PEOPLE, where

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.library import Record
    from tamis.serve.context import Context
    from tamis.settings.serve import ServeSettings

    from ..site import Site

TEXT = "".join(f"<p>{sentence * 4}</p>" for sentence in SENTENCES)


@pytest.fixture
def own_client(settings: ServeSettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client of a service with a library of its own, which may fetch from this machine."""
    monkeypatch.setattr(importing, "HOST_PAUSE", 0.0)
    defaults = SettingsFile(fetch=FetchSettings(allow_private=True, timeout=LONG))
    with TestClient(make_app(settings, defaults), base_url=HERE) as client:
        yield client


def wallabag(site: Site) -> bytes:
    entries = [
        {"url": f"{site.url}/story", "title": "Old title", "is_starred": 1, "is_archived": 0, "tags": ["sea"]},
        {
            "url": f"{site.url}/story?utm_source=x",
            "title": "Again",
            "is_starred": 0,
            "is_archived": 0,
            "tags": ["tide"],
        },
        {"url": f"{site.url}/gone", "title": "<script>alert(1)</script>", "is_starred": 0, "is_archived": 1},
        {"url": "javascript:alert(2)", "title": "bad", "is_starred": 0},
        {"url": "https://never.example/x", "title": "The seven engines", "is_starred": 0, "content": TEXT},
    ]
    return json.dumps(entries).encode()


def send(client: TestClient, data: bytes, name: str = "export.json") -> str:
    """Send a file; return the URL of what is shown next."""
    answer = client.post("/library/import/file", files={"file": (name, data)}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def finished(client: TestClient) -> str:
    """Wait until the import is done, and return its page."""
    while client.get("/library/import/state").json()["running"]:
        time.sleep(0.02)
    return client.get("/library/import", headers=PEOPLE).text


def records(settings: ServeSettings, query: str = "") -> list[Record]:
    assert settings.library is not None
    with Library(settings.library) as library:
        return library.newest(query)


@pytest.mark.slow
def test_a_file_is_shown_then_imported_and_its_pages_are_fetched(
    own_client: TestClient, site: Site, settings: ServeSettings
) -> None:
    client = own_client
    shown = send(client, wallabag(site), "<script>alert(3)</script>.json")
    page = client.get(shown, headers=PEOPLE).text
    assert "From Wallabag: 3 stories" in page
    assert "1 repeated" in page
    assert "1 of the entries are no web pages" in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert settings.library is not None
    assert not settings.library.exists()

    key = shown.partition("page=")[2].partition("&")[0]
    assert where(client, "/library/import", do="import", page=key, fetch="1") == "/library/import"
    done = finished(client)
    assert "3 new, 1 already in the library, 2 with text" in done
    assert f"{site.url}/gone" in done
    assert "404" in done
    (story,) = records(settings, "is:starred")
    assert (story.title, story.tags, story.is_link) == ("The breakwater is open", ("sea", "tide"), False)
    assert [record.url for record in records(settings, "is:link is:archived")] == [f"{site.url}/gone"]
    assert [record.title for record in records(settings, "site:never.example -is:link")] == ["The seven engines"]

    site.pages["/gone"] = STORY.replace("breakwater", "lighthouse")
    assert where(client, "/library/import", do="fetch") == "/library/import"
    assert "1 with text" in finished(client)
    assert records(settings, "is:link") == []
    del site.pages["/gone"]


@pytest.mark.slow
def test_imports_reach_no_private_addresses(settings: ServeSettings, site: Site) -> None:
    with TestClient(make_app(settings), base_url=HERE) as client:
        key = send(client, wallabag(site)).partition("page=")[2].partition("&")[0]
        where(client, "/library/import", do="import", page=key, fetch="1")
        done = finished(client)
    assert "private" in done or "not allowed" in done
    assert site.requests == []


def test_files_that_are_no_exports_say_so_and_harm_nothing(client: TestClient) -> None:
    for data in (b"", b"%PDF-1.7", b"PK\x03\x04broken", b"[" * 500_000, b"<a>" * 100_000):
        page = client.get(send(client, data), headers=PEOPLE)
        assert page.status_code == 200
        assert 'role="alert"' in page.text
    assert client.post("/library/import/file", files={}, headers=PEOPLE).status_code == 400
    assert client.get("/library/import?page=nothing", headers=PEOPLE).status_code == 200


def test_a_file_may_be_larger_than_a_page_but_not_endless(settings: ServeSettings) -> None:
    text = TEXT + "<!-- " + "x" * 700_000 + " -->"
    entries = [{"url": f"https://never.example/{at}", "is_starred": 0, "content": text} for at in range(3)]
    small = replace(settings, max_body=100_000, max_import=3_000_000)
    with TestClient(make_app(small), base_url=HERE) as client:
        shown = send(client, json.dumps(entries).encode())
        assert "3 with their text" in client.get(shown, headers=PEOPLE).text
        key = shown.partition("page=")[2]
        assert where(client, "/library/import", do="import", page=key) == "/library/import"
        assert "3 new, 0 already in the library, 3 with text" in finished(client)
        assert client.get(shown, headers=PEOPLE).text.count("no longer kept") == 1
        for data, path, kind in (
            (b"x" * 3_100_000, "/library/import/file", "multipart/form-data; boundary=x"),
            (b"x" * 200_000, "/library/import/file", "application/x-www-form-urlencoded"),
            (b"x" * 200_000, "/library/import/file/", "multipart/form-data; boundary=x"),
            (b"x" * 200_000, "/clean/library/import/file", "multipart/form-data; boundary=x"),
        ):
            answer = client.post(path, content=data, headers={**PEOPLE, "content-type": kind}, follow_redirects=False)
            assert answer.status_code in (307, 404, 405, 413, 400), (path, kind)
        large = client.post("/library/import/file", files={"file": ("x.csv", b"x" * 3_100_000)}, headers=PEOPLE)
        assert large.status_code == 413
        assert "3,000,000" in large.text


def test_the_last_few_files_are_kept() -> None:
    exports = importing.Exports()
    keys = [exports.keep(io.BytesIO(str(number).encode()), "x") for number in range(4)]
    with pytest.raises(BadInput, match="no longer kept"):
        exports.get(keys[0])
    assert [(exports.get(key).folder / "file").read_text() for key in keys[1:]] == ["1", "2", "3"]
    exports.drop(keys[1])
    assert not any(file.read_text() == "1" for file in exports.get(keys[2]).folder.parent.glob("*/file"))


class FullDisk(io.BytesIO):
    def read(self, *_: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_nothing_is_left_of_a_file_that_cannot_be_kept_nor_after_the_end() -> None:
    exports = importing.Exports()
    folder = exports.get(exports.keep(io.BytesIO(b"1"), "x")).folder.parent
    assert folder.stat().st_mode & 0o077 == 0
    with pytest.raises(OSError, match="No space"):
        exports.keep(FullDisk(), "y")
    assert len(list(folder.iterdir())) == 1
    exports.close()
    assert not folder.exists()


def test_the_service_removes_the_files_when_it_stops(settings: ServeSettings) -> None:
    app = make_app(settings)
    with TestClient(app, base_url=HERE) as client:
        send(client, b"[]")
        [close] = app.state.context.at_end
        folder = close.__self__._folder
        assert folder.exists()
    assert not folder.exists()


def test_what_a_killed_service_left_is_removed(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-S", "-c", ""])
    ended.wait()
    killed, running = (tmp_path / f"{importing.PREFIX}{number}-x" for number in (ended.pid, os.getpid()))
    elsewhere = tmp_path / "elsewhere"
    for folder in (killed, running, elsewhere):
        folder.mkdir()
        (folder / "file").write_text("links")
    link = tmp_path / f"{importing.PREFIX}{ended.pid}-y"
    link.symlink_to(elsewhere)
    importing.remove_left_behind(tmp_path)
    assert [path.exists() for path in (killed, running / "file", link / "file")] == [False, True, True]


def test_a_file_is_kept_while_it_is_imported() -> None:
    exports = importing.Exports()
    keys = [exports.keep(io.BytesIO(b"1"), "x")]
    exports.get(keys[0]).is_imported = True
    keys += [exports.keep(io.BytesIO(b"2"), "x") for _ in range(4)]
    assert exports.get(keys[0]).folder.exists()
    exports.let_go()
    exports.keep(io.BytesIO(b"3"), "x")
    with pytest.raises(BadInput):
        exports.get(keys[0])
    exports.close()


def test_half_of_the_links_are_never_taken_for_all(tmp_path: Path) -> None:
    """A worker that was killed while it wrote leaves a part of them."""
    (tmp_path / importing.LINKS).write_text('{"url": "https://a.example/1"}\n')
    (tmp_path / importing.FILE).write_bytes(b"[]")

    class Killed:
        async def run(self, _job: object) -> bytes:
            raise Fault("timed_out", "too slow")

    with pytest.raises(BadInput, match="more time or memory"):
        asyncio.run(importing.Export(tmp_path, "x").read(cast("Context", Killed())))


def test_pages_of_other_sites_cannot_begin_an_import(client: TestClient) -> None:
    foreign = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
    for path in ("/library/import", "/library/import/file"):
        assert client.post(path, data={"do": "fetch"}, headers=foreign).status_code == 403
