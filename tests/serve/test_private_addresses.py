"""Addresses of this machine that nobody may reach through the service, proved by a socket on which nobody comes."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING
from urllib.parse import quote

import anyio
import pytest
from mcp import Client
from starlette.testclient import TestClient

from fetching.local_site import LOOPBACK, Detour, LocalSite, Names, redirect
from tamis.io.fetching import Fetcher
from tamis.serve.app import app_of, make_app
from tamis.serve.context import Context
from tamis.serve.mcp_server import make_server
from tamis.serve.proxy.own_urls import FONT_OR_IMAGE, IMAGE, STYLE, SignedUrls
from tamis.settings.serve import ServeSettings

from .conftest import HERE
from .site import STORY

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.usefixtures("shared_workers")
PUBLIC = "93.184.216.34"
REFUSED = {"refused_address", "bad_url", "name_not_found", "connection_failed"}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service whose fetcher has all its guards."""
    folder = tmp_path_factory.mktemp("guarded")
    settings = ServeSettings(workers=1, library=folder / "library.db", profiles=folder)
    with TestClient(make_app(settings), base_url=HERE) as client:
        yield client


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
    answers = [guarded.post(f"/api/{name}", json={"url": url}) for name in ("extract", "links")]
    answers.append(guarded.get(f"/{url}"))
    line = {"content-type": "application/x-ndjson"}
    assert '"error"' in guarded.post("/api/extract", content=f'{{"url": "{url}"}}'.encode(), headers=line).text
    assert {answer.json()["tamis"]["error"]["code"] for answer in answers} <= REFUSED
    assert listener.connections == 0


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_of_this_machine_is_reached_by_pages_proxy_and_pictures(
    guarded: TestClient, listener: Listener, spelling: str
) -> None:
    url = f"http://{spelling}:{listener.port}/"
    signed = SignedUrls(guarded.app.state.context.url_signer)  # type: ignore[attr-defined]
    loaded = [signed.of(place, url) for place in (IMAGE, STYLE, FONT_OR_IMAGE)]
    asked = [f"/{view}?url={quote(url, safe='')}" for view in ("read", "explain", "settings/preview", "edition")]
    for path in (*loaded, *asked, f"/clean/{url}"):
        assert guarded.get(path).status_code in (400, 403, 502), path
    assert guarded.post("/library", data={"url": url}).status_code in (400, 403, 502)
    assert listener.connections == 0


@pytest.mark.slow
def test_no_spelling_of_this_machine_is_reached_by_mcp(listener: Listener, settings: ServeSettings) -> None:
    async def ask_all() -> list[bool | None]:
        async with Client(make_server(settings)) as client:
            urls = [f"http://{spelling}:{listener.port}/" for spelling in SPELLINGS]
            asked = [(tool, url) for url in urls for tool in ("extract", "summarize", "links")]
            return [(await client.call_tool(tool, {"url": url})).is_error for tool, url in asked]

    assert set(anyio.run(ask_all)) == {True}
    assert listener.connections == 0


LOADING = """<img src="{url}a.png"><img srcset="{url}b.png 2x"><link rel=stylesheet href="{url}c.css">
<link rel=preconnect href="{url}"><iframe src="{url}d"></iframe><script src="{url}e.js"></script>
<video src="{url}f.mp4" autoplay></video><p style="background: url({url}g.png)">A box</p>
<script>fetch("{url}h", {{mode: "no-cors"}}); navigator.sendBeacon("{url}i");
new WebSocket("{url}j".replace("http", "ws"));
</script>"""
"""Markup that makes a browser ask for a URL."""


@pytest.mark.slow
def test_no_spelling_of_this_machine_is_reached_by_rendering(guarded: TestClient, listener: Listener) -> None:
    """The page itself, and whatever a page that somebody drops loads while it is drawn."""
    urls = [f"http://{spelling}:{listener.port}/" for spelling in SPELLINGS]
    for url in urls:
        assert guarded.get(f"/explain?picture=1&url={quote(url, safe='')}").status_code in (400, 403, 502), url
    page = STORY + "".join(LOADING.format(url=url) for url in urls)
    form = {"file": ("story.html", page.encode(), "text/html")}
    kept = guarded.post("/read", data={"view": "explain"}, files=form, follow_redirects=False).headers["location"]
    drawn = guarded.get(f"{kept}&picture=1")
    assert drawn.status_code == 200
    assert "data:image/" in drawn.text  # else nothing was drawn, and nothing proved
    key = kept.partition("page=")[2]
    for form_of_edition in ("html", "epub"):
        assert guarded.get(f"/edition?page={key}&format={form_of_edition}").status_code == 200
    assert listener.connections == 0


@pytest.mark.slow
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_redirect_leads_to_this_machine(
    listener: Listener, settings: ServeSettings, monkeypatch: pytest.MonkeyPatch, spelling: str
) -> None:
    """Nor does a name whose address is another at the second look-up."""
    names = Names(socket.getaddrinfo)
    names.answers["rebind.test"] = [[PUBLIC], [LOOPBACK]]
    monkeypatch.setattr(socket, "getaddrinfo", names.getaddrinfo)
    with LocalSite() as site, Fetcher(network=(internet := Detour(site))) as fetcher:
        target = f"http://{spelling}:{listener.port}/"
        site.routes["/"] = redirect(target.encode().decode("latin-1"))  # as servers write other letters in a header
        context = Context(settings, fetcher=fetcher, is_lazy=True)
        with TestClient(app_of(context), base_url=HERE) as client:
            signed = SignedUrls(context.url_signer).of(IMAGE, "http://rebind.test/")
            answers = [
                client.post("/api/extract", json={"url": "http://rebind.test/"}),
                client.get(f"/clean/http://{PUBLIC}/"),
                client.get(signed),
            ]
        assert {answer.json()["tamis"]["error"]["code"] for answer in answers} <= REFUSED | {"bad_response"}
        assert set(internet.dialled) == {PUBLIC}
    assert listener.connections == 0
