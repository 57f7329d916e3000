"""All that a user can choose about extraction, as one frozen tree of dataclasses.

`tamis.options` describes the fields and reads them from plain values or text: a settings file, the command line, a
query string, a form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.errors import BadSettings, TooLarge
from tamis.options import OUTPUT, check, option

if TYPE_CHECKING:
    from tamis.model import Page
    from tamis.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost."""

    max_characters: int = option(10_000_000, "Largest page, in characters (`TooLarge`).", minimum=1)
    max_elements: int = option(
        200_000, "Largest page, in elements (`TooLarge`): they cost more than characters do.", minimum=1
    )

    def __post_init__(self) -> None:
        check(self)

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

    strategy: str | Strategy = option(
        "learned",
        "Strategy, optionally with parameters. docs/strategies.md has the names.",
        metavar="NAME[:FIELD=VALUE,...]",
    )
    images: bool = option(True, "Keep pictures and players. The text does not change.", group=OUTPUT)
    min_words: int = option(25, "A body with fewer words is not an article (`too_short`).", minimum=0)
    limits: Limits = option(Limits(), "What one page may cost.")
    embedded: bool = option(True, "Use embedded text (JSON-LD, script state, a forum's posts) if the page shows less.")
    positions: bool = option(
        True, "Give each block its XPath and its span in the source. Extraction is faster without.", group=OUTPUT
    )

    def __post_init__(self) -> None:
        check(self)
        _check_strategy(self.strategy)


def _check_strategy(strategy: object) -> None:
    from tamis.strategies import NAMES, Strategy, by_name  # light: a strategy is loaded when it is used

    if isinstance(strategy, str):
        if strategy not in NAMES:
            by_name(strategy)  # which says what is wrong with the name or its parameters
    elif isinstance(strategy, type) or not isinstance(strategy, Strategy):
        raise BadSettings(f"strategy must be a name or a strategy object with its parameters, not {strategy!r}")
