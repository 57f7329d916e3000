"""A page of another site in the reader's browser: it may link to the service, and make it do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from .serving import site_on_this_machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from .serving import Service

pytestmark = pytest.mark.browser

STORY = "<title>Tides</title><h1>Tides</h1><p>" + "The sea came in and went out again. " * 30
DOORS = ("/read?url={}", "/explain/original?url={}", "/edition?format=html&url={}", "/clean/{}", "/{}")
"""URLs of the service that fetch a page."""


class NotedPages(dict[str, bytes]):
    """Pages that know which of them were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def get(self, path: str, otherwise: bytes | None = None) -> bytes | None:  # type: ignore[override]
        self.asked.append(path)
        return super().get(path, otherwise)


@pytest.fixture
def pages() -> NotedPages:
    return NotedPages()


@pytest.fixture
def site(pages: NotedPages) -> Iterator[str]:
    """The URL of another site. By its name, so that it is not on the host of the service."""
    with site_on_this_machine(pages) as site_url:
        yield site_url


@pytest.fixture
def tab(new_tab: Callable[..., Page]) -> Page:
    return new_tab()


def named(site: str) -> str:
    return site.replace("127.0.0.1", "localhost")


def doors(service: Service, site: str) -> list[str]:
    """A URL of the service for each of its doors, each for a page of its own."""
    targets = [f"{site}/target-{number}" for number in range(len(DOORS))]
    urls = [quote(target, safe="") if "url=" in door else target for target, door in zip(targets, DOORS, strict=True)]
    return [service.url + door.format(url) for door, url in zip(DOORS, urls, strict=True)]


def prepare(pages: NotedPages, page: str) -> None:
    pages["/foreign"] = page.encode()
    for number in range(len(DOORS)):
        pages[f"/target-{number}"] = STORY.encode()


@pytest.mark.parametrize(
    "element", ["<iframe hidden src='{}'></iframe>", "<object data='{}'></object>", "<embed src='{}'>"]
)
def test_frames_of_another_site_make_the_service_fetch_nothing(
    tab: Page, service: Service, site: str, pages: NotedPages, element: str
) -> None:
    prepare(pages, "".join(element.format(url) for url in doors(service, site)))
    answers: list[int] = []
    tab.on("response", lambda response: answers.append(response.status) if service.url in response.url else None)
    tab.goto(f"{named(site)}/foreign", wait_until="load")
    tab.wait_for_load_state("networkidle")
    assert answers == [403] * len(DOORS)
    assert [path for path in pages.asked if "target" in path] == []


def test_a_link_of_another_site_and_a_typed_url_work(tab: Page, service: Service, site: str, pages: NotedPages) -> None:
    prepare(pages, f"<a href='{doors(service, site)[0]}'>read</a>")
    tab.goto(f"{named(site)}/foreign")
    tab.click("a")
    tab.wait_for_url(f"{service.url}/**")
    assert tab.title().startswith("Tides")
    tab.goto(doors(service, site)[3])
    assert "The sea came in" in tab.inner_text("body")


def test_frames_of_the_service_itself_work(tab: Page, service: Service) -> None:
    tab.goto(f"{service.url}/settings/ignore")
    frame = tab.frame_locator("iframe[name=preview]")
    assert frame.locator("body").inner_text().strip()
