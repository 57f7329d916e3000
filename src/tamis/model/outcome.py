"""Outcomes: an article, or the reason why there is none."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The result for a page: an article, or the reason why there is none.

    Each member is the row of an outcome: its value, its meaning, the evidence for it, and what may be done about it.
    `tamis.core.outcome` decides on it.
    """

    _value_: str
    meaning: str
    evidence: str
    has_story: bool
    """True if the kept text is the article, or a part of it."""
    needs_browser: bool
    """True if a browser may find more than the page as sent shows."""

    ARTICLE = (
        "article",
        "there is a body",
        "at least `min_words` words were kept (default 25), and nothing below applies",
        True,
    )
    TOO_SHORT = "too_short", "text, but too little was kept", "none of the others", True, True
    EMPTY = "empty", "the page has no text", "no words in any block", False, True
    NEEDS_SCRIPT = (
        "needs_script",
        "the page renders itself in the browser",
        "hardly any text, and an empty root element, a request to enable JavaScript, or several scripts",
        False,
        True,
    )
    BLOCKED = (
        "blocked",
        "a bot check, or access denied",
        "few words with typical phrases, or the markup of a bot-check service",
    )
    CONSENT_WALL = (
        "consent_wall",
        "a consent dialog instead of the article",
        "the dialog's text and buttons, and little else",
        False,
        True,
    )
    PAYWALL = (
        "paywall",
        "only the beginning of the article",
        "a declared paywall, and the text is cut off",
        True,
    )
    HUB_PAGE = (
        "hub_page",
        "a home page, section, tag or index: a list of other pages",
        "teasers outweigh the longest passage of prose",
    )
    STUB = (
        "stub",
        "only the teaser of a feed",
        "the page of an entry could not be fetched, and the feed has not the whole text",
        True,
    )
    FAILED = (
        "failed",
        "the page could not be extracted",
        "only with `extract_many`: not a page, too large, or over the deadline; the reason begins with the code",
    )
    OTHER_LANGUAGE = (
        "other_language",
        "an article, but not in the language asked for",
        "`Settings(language=…)` or `--language`, and the page says or shows another",
    )

    RESERVED = (
        "reserved",
        "left out, because the page or its site reserves this use",
        "`Settings(respect=…)` or `--respect`, and a [reservation](rights.md), which the reason names",
    )

    def __new__(
        cls, value: str, meaning: str, evidence: str, has_story: bool = False, needs_browser: bool = False
    ) -> Outcome:
        """Make a member from its row."""
        outcome = str.__new__(cls, value)
        outcome._value_ = value
        outcome.meaning, outcome.evidence = meaning, evidence
        outcome.has_story, outcome.needs_browser = has_story, needs_browser
        return outcome
