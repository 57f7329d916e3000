"""Browsing through the cleaning proxy: every link stays inside, all requests go to the server, styles apply."""

from __future__ import annotations

import gzip
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page as Tab

    from .serving import Service

pytestmark = pytest.mark.browser

EXAMPLES = sorted(path.name for path in (Path(__file__).parents[2] / "examples" / "site").glob("*.html"))
DATA = Path(os.environ.get("TAMIS_DATA", "")) / "wcxb-dev"
URL_ATTRIBUTES = """[...document.querySelectorAll("a[href], area[href], form[action], iframe[src]")].map(
    element => element.href || element.action || element.src).filter(url => /^https?:/.test(url))"""


@pytest.fixture
def asked() -> list[str]:
    """The URLs that the browser asked for."""
    return []


@pytest.fixture
def tab(new_tab: Callable[..., Tab], asked: list[str]) -> Tab:
    tab = new_tab(1000, 800)
    tab.on("request", lambda request: asked.append(request.url))
    return tab


def outside(service: Service, asked: list[str]) -> list[str]:
    return [url for url in asked if not url.startswith((f"{service.url}/", "data:", "about:"))]


def leading_out(service: Service, tab: Tab) -> list[str]:
    """List the URLs of links, forms and frames that lead to no cleaned page. The bar has a tree of its own."""
    return [url for url in tab.evaluate(URL_ATTRIBUTES) if not url.startswith(f"{service.url}/clean/http")]


def test_a_page_without_its_style_sheets_is_readable(tab: Tab, service: Service) -> None:
    words = "<p>" + "The council met on Monday and spoke of the harbor for three hours. " * 9 + "</p>"
    picture = "<img src=/img/harbour.svg alt=pier width=3000 height=2000>"
    page = "<!doctype html><title>Tides</title><link rel=stylesheet href={}>" + f"<main>{picture}{words}</main>"
    service.pages["/look-gone.html"] = page.format("/gone.css").encode()
    service.pages["/look-own.html"] = page.format("/look-own.css").encode()
    service.pages["/look-own.css"] = b"body { margin: 7px } " + b"h1 { color: red } " * 400
    measured = "() => [getComputedStyle(document.body).maxWidth, document.querySelector('img').offsetWidth]"
    tab.goto(f"{service.url}/clean/{service.site}/look-gone.html")
    assert tab.evaluate(measured) == ["736px", 736]
    tab.goto(f"{service.url}/clean/{service.site}/look-own.html")
    assert tab.evaluate(measured) == ["none", 3000]


def test_boxes_and_forms_go_if_the_reader_says_so(tab: Tab, service: Service) -> None:
    page = f"{service.url}/clean/{service.site}/harbour-tunnel.html"
    tab.goto(page)
    expect(tab.get_by_role("heading", name="More on this story")).to_be_visible()
    tab.goto(f"{service.url}/settings/ignore")
    for name in ("Remove boxes with other stories", "Remove newsletter forms"):
        tab.get_by_label(name).check()
    tab.get_by_role("button", name="Save", exact=True).click()
    expect(tab.get_by_role("status")).to_contain_text("Saved")
    tab.goto(page)
    for words in ("More on this story", "Read next", "Most read", "The Morning Tide"):
        expect(tab.get_by_text(words, exact=True)).to_have_count(0)
    expect(tab.get_by_text("The final metre of rock")).to_be_visible()


def test_three_clicks_stay_inside(tab: Tab, service: Service, asked: list[str]) -> None:
    tab.goto(f"{service.url}/clean/{service.site}/index.html")
    for title, name in (("Islanders back wind farm", "wind-farm-vote"), ("sleeper train", "night-trains")):
        tab.get_by_role("link", name=title).first.click()
        tab.wait_for_url(f"{service.url}/clean/{service.site}/{name}.html")
    tab.locator("a[href*='index.html'], a[href*='harbour-tunnel.html']").first.click()
    tab.wait_for_url(f"{service.url}/clean/{service.site}/**")
    assert outside(service, asked) == []


def test_links_and_requests_of_the_example_site_stay_inside(tab: Tab, service: Service, asked: list[str]) -> None:
    bar = "document.querySelector('tamis-bar')"
    leading: dict[str, list[str]] = {}
    without_bar = []
    for name in EXAMPLES:
        tab.goto(f"{service.url}/clean/{service.site}/{name}")
        leading[name] = leading_out(service, tab)
        if not tab.evaluate(f"!!{bar} && !!{bar}.shadowRoot.querySelector('nav')"):
            without_bar.append(name)
    assert {name: urls for name, urls in leading.items() if urls} == {}
    assert without_bar == []
    assert outside(service, asked) == []


STEPS = (
    *("/%2e%2e/%2E./.%2e/../library", "/..\\..\\..\\library", "\\..\\..\\..\\library", "//../../../../library"),
    *(
        "http:/library",
        "HTTP:library",
        "http://%2e%2e/%2e%2e/%2e%2e/%2e%2e/library",
        "http://a.example\\..\\..\\..\\library",
    ),
    *(
        "http://a.example/x?/../../../../library",
        "http:///../../../../library",
        "ht\ttp:/library",
        "/x/../../../../library",
    ),
)
"""Written behind ``/clean/`` as they are, these would lead to pages of the service itself."""


