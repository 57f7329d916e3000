"""All requests of a browser go through the guarded fetcher, and nowhere else."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import defaultdict
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from cli.running import STORY, page, run
from fetching.local_site import Exchange, LocalSite, answer
from tamis.core.parse import parse
from tamis.core.pipeline import run as run_pipeline
from tamis.errors import BadSettings, RefusedAddress
from tamis.io.fetching import Fetcher, FetchSettings
from tamis.io.rendering import Browser, Rendered, Renderer, RenderSettings, needs_browser
from tamis.io.rendering.renderer import POOR_CONFIDENCE
from tamis.io.rendering.visit import Visit
from tamis.model import Outcome, Page, Rendering
from tamis.settings.extraction import Settings

from .conftest import LONG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tamis.settings.fetching import RenderMode

pytestmark = pytest.mark.slow
QUICK = RenderSettings(timeout=LONG, settle=10)
STYLE = b"p { top: 0 }"


class Listener:
    """A socket of this computer that counts who comes."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(0.1)
        self.port = self._socket.getsockname()[1]
        self.visitors = 0
        self._open = True
        self._thread = threading.Thread(target=self._count)
        self._thread.start()

    def _count(self) -> None:
        while self._open:
            try:
                connection, _ = self._socket.accept()
            except TimeoutError:
                continue
            self.visitors += 1
            connection.close()

    def close(self) -> None:
        self._open = False
        self._thread.join()
        self._socket.close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


def test_private_addresses_are_never_reached(listener: Listener) -> None:
    here = f"127.0.0.1:{listener.port}"
    html = f"""<!doctype html><link rel=preconnect href=http://{here}><link rel=dns-prefetch href=//localhost>
    <link rel=stylesheet href=http://{here}/a.css><link rel=prefetch href=http://{here}/b>
    <p>Text</p><img src=http://{here}/a.png><img src=http://localhost:{listener.port}/b.png>
    <img src=http://[::ffff:127.0.0.1]:{listener.port}/c.png><iframe src=http://{here}/frame></iframe>
    <script src=http://{here}/a.js></script><video src=http://{here}/v.mp4 autoplay></video>
    <script>
      fetch('http://{here}/x', {{mode: 'no-cors'}}).catch(() => 0);
      fetch('http://{here}/y', {{method: 'POST', mode: 'no-cors'}}).catch(() => 0);
      navigator.sendBeacon('http://{here}/z', '1');
      new WebSocket('ws://{here}/w'); new EventSource('http://{here}/e');
      try {{ new Worker(URL.createObjectURL(new Blob(["fetch('http://{here}/worker')"]))) }} catch (e) {{}}
      const turn = {{urls: 'turn:{here}?transport=tcp', username: 'a', credential: 'b'}};
      const peer = new RTCPeerConnection({{iceServers: [turn]}});
      peer.createDataChannel('c'); peer.createOffer().then(offer => peer.setLocalDescription(offer));
      open('http://{here}/window');
      setTimeout(() => location = 'http://{here}/away', 300);
    </script>"""
    with Fetcher(FetchSettings(timeout=LONG)) as fetcher, Browser(QUICK, fetcher=fetcher) as browser:
        result = browser.render(Page(html, "https://example.org/story"))
    assert listener.visitors == 0
    assert result.requests == 0
    assert result.refused > 5
    assert "Text" in parse(result.page).texts


def test_a_private_page_is_refused(listener: Listener) -> None:
    with Fetcher() as fetcher, Browser(QUICK, fetcher=fetcher) as browser, pytest.raises(RefusedAddress):
        browser.page(f"http://127.0.0.1:{listener.port}/")
    assert listener.visitors == 0


def never(exchange: Exchange) -> None:
    """No answer."""
    exchange.pause(LONG)


@pytest.mark.parametrize(
    ("limits", "answered"),
    [(RenderSettings(max_requests=2), 2), (RenderSettings(max_bytes=2 * len(STYLE) + 1), 3), (RenderSettings(), 5)],
)
def test_a_page_loads_no_more_than_its_limits(limits: RenderSettings, answered: int) -> None:
    with LocalSite() as site:
        site.routes["/a.css"] = answer(STYLE, content_type="text/css")
        visit = Visit(limits, Fetcher(FetchSettings(allow_private=True)), Page(""), deadline=LONG)
        request: Any = SimpleNamespace(
            url=site.url("/a.css"),
            method="GET",
            resource_type="stylesheet",
            headers={},
            is_navigation_request=lambda: False,
        )

        async def ask() -> list[bool]:
            return [await visit._fetched(request) is not None for _ in range(5)]

        try:
            assert asyncio.run(ask()) == [number < answered for number in range(5)]
        finally:
            visit.pool.shutdown()
        assert len(site.requests) == answered


