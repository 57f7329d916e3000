"""Ad-block lists that the user provides, in the syntax of EasyList, with the extra ``ads``.

tamis ships no such list: EasyList has its own license. The rules are matched by the engine of the Brave browser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tamis.errors import MissingExtra
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

_SORTS = {
    "img": "image", "amp-img": "image", "script": "script", "iframe": "sub_frame", "frame": "sub_frame",
    "embed": "object", "object": "object", "video": "media", "audio": "media", "source": "media", "link": "stylesheet",
}  # fmt: skip
_UNKNOWN_PAGE = "https://page.invalid/"  # rules for one site need to know its URL; the others do not


class EasyList:
    """Rules by URL, and rules by class and id, as an `AdList` for `tamis.papers.filters.Filters`."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Compile the rules; `texts` are the contents of the lists."""
        try:
            adblock: Any = import_module("adblock")
        except ModuleNotFoundError as error:
            raise MissingExtra("an ad-block list", "ads") from error
        rules = adblock.FilterSet()
        for text in texts:
            rules.add_filter_list(text)
        self._engine: Any = adblock.Engine(rules)
        self._failure: type[Exception] = adblock.AdblockException

    def asks_about_own(self, page: str | None) -> bool:  # noqa: ARG002 (rules are for all pages)
        """Return True always, because most rules are by path."""
        return True

    def matches(self, url: str, page: str | None, tag: str) -> bool:
        """Tell whether a rule blocks the URL on this page."""
        if not is_web_url(url):
            return False
        try:
            verdict = self._engine.check_network_urls(url, page or _UNKNOWN_PAGE, _SORTS.get(tag, "other"))
        except self._failure:  # no rule matches a URL that the engine cannot read
            return False
        return bool(verdict.matched) and verdict.exception is None

    def selectors(self, page: str | None, classes: Collection[str], ids: Collection[str]) -> Sequence[str]:
        """Return the CSS selectors that rules hide on this page."""
        rules = self._engine.url_cosmetic_resources(page or _UNKNOWN_PAGE)
        hidden = set(rules.hide_selectors)
        if not rules.generichide:
            hidden.update(self._engine.hidden_class_id_selectors(list(classes), list(ids), rules.exceptions))
        return sorted(hidden)
