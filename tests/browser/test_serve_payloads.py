"""Hostile pages through every page of the service: nothing of them runs, also with the policy taken out."""

from __future__ import annotations

import json
import os
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from filter.payloads import PAYLOADS, STORY
from filter.payloads import page as hostile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Request, Route
    from playwright.sync_api import Page as Tab

    from .serving import Service

pytestmark = pytest.mark.browser

TRAP = "window.owned = window.alert = window.xss = () => console.log('owned');"
CLICK = """setTimeout(() => [document, ...[...document.querySelectorAll('iframe')].map(frame => frame.contentDocument)]
    .filter(Boolean).forEach(one => one.querySelectorAll('#click').forEach(element => element.click())), 5) && 0"""
POLICY = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>")
VIEWS = {
    "reader": "/read?url={url}",
    "proxy": "/clean/{site}{path}",
    "explain": "/explain?url={url}",
    "original": "/explain/original?url={url}",
    "comparison": "/explain?view=compare&strategy=cetr&strategy=cuter&url={url}",
    "preview": "/settings/preview?url={url}",
}
SANITIZE = Path(os.environ.get("TAMIS_DATA", "")) / "sanitize" / "dompurify_expect.mjs"


class Trap:
    """A browser in which it is noticed when something runs, or asks for the address of an attacker."""

    def __init__(self, browser: Browser, service: Service) -> None:
        self._service = service
        self.context: BrowserContext = browser.new_context()
        self.context.add_init_script(TRAP)
        self.context.route("**/*", self._without_policy)
        self._seen: list[str] = []
        self._may_leave = True
        self.tab = self._opened()

    def _opened(self) -> Tab:
        tab = self.context.new_page()
        tab.on("console", self._console)
        tab.on("dialog", self._dialog)
        tab.on("request", self._request)
        return tab

    def put(self, html: str) -> str:
        """A page of the site with some HTML; returns its path."""
        path = f"/payload-{len(self._service.pages)}.html"
        self._service.pages[path] = html.encode("utf-8", "replace")
        return path

    def catches(self, path: str) -> list[str]:
        """What a page of the service does that it must not. Clicks lead nowhere."""
        self._seen = []
        self._may_leave = True
        self.tab.goto(self._service.address + path, wait_until="load")
        self._may_leave = False
        self.tab.evaluate(CLICK)
        self.tab.wait_for_timeout(60)
        self._may_leave = True
        return sorted(set(self._seen))

    def catches_through(self, view: str, path: str) -> list[str]:
        """The same for a page of the site, shown by one of the service's pages."""
        site = self._service.site
        return self.catches(VIEWS[view].format(url=quote(site + path, safe=""), site=site, path=path))

    def _without_policy(self, route: Route) -> None:
        """The answers of the service without the policy, and no other answers."""
        if route.request.is_navigation_request() and not self._may_leave:
            route.fulfill(status=204)  # the page stays as it is
            return
        if not route.request.url.startswith(self._service.address):
            route.abort()
            return
        if route.request.method != "GET":
            route.continue_()  # forms are answered with a redirection, which the browser has to follow itself
            return
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "content-security-policy"}
        if "text/html" in headers.get("content-type", ""):
            route.fulfill(response=answer, headers=headers, body=POLICY.sub("", answer.text()))
        else:
            route.fulfill(response=answer, headers=headers)

    def _console(self, message: ConsoleMessage) -> None:
        if message.text == "owned":
            self._seen.append("ran")

    def _dialog(self, dialog: Dialog) -> None:
        self._seen.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._service.address, self._service.site, "data:", "about:")):
            self._seen.append(f"asked for {request.url}")


@pytest.fixture(scope="module")
def trap(browser: Browser, service: Service) -> Iterator[Trap]:
    trap = Trap(browser, service)
    yield trap
    trap.context.close()


def test_the_trap_catches_what_runs(trap: Trap, service: Service) -> None:
    """Else the tests below would say nothing."""
    trap._seen = []
    trap.tab.goto(f"{service.address}/healthz")
    trap.tab.set_content(hostile(PAYLOADS["error handler"]))
    trap.tab.wait_for_timeout(200)
    assert trap._seen == ["ran"]
    trap._seen = []
    trap.tab.set_content("<iframe srcdoc='<script>owned(1)</script>'></iframe>")
    trap.tab.wait_for_timeout(200)
    assert trap._seen == ["ran"]


def test_the_policy_is_taken_out(trap: Trap, service: Service) -> None:
    answer = trap.tab.goto(f"{service.address}/clean/{service.site}{trap.put(hostile(''))}")
    assert answer is not None
    assert "content-security-policy" not in answer.headers
    assert "Content-Security-Policy" not in trap.tab.content()


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_payload_does_not_run_through_the_proxy_or_the_reader(trap: Trap, name: str) -> None:
    path = trap.put(hostile(PAYLOADS[name]))
    assert trap.catches_through("proxy", path) == []
    assert trap.catches_through("reader", path) == []


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("view", VIEWS)
def test_payloads_do_not_run_through_any_page(trap: Trap, view: str, half: int) -> None:
    payloads = [PAYLOADS[name] for name in PAYLOADS if not name.startswith("base")]
    assert trap.catches_through(view, trap.put(hostile("".join(payloads[half::2])))) == []


