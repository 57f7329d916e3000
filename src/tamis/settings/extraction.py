"""Settings of extraction: all that a user can choose, as one frozen tree of dataclasses.

`tamis.settings.options` describes the fields and reads them from plain values or text: a settings file, the command
line, a query string, a form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from tamis.core.site_profile import SiteProfile
from tamis.core.site_rules import SiteRule
from tamis.errors import BadSettings, TooLarge
from tamis.settings.options import OUTPUT, answering, check, option

if TYPE_CHECKING:
    from tamis.core.parse.tree import SourceScan
    from tamis.core.strategies import Strategy
    from tamis.model import Page

Hidden = Literal["drop", "guard", "mark", "keep"]
"""What becomes of text that readers cannot see."""
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the cost of one page."""

    max_characters: int = option(10_000_000, "Largest page, in characters (`TooLarge`).", minimum=1)
    max_elements: int = option(200_000, "Largest page, in elements (`TooLarge`).", minimum=1)

    def __post_init__(self) -> None:
        check(self)

    def check(self, page: Page) -> SourceScan:
        """Raise `TooLarge` for a page that exceeds the limits; return the scan of its source."""
        if len(page.html) > self.max_characters:
            raise TooLarge(len(page.html), self.max_characters, page.url)
        from tamis.core.parse.tree import elements_of, scan_source  # imported on use, because it loads the parser

        scan = scan_source(page.html)
        elements = elements_of(page.html, self.max_elements, scan)
        if elements > self.max_elements:
            raise TooLarge(elements, self.max_elements, page.url, unit="elements")
        return scan


@answering
@dataclass(frozen=True, slots=True)
class Settings:
    """Settings for extraction."""

    strategy: str | Strategy = option(
        "learned",
        "Strategy, optionally with parameters. docs/strategies.md has the names.",
        metavar="NAME[:FIELD=VALUE,...]",
    )
    images: bool = option(True, "Keep pictures and players. Does not change the text.", group=OUTPUT)
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
        "Drop doubtful blocks (`precision`) or keep them (`recall`). For strategies with this parameter.",
        switches=(
            ("precision", "Drop doubtful blocks (`favor`), if the strategy has this parameter."),
            ("recall", "Keep doubtful blocks (`favor`), if the strategy has this parameter."),
        ),
    )
    links: bool = option(True, "Keep the URLs of links. Does not change the text.", group=OUTPUT)
    tables: bool = option(True, "Keep data tables.", group=OUTPUT)
    comments: bool = option(
        False, "Write readers' comments below the article, in every format. Does not change the text.", group=OUTPUT
    )
    quotes: Literal["reference", "keep"] = option(
        "reference",
        "Quotes in a thread that repeat a post of the page: say which post is answered (`reference`), or `keep` them.",
        group=OUTPUT,
    )
    language: str | None = option(
        None,
        "Accept only articles in this language (`de`, `pt-BR`); other pages are `other_language`. Pages of unknown "
        "language are accepted.",
        metavar="CODE",
    )
    respect: tuple[Literal["train", "input", "search", "archive"], ...] = option(
        (),
        "Leave out pages that reserve one of these uses (`reserved`): to `train` models, as `input` of models, for "
        "`search`, to `archive` copies (docs/rights.md).",
        metavar="USE,…",
    )
    max_pages: int = option(20, "Maximum pages to join into one article.", minimum=1)
    hidden: Hidden = option(
        "drop",
        "Text that readers cannot see: `drop` it; `guard` against it (read style sheets too, drop it and write "
        "`[hidden: REASON]` before what only a browser could tell); `mark` all of it so; or `keep` it unmarked, with "
        "the reason on its blocks.",
    )
    rules: tuple[SiteRule, ...] = option((), "Your own rules for sites (docs/rules.md).")
    site_profile: SiteProfile | None = option(
        None, "What was learned from other pages of the site (docs/site-profiles.md). For strategies that take one."
    )

    def __post_init__(self) -> None:
        check(self)
        _check_strategy(self.strategy)
        if not isinstance(self.rules, tuple) or not all(isinstance(rule, SiteRule) for rule in self.rules):
            raise BadSettings("rules must be a tuple of SiteRule; tamis.settings.file.read_rules reads them from files")
        if self.favor is not None or self.site_profile is not None:
            self.chosen_strategy()  # raises if it has no such parameter
        if self.language is not None and not _LANGUAGE_TAG.fullmatch(self.language):
            raise BadSettings(f"language must be a tag such as de or pt-BR, not {self.language!r}")

    @property
    def takes_site_profile(self) -> bool:
        """True if the strategy accepts a site profile."""
        return _takes_profile(self.chosen_strategy())

    def chosen_strategy(self) -> Strategy:
        """Return the strategy that the settings name or carry, with its parameters."""
        from tamis.core.strategies import by_name, with_parameters

        strategy = by_name(self.strategy) if isinstance(self.strategy, str) else self.strategy
        chosen = with_parameters(strategy, {"favor": self.favor}) if self.favor is not None else strategy
        return chosen if self.site_profile is None else _with_profile(chosen, self.site_profile)


class SettingsOptions(TypedDict, total=False):
    """The fields of `Settings` as keyword arguments, of `tamis.extract` and other functions."""

    strategy: str | Strategy
    images: bool
    min_words: int
    limits: Limits
    embedded: bool
    teasers: bool
    positions: bool
    favor: Literal["precision", "balance", "recall"] | None
    links: bool
    tables: bool
    comments: bool
    quotes: Literal["reference", "keep"]
    language: str | None
    respect: tuple[Literal["train", "input", "search", "archive"], ...]
    max_pages: int
    hidden: Hidden
    rules: tuple[SiteRule, ...]
    site_profile: SiteProfile | None


def _takes_profile(strategy: object) -> bool:
    return is_dataclass(strategy) and "site_profile" in {field.name for field in fields(strategy)}


def _with_profile(strategy: Any, profile: object) -> Strategy:
    if not isinstance(profile, SiteProfile):
        raise BadSettings(f"site_profile must be a SiteProfile, not {profile!r}")
    if not _takes_profile(strategy):
        raise BadSettings(f"the strategy {strategy.name} takes no site profile; learned does")
    return cast("Strategy", replace(strategy, site_profile=profile))


def _check_strategy(strategy: object) -> None:
    from tamis.core.strategies import NAMES, Strategy, by_name  # light: a strategy is loaded when it is used

    if isinstance(strategy, str):
        if strategy not in NAMES:
            by_name(strategy)  # raises if the name or its parameters are wrong
    elif isinstance(strategy, type) or not isinstance(strategy, Strategy):
        raise BadSettings(f"strategy must be a name or a strategy object with its parameters, not {strategy!r}")
