"""``make screenshots``: take the pictures of the service in docs/images, of the example site in chromium.

Those on a phone show a page with a formula, a wide table and code, in the reader and as a chapter of an EPUB.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.serving import Service, running_service  # noqa: E402 (found by the path above)
from browser.test_extension import INSIDE, SWITCHES, popup_of  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab
    from playwright.sync_api import Playwright

WINDOW = {"width": 1100, "height": 760}
PHONE = {"width": 390, "height": 844}
FORMULA_FIRST = "scrollBy(0, document.querySelector('math[display=block]').getBoundingClientRect().top - 80)"
"""A script that scrolls the first formula to the top, below the bar of the reader."""
TECHNICAL = ROOT / "tests" / "pages" / "technical" / "page.html"
SETTLE_MILLISECONDS = 500
"""Milliseconds until a page that was scrolled is drawn."""
OVER_PAGE = """async data => {
    const picture = new Image();
    picture.src = "data:image/png;base64," + data;
    picture.style = "position: fixed; top: 12px; right: 24px; z-index: 9; border: 1px solid #999; border-radius: 8px; "
        + "box-shadow: 0 6px 30px rgb(0 0 0 / .35)";
    await picture.decode();
    document.body.append(picture);
}"""
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
        for name, show in {
            "reader": reader,
            "proxy": proxy,
            "settings": settings,
            "explain-live": explain,
            "today": today,
        }.items():
            show(tab, service)
            tab.wait_for_load_state("networkidle")
            tab.wait_for_timeout(SETTLE_MILLISECONDS)
            tab.screenshot(path=folder / f"{name}.png")
            print(folder / f"{name}.png")
        take_phone(browser.new_page(viewport=PHONE), service, folder)  # type: ignore[arg-type]
        browser.close()
        take_extension(playwright, str(chromium), service, folder / "extension.png")


def take_phone(tab: Tab, service: Service, folder: Path) -> None:
    """Take a page with a formula, a wide table and code on a phone: in the reader, and as a chapter of an EPUB."""
    service.pages["/basin.html"] = TECHNICAL.read_bytes()
    edition, chapters = service.folder / "basin.epub", service.folder / "basin"
    subprocess.run([sys.executable, "-m", "tamis", "print", TECHNICAL, "-o", edition, "-q"], check=True)  # noqa: S603 (tamis itself)
    shutil.unpack_archive(edition, chapters, "zip")
    chapter = next(chapters.rglob("story-001.xhtml"))
    read = f"{service.url}/read?url={quote(f'{service.site}/basin.html', safe='')}"
    for name, url in {"reader-phone": read, "epub-phone": chapter.as_uri()}.items():
        tab.goto(url)
        tab.evaluate(FORMULA_FIRST)
        tab.wait_for_timeout(SETTLE_MILLISECONDS)
        tab.screenshot(path=folder / f"{name}.png")
        print(folder / f"{name}.png")


def take_extension(playwright: Playwright, chromium: str, service: Service, file: Path) -> None:
    """Take the popup of the extension over a page. A browser without a window shows it only as a tab of its own."""
    with tempfile.TemporaryDirectory() as own:
        context = playwright.chromium.launch_persistent_context(
            own, executable_path=chromium, headless=False, args=["--no-sandbox", *SWITCHES]
        )
        options = context.new_page()
        options.goto(f"{INSIDE}/options.html")
        options.get_by_label("Address").fill(service.url)
        options.get_by_role("button").click()
        options.get_by_text("It works").wait_for()
        tab = context.new_page()
        tab.goto(f"{service.site}/harbour-tunnel.html")
        popup = popup_of(context, tab)
        popup.get_by_role("button", name="Save").click()
        popup.get_by_role("link", name="Open the story").wait_for()
        popup.mouse.move(0, 0)
        picture = b64encode(popup.locator("body").screenshot()).decode()
        tab.bring_to_front()
        tab.evaluate(OVER_PAGE, picture)
        tab.wait_for_timeout(SETTLE_MILLISECONDS)
        tab.screenshot(path=file)
        context.close()
    print(file)


def reader(tab: Tab, service: Service) -> None:
    """Show a story that was saved and starred."""
    tab.goto(f"{service.url}/read?url={quote(f'{service.site}/wind-farm-vote.html', safe='')}")
    tab.get_by_role("button", name="Save").click()
    tab.wait_for_url("**/library/*")
    tab.get_by_role("button", name="Star").click()
    tab.mouse.move(0, 0)


def today(tab: Tab, service: Service) -> None:
    """Show the front page of some stories that were saved."""
    for name in ("night-trains", "opinion-noscript", "glacier-photos", "election-live", "hafenfest-de", "legacy-1999"):
        tab.goto(f"{service.url}/read?url={quote(f'{service.site}/{name}.html', safe='')}")
        tab.get_by_role("button", name="Save").click()
        tab.wait_for_url("**/library/*")
        tab.wait_for_load_state("networkidle")
    tab.goto(f"{service.url}/today")


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
