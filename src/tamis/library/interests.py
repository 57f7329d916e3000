"""Interests of a reader, learned from what was read and starred, and articles ranked by them. It all stays local.

C. Bouras, V. Poulopoulos, V. Tsogkas: perSSonal, the system around CUTER, ranks news by terms that follow what its
reader reads. G. Salton, C. Buckley: *Term-weighting approaches in automatic text retrieval*, Information Processing &
Management 24 (5), 1988: a term weighs more the more often an article has it and the fewer articles do.
Interest fades: what was read a half-life ago counts half.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from tamis.library.prepared import host_of, term_counts
from tamis.library.stored import read_counts, read_moment
from tamis.settings.options import check, option
from tamis.text.tokenizing import tokens

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from tamis.model import Article

SECONDS_A_DAY = 86_400
SAMPLE = 2_000
"""Number of the newest articles that are used to judge how common a term is."""
SHOWN_TERMS = 5
"""Maximum number of terms that explain the rank of an article."""
_MARKED = """
SELECT article.id, host, max(coalesce(read, ''), coalesce(starred, '')), starred IS NOT NULL, counts
FROM mark JOIN article ON article.id = mark.article JOIN term ON term.article = article.id
WHERE mark.reader = current_reader() AND coalesce(read, starred) IS NOT NULL
ORDER BY 3 DESC, article.id DESC LIMIT ?
"""
_SAMPLED = "SELECT counts FROM term ORDER BY article DESC LIMIT ?"

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class InterestSettings:
    """Settings of the interests and of the ranking."""

    half_life: float = option(30.0, "Days after which a read article counts half.", above=0)
    star_weight: float = option(3.0, "Weight of a starred article, if a read one has 1.", minimum=0)
    history: int = option(500, "Number of articles that the interests are found from, the latest first.", minimum=1)
    max_terms: int = option(200, "Terms of the interests.", minimum=1)
    interest: float = option(1.0, "Weight of the terms in the ranking.", minimum=0)
    recency: float = option(0.3, "Weight of an article's age in the ranking.", minimum=0)
    source: float = option(0.2, "Weight of its site in the ranking.", minimum=0)
    fresh: float = option(2.0, "Days after which an article is half as new.", above=0)

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True)
class Interests:
    """The interests of a reader."""

    terms: Mapping[str, float] = field(default_factory=dict)
    """Weights of terms, the greatest first; the sum of their squares is 1."""
    sites: Mapping[str, float] = field(default_factory=dict)
    """Weight of each site read, relative to the one that was read most."""
    articles: int = 0
    """Number of articles that they were found from."""
    documents: int = 0
    frequencies: Mapping[str, int] = field(default_factory=dict, repr=False)
    """Number of articles that have each term, among `documents` articles."""
    settings: InterestSettings = field(default_factory=InterestSettings)

    def rarity(self, term: str) -> float:
        """Compute the inverse document frequency of a term."""
        return math.log((1 + self.documents) / (1 + self.frequencies.get(term, 0))) + 1

    def vector(self, counts: Mapping[str, int]) -> dict[str, float]:
        """Compute the weights of an article's terms; the sum of their squares is 1."""
        return _normalized({term: (1 + math.log(times)) * self.rarity(term) for term, times in counts.items()})


class Reason(NamedTuple):
    """A term that an article shares with the interests, and its contribution to the interest."""

    term: str
    weight: float


@dataclass(frozen=True)
class Ranked(Generic[Item]):
    """An article with its score, and the reasons for it."""

    item: Item
    score: float
    interest: float
    """Similarity of the article's terms to those of the interests, from 0 to 1."""
    recency: float
    """Recency from 0 to 1; 0 if the article has no date."""
    source: float
    """Weight of the article's site, from 0 to 1, by how often it was read."""
    terms: tuple[Reason, ...]
    """Shared terms that contribute most."""
    host: str = ""

    @property
    def why(self) -> str:
        """The reasons in words."""
        parts = [f"about {', '.join(reason.term for reason in self.terms)}"] if self.terms else []
        if self.recency >= 0.5:
            parts.append("new")
        if self.source > 0:
            parts.append(f"you read {self.host}")
        return "; ".join(parts) or "nothing in common with what you read"


