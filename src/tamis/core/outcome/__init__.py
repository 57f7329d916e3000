"""The outcome of a page: an article, or the reason why not, with a confidence.

Each judge looks for one reason why a page has no article, and gives it in words. Those that read the whole page are
asked only if hardly anything was kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.outcome.evidence import Evidence
from tamis.core.outcome.paywalls import may_be_cut, paywall
from tamis.core.outcome.scripts import needs_script
from tamis.core.outcome.walls import blocked, consent_wall, speaks_of_consent
from tamis.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.parse import Document
    from tamis.model import Block, Labels, Metadata

__all__ = ["Verdict", "in_language", "judge"]

FEW_WORDS = 150
"""A body with this many words is not that of a wall or of an empty shell, unless it speaks of consent."""
LONG_DIALOG = 600
"""Maximum number of words of a consent dialog with all its purposes."""


class Verdict(NamedTuple):
    """The outcome with its reason, and the confidence."""

    outcome: Outcome
    reason: str
    confidence: float = 0.0


def judge(
    document: Document,
    labels: Labels,
    blocks: Sequence[Block],
    metadata: Metadata,
    min_words: int,
    list_reason: Callable[[], str | None],
) -> Verdict:
    """Judge the kept blocks against the whole page.

    `list_reason` returns the reason why the page is a list, if it is one.
    """
    view = Evidence(document, labels, blocks, metadata, min_words)
    return _from_data(view) or _wall(view) or _cut_or_list(view, list_reason) or _by_length(view)


def in_language(verdict: Verdict, language: str | None, wanted: str | None) -> Verdict:
    """Reject an article that is known to be in another language than the one wanted; else return the verdict."""
    if wanted is None or language is None or verdict.outcome is not Outcome.ARTICLE:
        return verdict
    pairs = zip(language.lower().split("-"), wanted.lower().split("-"), strict=False)
    if all(own == asked for own, asked in pairs):
        return verdict
    return Verdict(Outcome.OTHER_LANGUAGE, f"an article in {language}, where {wanted} was asked for")


def _from_data(view: Evidence) -> Verdict | None:
    """Accept text that the page does not show but carries as data."""
    origin = view.document.origin
    if origin is None or origin.xpath is None or view.words < view.min_words:
        return None
    behind = ", and says that it must be paid for" if view.metadata.paywalled else ""
    words = f"{view.words} words in {len(view.body)} blocks, taken from {origin.source}"
    return Verdict(Outcome.ARTICLE, f"{words}: the page does not show them{behind}", IN_DATA)


def _wall(view: Evidence) -> Verdict | None:
    """Detect a wall or an empty shell in place of the page."""
    few = view.words < FEW_WORDS
    if few and (reason := blocked(view)):
        return Verdict(Outcome.BLOCKED, reason)
    dialog = few or (view.words < LONG_DIALOG and speaks_of_consent(view))
    if dialog and (reason := consent_wall(view)):
        return Verdict(Outcome.CONSENT_WALL, reason)
    if few and (reason := needs_script(view)):
        return Verdict(Outcome.NEEDS_SCRIPT, reason)
    return None


def _cut_or_list(view: Evidence, list_reason: Callable[[], str | None]) -> Verdict | None:
    """Detect a page with only the beginning of its article, or only the beginnings of others."""
    if may_be_cut(view) and (reason := paywall(view)):
        return Verdict(Outcome.PAYWALL, reason)
    if reason := list_reason():
        return Verdict(Outcome.HUB_PAGE, reason)
    return None


def _by_length(view: Evidence) -> Verdict:
    if view.words >= view.min_words:
        origin = view.document.origin
        chosen = f", chosen by {origin.source}" if origin is not None else ""
        words = f"{view.words} words in {len(view.body)} blocks{chosen}"
        return Verdict(Outcome.ARTICLE, words, article_confidence(view))
    if view.page_words == 0:
        return Verdict(Outcome.EMPTY, "the page holds no text")
    kept = f"only {view.words} of {view.page_words} words look like article text"
    return Verdict(Outcome.TOO_SHORT, f"{kept} (minimum {view.min_words}, min_words)")


# A body of this many words or more is a whole article, judged by length alone.
_LONG_BODY = 250
IN_DATA = 0.7
"""Confidence in text that was taken from the page's data. Set by hand."""


def article_confidence(view: Evidence) -> float:
    """Return the strategy's own confidence, or else a rough measure by the body's length and share, a title, an author.

    The default strategy's confidence is calibrated: of the pages with 0.9, nine in ten are good. The rough one is only
    good for ordering pages.
    """
    if view.labels.confidence is not None:
        return view.labels.confidence
    document, metadata = view.document, view.metadata
    unlinked = sum(map(len, document.texts)) - sum(document.link_sizes)
    kept = sum(len(text) for text, keep in zip(document.texts, view.labels.kept, strict=True) if keep)
    share = min(1.0, kept / unlinked) if unlinked > 0 else 0.0
    length = min(1.0, view.words / _LONG_BODY)
    known = (metadata.title is not None) + (bool(metadata.authors) or metadata.published is not None)
    return round(0.15 + 0.35 * length + 0.3 * share + 0.1 * known, 2)