def test_no_steps_up_lead_a_link_or_a_form_out_of_the_proxy(tab: Tab, service: Service) -> None:
    """A form of another site that is sent to a page of the service would be taken for the reader's own."""
    story = f"<p>{'The council met and spoke of the harbor for hours. ' * 9}</p>"
    links = "".join(
        f'<p><a href="{step}">a step</a></p><form method=post action="{step}"><button>Send</button></form>'
        for step in STEPS
    )
    service.pages["/steps.html"] = f"<title>Steps</title><h1>Steps</h1>{story}{links}".encode()
    tab.goto(f"{service.url}/clean/{service.site}/steps.html")
    assert tab.get_by_role("button", name="Send").count() == len(STEPS)
    assert leading_out(service, tab) == []


def look(tab: Tab, selector: str) -> object:
    return tab.locator(selector).first.evaluate(
        "element => (({fontFamily, fontSize, color, lineHeight}) => [fontFamily, fontSize, color, lineHeight])"
        "(getComputedStyle(element))"
    )


@pytest.mark.parametrize(
    ("name", "selectors"), [("harbour-tunnel.html", ("h1", ".article-body p")), ("wind-farm-vote.html", ("h1",))]
)
def test_styles_apply(tab: Tab, service: Service, name: str, selectors: tuple[str, ...]) -> None:
    tab.goto(f"{service.site}/{name}")
    before = {selector: look(tab, selector) for selector in selectors}
    tab.goto(f"{service.url}/clean/{service.site}/{name}")
    assert {selector: look(tab, selector) for selector in selectors} == before


def test_style_sheets_that_import_others_and_fonts_come_through_the_server(
    tab: Tab, service: Service, asked: list[str]
) -> None:
    story = f"<p>{'The tide went out and left the boats on the mud. ' * 9}</p>"
    service.pages["/styled.html"] = f"<link rel=stylesheet href=/first.css><h1>Styled</h1>{story}".encode()
    service.pages["/first.css"] = b'@import "second.css"; h1 { color: rgb(1, 2, 3) }'
    service.pages["/second.css"] = b"h1 { letter-spacing: 7px; background: url(img/harbour.svg) }"
    tab.goto(f"{service.url}/clean/{service.site}/styled.html")
    style = "getComputedStyle(document.querySelector('h1'))"
    assert tab.evaluate(f"[{style}.color, {style}.letterSpacing]") == ["rgb(1, 2, 3)", "7px"]
    assert any("/resource?" in url for url in asked)
    assert outside(service, asked) == []


def test_a_form_that_searches_goes_on_inside_and_one_that_sends_is_refused(tab: Tab, service: Service) -> None:
    story = f"<p>{'The council met and spoke of the harbor for hours. ' * 9}</p>"
    service.pages["/forms.html"] = (
        f"<title>Forms</title><h1>Forms</h1>{story}<form action=/forms.html><input name=q><button>Find</button></form>"
        f"<form action=/forms.html method=post><input name=secret><button>Send</button></form>"
    ).encode()
    tab.goto(f"{service.url}/clean/{service.site}/forms.html")
    tab.locator("input[name=q]").fill("tide & mud")
    tab.get_by_role("button", name="Find").click()
    tab.wait_for_url(f"{service.url}/clean/{service.site}/forms.html?q=tide+%26+mud")
    tab.get_by_role("button", name="Send").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("This form was not sent")
    expect(tab.get_by_role("alert")).to_contain_text("never sends forms")


def test_a_page_that_forwards_at_once_is_followed(tab: Tab, service: Service) -> None:
    service.pages["/old.html"] = b"<meta http-equiv=refresh content='0; url=/wind-farm-vote.html'>"
    tab.goto(f"{service.url}/clean/{service.site}/old.html")
    assert tab.url == f"{service.url}/clean/{service.site}/wind-farm-vote.html"


def test_a_picture_whose_url_is_not_signed_is_refused(tab: Tab, service: Service) -> None:
    picture = quote(f"{service.site}/img/harbour.svg", safe="")
    answer = tab.goto(f"{service.url}/image?s=AAAA&u={picture}")
    assert answer is not None
    assert answer.status == 403


def test_a_picture_that_is_opened_by_itself_runs_nothing(tab: Tab, service: Service) -> None:
    story = f"<p>{'The quay was empty and nobody said a word about it. ' * 9}</p>"
    service.pages["/drawn.html"] = f"<title>Drawn</title><h1>Drawn</h1>{story}<img src=/evil.svg alt=evil>".encode()
    service.pages["/evil.svg"] = (
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>document.title = 'ran'</script></svg>"
    )
    tab.goto(f"{service.url}/clean/{service.site}/drawn.html")
    source = tab.get_by_alt_text("evil").get_attribute("src")
    with tab.expect_download() as download, suppress(Error):  # saving it is no navigation
        tab.goto(f"{service.url}{source}")
    assert download.value.path().read_bytes() == service.pages["/evil.svg"]
    assert tab.title() == "Drawn"


PAGES = sorted((DATA / "html").glob("*.html.gz")) if "TAMIS_DATA" in os.environ else []
SAVED = PAGES[:: max(1, len(PAGES) // 20)][:20]


@pytest.mark.data
@pytest.mark.skipif(not SAVED, reason="TAMIS_DATA names no folder with wcxb-dev")
@pytest.mark.parametrize("file", SAVED, ids=lambda path: path.stem)
def test_links_and_requests_of_saved_pages_stay_inside(
    tab: Tab, service: Service, asked: list[str], file: Path
) -> None:
    service.pages[f"/saved/{file.stem}"] = gzip.decompress(file.read_bytes())
    answer = tab.goto(f"{service.url}/clean/{service.site}/saved/{file.stem}", wait_until="domcontentloaded")
    assert answer is not None
    assert answer.status == 200
    assert leading_out(service, tab) == []
    assert outside(service, asked) == []
