"""Who may ask: tokens, names, other sites; and where the service never leads, reads or writes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from tamis.errors import BadSettings
from tamis.serve.app import make_app
from tamis.serve.security import COOKIE, SESSION_SECONDS, Sessions, host_name, policy
from tamis.serve.signing import Signer, stored_key
from tamis.settings.serve import ServeSettings

from .conftest import HERE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .site import Site

pytestmark = pytest.mark.usefixtures("shared_workers")
TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service with a token, whose fetcher has all its guards."""
    folder = tmp_path_factory.mktemp("guarded")
    settings = ServeSettings(workers=1, token=TOKEN, library=folder / "library.db", profiles=folder, client_requests=4)
    with TestClient(make_app(settings), base_url="http://reader.example") as client:
        yield client


def test_without_the_token_there_is_nothing_but_health(guarded: TestClient) -> None:
    for path in ("/", "/metrics", "/api/openapi.json", "/https://example.org/"):
        answer = guarded.get(path)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert guarded.get("/healthz").status_code == 200
    assert guarded.get("/metrics", headers={"authorization": f"Bearer {TOKEN[:-1]}"}).status_code == 401
    assert guarded.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_a_browser_signs_in_once(guarded: TestClient) -> None:
    answer = guarded.get(f"/?token={TOKEN}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert TOKEN not in cookie
    guarded.cookies.clear()
    session = {"cookie": cookie.partition(";")[0]}
    assert guarded.get("/metrics", headers=session).status_code == 200
    assert guarded.get("/metrics", headers={"cookie": f"{COOKIE}=forged"}).status_code == 401
    assert guarded.get("/?token=wrong", follow_redirects=False).status_code == 401


def test_a_browser_signs_out_and_its_cookie_is_worth_nothing(guarded: TestClient) -> None:
    def signed_in() -> dict[str, str]:
        cookie = guarded.get(f"/?token={TOKEN}", follow_redirects=False).headers["set-cookie"]
        guarded.cookies.clear()
        return {"cookie": cookie.partition(";")[0]}

    one, other = signed_in(), signed_in()
    assert one != other
    assert "Sign out" in guarded.get("/settings/ignore", headers=one).text
    elsewhere = {**one, "origin": "https://elsewhere.example"}
    assert guarded.post("/sign-out", headers=elsewhere, follow_redirects=False).status_code == 403
    assert guarded.get("/metrics", headers=one).status_code == 200
    answer = guarded.post("/sign-out", headers=one, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert f'{COOKIE}=""' in answer.headers["set-cookie"]
    assert guarded.get("/metrics", headers=one).status_code == 401
    assert guarded.get("/metrics", headers=other).status_code == 200


def test_a_session_ends_by_itself_and_with_its_token(tmp_path: Path) -> None:
    now = 1_000_000.0
    signer = Signer(stored_key(tmp_path))
    sessions = Sessions(signer, TOKEN, clock=lambda: now)
    session = sessions.begin()
    assert sessions.is_open(session)
    assert Sessions(signer, TOKEN, clock=lambda: now).is_open(session)
    assert not Sessions(signer, TOKEN + "!", clock=lambda: now).is_open(session)
    assert not Sessions(Signer(b"other"), TOKEN, clock=lambda: now).is_open(session)
    now += SESSION_SECONDS
    assert not sessions.is_open(session)


def test_a_browser_without_the_token_is_shown_a_form_for_it(guarded: TestClient) -> None:
    guarded.cookies.clear()
    browser = {"accept": "text/html,*/*;q=0.8"}
    answer = guarded.get("/library", headers=browser)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert 'name="token"' in answer.text
    assert "not the token" not in answer.text
    assert "not the token" in guarded.get("/?token=wrong", headers=browser).text
    assert guarded.get("/static/pages.css").status_code == 200
    assert guarded.get("/static/reader.js").status_code == 401
    assert guarded.post("/library", headers=browser).headers["content-type"] == "application/json"
    assert guarded.get("/api/openapi.json", headers=browser).headers["content-type"] == "application/json"


def test_no_cache_between_keeps_what_one_reader_was_shown(client: TestClient, site: Site) -> None:
    opened = ("/", "/settings/ignore", "/nothing", "/feed.xml", "/opds")
    for path in (*opened, f"/read?url={site.url}/story", f"/{site.url}/story"):
        assert client.get(path).headers["cache-control"] == "private, no-cache", path


@pytest.mark.parametrize(
    "place", ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example", "/\r\nx: y"]
)
def test_a_form_never_leads_to_another_site(client: TestClient, place: str) -> None:
    answer = client.post("/look", data={"back": place}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "x" not in answer.headers


@pytest.mark.parametrize("name", ["../evening", "a/b", "..", "", "a\x00", "signing.key", "x" * 41])
@pytest.mark.parametrize("action", ["save", "use", "remove"])
def test_a_profile_stays_in_its_folder(client: TestClient, name: str, action: str) -> None:
    answer = client.post("/settings/profiles", data={"do": action, "name": name})
    assert (answer.status_code, answer.json()["tamis"]["error"]["code"]) == (400, "bad_settings")


def test_short_tokens_are_refused() -> None:
    with pytest.raises(BadSettings, match="16"):
        ServeSettings(token="short")


@pytest.mark.parametrize("view", ["explain?", "explain?view=compare&", "explain/original?"])
def test_pages_cannot_name_a_file_of_the_machine(client: TestClient, site: Site, view: str) -> None:
    url = quote(f"{site.url}/story", safe="")
    answer = client.get(f"/{view}url={url}&strategy=mss:model=/etc/passwd")
    assert (answer.status_code, answer.json()["tamis"]["error"]["code"]) == (400, "bad_settings")
    assert client.get(f"/{view}url={url}&strategy=cetr:method=kmeans").status_code == 200


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:99", "[::1]:8311", "LOCALHOST."])
def test_names_of_this_machine_are_answered(client: TestClient, name: str) -> None:
    assert client.get("/healthz", headers={"host": name}).status_code == 200


@pytest.mark.parametrize("name", ["rebound.example", "localhost.example", "", "[", "127.0.0.1.example"])
def test_other_names_are_refused(client: TestClient, name: str) -> None:
    assert client.get("/healthz", headers={"host": name}).status_code == 403


def test_names_are_read_without_their_port() -> None:
    assert [host_name(header) for header in ("a.example:80", "[::1]:8", "A.example.")] == [
        "a.example",
        "::1",
        "a.example",
    ]


@pytest.mark.parametrize("header", ["evil@127.0.0.1", "127.0.0.1/", "127.0.0.1?x", "127.0.0.1#x", "127.0.0.1\\x"])
def test_a_host_header_has_a_host_and_nothing_else(client: TestClient, header: str) -> None:
    assert host_name(header) == ""
    assert client.get("/healthz", headers={"host": header}).status_code == 403


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}, 200),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}, 403),
        ("GET", {"sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "object"}, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 403),
        ("GET", {"sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}, 200),
        ("GET", {"sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}, 200),
        ("GET", {"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
        ("POST", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 403),
        ("POST", {"origin": "https://elsewhere.example"}, 403),
        ("POST", {"origin": "null"}, 403),
        ("POST", {"origin": HERE}, 405),
        ("POST", {"sec-fetch-site": "none"}, 405),
    ],
)
def test_pages_of_other_sites_cannot_ask(client: TestClient, method: str, headers: dict[str, str], status: int) -> None:
    assert client.request(method, "/healthz", headers=headers).status_code == status


def test_the_policy_forbids_inline_scripts() -> None:
    assert "'unsafe-inline'" not in policy()
    assert "script-src" not in policy(script_src=None)
    assert "img-src *" in policy(img_src="*")


def test_signatures_are_for_one_purpose_and_one_text(tmp_path: Path) -> None:
    signer = Signer(stored_key(tmp_path))
    signature = signer.signature("image", "https://a.example/1.png")
    assert signer.is_signed("image", "https://a.example/1.png", signature)
    assert not signer.is_signed("image", "https://a.example/2.png", signature)
    assert not signer.is_signed("cookie", "https://a.example/1.png", signature)
    assert not signer.is_signed("image", "https://a.example/1.png", "ü")
    assert signer.unseal("settings", signer.seal("settings", "é")) == "é"
    assert signer.unseal("other", signer.seal("settings", "é")) is None
    assert signer.unseal("settings", "") is None
    assert not signer.derived("urls").is_signed("image", "https://a.example/1.png", signature)


def test_the_key_is_kept_and_is_nobody_elses(tmp_path: Path) -> None:
    key = stored_key(tmp_path / "new")
    assert stored_key(tmp_path / "new") == key
    assert (tmp_path / "new" / "signing.key").stat().st_mode & 0o077 == 0
