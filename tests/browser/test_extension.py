"""The extension in chromium: a page behind a login is sent as its reader sees it, and is kept."""

from __future__ import annotations

import hashlib
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from filter.payloads import PAYLOADS
from tamis.library import Library

from .conftest import FLAGS
from .test_serve_access import serious
from .trap import NOTICE, OWNED, PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Playwright
    from playwright.sync_api import Page as Tab

    from .serving import Service

pytestmark = pytest.mark.browser

EXTENSION = Path(__file__).parents[2] / "extension"
LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
IDENTIFIER = hashlib.sha256(str(EXTENSION.resolve()).encode()).hexdigest()[:32].translate(LETTERS)
"""The name that chromium gives to an extension of a folder."""
INSIDE = f"chrome-extension://{IDENTIFIER}"
SWITCHES = ["--headless=new", f"--disable-extensions-except={EXTENSION}", f"--load-extension={EXTENSION}"]

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><path fill="teal" d="M0 0h640v400H0z"/></svg>'
)
PARAGRAPHS = [
    "The harbour council opened the northern breakwater on a quiet Sunday in March, before the town had risen. ",
    "Seven old engines were carried down to the pier, and the ferry captain counted every one of them twice. ",
    "Nobody expected the repair to hold for longer than a winter, but the engineers had measured the tide. ",
    "The bill arrived much later, and the town archive keeps it beside the letters from the shipyard of old. ",
]
IN_SHADOW = "The keeper of the light wrote in a closed book that the sea had come in through the gate at night. " * 2
IN_FRAME = "The log of the pilot boat says that the fog was so thick that the bell was rung for nine hours. " * 3
HIDDEN = "This sentence was hidden by a style sheet, and nobody who reads the page can see any of it at all. "
TYPED = "words-that-somebody-typed"
STORY = f"""<!doctype html><html lang="en"><head><title>The breakwater is open - Harbour Post</title>
<meta name="csrf-token" content="secret-of-the-page"><style>.later {{ display: none }}</style></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav><article><h1>The breakwater is open</h1>
{"".join(f"<p>{(text + PARAGRAPHS[at - 1]) * 2}</p>" for at, text in enumerate(PARAGRAPHS))}
<figure><img id="pier" alt="The pier" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
 width="640" height="400"><figcaption>The pier in spring, seen from the north</figcaption></figure>
<harbour-note><p>{PARAGRAPHS[0] * 2}</p></harbour-note><p class="later">{HIDDEN}</p>
<iframe src="/log" width="600" height="200"></iframe>
<form><input id="word" type="text"><input id="password" type="password"></form>
{"".join(payload for name, payload in PAYLOADS.items() if not name.startswith(("base", "refresh")))}
</article><footer><a href="/imprint">Imprint</a></footer><script>
const host = document.querySelector("harbour-note");
host.attachShadow({{ mode: "closed" }}).innerHTML = "<p>{IN_SHADOW}</p><slot></slot>";
document.getElementById("pier").src = "/pier.svg";
</script></body></html>"""
LOGIN = "<!doctype html><title>Sign in</title><form><input name=user><input name=password type=password></form>"