def test_the_requests_of_a_page_that_is_gone_do_not_hold_up_the_next() -> None:
    storm = "<p>Storm</p><script>for (let i = 0; i < 60; i++) fetch('/slow?' + i).catch(() => 0)</script>"
    with LocalSite() as site, Fetcher(FetchSettings(timeout=LONG, allow_private=True)) as fetcher:
        site.routes = defaultdict(lambda: never)
        site.routes["/a.css"] = answer(b"p { color: red }", content_type="text/css")
        with Browser(RenderSettings(timeout=LONG, settle=3), fetcher=fetcher) as browser:
            address = f"http://127.0.0.1:{site.port}/"
            assert browser.render(Page(storm, address)).page.rendering is Rendering.UNSETTLED
            after = browser.render(Page("<link rel=stylesheet href=a.css><p>Calm</p>", address))
            assert (after.page.rendering, after.requests) == (Rendering.COMPLETE, 1)


def test_scripts_and_styles_come_through_the_fetcher() -> None:
    with LocalSite() as site, Fetcher(FetchSettings(timeout=LONG, allow_private=True)) as fetcher:
        site.routes["/story"] = answer(
            b"<link rel=stylesheet href=a.css><p id=p>Sent</p><p class=x>Gone</p><script src=a.js></script>"
        )
        site.routes["/a.js"] = answer(
            b"fetch('/data').then(r => r.text()).then(t => p.textContent = t)", content_type="text/javascript"
        )
        site.routes["/a.css"] = answer(b".x { display: none }", content_type="text/css")
        site.routes["/data"] = answer(b"Loaded", content_type="text/plain")
        with Browser(QUICK, fetcher=fetcher) as browser:
            rendered = browser.render(f"http://127.0.0.1:{site.port}/story")
    document = parse(rendered.page)
    assert rendered.page.rendering is Rendering.COMPLETE
    assert (rendered.requests, rendered.refused) == (3, 0)
    assert [text for text, hiding in zip(document.texts, document.hidden, strict=True) if hiding is None] == ["Loaded"]


