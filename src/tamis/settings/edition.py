"""Settings of an edition, as one frozen dataclass."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path  # noqa: TC003 (tamis.settings.options reads the annotations)
from typing import Literal, TypedDict

from tamis.errors import BadSettings
from tamis.settings.options import answering, check, option

EDITION = "Edition"
"""Group of these settings in a form."""

FORMATS = ("pdf", "epub", "html")

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "b5": (176.0, 250.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
"""Width and height in millimeters: ISO 216 and ANSI Y14.1."""

LEAST_TEXT_WIDTH = 40.0
"""Millimeters of a page that margins and gaps between columns must leave for each column of text."""
COLUMN_GAP = 7.0

# Constructs by which a style sheet could load something; an edition contains all that it shows.
_LOADS = re.compile(r"@import|url\(\s?[\"']?(?!data:|#)", re.IGNORECASE)


@answering
@dataclass(frozen=True, slots=True)
class EditionSettings:
    """Settings for the look of an edition."""

    title: str | None = option(None, "Title of the edition. Default: the title of the story.", group=EDITION)
    author: str | None = option(None, "Author or editor. Default: the authors of the story.", group=EDITION)
    cover: bool = option(True, "Begin a collection with a cover.", group=EDITION)
    toc_depth: int = option(
        1,
        "Levels of the contents: 1 for the stories, 2 and more for their headings too, 0 for no contents.",
        minimum=0,
        maximum=6,
        group=EDITION,
        label="Depth of the contents",
    )
    link_notes: bool = option(False, "List the URLs of links at the end of each story.", group=EDITION)
    paper: Literal["a3", "a4", "a5", "a6", "b5", "letter", "legal"] = option("a4", "Paper size.", group=EDITION)
    landscape: bool = option(False, "Orientation of the paper.", group=EDITION, off="portrait")
    margin: float = option(20.0, "Margin of a page, in millimeters.", minimum=5, maximum=80, group=EDITION)
    columns: int = option(1, "Columns of a page.", minimum=1, maximum=4, group=EDITION)
    font_size: float = option(11.0, "Size of the text, in points.", minimum=6, maximum=30, group=EDITION)
    font: Literal["serif", "sans"] = option("serif", "Font of the text.", group=EDITION)
    justify: bool = option(False, "Justify the lines.", group=EDITION)
    hyphenate: bool = option(True, "Hyphenate, by the story's language.", group=EDITION)
    css: Path | None = option(
        None, "File with CSS that is added to the style sheet.", group=EDITION, label="CSS", metavar="FILE"
    )
    print_timeout: float = option(
        60.0, "Time limit for one step of the browser, in seconds.", above=0, maximum=3_600, group=EDITION
    )

    def __post_init__(self) -> None:
        check(self)
        left = (self.page_width - 2 * self.margin - COLUMN_GAP * (self.columns - 1)) / self.columns
        if left < LEAST_TEXT_WIDTH:
            raise BadSettings(
                f"margins of {self.margin:g} mm and {self.columns} columns leave {max(left, 0):.0f} mm for the text "
                f"on {self.paper}; at least {LEAST_TEXT_WIDTH:g} are needed"
            )

    @property
    def page_width(self) -> float:
        """Width of the page, in millimeters."""
        return PAPERS[self.paper][1 if self.landscape else 0]

    @property
    def page_height(self) -> float:
        """Height of the page, in millimeters."""
        return PAPERS[self.paper][0 if self.landscape else 1]

    def own_css(self) -> str:
        """Read the CSS file. Raises `BadSettings` if it cannot be read or loads something."""
        if self.css is None:
            return ""
        try:
            text = self.css.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadSettings(f"{self.css}: cannot be read as CSS: {error}") from error
        if _LOADS.search(text):
            raise BadSettings(f"{self.css}: an edition carries all that it shows: use data: in url(), and no @import")
        return text.replace("</", r"<\/")  # cannot end the style element


class EditionOptions(TypedDict, total=False):
    """The fields of `EditionSettings` as keyword arguments."""

    title: str | None
    author: str | None
    cover: bool
    toc_depth: int
    link_notes: bool
    paper: Literal["a3", "a4", "a5", "a6", "b5", "letter", "legal"]
    landscape: bool
    margin: float
    columns: int
    font_size: float
    font: Literal["serif", "sans"]
    justify: bool
    hyphenate: bool
    css: Path | None
    print_timeout: float
