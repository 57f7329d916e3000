"""Time a newcomer's way in a browser: from the empty first page to the first story of a site that is followed.

The service has an empty library, and the site is the example site with a feed, on this machine. Keys are pressed as
fast as people type. Needs Debian's chromium and playwright: python tools/time_newcomer.py
"""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.serving import Service, running_service  # noqa: E402

SCREENS = (ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844))
KEY_MILLISECONDS = 150
"""Time between two keys: 80 words a minute would be 150, so this is a practised hand; a phone's is slower."""
STORIES = {
    "harbour-tunnel": "Harbour tunnel to open nine months early after final breakthrough",
    "wind-farm-vote": "Islanders back wind farm by 41 votes after bitter three-year fight",
    "night-trains": "The night train is back, and it is already full",
}
PATIENCE = 120_000


def feed(site: str) -> bytes:
    """Write a feed of some stories of the example site."""
    items = "".join(
        f"<item><title>{title}</title><link>{site}/{name}.html</link></item>" for name, title in STORIES.items()
    )
    return f"<rss version='2.0'><channel><title>The Harrow Courier</title>{items}</channel></rss>".encode()


def newcomer(tab: Page, service: Service) -> list[tuple[str, float]]:
    """Follow a site and open its first story; return the steps with the seconds since the beginning."""
    begun = time.perf_counter()
    steps = []

    def done(step: str) -> None:
        steps.append((step, time.perf_counter() - begun))

    tab.goto(service.url)
    done("the first page is there")
    tab.get_by_role("link", name="Feeds").first.click()
    tab.get_by_label("Follow a site or a feed").press_sequentially(f"{service.site}/home", delay=KEY_MILLISECONDS)
    done("the address is typed")
    tab.keyboard.press("Enter")
    tab.locator(".preview").first.wait_for()
    done("what the site offers is shown")
    tab.get_by_role("button", name="Follow").first.click()
    tab.get_by_text("next check in").wait_for()
    done("the feed is followed, its stories are saved")
    tab.get_by_role("link", name="Today").first.click()
    tab.get_by_role("link", name="Harbour tunnel").first.click()
    tab.locator("article.story h1").wait_for()
    done("the first story is open")
    return steps


def main() -> None:
    """Print the steps of newcomers on a desk and with a phone."""
    browser_file = shutil.which("chromium")
    for screen in SCREENS:
        with (
            TemporaryDirectory() as folder,
            running_service(Path(folder)) as service,
            sync_playwright() as playwright,
        ):
            head = "<link rel=alternate type=application/rss+xml href=/courier.xml>"
            service.pages.update({"/home": f"<head>{head}</head><p>Hello".encode(), "/courier.xml": feed(service.site)})
            browser = playwright.chromium.launch(executable_path=browser_file, args=["--no-sandbox", "--disable-gpu"])
            tab = browser.new_page(viewport=screen)
            tab.set_default_timeout(PATIENCE)
            for step, seconds in newcomer(tab, service):
                print(f"{screen['width']:5} px {seconds:6.1f} s  {step}", flush=True)
            browser.close()


if __name__ == "__main__":
    main()
