"""Preparation of an article for the library, before the database is locked. It is pure."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput, NoArticle
from tamis.library.records import AUTHOR_END
from tamis.library.stored import packed
from tamis.model import Article, Outcome
from tamis.text.characters import one_line, scalar
from tamis.text.gazetteer import COMMON_WORDS, TIME_WORDS
from tamis.text.near_duplicates import bands, shingles, signature
from tamis.text.terms import stop_words
from tamis.text.tokenizing import IS_PAIRED, tokens
from tamis.text.urls.cleaning import page_keys
from tamis.text.urls.sites import is_web_url, short_host
from tamis.write.json import json_text
from tamis.write.json_reading import values_of_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

EXCERPT = 240
"""Maximum number of characters of the text that lists show."""
MAX_TITLE = 1_000


@dataclass(frozen=True)
class Prepared:
    """An article, ready to be stored."""

    article: Article
    values: Mapping[str, Any]
    """The result of `Article.to_dict`."""
    text: str | None = None
    """The result of `Article.to_json`, if it is known."""

    @classmethod
    def of(cls, article: Article) -> Prepared:
        """Prepare an article. Raises `NoArticle` if there is no text to store."""
        return cls(article, article.to_dict())._checked()

    @classmethod
    def of_json(cls, text: str) -> Prepared:
        """Prepare an article that `Article.to_json` wrote, which is stored as it is. Raises `BadInput` too."""
        values = values_of_json(text)
        if not isinstance(values.get("articleBody"), str) or not isinstance(values.get("wordCount"), int):
            raise BadInput("the JSON has no articleBody or no wordCount; pass what `to_json` wrote")
        return cls(Article.from_dict(values), values, text)._checked()

    def _checked(self) -> Prepared:
        about = self.article
        if not self.values["articleBody"].strip() and not about.images:
            raise NoArticle(about.outcome.value, about.outcome_reason or "there is no text to store", about.url)
        return self

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
        return (scalar(url) if url else f"text:{self.content_hash}",)

    @cached_property
    def content_hash(self) -> str:
        """Hash of the content: equal if the texts are the same, whatever is around them on the page."""
        return self.article.content_hash

    @cached_property
    def json(self) -> bytes:
        """The article as compressed JSON."""
        return packed(json_text(self.values) if self.text is None else self.text)

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
        return bands(signature(self.shingles))

    @cached_property
    def terms(self) -> str:
        """The most frequent terms as JSON, for the reader's interests."""
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
            "excerpt": excerpt_of(_after_headings(self.values)),
            "outcome": about.outcome.value,
            "entries": len(about.entries),
            "content_hash": self.content_hash,
            "changed": now,
        }


def link_row(url: str, title: str, now: str) -> dict[str, Any]:
    """Return the columns of a link whose page was not fetched yet: those of `Prepared.row` that cannot be null."""
    return {
        "url": scalar(url),
        "title": scalar(one_line(title))[:MAX_TITLE],
        "host": host_of(url),
        "authors": "",
        "day": day_of(None, now),
        "words": 0,
        "excerpt": "",
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


def _after_headings(values: Mapping[str, Any]) -> str:
    """Return the body without the headings that it begins with; all of it, if it has nothing else."""
    body: str = values["articleBody"]
    rest = body
    for block in values["tamis"]["blocks"]:
        if block["kind"] == "heading" and rest.startswith(block["text"]):
            rest = rest.removeprefix(block["text"]).lstrip()
        elif block["kind"] not in ("heading", "image", "caption"):
            break
    return rest or body


def host_of(url: str | None) -> str:
    """Return the host of an http(s) URL, without ``www.``; empty if there is none."""
    return scalar(short_host(url)) if url and is_web_url(url) else ""


def day_of(moment: date | datetime | None, now: str) -> str:
    """Return the day for a search by date: that of publication, else that of adding."""
    if moment is None:
        return now[:10]
    return (moment.date() if isinstance(moment, datetime) else moment).isoformat()


def written(moment: datetime | None) -> str:
    """Format a time for the database: in UTC, to the second."""
    return (moment or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")


TITLE_WEIGHT = 3
"""Weight of a word in the title, if one in the text has 1."""
MAX_TERMS = 40
"""Maximum number of terms kept of an article."""
ENOUGH = 10
"""Minimum number of terms that are kept. An article with as many repeated terms loses those that occur once."""
SAMPLE = 5_000
"""Number of tokens of the text that are read."""
MIN_LENGTH, PAIR = 3, 2
"""Minimum number of letters of a term; a pair of characters has two."""


def term_counts(title: str, body: Sequence[str], language: str | None) -> dict[str, int]:
    """Count the most frequent terms of an article, the most frequent one first. `body` is its tokens."""
    stops = stop_words(language or "en")
    counts = Counter(body[:SAMPLE])
    for token in tokens(title):
        counts[token] += TITLE_WEIGHT
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    terms = list(islice((term for term in order if _says_something(term[0], stops)), MAX_TERMS))
    repeated = [term for term in terms if term[1] > 1]
    return dict(repeated if len(repeated) >= ENOUGH else terms[:ENOUGH])


def _says_something(token: str, stops: frozenset[str]) -> bool:
    if token in stops:
        return False
    if IS_PAIRED.match(token):
        return len(token) == PAIR and not any(character in stops for character in token)
    known = token in TIME_WORDS or token in COMMON_WORDS
    return len(token) >= MIN_LENGTH and not token.isdecimal() and not known
