"""Elements that a page's own styles hide, and those that are closed or behind something.

Only who asks for it pays for it: the setting `hidden`, and the report on hidden text. Style sheets in other files are
not there, and scripts do not run; a browser (`tamis.io.rendering`) knows more.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import Inherited, NearestElement, add_around, elements_around
from tamis.core.parse.css_values import amount, pixels
from tamis.core.parse.document import Hiding
from tamis.core.parse.hidden import hidden_elements
from tamis.core.parse.hiding_styles import FAINTEST, PLACED, SHARED, hiding_by, share_left
from tamis.core.parse.positions import Spans
from tamis.core.parse.style_cascade import NOWHERE, StyleCascade
from tamis.core.parse.text_colors import TextColors, is_opaque
from tamis.core.parse.tree import Element, Text, noscript_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tamis.core.parse.document import Document
    from tamis.core.parse.hidden import Marked
    from tamis.core.parse.style_cascade import Styles
    from tamis.core.parse.tree import Tree

BY_STATE = frozenset({Hiding.STYLE_SHEET, Hiding.DISPLAY, Hiding.VISIBILITY, Hiding.OPACITY, Hiding.NO_HEIGHT})
"""Ways to hide that a click on a control may undo."""


def hidden_with_styles(tree: Tree, marked: Marked) -> dict[Element, Hiding]:
    """Find the elements that hide their content by markup or the page's styles. Parts that a click reveals are out."""
    cascade = StyleCascade(tree)
    styled, undone = _hidden_by(cascade, tree)
    by_state = {element: hiding for element, hiding in styled.items() if hiding in BY_STATE}
    for_good = {element: hiding for element, hiding in styled.items() if hiding not in BY_STATE}
    for_good |= closed_elements(tree, styled)
    by_markup = hidden_elements(tree, marked, by_state, cascade.displays)
    undone -= styled.keys()
    return for_good | {element: hiding for element, hiding in by_markup.items() if element not in undone}


def doubtful_with_browser(tree: Tree, hidden: Mapping[Element, Hiding]) -> dict[Element, Hiding]:
    """Find the elements that a browser draws, by its data, in ways that leave nothing to see: they are in doubt.

    What a browser tells for certain is left out: what has no box, and where it stands. So are pages with styles in
    other files, which the browser knows and this does not.
    """
    if tree.select("link[rel~=stylesheet]"):
        return dict(hidden)
    cascade = StyleCascade(tree)
    for styles in cascade.styles.values():
        for name in _TOLD_BY_BROWSERS & styles.keys():
            del styles[name]
        if "opacity" in styles and amount(styles["opacity"].value) < FAINTEST:
            del styles["opacity"]
    found, _ = _hidden_by(cascade, tree)
    return {element: Hiding.STYLE_SHEET for element, why in found.items() if why is not Hiding.NOSCRIPT} | dict(hidden)


_TOLD_BY_BROWSERS = frozenset(
    """
    display visibility content-visibility left top right bottom margin-left margin-top padding-left text-indent
    transform translate rotate width max-width height max-height line-height
    """.split()
)


def closed_elements(
    tree: Tree, hidden: Mapping[Element, Hiding], is_shown: Callable[[Element], bool] = lambda _: False
) -> dict[Element, Hiding]:
    """Find elements that are closed, or drawn by something else, whatever their styles are.

    `is_shown` tells whether a browser shows an element.
    """
    closed: dict[Element, Hiding] = {}
    for details in tree.select("details"):
        summary = next((child for child in details if type(child) is Element and child.tag == "summary"), None)
        if summary is not None and details.attr("open") is None and _is_gone(summary, hidden):
            closed[details] = Hiding.CLOSED_DIALOG
        # A click opens the details, and not what a style sheet hides in them.
        inside = (child for child in details if type(child) is Element and hidden.get(child) in BY_STATE)
        closed.update(dict.fromkeys(inside, Hiding.STYLE_SHEET))
    controls = tree.select("[popovertarget]")
    opened = {control.attr("popovertarget") for control in controls if not _is_closed(control, hidden)}
    for popover in tree.select("[popover]"):
        identity = popover.attr("id")
        if (not identity or identity not in opened) and not is_shown(popover):
            closed[popover] = Hiding.CLOSED_DIALOG
    for shadow in tree.select("template[shadowrootmode]"):
        closed |= _without_slots(shadow, hidden)
    for element in tree.select("meter, progress, rp"):
        closed[element] = Hiding.TEMPLATE
    return closed