def test_a_page_that_never_rests_gives_what_it_has(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<p id=p>0</p><script>setInterval(() => { p.textContent++; fetch('/' + p.textContent) }, 20)</script>"
    monkeypatch.setattr(browser, "settings", RenderSettings(timeout=LONG, settle=1))
    rendered = browser.render(Page(html, "https://example.org/"))
    assert rendered.page.rendering is Rendering.UNSETTLED
    assert rendered.page.layout is not None
    assert parse(rendered.page).texts[0].isdecimal()


APP = (
    "<!doctype html><title>Tides</title><div id=root></div><noscript>You need to enable JavaScript to run this app."
    f"</noscript><script>root.innerHTML = '<article><h1>Tides</h1><p>{STORY}</p></article>'</script>"
)


def test_auto_renders_what_needs_scripts(browser: Browser) -> None:
    article = Renderer(browser).run(Page(APP))
    plain = Renderer(browser).run(Page(page()))
    assert "quay" not in Renderer(browser, "never").run(Page(APP)).text
    assert article.text.count("nobody on the quay") == 6
    assert "render" in [step.stage for step in article.trace]
    assert "render" not in [step.stage for step in plain.trace]


def patience(folder: Path) -> list[str | Path]:
    """Return options that give pages minutes."""
    settings = folder / "settings.toml"
    settings.write_text(f"[render]\ntimeout = {LONG}\n", encoding="utf-8")
    return ["--settings", settings]


def test_the_command_renders(tmp_path: Path) -> None:
    file = tmp_path / "app.html"
    file.write_text(APP, encoding="utf-8")
    patient = patience(tmp_path)
    assert "nobody on the quay" not in run("extract", file).stdout
    result = run("extract", file, "--render", "auto", "--wait-for", "article", *patient)
    assert (result.exit_code, "nobody on the quay" in result.stdout) == (0, True)


def test_explain_draws_the_blocks_on_the_picture(tmp_path: Path) -> None:
    file, report = tmp_path / "app.html", tmp_path / "report.html"
    file.write_text(APP, encoding="utf-8")
    result = run("explain", file, "--render", "auto", "-o", report, *patience(tmp_path))
    assert result.exit_code == 0
    written = report.read_text(encoding="utf-8")
    assert "data:image/jpeg;base64," in written
    assert 'class="kept" data-block=' in written


CONSENT = (
    "<!doctype html><title>Tides</title><div id=wall class=cookie-consent><h2>We value your privacy</h2>"
    "<p>We and our partners use cookies to store and access information on your device.</p>"
    "<button>Accept all</button></div><div id=root></div>"
    f"<script>wall.remove(); root.innerHTML = '<article><h1>Tides</h1><p>{STORY}</p></article>'</script>"
)
SHORT = (
    "<!doctype html><title>Tides</title><article id=a><h1>Tides</h1><p>Too little.</p></article>"
    f"<script>a.innerHTML += '<p>{STORY}</p>'</script>"
)


class Recorder:
    """Stands for a browser: it notes which pages it is asked for."""

    def __init__(self, drawn: str, rendering: Rendering = Rendering.COMPLETE) -> None:
        self.drawn = drawn
        self.rendering = rendering
        self.asked: list[Page] = []

    def render(self, page: Page) -> Rendered:
        self.asked.append(page)
        return Rendered(replace(page, html=self.drawn, rendering=self.rendering))


@pytest.mark.parametrize("mode", ["auto", "always"])
def test_whoever_asks_for_a_browser_is_told_that_it_gave_nothing(mode: RenderMode) -> None:
    told: list[Page] = []
    browser = Recorder(SHORT, Rendering.FAILED)
    Renderer(browser, mode, told.append).run(Page(SHORT))  # type: ignore[arg-type]
    assert told == [Page(SHORT)]
    Renderer(Recorder(page()), mode, told.append).run(Page(SHORT))  # type: ignore[arg-type]
    assert len(told) == 1


@pytest.mark.parametrize(
    ("html", "why"), [(APP, Outcome.NEEDS_SCRIPT), (CONSENT, Outcome.CONSENT_WALL), (SHORT, Outcome.TOO_SHORT)]
)
def test_auto_asks_a_browser_for_pages_without_an_article(html: str, why: Outcome) -> None:
    sent = run_pipeline(Page(html))
    assert (sent.outcome, needs_browser(sent)) == (why, True)
    browser = Recorder(page())
    article = Renderer(browser).run(Page(html))  # type: ignore[arg-type]
    assert len(browser.asked) == 1
    assert article.outcome is Outcome.ARTICLE


def test_auto_asks_a_browser_for_an_article_of_low_confidence() -> None:
    article = replace(run_pipeline(Page(page())).complete(), confidence=POOR_CONFIDENCE - 0.01)
    assert needs_browser(article)
    assert not needs_browser(replace(article, confidence=POOR_CONFIDENCE))


def test_auto_leaves_good_articles_and_other_outcomes_alone() -> None:
    browser = Recorder("")
    Renderer(browser).run(Page(page()))  # type: ignore[arg-type]
    assert browser.asked == []


def test_auto_keeps_the_page_as_sent_if_the_browser_finds_less() -> None:
    poor = f"<title>Tides</title><article><h1>Tides</h1><p>{STORY[:200]}</p></article>"
    browser = Recorder("<p>Nothing here")
    article = Renderer(browser).run(Page(poor), Settings(min_words=500))  # type: ignore[arg-type]
    assert len(browser.asked) == 1
    assert article.confidence >= run_pipeline(Page("<p>Nothing here"), Settings(min_words=500)).confidence


@pytest.mark.parametrize("html", [CONSENT, SHORT])
def test_the_browser_finds_what_the_page_as_sent_lacks(browser: Browser, html: str) -> None:
    assert Renderer(browser).run(Page(html)).text.count("nobody on the quay") == 6


def late(milliseconds: int) -> Page:
    """A page that gets more text after some time."""
    return Page(
        "<p>Now</p><script>setTimeout(() => document.body.append("
        f"Object.assign(document.createElement('em'), {{textContent: 'Late'}})), {milliseconds})</script>"
    )


def test_wait_for_waits_until_the_selector_finds_something(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "settings", RenderSettings(timeout=LONG, settle=0.3))
    assert "Late" not in browser.render(late(600_000)).page.html.partition("<script")[0]
    monkeypatch.setattr(browser, "settings", RenderSettings(timeout=LONG, settle=0.3, wait_for="p ~ em"))
    page = browser.render(late(1500)).page
    assert page.rendering is Rendering.COMPLETE
    assert "Late" in parse(page).texts


def test_what_never_comes_leaves_the_page_unsettled(short_of_time: Callable[..., Browser]) -> None:
    page = short_of_time(settle=0.3, wait_for=".never").render(Page("<p>Here</p>")).page
    assert page.rendering is Rendering.UNSETTLED
    assert parse(page).texts == ["Here"]


def test_what_is_no_selector_is_said_before_anything_waits(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "settings", RenderSettings(timeout=LONG, wait_for="p["))
    with pytest.raises(BadSettings, match="CSS selector"):
        browser.render(Page("<p>Here</p>"))
