"""A tab in which it is noticed when something of a page runs, or asks for what it must not.

All pages of a list are loaded at once, each in a frame of its own, so that none hides what another does; what is
noticed is told by the page that did it.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING

from playwright.sync_api import Error

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Frame, Request, Route

HOST = "/frames-of-the-trap"
OWNED = "owned by "
UNKNOWN = "one of them"
"""The name for what was noticed where no frame can be told."""
PATIENCE = 600_000
"""Milliseconds for all pages of a list, however busy the machine is."""
SETTLED = 60
"""Milliseconds after the clicks by the page's own clock, so that what they start has its turn on a busy machine."""
NOTICE = f"""window.owned = window.alert = window.xss = () => {{
    let frame = window;
    try {{ while (frame.parent !== top) frame = frame.parent; }} catch {{}}
    let name = '{UNKNOWN}';
    try {{ name = frame.name || name; }} catch {{}}
    console.log('{OWNED}' + name);
}}"""
# Frames in frames are clicked as well.
CLICK = """settled => new Promise(done => {
    const click = inside => {
        try { inside.document.querySelectorAll('#click').forEach(element => element.click()); } catch {}
        for (let index = 0; index < inside.length; index += 1) click(inside[index]);
    };
    click(window);
    setTimeout(done, settled);
})"""


class Trap:
    """A tab with a script in every page that notices when it is called, and an answer of our own for every request."""

    def __init__(
        self, browser: Browser, origin: str, answer: Callable[[Route], None], may_ask: Callable[[str], bool]
    ) -> None:
        self._origin = origin
        self._answer = answer
        self._may_ask = may_ask
        self._seen: defaultdict[str, set[str]] = defaultdict(set)
        self._host = ""
        self._may_leave = True
        self.context: BrowserContext = browser.new_context()
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(NOTICE)
        self.context.route("**/*", self._route)
        self.tab = self.context.new_page()
        self.tab.on("console", self._console)
        self.tab.on("dialog", self._dialog)
        self.tab.on("request", self._request)

    def catches(self, urls: Mapping[str, str]) -> dict[str, list[str]]:
        """Load pages at once, click what asks for it, and return what some do that they must not, by their names."""
        self._host = "<!doctype html><title>frames</title>" + "".join(
            f'<iframe name="{escape(name)}" src="{escape(url)}"></iframe>' for name, url in urls.items()
        )
        self._seen.clear()
        self._may_leave = True
        self.tab.goto(self._origin + HOST, wait_until="load")
        self._may_leave = False
        with suppress(Error):  # a click may lead away, and then nobody answers
            self.tab.evaluate(CLICK, SETTLED)
        self.tab.wait_for_timeout(SETTLED)
        self._may_leave = True
        return self.noticed()

    def noticed(self) -> dict[str, list[str]]:
        """Return what was noticed since it was asked last, by the names of frames."""
        noticed = {name: sorted(what) for name, what in self._seen.items()}
        self._seen.clear()
        return noticed

    def _route(self, route: Route) -> None:
        if route.request.is_navigation_request() and not self._may_leave:
            route.fulfill(status=204)  # the page stays as it is
        elif route.request.url == self._origin + HOST:
            route.fulfill(body=self._host, content_type="text/html; charset=utf-8")
        else:
            self._answer(route)

    def _console(self, message: ConsoleMessage) -> None:
        if message.text.startswith(OWNED):
            self._seen[message.text.removeprefix(OWNED)].add("ran")

    def _dialog(self, dialog: Dialog) -> None:
        self._seen[UNKNOWN].add(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not self._may_ask(request.url):
            self._seen[self._name_of(request)].add(f"asked for {request.url}")

    def _name_of(self, request: Request) -> str:
        """Return the name of the frame, below that of the host, that a request comes from."""
        with suppress(Error):
            frame: Frame | None = request.frame
            while frame is not None and frame.parent_frame is not None:
                if frame.parent_frame == self.tab.main_frame:
                    return frame.name
                frame = frame.parent_frame
        return UNKNOWN