WORDS = "<img src=x onerror=owned(1)><script>owned(1)</script>\"'`{{7*7}}"


def test_payloads_in_words_and_metadata_do_not_run_in_reader_library_and_edition(trap: Trap, service: Service) -> None:
    escaped = WORDS.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    html = (
        f"<html lang='\"><script>owned(1)</script>'><head><title>{escaped}</title>"
        f'<meta name=author content="{escaped}">'
        f'<meta property="og:site_name" content="{escaped}"><meta property="og:image" content="javascript:owned(1)">'
        f'<meta name=description content="{escaped}"></head><body><h1>{escaped}</h1><p class=byline>{escaped}</p>'
        f"{STORY}<p>{escaped}</p><pre>{escaped}</pre><table><tr><th>{escaped}<td>{escaped}</table>"
        f'<figure><img src=/x.png alt="{escaped}" width=500 height=400><figcaption>{escaped}</figcaption></figure>'
        f"<p><a href='/x?{escaped}'>{escaped}</a></p>{STORY}"
    )
    path = trap.put(html)
    for view in VIEWS:
        assert trap.catches_through(view, path) == []
    trap.catches_through("reader", path)
    trap.tab.get_by_role("button", name="Save").click()
    trap.tab.wait_for_url("**/library/*")
    stored = trap.tab.url.removeprefix(service.address)
    trap.tab.get_by_label("New tags").fill(WORDS)
    trap.tab.get_by_role("button", name="Add", exact=True).click()
    trap.tab.get_by_label("Words of the story").fill("nobody on the quay said a word")
    trap.tab.get_by_label("Note").fill(WORDS)
    trap.tab.get_by_role("button", name="Highlight", exact=True).last.click()
    trap.tab.locator("figure.highlight").first.wait_for()
    for page in (stored, "/library", "/library?q=quay", f"/library?q={quote(WORDS)}", "/today?since=2000-01-01", "/"):
        assert trap.catches(page) == []


@pytest.mark.parametrize(
    "path",
    [
        "/{words}", "/read?url={words}", "/read?page={words}", "/clean/{words}", "/clean/https://{words}",
        "/clean?url={words}", "/settings/{words}", "/explain?url=https://a.invalid/{words}", "/library?q={words}",
        "/explain?strategy={words}&url={url}", "/edition?format={words}", "/today?since={words}", "/image?u={words}",
        "/library/999?{words}", "/share?text={words}", "/settings/ignore?url=https://a.invalid/{words}",
    ],
)  # fmt: skip
def test_nothing_of_an_address_runs_on_an_error_page(trap: Trap, service: Service, path: str) -> None:
    url = quote(f"{service.site}/harbour-tunnel.html", safe="")
    assert trap.catches(path.format(words=quote(WORDS, safe="=()"), url=url)) == []


def payloads_of_others() -> list[str]:
    """The payloads of DOMPurify's tests, as their file writes them: strings of JavaScript that are strings of JSON."""
    if "TAMIS_DATA" not in os.environ or not SANITIZE.is_file():
        return []
    written = re.findall(r'^\s*"?payload"?:\s*("(?:[^"\\]|\\.)*")', SANITIZE.read_text(encoding="utf-8"), re.MULTILINE)
    found = []
    for one in written:
        try:
            found.append(json.loads(one))
        except ValueError:
            continue
    return found


OTHERS = payloads_of_others()
AT_ONCE = 10


@pytest.mark.data
@pytest.mark.skipif(not OTHERS, reason="TAMIS_DATA names no folder with sanitize")
@pytest.mark.parametrize("start", range(0, len(OTHERS), AT_ONCE))
def test_payloads_of_a_sanitizer_do_not_run(trap: Trap, service: Service, start: int) -> None:
    payloads = OTHERS[start : start + AT_ONCE]
    for payload in payloads:
        path = trap.put(hostile(payload))
        assert trap.catches_through("proxy", path) == [], payload
        assert trap.catches_through("reader", path) == [], payload
        assert trap.catches(f"/read?url={quote(payload[:2_000])}") == [], payload  # an error page that says so
    words = "".join(f"<p>{escape(payload)}</p>" for payload in payloads)
    path = trap.put(hostile("".join(payloads) + words))
    for view in VIEWS:
        assert trap.catches_through(view, path) == []
    form: dict[str, str | float | bool] = {"url": service.site + path}
    saved = trap.context.request.post(f"{service.address}/library", form=form, max_redirects=0)
    assert saved.status == 303
    assert trap.catches(saved.headers["location"]) == []
