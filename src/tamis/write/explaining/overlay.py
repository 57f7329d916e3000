"""Overlay: the page itself, in which colors show CUTER's class of each element (C4 of its requirements), or what is
kept."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element
from tamis.core.pipeline import DEFAULT_SETTINGS, extract_traced
from tamis.filter import FilteredPage
from tamis.model import Role
from tamis.papers.cuter import Cuter
from tamis.papers.filters import Filters

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from tamis.filter import UrlHook
    from tamis.model import Page
    from tamis.settings.extraction import Limits, Settings

COLORS = {
    Role.TEXT: "46, 160, 67",
    Role.NAVIGATION: "9, 105, 218",
    Role.ADVERTISEMENT: "207, 34, 46",
    Role.MULTIMEDIA: "130, 80, 223",
    Role.EMPTY: "110, 119, 129",
}
"""Red, green and blue of each class."""
_LEGEND_STYLE = (
    "#tamis-legend { position: fixed; right: 1em; bottom: 1em; z-index: 2147483647; margin: 0; padding: .8em; "
    "list-style: none; font: 14px/1.5 sans-serif; color: #1f2328; background: #fff; border: 1px solid #d0d7de; "
    "border-radius: 6px } #tamis-legend li { margin: .2em 0; padding-left: .5em }"
)
_VERDICT_STYLE = (
    f".tamis-kept {{ background-color: rgba({COLORS[Role.TEXT]}, .16) !important; "
    f"outline: 2px solid rgba({COLORS[Role.TEXT]}, .75) !important; outline-offset: -1px }} "
    f".tamis-dropped {{ background-color: rgba({COLORS[Role.ADVERTISEMENT]}, .10) !important; "
    f"outline: 1px dashed rgba({COLORS[Role.ADVERTISEMENT]}, .65) !important; outline-offset: -1px }} "
    f".tamis-title {{ background-color: rgba({COLORS[Role.NAVIGATION]}, .10) !important; "
    f"outline: 2px solid rgba({COLORS[Role.NAVIGATION]}, .75) !important; outline-offset: -1px }} "
    ".tamis-now { outline: 4px solid #1a5a96 !important; outline-offset: 1px }"
)
_EVERYTHING = Filters(
    article=False,
    remove_advertisements=False,
    named_advertisements=False,
    remove_consent=False,
    remove_link_lists=False,
    remove_empty_tables=False,
)
"""Filters that keep all of the page but what runs: scripts, frames, embedded objects."""


def overlay_page(page: Page, cuter: Cuter | None = None, limits: Limits | None = None) -> str:
    """Write the page itself, safe to open, in which colors show CUTER's class of each element.

    Every element has the class ``tamis-text``, ``tamis-navigation`` …; where CUTER's class changes, and on blocks of
    text, it also has ``tamis-edge``, and a color.
    """
    filtered = FilteredPage(page, _EVERYTHING, limits)
    roles = (cuter or Cuter()).characterize_elements(filtered.document)
    document = filtered.document
    # Text is colored block by block, because the page as a whole is text.
    blocks = {document.elements[node] for node, text in zip(document.block_nodes, document.texts, strict=True) if text}
    marks = {
        element: f"tamis-{role.value}" + (" tamis-edge" if _is_edge(element, role, roles, blocks) else "")
        for element, role in roles.items()
    }
    return filtered.html(marks=marks, head_end=f"<style>{_style()}</style>", body_end=_legend(roles.values()))


def verdict_page(page: Page, settings: Settings = DEFAULT_SETTINGS, *, url: UrlHook | None = None) -> str:
    """Write the page itself, safe to open, in which colors show what the strategy of the settings keeps and drops.

    The element of a block has the class ``tamis-kept``, ``tamis-dropped`` or ``tamis-title`` (kept as metadata), and
    ``tamis-block-N`` with the number that the report gives it. `url` is as in `tamis.filter.filter_page`.
    """
    traced = extract_traced(page, settings)
    origin = traced.chosen.document.origin
    is_from_data = origin is not None and origin.xpath is not None
    labels = (traced.own if is_from_data else traced.chosen).labels
    title = traced.own.document.title_block
    filtered = FilteredPage(page, _EVERYTHING, settings.limits)
    document = filtered.document
    marks: dict[Element, str] = {}
    for block, node in enumerate(document.block_nodes[: len(labels.kept)]):
        leaf = document.leaves[block][0]
        element = leaf if isinstance(leaf, Element) else document.elements[node]
        verdict = "kept" if labels.kept[block] else "title" if block == title else "dropped"
        before = f"{marks[element]} " if element in marks else f"tamis-{verdict} "
        marks[element] = f"{before}tamis-block-{block}"
    return filtered.html(url=url, marks=marks, head_end=f"<style>{_VERDICT_STYLE}</style>")


def _is_edge(element: Element, role: Role, roles: Mapping[Element, Role], blocks: Container[Element]) -> bool:
    """Tell whether the class begins at this element; for text, whether a block does."""
    if role is Role.TEXT:
        return element in blocks
    around = element.parent
    return not isinstance(around, Element) or roles.get(around) is not role


def _style() -> str:
    rules = [
        f".tamis-edge.tamis-{role.value} {{ background-color: rgba({color}, .16) !important; "
        f"outline: 2px solid rgba({color}, .75) !important; outline-offset: -1px }}"
        for role, color in COLORS.items()
    ]
    return " ".join((*rules, _LEGEND_STYLE))


def _legend(roles: Iterable[Role]) -> str:
    counts = Counter(roles)
    items = "".join(
        f'<li style="border-left: 1em solid rgb({color})">{role.value}: {counts[role]}</li>'
        for role, color in COLORS.items()
    )
    return f'<ul id="tamis-legend">{items}</ul>'
