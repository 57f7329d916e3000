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

from .trap import PATIENCE, UNKNOWN, Trap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import APIResponse, Browser, Route

    from .serving import Service

pytestmark = pytest.mark.browser

POLICY = re.compile(r"<meta http-equiv=\"Content-Security-Policy\"[^>]*>")
POLICY_HEADERS = {"content-security-policy", "x-frame-options"}
VIEWS = {
    "reader": "/read?url={url}",
    "proxy": "/clean/{site}{path}",
    "explain": "/explain?url={url}",
    "original": "/explain/original?url={url}",
    "comparison": "/explain?view=compare&strategy=cetr&strategy=cuter&url={url}",
    "preview": "/settings/preview?url={url}",
}
SANITIZE = Path(os.environ.get("TAMIS_DATA", "")) / "sanitize" / "dompurify_expect.mjs"


class ServiceTrap(Trap):
    """A trap for pages of the service, which come without their policies."""

    def __init__(self, browser: Browser, service: Service) -> None:
        self._service = service
        self._answers: dict[str, APIResponse] = {}
        ours = (service.url, service.site, "data:", "about:")
        super().__init__(browser, service.url, self._without_policy, lambda url: url.startswith(ours))

    def put(self, html: str) -> str:
        """A page of the site with some HTML; returns its path."""
        path = f"/payload-{len(self._service.pages)}.html"
        self._service.pages[path] = html.encode("utf-8", "replace")
        return path

    def through(self, view: str, path: str) -> str:
        """The URL of the service's page that shows a page of the site."""
        site = self._service.site
        return self._service.url + VIEWS[view].format(url=quote(site + path, safe=""), site=site, path=path)

    def catches(self, urls: Mapping[str, str]) -> dict[str, list[str]]:
        """Fetch pages one by one, as many at once are waited for in vain; then load them."""
        self._answers = {url: self.context.request.get(url, timeout=PATIENCE) for url in urls.values()}
        return super().catches(urls)

    def catches_views(self, path: str) -> dict[str, list[str]]:
        """Return what a page of the site does that it must not, by the views that show it."""
        return self.catches({view: self.through(view, path) for view in VIEWS})

    def _without_policy(self, route: Route) -> None:
        """The answers of the service without the policy, and no other answers."""
        if not route.request.url.startswith(self._service.url):
            route.abort()
            return
        if route.request.method != "GET" or not route.request.is_navigation_request():
            route.continue_()  # forms are answered with a redirection, which the browser has to follow itself
            return
        answer = self._answers.get(route.request.url) or route.fetch(timeout=PATIENCE)
        headers = {name: value for name, value in answer.headers.items() if name not in POLICY_HEADERS}
        if "text/html" in headers.get("content-type", ""):
            route.fulfill(response=answer, headers=headers, body=POLICY.sub("", answer.text()))
        else:
            route.fulfill(response=answer, headers=headers)


@pytest.fixture(scope="module")
def trap(browser: Browser, service: Service) -> Iterator[ServiceTrap]:
    trap = ServiceTrap(browser, service)
    yield trap
    trap.context.close()


def test_the_trap_catches_what_runs(trap: ServiceTrap, service: Service) -> None:
    """Else the tests below would say nothing."""
    trap.tab.goto(f"{service.url}/healthz")
    trap.tab.set_content(hostile(PAYLOADS["error handler"]))
    trap.tab.wait_for_timeout(200)
    assert trap.noticed() == {UNKNOWN: ["ran"]}
    trap.tab.set_content("<iframe name=row srcdoc='<script>owned(1)</script>'></iframe>")
    trap.tab.wait_for_timeout(200)
    assert trap.noticed() == {"row": ["ran"]}


def test_the_policy_is_taken_out(trap: ServiceTrap) -> None:
    answer = trap.tab.goto(trap.through("proxy", trap.put(hostile(""))))
    assert answer is not None
    assert POLICY_HEADERS.isdisjoint(answer.headers)
    assert "Content-Security-Policy" not in trap.tab.content()


@pytest.mark.parametrize("view", ["proxy", "reader"])
def test_no_payload_runs_through_the_proxy_or_the_reader(trap: ServiceTrap, view: str) -> None:
    urls = {name: trap.through(view, trap.put(hostile(payload))) for name, payload in PAYLOADS.items()}
    assert trap.catches(urls) == {}
    shown = {frame.name for frame in trap.tab.frames if "Tides" in frame.title()}
    assert PAYLOADS.keys() - shown <= {"refresh to elsewhere"}  # which the proxy follows, to a page that there is not


def test_payloads_do_not_run_through_any_page(trap: ServiceTrap) -> None:
    payloads = [PAYLOADS[name] for name in PAYLOADS if not name.startswith("base")]
    for half in (0, 1):
        assert trap.catches_views(trap.put(hostile("".join(payloads[half::2])))) == {}


