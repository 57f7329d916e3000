"""Settings of the pages of `tamis serve`, which show stories and cleaned pages.

A reader's choices are kept in a profile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tamis.errors import BadSettings
from tamis.settings.options import OUTPUT, check, option

MAX_NAME = 40
"""Maximum number of characters of a reader's name."""
MAX_EDITION = 100
"""Maximum number of characters of the name of an edition."""
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
    name: str = option(
        "", "Your name, if several people read here: each has their own stars, read stories and ranking.", group=LOOK
    )
    edition: str = option(
        "", "Name of the editions that you make here. Default: that of the paper, or News.", group=LOOK
    )

    def __post_init__(self) -> None:
        check(self)
        if not is_reader_name(self.name):
            raise BadSettings(f"name must be at most {MAX_NAME} letters, digits and -_., not {self.name[:MAX_NAME]!r}")
        if len(self.edition) > MAX_EDITION or not self.edition.isprintable():
            raise BadSettings(f"edition must be at most {MAX_EDITION} characters in one line")


def is_reader_name(name: str) -> bool:
    """Tell whether a reader may have this name; the empty one is that of a reader alone."""
    return len(name) <= MAX_NAME and all(character.isalnum() or character in "-_." for character in name)