def _without_slots(shadow: Element, hidden: Mapping[Element, Hiding]) -> dict[Element, Hiding]:
    """Find what an element with a shadow tree holds for which that tree has no place, or none that is drawn."""
    host = shadow.parent
    if type(host) is not Element:
        return {}
    slots = {
        slot.attr("name") or ""
        for slot in shadow.select("slot")
        if not any(_is_closed(around, hidden) for around in _up_to(shadow, slot))
    }
    if not slots:
        return {host: Hiding.TEMPLATE}
    children = (child for child in host if type(child) is Element and child is not shadow)
    return {child: Hiding.TEMPLATE for child in children if (child.attr("slot") or "") not in slots}


def _up_to(outer: Element, node: Element) -> Iterator[Element]:
    """Yield a node and the elements around it that are within another."""
    for element in elements_around(node):
        if element is outer:
            return
        yield element


def _is_closed(element: Element, hidden: Mapping[Element, Hiding]) -> bool:
    return element in hidden or element.attr("hidden") is not None


def _is_gone(element: Element, hidden: Mapping[Element, Hiding]) -> bool:
    return _is_closed(element, hidden) or not element.text.strip()


def with_noscript(document: Document) -> Document:
    """Return the document with the text in noscript flagged.

    The parser reads a page without scripts, and so ends a paragraph at a block in a noscript and takes it out of there.
    """
    if not document.tree.select("noscript"):
        return document
    ranges = noscript_ranges(document.page.html)
    starts = [start for start, _ in ranges]
    spans = Spans(document.page.html)
    hidden = list(document.hidden)
    for block, leaves in enumerate(document.leaves):
        if hidden[block] is None and (span := spans.of(leaves)) is not None:
            last = bisect_right(starts, span.start) - 1
            if last >= 0 and span.start < ranges[last][1]:
                hidden[block] = Hiding.NOSCRIPT
    return replace(document, hidden=hidden)


def _hidden_by(cascade: StyleCascade, tree: Tree) -> tuple[dict[Element, Hiding], set[Element]]:
    """Find the elements that the page's own styles hide, and how they do, and those of which a part is shown again."""
    colors = TextColors(cascade.styles)
    covers = NearestElement(lambda around: _covers_what_is_below(around, cascade.styles.get(around)), False)
    shares = Inherited(lambda element, outer: outer * _share_left(cascade.styles.get(element)), 1.0)
    boxes = _Boxes(cascade)
    hidden: dict[Element, Hiding] = {}
    showing: list[Element] = []
    for element, styles in cascade.styles.items():
        values = {name: declared.value for name, declared in styles.items()}
        in_attribute = "display" in styles and styles["display"].by_attribute
        hiding = (
            hiding_by(values, in_attribute=in_attribute)
            or colors.hiding(element, values)
            or (Hiding.OPACITY if not SHARED.isdisjoint(values) and shares.of(element) < FAINTEST else None)
            or _by_reference(values, cascade)
            or (Hiding.STYLE_SHEET if boxes.puts_outside(element, values) else None)
            or _by_its_animation(values, cascade)
            or (Hiding.STYLE_SHEET if _is_below(values) and covers.of(element.parent) else None)
        )
        if hiding is None:
            showing.append(element)
        else:
            hidden[element] = hiding
    undone: set[Element] = set()
    if not _UNDONE_BY.keys().isdisjoint(hidden.values()):
        hidden, undone = _without_undone(hidden, showing, cascade)
    if Hiding.BACKGROUND_COLOR in hidden.values() and tree.select("link[rel~=stylesheet]"):
        for element, hiding in hidden.items():
            if hiding is Hiding.BACKGROUND_COLOR and colors.is_default(element):
                hidden[element] = Hiding.STYLE_SHEET  # a style sheet in another file may give it a color
    lines = cascade.drawn["first-line"].items()
    of_lines = (element for element, styles in lines if colors.hides_line(element, styles))
    for element in (*cascade.doubtful, *boxes.covered(), *of_lines):
        hidden.setdefault(element, Hiding.STYLE_SHEET)
    for element in _in_collapsed_spanned_columns(tree, hidden):
        hidden.setdefault(element, Hiding.VISIBILITY)
    for element in tree.select("noscript"):
        if element.text.strip():
            hidden.setdefault(element, Hiding.NOSCRIPT)
    return hidden, undone


