"""``make screenshots``: take the pictures of the service in docs/images, of the example site in chromium."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.serving import Service, running_service  # noqa: E402 (found by the path above)

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

WINDOW = {"width": 1100, "height": 760}
SETTLE_MILLISECONDS = 500
"""Milliseconds until a page that was scrolled is drawn."""
CHOSEN = "Shift crew at the east face"
"""Words of the block that is chosen in the picture of a report."""


def main(folder: Path) -> None:
    """Take all pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with (
        tempfile.TemporaryDirectory() as own,
        running_service(Path(own), "--image-proxy") as service,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page(viewport=WINDOW)  # type: ignore[arg-type]
        for name, show in {"reader": reader, "proxy": proxy, "settings": settings, "explain-live": explain}.items():
            show(tab, service)
            tab.wait_for_load_state("networkidle")
            tab.wait_for_timeout(SETTLE_MILLISECONDS)
            tab.screenshot(path=folder / f"{name}.png")
            print(folder / f"{name}.png")
        browser.close()


def reader(tab: Tab, service: Service) -> None:
    """Show a story that was saved and starred."""
    tab.goto(f"{service.url}/read?url={quote(f'{service.site}/wind-farm-vote.html', safe='')}")
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_url("**/library/*")
    tab.get_by_role("button", name="Star").click()
    tab.mouse.move(0, 0)


def proxy(tab: Tab, service: Service) -> None:
    """Show a page without its clutter."""
    tab.goto(f"{service.url}/clean/{service.site}/harbour-tunnel.html")


def settings(tab: Tab, service: Service) -> None:
    """Show the settings."""
    tab.goto(f"{service.url}/settings/ignore")


def explain(tab: Tab, service: Service) -> None:
    """Show a page beside its report, with a chosen block."""
    tab.goto(f"{service.url}/explain?url={quote(f'{service.site}/harbour-tunnel.html', safe='')}")
    tab.frame_locator("iframe[name=original]").locator(".tamis-kept").first.wait_for()
    tab.locator("ol.blocks li", has_text=CHOSEN).locator("summary").first.focus()


if __name__ == "__main__":
    main(ROOT / "docs" / "images")
