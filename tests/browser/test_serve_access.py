"""The pages of `tamis serve` by axe-core: nothing serious is wrong for people with other eyes, hands or devices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page as Tab

    from .serving import Service

pytestmark = pytest.mark.browser

STORY = "harbour-tunnel.html"
PATHS = {
    "home": "/",
    "story": "/read?url={story}",
    "library": "/library",
    "imports": "/library/import",
    "feeds": "/feeds?url={story}",
    "edition": "/today?since=2000-01-01",
    "settings": "/settings/advanced",
    "explain": "/explain?url={story}",
    "comparison": "/explain?view=compare&url={story}",
    "proxy": "/clean",
    "error": "/nothing",
}
OUR_OWN = {"exclude": [["iframe"]]}
"""Pages of others in frames are as their makers made them."""


COLORS = {"runOnly": ["color-contrast"]}
"""All that axe-core looks at and the theme changes."""
SHORT = {"resultTypes": ["violations"]}
"""Of all else, one example is enough."""


def serious(tab: Tab, options: dict[str, Any] | None = None) -> list[str]:
    found = Axe().run(tab, context=OUR_OWN, options={**SHORT, **(options or {})})
    assert found.response["passes"]
    return [
        f"{rule['id']}: {rule['help']}: {rule['nodes'][0]['html'][:200]}"
        for rule in found.response["violations"]
        if rule["impact"] in ("serious", "critical")
    ]


def test_axe_finds_nothing_serious(new_tab: Callable[..., Tab], service: Service) -> None:
    story = quote(f"{service.site}/{STORY}", safe="")
    tab = new_tab(color_scheme="light")
    wrong = {}
    for name, path in PATHS.items():
        tab.goto(service.url + path.format(story=story))
        wrong[name, "light"] = serious(tab)
        tab.emulate_media(color_scheme="dark")
        wrong[name, "dark"] = serious(tab, COLORS)
        tab.emulate_media(color_scheme="light")
    assert {name: problems for name, problems in wrong.items() if problems} == {}


def test_axe_finds_what_is_wrong(new_tab: Callable[..., Tab]) -> None:
    """Else the test above would say nothing."""
    tab = new_tab()
    tab.set_content(
        "<html><body><img src='x.png'><p style='color:#eee;background:#fff'>faint</p><p>plain</p></body></html>"
    )
    assert {problem.partition(":")[0] for problem in serious(tab)} >= {"image-alt", "color-contrast"}
    assert {problem.partition(":")[0] for problem in serious(tab, COLORS)} == {"color-contrast"}