def _share_left(styles: Styles | None) -> float:
    if styles is None or SHARED.isdisjoint(styles):
        return 1.0
    return share_left({name: declared.value for name, declared in styles.items()})


def _by_reference(values: Mapping[str, str], cascade: StyleCascade) -> Hiding | None:
    """Tell whether an element is cut by an empty shape of the page, or goes through a filter that may paint over it."""
    for name, hiding in (("clip-path", Hiding.CLIPPED), ("mask", Hiding.CLIPPED), ("filter", Hiding.STYLE_SHEET)):
        reference = _REFERENCE.search(values.get(name, ""))
        element = cascade.named(reference[1]) if reference is not None else None
        if element is not None and (
            bool(element.select(_PAINTING)) if name == "filter" else not list(element.iter_elements())
        ):
            return hiding
    return None


_REFERENCE = re.compile(r"url\(\s*+[\"']?#([^\"')\s]++)")
_PAINTING = "feFlood, feColorMatrix, feComponentTransfer, feComposite"


def _by_its_animation(values: Mapping[str, str], cascade: StyleCascade) -> Hiding | None:
    """Tell whether an element stays as hidden as it is at the end of its animation."""
    words = f"{values.get('animation', '')} {values.get('animation-name', '')}".replace(",", " ").split()
    frames = [cascade.last_frames[word] for word in words if word in cascade.last_frames]
    stays = {"forwards", "both"} & {*words, *values.get("animation-fill-mode", "").split()}
    return Hiding.STYLE_SHEET if stays and any(map(hiding_by, frames)) else None


def _is_below(values: Mapping[str, str]) -> bool:
    return pixels(values.get("z-index")) < 0 and values.get("position") in PLACED


def _covers_what_is_below(element: Element, styles: Styles | None) -> bool | None:
    """Tell whether an element's background covers what is below it; None if what is around the element decides."""
    if element.tag in ("html", "body"):
        return False
    if styles is None:
        return None
    has_own_layer = any(name in styles and styles[name].value not in _WITHOUT_EFFECT for name in _LAYERS)
    has_own_layer = has_own_layer or styles.get("position", NOWHERE).value in ("fixed", "sticky")
    return False if has_own_layer else True if is_opaque(styles) else None


_LAYERS = "z-index transform translate scale rotate filter clip-path mask opacity isolation mix-blend-mode".split()
"""Properties that put an element into a layer, where its background is below all that it holds."""
_WITHOUT_EFFECT = ("auto", "none", "normal", "1", "1.0", "100%")


class _Boxes:
    """The placed elements of a page: what they cover, and what is put outside of them."""

    def __init__(self, cascade: StyleCascade) -> None:
        self._cascade = cascade
        self._placed: NearestElement[Element | None] = NearestElement(self._own, None)

    def _own(self, element: Element) -> Element | None:
        return element if _is_placed(self._cascade.styles.get(element, {})) else None

    def puts_outside(self, element: Element, values: Mapping[str, str]) -> bool:
        """Tell whether an element begins where a box ends that shows nothing outside."""
        if values.get("position") != "absolute" or not any(values.get(side) == "100%" for side in _SIDES):
            return False
        box = self._placed.of(element.parent)
        styles = self._cascade.styles.get(box, {}) if box is not None else {}
        return any(styles.get(name, NOWHERE).value in ("hidden", "clip") for name in ("overflow", *_OVERFLOWS))

    def covered(self) -> set[Element]:
        """Find the elements with text over which something opaque is drawn."""
        styles = self._cascade.styles
        drawn = (self._cascade.drawn["before"], self._cascade.drawn["after"])
        covers = [element for styled in drawn for element, own in styled.items() if _is_cover(own)]
        covers += [
            element.parent for element, own in styles.items() if _is_cover(own) and type(element.parent) is Element
        ]
        covered = {self._placed.of(element) for element in covers} - {None}
        if not covered:
            return set()
        with_text = self._cascade.elements_with_text()
        above: set[Element] = set()
        for element, own in styles.items():
            if element in with_text and _is_placed(own) and type(element.parent) is Element:
                add_around(element.parent, above)
        return {element for element in covered if element is not None and element in with_text and element not in above}