WORDS = "<img src=x onerror=owned(1)><script>owned(1)</script>\"'`{{7*7}}"


def test_payloads_in_words_and_metadata_do_not_run_in_reader_library_and_edition(
    trap: ServiceTrap, service: Service
) -> None:
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
    assert trap.catches_views(path) == {}
    trap.tab.goto(trap.through("reader", path))
    trap.tab.get_by_role("button", name="Save").click()
    trap.tab.wait_for_url("**/library/*")
    stored = trap.tab.url.removeprefix(service.url)
    trap.tab.get_by_label("New tags").fill(WORDS)
    trap.tab.get_by_role("button", name="Add", exact=True).click()
    trap.tab.get_by_label("Words of the story").fill("nobody on the quay said a word")
    trap.tab.get_by_label("Note").fill(WORDS)
    trap.tab.get_by_role("button", name="Highlight", exact=True).last.click()
    trap.tab.locator("figure.highlight").first.wait_for()
    pages = (stored, "/library", "/library?q=quay", f"/library?q={quote(WORDS)}", "/today?since=2000-01-01", "/")
    assert trap.catches({page: service.url + page for page in pages}) == {}


def test_payloads_in_feeds_do_not_run(trap: ServiceTrap, service: Service) -> None:
    escaped = WORDS.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    items = "".join(
        f"<item><title>{escaped}</title><link>{link}</link></item>" for link in ("javascript:owned(1)", "/x")
    )
    feed = trap.put(f"<rss version='2.0'><channel><title>{escaped}</title>{items}</channel></rss>")
    head = f'<link rel=alternate type=application/rss+xml title="{escaped}" href="{feed}">'
    page = trap.put(f"<html><head>{head}<title>{escaped}</title></head><body>{STORY}")
    views = [f"/feeds?url={quote(service.site + path, safe='')}" for path in (feed, page)]
    assert trap.catches({view: service.url + view for view in views}) == {}
    trap.tab.goto(service.url + views[0])
    trap.tab.get_by_role("button", name="Follow").first.click()
    trap.tab.wait_for_url("**/feeds")
    assert trap.catches({"/feeds": f"{service.url}/feeds"}) == {}


ERROR_PAGES = [
    "/{words}", "/read?url={words}", "/read?page={words}", "/clean/{words}", "/clean/https://{words}",
    "/clean?url={words}", "/settings/{words}", "/explain?url=https://a.invalid/{words}", "/library?q={words}",
    "/explain?strategy={words}&url={url}", "/edition?format={words}", "/today?since={words}", "/image?u={words}",
    "/library/999?{words}", "/share?text={words}", "/feeds?url={words}", "/feeds?url=https://a.invalid/{words}",
    "/feeds?added={words}", "/library/import?page={words}", "/key/{words}/feed.xml", "/edition?title={words}",
    "/edition?picked=1&title={words}", "/library?did={words}&count={words}", "/opds/stories?q={words}&title={words}", "/settings/ignore?url=https://a.invalid/{words}",
]  # fmt: skip


def test_nothing_of_a_url_runs_on_an_error_page(trap: ServiceTrap, service: Service) -> None:
    url = quote(f"{service.site}/harbour-tunnel.html", safe="")
    words = quote(WORDS, safe="=()")
    assert trap.catches({path: service.url + path.format(words=words, url=url) for path in ERROR_PAGES}) == {}


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
AT_ONCE = 40


@pytest.mark.data
@pytest.mark.skipif(not OTHERS, reason="TAMIS_DATA names no folder with sanitize")
@pytest.mark.parametrize("start", range(0, len(OTHERS), AT_ONCE))
def test_payloads_of_a_sanitizer_do_not_run(trap: ServiceTrap, service: Service, start: int) -> None:
    payloads = OTHERS[start : start + AT_ONCE]
    urls: dict[str, str] = {}
    for number, payload in enumerate(payloads, start):
        path = trap.put(hostile(payload))
        urls |= {f"{number}, {view}": trap.through(view, path) for view in ("proxy", "reader")}
        urls[f"{number}, error"] = f"{service.url}/read?url={quote(payload[:2_000])}"  # a page that says so
    assert trap.catches(urls) == {}
    words = "".join(f"<p>{escape(payload)}</p>" for payload in payloads)
    path = trap.put(hostile("".join(payloads) + words))
    assert trap.catches_views(path) == {}
    form: dict[str, str | float | bool] = {"url": service.site + path}
    saved = trap.context.request.post(f"{service.url}/library", form=form, max_redirects=0)
    assert saved.status == 303
    assert trap.catches({"saved": service.url + saved.headers["location"]}) == {}