@contextmanager
def members_only() -> Iterator[str]:
    """A site that shows its story and its picture only to those who have signed in."""
    pages = {
        "/story": ("text/html; charset=utf-8", STORY),
        "/log": ("text/html; charset=utf-8", f"<!doctype html><p>{IN_FRAME}</p>"),
        "/pier.svg": ("image/svg+xml", PICTURE),
    }

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            kind, text = "text/html; charset=utf-8", LOGIN
            if "member=yes" in self.headers.get("Cookie", ""):
                kind, text = pages.get(self.path, (kind, LOGIN))
            self.send_response(200)
            if self.path == "/enter":
                self.send_header("Set-Cookie", "member=yes; Path=/; HttpOnly")
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(text.encode())

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def context(driver: Playwright, executable: str, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with the extension."""
    running = driver.chromium.launch_persistent_context(
        tmp_path, executable_path=executable, headless=False, args=[*FLAGS, *SWITCHES], timeout=PATIENCE
    )
    running.set_default_timeout(PATIENCE)
    running.add_init_script(NOTICE)
    yield running
    running.close()


def popup_of(context: BrowserContext, tab: Tab) -> Tab:
    """Open the popup as a tab. The browser would say that this is the active one, and not the page that is read."""
    finder = context.new_page()
    finder.goto(f"{INSIDE}/options.html")
    found = finder.evaluate("async url => (await chrome.tabs.query({ url: url + '*' }))[0].id", tab.url)
    finder.close()
    popup = context.new_page()
    popup.goto(f"{INSIDE}/popup.html")
    popup.evaluate("id => { chrome.tabs.query = async () => [{ id, index: 0 }]; }", found)
    return popup


def loaded_pictures(tab: Tab) -> list[str]:
    """Wait until the pictures of a story are there, and return the URLs of those that show something."""
    found: list[str] = tab.locator("article figure img").evaluate_all(
        """async pictures => {
            await Promise.all(pictures.map(picture => picture.decode().catch(() => {})));
            return pictures.filter(picture => picture.naturalWidth > 1).map(picture => picture.src);
        }"""
    )
    return found


def test_a_page_behind_a_login_is_read_saved_and_explained(context: BrowserContext, service: Service) -> None:
    tab = context.new_page()
    ran: list[str] = []
    context.on("console", lambda message: ran.append(message.text) if message.page != tab else None)
    options = context.new_page()
    options.goto(f"{INSIDE}/options.html")
    for address, said in (("http://127.0.0.1:9", "tamis serve"), (service.url.removeprefix("http://"), "It works")):
        options.get_by_label("Address").fill(address)
        options.get_by_role("button", name="Save and test").click()
        expect(options.get_by_role("status")).to_contain_text(said)
    assert serious(options) == []
    with members_only() as site:
        tab.goto(f"{site}/enter")
        with tab.expect_console_message(lambda message: message.text.startswith(OWNED)):  # at home, payloads run
            tab.goto(f"{site}/story")
        tab.locator("#word").fill(TYPED)
        tab.locator("#password").fill(TYPED)
        tab.wait_for_function("document.getElementById('pier').naturalWidth === 640")
        popup = popup_of(context, tab)
        fetched = context.new_page()
        fetched.goto(f"{service.url}/read?url={quote(f'{site}/story', safe='')}")
        expect(fetched.locator("h1")).to_contain_text("Sign in")

        popup.get_by_role("button", name="Save").click()
        expect(popup.get_by_role("status")).to_contain_text("Saved in your library: The breakwater is open")
        assert serious(popup) == []
        stored = popup.get_by_role("link", name="Open the story").get_attribute("href") or ""
        for action in ("Read", "Explain"):
            with context.expect_page() as opening:
                popup.get_by_role("button", name=action).click()
            opened = opening.value
            opened.wait_for_load_state()
            expect(opened.locator("body")).to_contain_text(PARAGRAPHS[1].strip())
            assert opened.url.startswith(f"{service.url}/{action.lower()}?page=")
            if action == "Read":
                assert [url.startswith(f"{service.url}/read/pictures/") for url in loaded_pictures(opened)] == [True]
    with Library(service.folder / "library.db") as library:
        number = int(stored.rpartition("/")[2])
        source, article = library.html(number) or "", library.article(number)
    assert article.url == f"{site}/story"
    for text in (IN_SHADOW, IN_FRAME):
        assert text.strip() in article.text
    assert HIDDEN.strip() in source
    assert HIDDEN.strip() not in article.text
    for text in (TYPED, "secret-of-the-page", "<script", ' onerror="', ' onload="'):
        assert text not in source

    # The site is gone.
    reader = context.new_page()
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    reader.goto(stored)
    expect(reader.locator("article")).to_contain_text(IN_SHADOW.strip())
    assert [url.startswith(f"{service.url}/library/pictures/") for url in loaded_pictures(reader)] == [True]
    assert [url for url in asked if not url.startswith((service.url, "data:"))] == []
    assert [message for message in ran if message.startswith(OWNED)] == []
