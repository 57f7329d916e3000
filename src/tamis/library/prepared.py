"""Preparation of an article for the library, before the database is locked. It is pure."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tamis.errors import NoArticle
from tamis.library.duplicates import bands, shingles
from tamis.library.records import AUTHOR_END
from tamis.library.stored import packed
from tamis.library.terms import term_counts
from tamis.library.tokenizing import tokens
from tamis.model import Outcome
from tamis.text.characters import one_line, scalar
from tamis.text.clean_urls import page_keys
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from tamis.model import Article

EXCERPT = 240
"""Maximum number of characters of the text that lists show."""
MAX_TITLE = 1_000
WEB = ("http", "https")


@dataclass(frozen=True)
class Prepared:
    """An article, ready to be stored."""

    article: Article
    values: Mapping[str, Any]
    """The result of `Article.to_dict`."""

    @classmethod
    def of(cls, article: Article) -> Prepared:
        """Prepare an article. Raises `NoArticle` if there is no text to store."""
        values = article.to_dict()
        if not values["articleBody"].strip() and not article.images:
            raise NoArticle(article.outcome.value, article.outcome_reason or "there is no text to store", article.url)
        return cls(article, values)

    @property
    def is_article(self) -> bool:
        """True if it is an article, not a page that says why there is none."""
        return self.article.outcome in (Outcome.ARTICLE, Outcome.TOO_SHORT)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys that identify the article, best first; a hash of its text if it has no URL."""
        url = self.article.url
        found = page_keys(url, self.article.canonical_url)
        if found:
            return found
        return (scalar(url) if url else f"text:{self.digest.hex()}",)

    @cached_property
    def digest(self) -> bytes:
        """Hash of everything that a reader reads: equal if the texts are the same."""
        about = self.article
        parts = [about.title or "", about.subtitle or "", *about.authors]
        parts += [f"{block.kind.value}\x1f{block.text}" for block in about.blocks if block.text]
        return hashlib.sha256("\x1e".join(parts).encode("utf-8", "replace")).digest()[:16]

    @cached_property
    def json(self) -> bytes:
        """The article as compressed JSON."""
        return packed(json_text(self.values))

    @cached_property
    def tokens(self) -> list[str]:
        """The tokens of the body."""
        return tokens(self.values["articleBody"])

    @cached_property
    def indexed_body(self) -> str:
        """The text of the index besides title and authors: the tokens of `indexed_text`."""
        standfirst, _, *captions = indexed_parts(self.values)
        return " ".join([*tokens(standfirst), *self.tokens, *tokens("\n\n".join(captions))])

    @cached_property
    def shingles(self) -> NDArray[np.uint64]:
        """The shingles of the body, for the search for near-duplicates."""
        return shingles(self.tokens)

    @cached_property
    def bands(self) -> list[int]:
        """The MinHash bands of the body, for the search for near-duplicates."""
        return bands(self.shingles)

    @cached_property
    def terms(self) -> str:
        """The most frequent terms as JSON, for the reader profile."""
        about = self.article
        return json.dumps(term_counts(about.title or "", self.tokens, about.language), ensure_ascii=False)

    def row(self, now: str) -> dict[str, Any]:
        """Return the columns of the article in the table of articles."""
        about = self.article
        published = about.published
        return {
            "url": scalar(about.url) if about.url else None,
            "title": scalar(one_line(about.title or ""))[:MAX_TITLE],
            "host": host_of(about.url),
            "site_name": scalar(one_line(about.site_name)) if about.site_name else None,
            "authors": AUTHOR_END.join(scalar(one_line(name)) for name in about.authors),
            "language": about.language,
            "section": scalar(one_line(about.section)) if about.section else None,
            "published": published.isoformat() if published else None,
            "day": day_of(published.value if published else None, now),
            "words": self.values["wordCount"],
            "excerpt": excerpt_of(self.values["articleBody"]),
            "outcome": about.outcome.value,
            "digest": self.digest,
            "changed": now,
        }


def indexed_text(values: Mapping[str, Any]) -> str:
    """Join the text that a search looks through: standfirst, body and captions."""
    return "\n\n".join(filter(None, indexed_parts(values)))


def indexed_parts(values: Mapping[str, Any]) -> list[str]:
    """List the standfirst, the body, and each caption."""
    parts = [values.get("alternativeHeadline", ""), values["articleBody"]]
    for block in values["tamis"]["blocks"]:
        if block["kind"] == "caption":
            parts.append(block["text"])
        elif "image" in block:
            parts += [block["image"].get("caption", ""), block["image"].get("alt", "")]
    return parts


def excerpt_of(body: str) -> str:
    """Return the first words of a text."""
    start = scalar(one_line(body[: 2 * EXCERPT]))
    return start if len(start) <= EXCERPT else start[:EXCERPT].rsplit(" ", 1)[0] + " …"


def host_of(url: str | None) -> str:
    """Return the host of an http(s) URL, without ``www.``; empty if there is none."""
    try:
        parts = urlsplit(url or "")
        host = parts.hostname or ""
    except ValueError:
        return ""
    return scalar(host.removeprefix("www.")) if parts.scheme.lower() in WEB else ""


def day_of(moment: date | datetime | None, now: str) -> str:
    """Return the day for a search by date: that of publication, else that of adding."""
    if moment is None:
        return now[:10]
    return (moment.date() if isinstance(moment, datetime) else moment).isoformat()


def written(moment: datetime | None) -> str:
    """Format a time for the database: in UTC, to the second."""
    return (moment or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")
