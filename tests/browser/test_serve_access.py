"""The pages of `tamis serve` by axe-core: nothing serious is wrong for people with other eyes, hands or devices."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from .serving import Service

pytestmark = pytest.mark.browser

STORY = "harbour-tunnel.html"
PATHS = {
    "home": "/",
    "story": "/read?url={story}",
    "library": "/library",
    "edition": "/today?since=2000-01-01",
    "settings": "/settings/advanced",
    "explain": "/explain?url={story}",
    "comparison": "/explain?view=compare&url={story}",
    "proxy": "/clean",
    "error": "/nothing",
}
OUR_OWN = {"exclude": [["iframe"]]}
"""Pages of others in frames are as their makers made them."""


def serious(browser: Browser, address: str, theme: str) -> list[str]:
    context = browser.new_context(color_scheme="dark" if theme == "dark" else "light")
    tab = context.new_page()
    tab.goto(address)
    found = Axe().run(tab, context=OUR_OWN)
    problems = [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}"
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert found.response["passes"]
    context.close()
    return problems


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PATHS)
def test_axe_finds_nothing_serious(browser: Browser, service: Service, name: str, theme: str) -> None:
    story = quote(f"{service.site}/{STORY}", safe="")
    assert serious(browser, service.address + PATHS[name].format(story=story), theme) == []


def test_axe_finds_what_is_wrong(browser: Browser, service: Service) -> None:
    """Else the tests above would say nothing."""
    tab = browser.new_page()
    tab.set_content("<html><body><img src='x.png'><p style='color:#eee;background:#fff'>faint</p></body></html>")
    found = {one["id"] for one in Axe().run(tab).response["violations"]}
    tab.close()
    assert {"image-alt", "color-contrast"} <= found
