"""Choice of rendering: always, or only if the page as sent gives no good article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core import pipeline
from tamis.errors import BadSettings
from tamis.model import Outcome, Rendering
from tamis.settings.fetching import RENDER_MODES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.io.rendering.browser import Browser
    from tamis.model import Article, Page
    from tamis.settings.extraction import Settings
    from tamis.settings.fetching import RenderMode

POOR_CONFIDENCE = 0.35
"""Confidence below which an article is poor enough to use a browser, which costs some hundred times as much."""


def needs_browser(article: Article) -> bool:
    """Tell whether a browser may find more than the page as sent: it needs scripts, or its result is poor."""
    return article.outcome.needs_browser or (
        article.outcome is Outcome.ARTICLE and article.confidence < POOR_CONFIDENCE
    )


class Renderer:
    """An extractor that renders pages, depending on its mode."""

    def __init__(
        self, browser: Browser, mode: RenderMode = "auto", on_failure: Callable[[Page], None] | None = None
    ) -> None:
        """Choose the browser and the mode. `on_failure` is told the page if the browser gives no result in time."""
        if mode not in RENDER_MODES:
            raise BadSettings(f"render must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
        self.browser = browser
        self.mode = mode
        self.on_failure = on_failure

    def run(self, page: Page, settings: Settings = pipeline.DEFAULT_SETTINGS) -> Article:
        """Extract the article of a page. In the mode ``auto``, the better one of the page as sent and as rendered."""
        if self.mode == "never":
            return pipeline.run(page, settings)
        if self.mode == "always":
            return pipeline.run(self._rendered(page), settings)
        sent = pipeline.run(page, settings)
        if not needs_browser(sent):
            return sent
        rendered = self._rendered(page)
        if rendered.rendering is Rendering.FAILED:
            return sent
        article = pipeline.run(rendered, settings)
        return article if _rank(article) >= _rank(sent) else sent

    def _rendered(self, page: Page) -> Page:
        rendered = self.browser.render(page).page
        if rendered.rendering is Rendering.FAILED and self.on_failure is not None:
            self.on_failure(page)
        return rendered


def _rank(article: Article) -> tuple[bool, float]:
    return article.outcome is Outcome.ARTICLE, article.confidence
