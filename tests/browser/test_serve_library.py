"""The library in a browser, on desk and phone: import, place in a story, several stories at once, help for the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from .test_serve_access import serious

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page as Tab
    from playwright.sync_api import ViewportSize

    from .serving import Service

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}
SENTENCE = "The lock keeper wrote down every barge, its cargo and the name of the dog that stood on deck. "
BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Canal life</H3><DL><p>
<DT><A HREF="{0}/canal-1" ADD_DATE="1396000000">A lock</A><DT><A HREF="{0}/canal-2" ADD_DATE="1396000001">A barge</A>
<DT><A HREF="{0}/canal-gone" ADD_DATE="1396000002">&lt;img src=x onerror=alert(1)&gt;</A></DL><p></DL><p>"""
TAG = quote('tag:"Canal life"')


def seen(tab: Tab, wrong: dict[tuple[str, int], list[str]], name: str) -> None:
    """Note what axe finds on a page, and whether it is too wide, on a desk and on a phone."""
    for size in (DESK, PHONE):
        tab.set_viewport_size(size)
        found = serious(tab)
        width = tab.evaluate("document.documentElement.scrollWidth")
        wrong[name, size["width"]] = [*found, *([f"{width} pixels wide"] if width > size["width"] else [])]
    tab.set_viewport_size(DESK)


def test_stories_of_a_browser_are_imported_read_and_done_with(new_tab: Callable[..., Tab], service: Service) -> None:
    page = f"<title>At the {{}}</title><article><h1>At the {{}}</h1>{f'<p>{SENTENCE * 6}</p>' * 12}</article>"
    service.pages["/canal-1"] = page.format("lock", "lock").encode()
    service.pages["/canal-2"] = page.format("barge", "barge").replace("wrote", "sang").encode()
    wrong: dict[tuple[str, int], list[str]] = {}
    tab = new_tab(**DESK)
    tab.goto(f"{service.url}/library/import")
    tab.locator("#export").evaluate("input => { input.dataset.most = 10 }")
    tab.set_input_files("#export", {"name": "export.zip", "mimeType": "application/zip", "buffer": bytes(11)})
    assert "over 1 GB" in tab.locator("#export").evaluate("input => input.validationMessage")
    tab.reload()
    data = BOOKMARKS.format(service.site).encode()
    tab.set_input_files("#export", {"name": "bookmarks.html", "mimeType": "text/html", "buffer": data})
    tab.get_by_role("button", name="Preview").click()
    expect(tab.locator("#preview")).to_have_text("From a browser: 3 stories")
    seen(tab, wrong, "preview")
    tab.get_by_role("button", name="Import 3 stories").click()
    expect(tab.locator(".work")).to_contain_text("Done: 3 new, 0 already in the library, 2 with text, 1 failed")
    expect(tab.locator(".problems")).to_contain_text("canal-gone")
    seen(tab, wrong, "done")

    # The place in a story is kept, and taken up on another device.
    tab.goto(f"{service.url}/library?q={TAG}")
    tab.get_by_role("link", name="At the lock").click()
    tab.wait_for_selector("[data-keeping]")
    with tab.expect_request(lambda request: "do=progress" in (request.post_data or "")):
        tab.mouse.move(600, 500)
        tab.mouse.wheel(0, 900)
    tab.set_viewport_size(PHONE)
    tab.reload()
    expect(tab.locator(".resumed")).to_contain_text("You are back where you were")
    tab.wait_for_function("scrollY > 200")
    seen(tab, wrong, "story")

    # Help for the keys takes the focus and gives it back.
    tab.locator(".tools summary").first.focus()
    tab.keyboard.press("?")
    expect(tab.get_by_role("dialog", name="Keyboard")).to_be_visible()
    seen(tab, wrong, "keys")
    tab.keyboard.press("Escape")
    expect(tab.get_by_role("dialog", name="Keyboard")).to_be_hidden()
    expect(tab.locator(".tools summary").first).to_be_focused()

    # Keys select stories, and both are archived at once.
    tab.goto(f"{service.url}/library?q={TAG}")
    expect(tab.locator(".record", has_text="At the lock")).to_contain_text("% read")
    tab.keyboard.press("j")
    tab.keyboard.press("x")
    tab.keyboard.press("j")
    tab.keyboard.press("x")
    expect(tab.locator("[data-selected]")).to_have_text("2 selected")
    seen(tab, wrong, "selected")
    tab.get_by_role("button", name="Archive", exact=True).click()
    expect(tab.get_by_role("status").filter(has_text="archived")).to_have_text("2 stories archived.")
    expect(tab.locator(".record", has_text="archived")).to_have_count(2)

    # What was typed survives an error.
    tab.goto(f"{service.url}/library?q={TAG}")
    tab.get_by_role("link", name="At the barge").click()
    tab.get_by_label("Words of the story").fill("no such words")
    tab.get_by_label("Note").fill("my note")
    tab.get_by_role("button", name="Highlight", exact=True).click()
    expect(tab.get_by_label("Words", exact=True)).to_have_value("no such words")
    expect(tab.get_by_label("Note")).to_have_value("my note")
    seen(tab, wrong, "error")

    # All are deleted, after a question.
    tab.goto(f"{service.url}/library?q={TAG}")
    tab.get_by_label("All on this page").check()
    tab.get_by_role("button", name="Delete").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Delete 3 stories?")
    seen(tab, wrong, "question")
    tab.get_by_role("button", name="Delete").click()
    expect(tab.locator(".list")).to_contain_text("Nothing in the library matches")
    tab.close()
    assert {name: problems for name, problems in wrong.items() if problems} == {}