class Candidate(NamedTuple, Generic[Item]):
    """The properties of an article that the ranking needs."""

    item: Item
    counts: Mapping[str, int]
    host: str
    moment: datetime | None


def rank(articles: Iterable[Article], interests: Interests, *, now: datetime | None = None) -> list[Ranked[Article]]:
    """Rank articles by a reader's interests, best first; equal ones stay in their order."""
    candidates = [
        Candidate(
            article,
            term_counts(article.title or "", tokens(article.text), article.language),
            host_of(article.url),
            as_moment(article.published.value if article.published else None),
        )
        for article in articles
    ]
    return rank_candidates(candidates, interests, now=now)


def rank_candidates(
    candidates: Sequence[Candidate[Item]], interests: Interests, *, now: datetime | None = None
) -> list[Ranked[Item]]:
    """Rank articles whose terms are known, best first."""
    moment = now or datetime.now(UTC)
    ranked = [_ranked(candidate, interests, moment) for candidate in candidates]
    return sorted(ranked, key=lambda candidate: -candidate.score)


def _ranked(candidate: Candidate[Item], interests: Interests, now: datetime) -> Ranked[Item]:
    settings = interests.settings
    vector = interests.vector(candidate.counts)
    shared = [
        Reason(term, weight * interests.terms[term]) for term, weight in vector.items() if term in interests.terms
    ]
    shared.sort(key=lambda reason: (-reason.weight, reason.term))
    interest = math.fsum(reason.weight for reason in shared)
    recency = _decay(candidate.moment, now, settings.fresh) if candidate.moment else 0.0
    source = interests.sites.get(candidate.host, 0.0)
    score = settings.interest * interest + settings.recency * recency + settings.source * source
    terms = tuple(shared[:SHOWN_TERMS])
    return Ranked(candidate.item, score, interest, recency, source, terms, candidate.host)


def find_interests(
    connection: sqlite3.Connection, settings: InterestSettings | None = None, now: datetime | None = None
) -> Interests:
    """Find the interests of the reader who read and starred articles of a library."""
    settings = settings or InterestSettings()
    moment = now or datetime.now(UTC)
    frequencies: Counter[str] = Counter()
    documents = 0
    for (counts,) in connection.execute(_SAMPLED, (SAMPLE,)):
        frequencies.update(read_counts(counts).keys())
        documents += 1
    bare = Interests(documents=documents, frequencies=frequencies, settings=settings)
    weights: dict[str, float] = {}
    sites: dict[str, float] = {}
    rows = connection.execute(_MARKED, (settings.history,)).fetchall()
    for _, host, marked, is_starred, counts in rows:
        worth = _decay(read_moment(marked), moment, settings.half_life)
        worth *= settings.star_weight if is_starred else 1.0
        for term, weight in bare.vector(read_counts(counts)).items():
            weights[term] = weights.get(term, 0.0) + worth * weight
        if host:
            sites[host] = sites.get(host, 0.0) + worth
    most = max(sites.values(), default=1.0) or 1.0
    return Interests(
        _normalized(_greatest(weights, settings.max_terms)),
        {host: worth / most for host, worth in _greatest(sites, len(sites)).items()},
        len(rows), documents, frequencies, settings,
    )  # fmt: skip


def as_moment(value: date | datetime | str | None) -> datetime | None:
    """Convert a date to a time with a zone; UTC if it has none."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, 12, tzinfo=UTC)
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _decay(moment: datetime, now: datetime, half_life: float) -> float:
    days = max(0.0, (now - moment).total_seconds() / SECONDS_A_DAY)
    return math.pow(0.5, days / half_life)


def _greatest(weights: Mapping[str, float], many: int) -> dict[str, float]:
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:many])


def _normalized(weights: Mapping[str, float]) -> dict[str, float]:
    length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()} if length else {}
