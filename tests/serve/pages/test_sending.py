"""Pages as a browser shows them, sent with their URL and their pictures: to read, to save, to explain."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from parse.test_saved_pages import MILL, PICTURES, QUAY, SAVED
from tamis.library import Library
from tamis.serve.app import make_app
from tamis.serve.pages.work import MOST_SENT_PICTURES

from ..conftest import HERE
from ..site import SENTENCES, STORY
from .test_routes import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.settings.serve import ServeSettings

PROGRAM = {"accept": "application/json"}
URL = "https://members.example/story"
PIER = "https://members.example/pier.svg"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><title>pier</title><path d="M0 0h9v9"/></svg>'
FIGURE = (
    '<figure><img src="/pier.svg" width="640" height="400" alt="pier"><figcaption>The pier in spring</figcaption>'
    f"</figure><p>{''.join(SENTENCES)}</p>"
)
PAGE = STORY.replace("</h1>", f"</h1>{FIGURE}")


def send(client: TestClient, html: str = PAGE, pictures: dict[str, bytes] | None = None, **changes: Any) -> Any:
    """Send a page as the extension does."""
    pictures = {PIER: SVG} if pictures is None else pictures
    files = [("file", ("page.html", html.encode(), "text/html;charset=utf-8"))]
    files += [("picture", ("picture", data, "application/octet-stream")) for data in pictures.values()]
    data = {"url": URL, "picture_url": list(pictures), "view": "read"} | changes
    return client.post("/read", data=data, files=files, headers=PROGRAM, follow_redirects=False)


def pictures_on(client: TestClient, path: str) -> list[str]:
    return re.findall(r'<figure><img src="([^"]+)"', client.get(path, headers=PEOPLE).text)


@pytest.fixture
def saving(settings: ServeSettings) -> Iterator[TestClient]:
    """A client of a service with a library of its own."""
    with TestClient(make_app(settings), base_url=HERE) as client:
        yield client


def test_a_sent_page_is_read_with_its_url_and_its_pictures(client: TestClient) -> None:
    answer = send(client).json()
    assert answer["open"] == f"/read?page={answer['page']}"
    page = client.get(answer["open"], headers=PEOPLE).text
    assert SENTENCES[0].strip() in page
    assert f'href="{URL}"' in page
    (shown,) = pictures_on(client, answer["open"])
    assert shown.startswith(f"/read/pictures/{answer['page']}/")
    picture = client.get(shown)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in picture.headers["content-security-policy"]
    assert b"pier" in picture.content


def test_a_picture_that_is_broken_keeps_no_page_and_no_other_picture_back(client: TestClient) -> None:
    broken = {
        f"https://members.example/{number}.svg": data
        for number, data in enumerate(
            (SVG[:-4], b"<!DOCTYPE a [<!ENTITY b 'c'>]>" + SVG, SVG.replace(b'"640"', b'"0"'))
        )
    }
    answer = send(client, pictures={**broken, PIER: SVG}).json()
    (shown,) = pictures_on(client, answer["open"])
    assert b"pier" in client.get(shown).content


def test_a_sent_page_is_explained_with_its_pictures(client: TestClient) -> None:
    answer = send(client, view="explain").json()
    assert answer["open"] == f"/explain?page={answer['page']}"
    assert "The breakwater is open" in client.get(answer["open"], headers=PEOPLE).text
    original = client.get(f"/explain/original?page={answer['page']}", headers=PEOPLE).text
    assert f'src="/read/pictures/{answer["page"]}/0"' in original


@pytest.mark.slow
def test_a_sent_page_is_saved_with_its_pictures(saving: TestClient, settings: ServeSettings) -> None:
    key = send(saving).json()["page"]
    answer = saving.post("/library", data={"page": key}, headers=PROGRAM)
    assert answer.json() == {"open": "/library/1", "status": "new", "title": "The breakwater is open"}
    (shown,) = pictures_on(saving, "/library/1")
    assert shown.startswith("/library/pictures/")
    assert b"pier" in saving.get(shown).content
    again = saving.post("/library", data={"page": key}, headers=PROGRAM)
    assert again.json()["status"] == "unchanged"
    assert settings.library is not None
    with Library(settings.library) as library:
        assert library.html(1) == PAGE
        assert library.get(1).url == URL


def test_the_source_that_the_browser_showed_stands_for_the_picture(saving: TestClient) -> None:
    small, large = '<img src="/pier.svg" ', '<img srcset="/pier.svg 640w, /pier-large.svg 1600w" src="/pier.svg" '
    key = send(saving, PAGE.replace(small, large)).json()["page"]
    assert pictures_on(saving, f"/read?page={key}") == [f"/read/pictures/{key}/0"]
    saving.post("/library", data={"page": key}, headers=PROGRAM)
    (shown,) = pictures_on(saving, "/library/1")
    assert shown.startswith("/library/pictures/")


@pytest.mark.parametrize("name", ["mhtml", "webarchive", "har", "SingleFile"])
def test_an_archive_is_read_and_saved_with_its_pictures(client: TestClient, name: str) -> None:
    answer = client.post("/read", files={"file": ("saved", SAVED[name]())}, headers=PROGRAM)
    page = client.get(answer.json()["open"], headers=PEOPLE).text
    assert "Tides — an essay" in page
    shown = pictures_on(client, answer.json()["open"])
    assert [client.get(path).content for path in shown] == [PICTURES[MILL], PICTURES[QUAY]]
    assert all(path.startswith("/read/pictures/") for path in shown)
    stored = client.post("/library", data={"page": answer.json()["page"]}, headers=PROGRAM).json()["open"]
    assert all(path.startswith("/library/pictures/") for path in pictures_on(client, stored))
    client.post(stored, data={"do": "remove"})


def test_a_page_with_its_pictures_may_be_larger_than_a_page(
    settings: ServeSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    saved = SAVED["mhtml"]()
    small = replace(settings, max_body=len(saved) // 2, max_saved=len(saved) + 1_000)
    with TestClient(make_app(small), base_url=HERE) as client:
        answer = client.post("/read", files={"file": ("saved", saved)}, data={"view": "explain"}, headers=PROGRAM)
        assert answer.json()["open"].startswith("/explain?page=")
        shown = pictures_on(client, f"/read?page={answer.json()['page']}")
        assert [client.get(path).content for path in shown] == [PICTURES[MILL], PICTURES[QUAY]]
        plain = client.post("/read", files={"file": ("page.html", b"<p>" + b"x" * len(saved))}, headers=PEOPLE)
        assert plain.status_code == 413
        assert "only one saved with its pictures may be larger" in plain.text
        for files in ({"file": ("saved", saved * 2)}, {"file": ("saved", saved), "picture": ("a.svg", SVG)}):
            assert client.post("/read", files=files, headers=PEOPLE).status_code == 413
    assert not list(copies.iterdir())


@pytest.mark.slow
def test_a_service_that_keeps_no_pictures_keeps_none_that_were_sent(settings: ServeSettings) -> None:
    for changed in (replace(settings, keep_pictures=False), replace(settings, picture_space=0)):
        with TestClient(make_app(changed), base_url=HERE) as client:
            key = send(client).json()["page"]
            client.post("/library", data={"page": key}, headers=PROGRAM)
        assert changed.library is not None
        with Library(changed.library) as library:
            assert library.picture_digests(1) == {}


@pytest.mark.parametrize("data", [b"<html><script>alert(1)</script>", b"", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4"])
def test_what_is_no_picture_is_not_kept(client: TestClient, data: bytes) -> None:
    answer = send(client, pictures={PIER: data}).json()
    assert pictures_on(client, answer["open"]) == [PIER]
    assert client.get(f"/read/pictures/{answer['page']}/0", headers=PEOPLE).status_code == 404


def test_a_script_in_a_sent_picture_is_taken_out(client: TestClient) -> None:
    hostile = SVG.replace(b"<path", b"<script>alert(1)</script><path onload='alert(1)'")
    answer = send(client, pictures={PIER: hostile}).json()
    picture = client.get(f"/read/pictures/{answer['page']}/0")
    assert b"alert" not in picture.content
    assert picture.headers["content-disposition"] == "attachment"


@pytest.mark.parametrize("number", ["1", "-1", "x", "9" * 5_000])
def test_a_picture_that_was_not_sent_is_not_found(client: TestClient, number: str) -> None:
    key = send(client).json()["page"]
    assert client.get(f"/read/pictures/{key}/{number}", headers=PEOPLE).status_code == 404
    assert client.get(f"/read/pictures/{'0' * 32}/0", headers=PEOPLE).status_code == 404


def test_the_answer_to_a_person_is_the_story_itself(client: TestClient) -> None:
    files = {"file": ("page.html", PAGE.encode(), "text/html")}
    answer = client.post("/read", data={"url": URL}, files=files, headers=PEOPLE, follow_redirects=False)
    assert answer.status_code == 303
    assert f'href="{URL}"' in client.get(answer.headers["location"], headers=PEOPLE).text


def test_too_much_is_refused(client: TestClient) -> None:
    assert send(client, pictures={PIER: b"x" * 1_000_000}).status_code == 413
    many = {f"{PIER}?{number}": SVG for number in range(MOST_SENT_PICTURES + 1)}
    assert send(client, pictures=many).status_code == 400
    assert send(client, picture_url=[]).status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "chrome-extension://abc", "sec-fetch-site": "cross-site"}, 403),  # one without permission
        ({"origin": "chrome-extension://abc", "sec-fetch-site": "none"}, 200),
    ],
)
def test_pages_of_other_sites_send_nothing(client: TestClient, headers: dict[str, str], status: int) -> None:
    files = {"file": ("page.html", PAGE.encode(), "text/html")}
    answer = client.post("/read", data={"url": URL}, files=files, headers=PROGRAM | headers)
    assert answer.status_code == status
    assert "access-control-allow-origin" not in answer.headers
    preflight = client.options("/read", headers=headers | {"access-control-request-method": "POST"})
    assert "access-control-allow-origin" not in preflight.headers


@pytest.mark.slow
def test_a_service_with_a_token_takes_pages_of_those_who_have_it(settings: ServeSettings) -> None:
    token = "a-token-of-the-tests"
    with TestClient(make_app(replace(settings, token=token)), base_url=HERE) as client:
        assert send(client).status_code == 401
        client.headers["authorization"] = f"Bearer {token}"
        assert send(client).status_code == 200