_SIDES = ("left", "top", "right", "bottom")
_OVERFLOWS = ("overflow-x", "overflow-y")


def _is_placed(styles: Styles) -> bool:
    return styles.get("position", NOWHERE).value in PLACED


def _is_cover(styles: Styles) -> bool:
    """Tell whether an element is as large as the one around it, opaque and above it."""
    if styles.get("position", NOWHERE).value != "absolute" or not is_opaque(styles):
        return False
    values = {name: declared.value for name, declared in styles.items()}
    is_below = pixels(values.get("z-index")) < 0
    if is_below or amount(values.get("opacity")) < 1 or hiding_by(values) is not None:
        return False
    if values.get("mix-blend-mode", "normal") != "normal":
        return False
    return all(
        _is_whole(values.get(size)) or all(side in values and pixels(values[side]) <= 0 for side in sides)
        for size, sides in (("width", ("left", "right")), ("height", ("top", "bottom")))
    )


def _is_whole(size: str | None) -> bool:
    return size is not None and size.endswith("%") and amount(size) >= 1


def _in_collapsed_spanned_columns(tree: Tree, hidden: Mapping[Element, Hiding]) -> Iterator[Element]:
    """Yield the cells of table columns that are not drawn."""
    if not any(element.tag == "col" and why is Hiding.VISIBILITY for element, why in hidden.items()):
        return
    table_of: NearestElement[Element | None] = NearestElement(lambda e: e if e.tag == "table" else None, None)
    widths: dict[Element | None, int] = defaultdict(int)
    gone: dict[Element | None, set[int]] = defaultdict(set)
    for column in tree.select("col"):
        table = table_of.of(column)
        start = widths[table]
        widths[table] += _spanned_columns(column.attr("span"))
        if hidden.get(column) is Hiding.VISIBILITY:
            gone[table].update(range(start, widths[table]))
    for row in tree.select("tr"):
        place, columns = 0, gone[table_of.of(row)]
        for cell in row:
            if type(cell) is Element and cell.tag in ("td", "th"):
                if place in columns:
                    yield cell
                place += _spanned_columns(cell.attr("colspan"))


_MOST_COLUMNS = 1_000  # HTML standard, section 4.9


def _spanned_columns(span: str | None) -> int:
    return min(_MOST_COLUMNS, max(1, int(pixels(span, 1.0))))


_UNDONE_BY = {
    Hiding.VISIBILITY: ("visibility",),
    Hiding.FONT_SIZE: ("font-size", "font"),
    Hiding.TINY: ("font-size", "font"),
    Hiding.TRANSPARENT: ("color", "-webkit-text-fill-color"),
    Hiding.BACKGROUND_COLOR: ("color", "background", "background-color"),
}
"""Ways to hide that are inherited, with the properties by which an element inside undoes them."""


def _without_undone(
    hidden: dict[Element, Hiding], showing: list[Element], cascade: StyleCascade
) -> tuple[dict[Element, Hiding], set[Element]]:
    """Leave out the elements with text inside that is shown again, and put in the other elements inside these.

    Those that also hold text themselves stay, as doubtful.
    """
    with_text = cascade.elements_with_text()
    around: dict[tuple[str, ...], set[Element]] = {names: set() for names in _UNDONE_BY.values()}
    shown: dict[tuple[str, ...], set[Element]] = {names: set() for names in _UNDONE_BY.values()}
    for element in showing:
        for names in around:
            if element in with_text and not cascade.styles[element].keys().isdisjoint(names):
                shown[names].add(element)
                add_around(element, around[names])
    kept: dict[Element, Hiding] = {}
    undone: set[Element] = set()
    for element, hiding in hidden.items():
        names = _UNDONE_BY.get(hiding, ())
        if not names or element not in around[names]:
            kept[element] = hiding
            continue
        undone.add(element)
        inside = [element]
        while inside:
            outer = inside.pop()
            if any(type(child) is Text and not child.data.isspace() for child in outer):
                kept.setdefault(outer, Hiding.STYLE_SHEET)
                continue
            for child in outer:
                if type(child) is not Element or child in shown[names] or child in hidden:
                    continue
                if child in around[names]:
                    inside.append(child)
                elif child in with_text:
                    kept.setdefault(child, hiding)
    return kept, undone
