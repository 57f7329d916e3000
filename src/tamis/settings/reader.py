"""Settings of the pages of `tamis serve`, which show stories and cleaned pages.

A reader's choices are kept in a profile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tamis.settings.options import OUTPUT, check, option

LOOK = "Look"
"""Group of the settings that readers change while they read."""


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """Settings for what readers see, and how it looks."""

    output: Literal["html", "text"] = option(
        "html",
        "What the cleaning proxy shows: the page with its look, or its text.",
        group=OUTPUT,
        label="Output format",
        source="figure 2",
    )
    links: Literal["web", "reader", "clean"] = option(
        "web", "Where the links of a story lead: to the page, to its story, or to the cleaned page.", group=OUTPUT
    )
    theme: Literal["auto", "light", "sepia", "dark"] = option("auto", "Colors; auto follows the device.", group=LOOK)
    font: Literal["serif", "sans", "mono"] = option("serif", "Font of stories.", group=LOOK)
    size: int = option(19, "Size of the text, in pixels.", minimum=14, maximum=30, group=LOOK)
    width: Literal["narrow", "medium", "wide"] = option("medium", "Length of lines.", group=LOOK)

    def __post_init__(self) -> None:
        check(self)
