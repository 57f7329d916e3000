"""Browser snapshots: their documents as columns, and the styles that are requested.

Chromium's `DOMSnapshot.captureSnapshot` gives the DOM as flat arrays, with boxes and computed styles, in one response.
`tamis.io.rendering.serialize` writes it out as HTML. Pure: no browser is needed to read a snapshot.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from tamis.model import Box, Style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STYLES = (
    "display", "visibility", "opacity", "filter", "font-size", "font-weight", "color", "-webkit-text-fill-color",
    "background-color", "background-image", "-webkit-background-clip", "text-align", "border-top-width",
    "border-right-width", "border-bottom-width", "border-left-width", "position", "overflow-x", "overflow-y", "clip",
    "clip-path", "animation-name", "transition-duration", "mask-image",
)  # fmt: skip
"""Computed styles that are requested with a snapshot, in this order."""

REQUEST: dict[str, Any] = {
    "computedStyles": list(STYLES),
    "includePaintOrder": True,
    "includeBlendedBackgroundColors": True,
}
"""The parameters of `DOMSnapshot.captureSnapshot`."""


class SnapshotDocument:
    """One document of the snapshot, with its columns by name."""

    def __init__(self, raw: Mapping[str, Any], strings: Sequence[str]) -> None:
        nodes, layout = raw["nodes"], raw["layout"]
        self.strings = strings
        self.url = self.string(raw["documentURL"])
        self.base = self.string(raw["baseURL"]) or self.url
        self.public_id, self.system_id = self.string(raw["publicId"]), self.string(raw["systemId"])
        self.width, self.height = float(raw.get("contentWidth", 0)), float(raw.get("contentHeight", 0))
        self.scroll = float(raw.get("scrollOffsetX", 0)), float(raw.get("scrollOffsetY", 0))
        self.parents: Sequence[int] = nodes["parentIndex"]
        self.types: Sequence[int] = nodes["nodeType"]
        self.names: Sequence[int] = nodes["nodeName"]
        self.values: Sequence[int] = nodes["nodeValue"]
        self.attributes: Sequence[Sequence[int]] = nodes["attributes"]
        self.pseudos = frozenset(nodes.get("pseudoType", {}).get("index", ()))
        frames = nodes.get("contentDocumentIndex", {"index": (), "value": ()})
        self.frames = dict(zip(frames["index"], frames["value"], strict=True))
        self.children: dict[int, list[int]] = defaultdict(list)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                self.children[parent].append(node)
        self.laid_out = {node: row for row, node in enumerate(layout["nodeIndex"])}
        self.bounds: Sequence[Sequence[float]] = layout["bounds"]
        self.computed: Sequence[Sequence[int]] = layout["styles"]
        self.drawn_text: Sequence[int] = layout["text"]
        self.paint_orders: Sequence[int] = layout.get("paintOrders", ())
        self.backgrounds: Sequence[int] = layout.get("blendedBackgroundColors", ())
        self._styles: dict[tuple[int, ...], tuple[Mapping[str, str], Style]] = {}

    def string(self, index: int) -> str:
        """Return the string at an index; empty for -1."""
        return self.strings[index] if index >= 0 else ""

    def name(self, node: int) -> str:
        """Return the tag of an element, in lowercase; for SVG as it is."""
        name = self.strings[self.names[node]]
        return name.lower() if name.isupper() else name

    def value(self, node: int) -> str:
        """Return the characters of a text node."""
        return self.string(self.values[node])

    def box(self, row: int, offset: tuple[float, float]) -> Box:
        """Return the box of an entry of the layout, shifted by the position of its document."""
        left, top, width, height = self.bounds[row]
        return Box(left + offset[0], top + offset[1], width, height)

    def style(self, row: int) -> tuple[Mapping[str, str], Style]:
        """Return the computed styles by name, and the part that strategies see.

        They are cached, because most elements share theirs with others.
        """
        key = tuple(self.computed[row])
        known = self._styles.get(key)
        if known is None:
            computed = {name: self.strings[index] for name, index in zip(STYLES, key, strict=False) if index >= 0}
            known = self._styles[key] = computed, _style(computed)
        return known

    def text_length(self, limit: int) -> int:
        """Count the characters that this document draws, up to a limit."""
        total = 0
        for index in self.drawn_text:
            if index >= 0:
                total += len(self.strings[index].strip())
                if total >= limit:
                    break
        return total


_SIDES = ("top", "right", "bottom", "left")


def _style(computed: Mapping[str, str]) -> Style:
    background = computed.get("background-color", "")
    # A side without a visible border has the width 0.
    borders = {side for side in _SIDES if pixels(computed.get(f"border-{side}-width")) > 0}
    return Style(
        font_size=pixels(computed.get("font-size")),
        font_weight=int(pixels(computed.get("font-weight")) or 400),
        color=computed.get("color", ""),
        background="" if background in ("", "transparent", "rgba(0, 0, 0, 0)") else background,
        background_image=computed.get("background-image", "none") != "none",
        align=computed.get("text-align", "start"),
        borders=len(borders),
        position=computed.get("position", "static"),
        display=computed.get("display", ""),
        has_line_above="top" in borders,
        has_line_below="bottom" in borders,
    )


_NUMBER = re.compile(r"-?\d++(?:\.\d++)?")


def pixels(value: str | None) -> float:
    """Parse the number of a computed length; 0 if there is none."""
    match = _NUMBER.match(value or "")
    return float(match[0]) if match else 0.0
