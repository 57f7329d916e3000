"""Article of a feed entry: from its page, or from the feed where that has more of it.

Some feeds have the whole text while the page shows a teaser, asks for a login or needs scripts. The text of the feed is
used where it is longer than that of the page and trustworthy: running text that does not end like a teaser, and the
same article as the page's. Either way the extraction gets the feed's title and date.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from html import escape
from typing import TYPE_CHECKING

from tamis.core.parse.tree import parse_html
from tamis.core.pipeline import run
from tamis.model import Outcome, Page, Step
from tamis.settings.extraction import Settings
from tamis.text.phrases import pattern

if TYPE_CHECKING:
    from tamis.model import Article
    from tamis.news.feeds import FeedEntry

MIN_WORDS = 80
"""A feed text with fewer words is a teaser."""
MIN_GAIN = 1.25
"""Minimum length of the feed's text as a multiple of the page's, if the page has an article."""
MIN_SHARED = 0.6
"""Minimum share of the page's word n-grams that the feed's text must contain to be the same article."""
MAX_LINKED = 0.4
"""Maximum share of a text inside links; with more it is a list."""
RUN = 5
"""Number of words in an n-gram."""
_WORD = re.compile(r"[^\W_]+")
_CHARACTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CUT = re.compile(
    rf"(?:\[?(?:…|\.\.\.)\]?|\[&hellip;\]|(?:{pattern('cut_off_link')})\W[^.]{{0,40}})\s*$", re.IGNORECASE
)
_DEFAULT_SETTINGS = Settings()


class TextFrom(StrEnum):
    """Source of the text of an entry's article."""

    PAGE = "page"
    FEED = "feed"


@dataclass(frozen=True, slots=True)
class EntryArticle:
    """The article of an entry, with the source of its text."""

    article: Article
    text_from: TextFrom
    reason: str
    """Reason for the choice of the source; also in the article's trace."""


def page_of_entry(entry: FeedEntry, page: Page) -> Page:
    """Return the page of an entry with the title and the date that the feed gives."""
    published = entry.published.raw if entry.published is not None else None
    return replace(page, title=page.title or entry.title, published=page.published or published)


def article_of_entry(
    entry: FeedEntry, page: Page | None, settings: Settings = _DEFAULT_SETTINGS, *, feed_url: str | None = None
) -> EntryArticle:
    """Extract the article of an entry. `page` is None if it could not be fetched; then only the feed's text is used."""
    from_page = run(page_of_entry(entry, page), settings) if page is not None else None
    source = entry.content or entry.summary
    if not source:
        article = from_page if from_page is not None else _from_feed(entry, "", settings, feed_url)
        return _decided(article, TextFrom.PAGE, "the feed has no text")
    if from_page is not None and (reason := _is_unfit(source)):
        return _decided(from_page, TextFrom.PAGE, reason)
    from_feed = _from_feed(entry, source, settings, feed_url)
    if from_page is None:
        return _decided(_as_stub(from_feed, _is_unfit(source)), TextFrom.FEED, "there is no page")
    text_from, reason = _compare(from_page, from_feed)
    if text_from is TextFrom.PAGE:
        return _decided(from_page, text_from, reason)
    return _decided(_with_metadata(from_feed, from_page), text_from, reason)


def _from_feed(entry: FeedEntry, source: str, settings: Settings, feed_url: str | None) -> Article:
    """Extract the article of a page that has the feed's text and nothing else."""
    title = escape(entry.title or "")
    html = f"<!doctype html><title>{title}</title><article><h1>{title}</h1>{source}</article>"
    return run(page_of_entry(entry, Page(html, entry.url or feed_url)), settings)


def _as_stub(article: Article, reason: str | None) -> Article:
    """Mark an article whose text is only a teaser, for the given reason."""
    if reason is None or not article.blocks:
        return article
    return replace(
        article.complete(),
        outcome=Outcome.STUB,
        outcome_reason=f"the page could not be fetched, and {reason}",
        confidence=0.0,
    )


def _is_unfit(source: str) -> str | None:
    """Give the reason why the feed's text cannot replace the page's; None if it may."""
    tree = parse_html(source)
    text = tree.root.text if tree.root is not None else ""
    if (words := len(_words(text))) < MIN_WORDS:
        return f"the feed has a teaser of {words} words"
    if _CUT.search(text.rstrip()[-100:]):
        return "the feed's text is cut off"
    linked = sum(len(link.text) for link in tree.select("a:not(a a)"))
    return "the feed's text is a list of links" if linked > MAX_LINKED * len(text) else None


def _compare(from_page: Article, from_feed: Article) -> tuple[TextFrom, str]:
    ours, theirs = _words(from_page.text), _words(from_feed.text)
    if from_page.outcome is Outcome.ARTICLE and ours:
        if len(theirs) < MIN_GAIN * len(ours):
            return TextFrom.PAGE, f"the page has {len(ours)} words, the feed {len(theirs)}"
        runs = _runs(ours)
        shared = len(runs & _runs(theirs)) / len(runs) if runs else 0.0
        if shared < MIN_SHARED:
            return TextFrom.PAGE, "the feed's text is another one than the page's"
    elif len(theirs) < MIN_WORDS:
        return TextFrom.PAGE, "the feed has a teaser"
    return TextFrom.FEED, f"the page has {len(ours)} words, the feed {len(theirs)} of the same article"


def _words(text: str) -> list[str]:
    """Split a text into words; scripts without spaces into characters."""
    return _WORD.findall(_CHARACTER.sub(r" \g<0> ", text.lower()))


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + RUN]) for start in range(max(1, len(words) - RUN + 1))}


def _with_metadata(article: Article, from_page: Article) -> Article:
    """Combine the feed's text with the page's metadata."""
    return replace(article.complete(), metadata=from_page.metadata)


def _decided(article: Article, text_from: TextFrom, reason: str) -> EntryArticle:
    step = Step("feed", f"text from the {text_from.value}: {reason}")
    done = article.complete()
    return EntryArticle(replace(done, trace=(*done.trace, step)), text_from, reason)
