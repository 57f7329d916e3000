"""All that a user can choose, as one frozen tree of dataclasses.

The same tree is read from TOML, the environment, the command line, a query string or a form, because every leaf is a
plain value with a name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.errors import BadSettings, TooLarge

if TYPE_CHECKING:
    from tamis.model import Page
    from tamis.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost."""

    max_characters: int = 10_000_000
    """Longer pages are refused with `TooLarge`."""
    max_elements: int = 200_000
    """Pages of more elements are refused with `TooLarge`: they cost more than characters do, and blocks are made of
    them."""

    def __post_init__(self) -> None:
        for name, limit in (("max_characters", self.max_characters), ("max_elements", self.max_elements)):
            if limit < 1:
                raise BadSettings(f"{name} must be at least 1, not {limit}")

    def check(self, page: Page) -> None:
        """Raise `TooLarge` for a page that costs more."""
        if len(page.html) > self.max_characters:
            raise TooLarge(len(page.html), self.max_characters, page.url)
        from tamis.parse.sizes import elements_of  # when it is needed, for it brings the parser

        elements = elements_of(page.html, self.max_elements)
        if elements > self.max_elements:
            raise TooLarge(elements, self.max_elements, page.url, unit="elements")


@dataclass(frozen=True, slots=True)
class Settings:
    """How to extract."""

    strategy: str | Strategy = "learned"
    """A name of `tamis.strategies.NAMES`, or a strategy object with its own parameters."""
    images: bool = True
    """Keep the article's pictures and players. Turning this on or off never changes the text."""
    min_words: int = 25
    """A body with fewer words than this is no article: the outcome is ``too_short``."""
    limits: Limits = field(default_factory=Limits)
    embedded: bool = True
    """Where the page shows less than its data holds (JSON-LD, framework state, a forum's posts), follow the data."""
    positions: bool = True
    """Say of each block where it stands: its XPath, and its span in the source. Without, extraction is faster."""

    def __post_init__(self) -> None:
        if self.min_words < 0:
            raise BadSettings(f"min_words must not be negative, not {self.min_words}")
