"""Who may ask: tokens, names, other sites; and addresses that nobody may reach through the service."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING
from urllib.parse import quote

import anyio
import pytest
from mcp import Client
from starlette.testclient import TestClient

from tamis.errors import BadSettings
from tamis.serve.app import make_app
from tamis.serve.mcp_server import make_server
from tamis.serve.proxy.addresses import FONT_OR_IMAGE, IMAGE, STYLE, SignedAddresses
from tamis.serve.security import COOKIE, host_name, policy
from tamis.serve.settings import ServeSettings
from tamis.serve.signing import Signer, stored_key

from .conftest import HERE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .site import Site

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


def test_short_tokens_are_refused() -> None:
    with pytest.raises(BadSettings, match="16"):
        ServeSettings(token="short")


@pytest.mark.parametrize("view", ["explain?", "explain?view=compare&", "explain/original?"])
def test_pages_cannot_name_a_file_of_the_machine(client: TestClient, site: Site, view: str) -> None:
    url = quote(f"{site.address}/story", safe="")
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


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
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
    assert not signer.derived("addresses").is_signed("image", "https://a.example/1.png", signature)


def test_the_key_is_kept_and_is_nobody_elses(tmp_path: Path) -> None:
    key = stored_key(tmp_path / "new")
    assert stored_key(tmp_path / "new") == key
    assert (tmp_path / "new" / "signing.key").stat().st_mode & 0o077 == 0


class Listener:
    """A socket of this machine that counts who connects."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.connections = 0
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections += 1
            connection.close()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


SPELLINGS = (
    *("127.0.0.1", "127.0.0.2", "127.1", "127.0.1", "0", "0.0.0.0", "2130706433", "0x7f000001", "0x7f.1"),
    *("017700000001", "0177.0.0.1", "127.0.0.1.", "localhost", "LOCALHOST", "localhost.", "１２７.0.0.1"),
    *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"),
    *("127。0。0。1", "0x7f.0x0.0x0.0x1", "user@127.0.0.1"),
)
"""This machine, as people have tried to write it past guards."""


def test_the_listener_can_be_reached(listener: Listener) -> None:
    with socket.create_connection(("127.0.0.1", listener.port)) as connection:
        connection.recv(1)
    assert listener.connections == 1


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_of_this_machine_is_reached_by_the_api(
    guarded: TestClient, listener: Listener, spelling: str
) -> None:
    url = f"http://{spelling}:{listener.port}/"
    allowed = {"authorization": f"Bearer {TOKEN}"}
    answers = [guarded.post(f"/api/{name}", json={"url": url}, headers=allowed) for name in ("extract", "links")]
    answers.append(guarded.get(f"/{url}", headers=allowed))
    line = {**allowed, "content-type": "application/x-ndjson"}
    assert '"error"' in guarded.post("/api/extract", content=f'{{"url": "{url}"}}'.encode(), headers=line).text
    assert {answer.json()["tamis"]["error"]["code"] for answer in answers} <= {
        *("refused_address", "bad_url", "name_not_found", "connection_failed")
    }
    assert listener.connections == 0


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_of_this_machine_is_reached_by_pages_proxy_and_pictures(
    guarded: TestClient, listener: Listener, spelling: str
) -> None:
    url = f"http://{spelling}:{listener.port}/"
    allowed = {"authorization": f"Bearer {TOKEN}"}
    signed = SignedAddresses(guarded.app.state.context.address_signer)  # type: ignore[attr-defined]
    loaded = [signed.of(place, url) for place in (IMAGE, STYLE, FONT_OR_IMAGE)]
    asked = [f"/{view}?url={quote(url, safe='')}" for view in ("read", "explain", "settings/preview", "edition")]
    for path in (*loaded, *asked, f"/clean/{url}"):
        assert guarded.get(path, headers=allowed).status_code in (400, 403, 502), path
    assert guarded.post("/library", data={"url": url}, headers=allowed).status_code in (400, 403, 502)
    assert listener.connections == 0


def test_no_spelling_of_this_machine_is_reached_by_mcp(listener: Listener, settings: ServeSettings) -> None:
    async def ask_all() -> list[bool | None]:
        async with Client(make_server(settings)) as client:
            urls = [f"http://{spelling}:{listener.port}/" for spelling in SPELLINGS]
            asked = [(tool, url) for url in urls for tool in ("extract", "summarize", "links")]
            return [(await client.call_tool(tool, {"url": url})).is_error for tool, url in asked]

    assert set(anyio.run(ask_all)) == {True}
    assert listener.connections == 0
