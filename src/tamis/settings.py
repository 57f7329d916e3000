"""All that a user can choose about extraction, as one frozen tree of dataclasses.

`tamis.options` describes the fields and reads them from plain values or text: a settings file, the command line, a
query string, a form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tamis.errors import BadSettings, TooLarge
from tamis.options import OUTPUT, check, option
from tamis.site_rules import SiteRule

if TYPE_CHECKING:
    from tamis.model import Page
    from tamis.strategies import Strategy

_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


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
    teasers: bool = option(
        True,
        "On a page that lists others (`hub_page`), keep its teasers, if the strategy looks for one article.",
    )
    positions: bool = option(
        True, "Give each block its XPath and its span in the source. Extraction is faster without.", group=OUTPUT
    )
    favor: Literal["precision", "balance", "recall"] | None = option(
        None,
        "`precision` leaves out what is doubtful, `recall` keeps it. For strategies with this parameter.",
        switches=("precision", "recall"),
    )
    links: bool = option(True, "Keep the addresses of links. The text does not change.", group=OUTPUT)
    tables: bool = option(True, "Keep data tables.", group=OUTPUT)
    comments: bool = option(
        False, "Write the readers' comments below the article, in every format. The text does not change.", group=OUTPUT
    )
    language: str | None = option(
        None,
        "Take articles in this language only (`de`, `pt-BR`); any other page is `other_language`. A page whose "
        "language is not known is taken.",
        metavar="CODE",
    )
    max_pages: int = option(20, "Most pages of one article that is split into pages.", minimum=1)
    hidden: Literal["drop", "keep", "mark"] = option(
        "drop",
        "Text that readers cannot see: `drop` leaves it out, `keep` judges it like other text and notes the reason on "
        "its blocks, `mark` also writes `[hidden: REASON]` before it.",
    )
    rules: tuple[SiteRule, ...] = option((), "Your own rules for sites (docs/rules.md).")

    def __post_init__(self) -> None:
        check(self)
        _check_strategy(self.strategy)
        if not isinstance(self.rules, tuple) or not all(isinstance(rule, SiteRule) for rule in self.rules):
            raise BadSettings("rules must be a tuple of SiteRule; tamis.settings_file.read_rules reads them from files")
        if self.favor is not None:
            self.chosen_strategy()  # which says if it has no such parameter
        if self.language is not None and not _LANGUAGE_TAG.fullmatch(self.language):
            raise BadSettings(f"language must be a tag such as de or pt-BR, not {self.language!r}")

    def chosen_strategy(self) -> Strategy:
        """The strategy that the settings name or carry, with its parameters."""
        from tamis.strategies import by_name, with_parameters

        strategy = by_name(self.strategy) if isinstance(self.strategy, str) else self.strategy
        return with_parameters(strategy, {"favor": self.favor}) if self.favor is not None else strategy


def _check_strategy(strategy: object) -> None:
    from tamis.strategies import NAMES, Strategy, by_name  # light: a strategy is loaded when it is used

    if isinstance(strategy, str):
        if strategy not in NAMES:
            by_name(strategy)  # which says what is wrong with the name or its parameters
    elif isinstance(strategy, type) or not isinstance(strategy, Strategy):
        raise BadSettings(f"strategy must be a name or a strategy object with its parameters, not {strategy!r}")
