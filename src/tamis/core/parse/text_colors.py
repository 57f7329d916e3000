"""Text in the color of what is behind it, or in none, as far as the styles of a page declare both."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Inherited
from tamis.core.parse.colors import Color, are_alike, blended, colors_in, filtered, read_color
from tamis.core.parse.css_values import FUNCTION, amount, parts_of, pixels
from tamis.core.parse.document import Hiding
from tamis.core.parse.hiding_styles import FAINTEST
from tamis.core.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tamis.core.parse.style_cascade import Styles

BACKGROUNDS = ("background", "background-color", "background-image")
"""Properties that paint what is behind a text."""
_PROPERTIES = ("color", "-webkit-text-fill-color", *BACKGROUNDS, "filter", "mix-blend-mode")
_OPAQUE = 0.95
_NEAREST_SHADOW = 4.0
"""CSS pixels by which a shadow may be moved or blurred so that letters can be read by it."""
_ROOTS = ("html", "body")


_BLACK, _WHITE = Color(0, 0, 0), Color(255, 255, 255)
"""The colors of browsers, for text and pages that no style gives another."""


class _Look(NamedTuple):
    """The colors of an element's text, of what is behind it, and of the rim of its letters; None for one not known."""

    text: Color | None = _BLACK
    behind: Color | None = _WHITE
    rim: Color | None = None


class TextColors:
    """The colors of text and of what is behind it, as far as they are declared."""

    def __init__(self, styles: Mapping[Element, Styles]) -> None:
        """Store the styles of the elements that have any."""
        self._styles = styles
        self._inherited = Inherited(self._within, _Look())

    def hiding(self, element: Element, values: Mapping[str, str]) -> Hiding | None:
        """Return how its colors hide an element's text; None if they do not, or are not all known."""
        if not any(name in values for name in _PROPERTIES):
            return None
        text, behind, rim = self._inherited.of(element)
        if text is None or (rim is not None and behind is not None and not are_alike(rim, behind)):
            return None
        if text.alpha < FAINTEST:
            # A gradient may shine through letters that are transparent.
            clips = (values.get("background-clip"), values.get("-webkit-background-clip"))
            around = self._inherited.of(element.parent).behind if type(element.parent) is Element else None
            if "text" not in clips or (behind and around and are_alike(behind, around)):
                return Hiding.TRANSPARENT
            return None
        if behind is None:
            return None
        if element.tag not in _ROOTS and all(name not in values for name in BACKGROUNDS):
            text = filtered(text, [(name, amount(given.strip())) for name, given in _filters(values)])
            text = blended(text, behind, values.get("mix-blend-mode", ""))
        return Hiding.BACKGROUND_COLOR if are_alike(text, behind) else None

    def is_default(self, element: Element) -> bool:
        """Tell whether the text or what is behind it has a color that nothing on the page declares."""
        text, behind, _ = self._inherited.of(element)
        return text is _BLACK or behind is _WHITE

    def hides_line(self, element: Element, styles: Styles) -> bool:
        """Tell whether the first line of an element has a color that nobody sees."""
        color = read_color(styles["color"].value) if "color" in styles else None
        behind = self._inherited.of(element).behind
        return color is not None and (color.alpha < FAINTEST or (behind is not None and are_alike(color, behind)))

    def _within(self, element: Element, outer: _Look) -> _Look:
        styles = self._styles.get(element)
        if styles is None:
            return outer
        text, behind, rim = outer
        for name in ("color", "-webkit-text-fill-color"):
            if name in styles and styles[name].value not in ("inherit", "currentcolor", "unset"):
                text = read_color(styles[name].value)
        for name in BACKGROUNDS:
            if name in styles:
                behind = _background(styles[name].value, behind)
        if "text-shadow" in styles or "-webkit-text-stroke" in styles:
            rim = _rim({name: declared.value for name, declared in styles.items()})
        return _Look(text, behind, rim)


def _filters(values: Mapping[str, str]) -> list[tuple[str, str]]:
    return FUNCTION.findall(values["filter"]) if "filter" in values else []


def _rim(values: Mapping[str, str]) -> Color | None:
    """Return the color of the outline or of the near shadow of letters; None if they have none."""
    for name in ("-webkit-text-stroke", "text-shadow"):
        value = values.get(name, "")
        colors = [color for color in colors_in(value) if color.alpha >= _FAINTEST_RIM]
        lengths = [abs(pixels(part, -1.0)) for part in parts_of(value) if part[:1] in "0123456789.-"]
        if colors and lengths and (name != "text-shadow" or max(lengths) <= _NEAREST_SHADOW) and max(lengths) > 0:
            return colors[0]
    return None


_FAINTEST_RIM = 0.3


def is_opaque(styles: Styles) -> bool:
    """Tell whether an element surely paints over all that is behind it."""
    behind: Color | None = Color(0, 0, 0, 0.0)
    for name in BACKGROUNDS:
        if name in styles:
            behind = _background(styles[name].value, behind)
    return behind is not None and behind.alpha > _OPAQUE


def _background(value: str, outer: Color | None) -> Color | None:
    if "url(" in value or "var(" in value:
        return None
    if "gradient(" in value:
        colors = colors_in(value)
        is_one = bool(colors) and all(color.alpha >= _OPAQUE and are_alike(color, colors[0]) for color in colors)
        return colors[0] if is_one else None
    if value in ("none", "transparent", "inherit", "unset", "initial"):
        return outer
    color = read_color(value) or next(filter(None, map(read_color, value.split())), None)
    if color is None or color.alpha < 1:
        return outer if color is not None and color.alpha == 0 else None
    return color
