"""Counts of a batch, for its report: outcomes, rejects, domains, histograms of time and length.

Each output file has separate counts, stored with its completion mark, so that the report of a batch that was killed and
run again counts every document once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tamis.text.urls.sites import site_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tamis.batch.rows import Row

MILLISECONDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
WORDS = (25, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""Upper ends of the bars of the two histograms; a last bar counts what is above."""
MOST_DOMAINS = 200
"""Number of domains that the counts of one output file keep, the most frequent."""
_COUNTERS = ("outcomes", "rejected", "passed_over", "domains", "milliseconds", "words")


@dataclass(slots=True)
class Tally:
    """Counts of documents."""

    documents: int = 0
    articles: int = 0
    cpu_seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    passed_over: Counter[str] = field(default_factory=Counter)
    """Records of archives by type, truncated records by reason, and entries of archives that are not pages."""
    domains: Counter[str] = field(default_factory=Counter)
    milliseconds: Counter[str] = field(default_factory=Counter)
    """Documents by CPU time: the key is the number of the bar, as text."""
    words: Counter[str] = field(default_factory=Counter)
    """Articles by number of words: the key is the number of the bar, as text."""

    def add(self, row: Row) -> None:
        """Count a row."""
        self.documents += 1
        self.outcomes[row["outcome"]] += 1
        self.cpu_seconds += row["milliseconds"] / 1000
        self.milliseconds[_bar(row["milliseconds"], MILLISECONDS)] += 1
        if row.get("url"):
            self.domains[_domain(row["url"])] += 1
        if row.get("rejected"):
            self.rejected[row["rejected"]] += 1
        else:
            self.articles += 1
            self.words[_bar(row["words"], WORDS)] += 1

    def merge(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.documents += other.documents
        self.articles += other.articles
        self.cpu_seconds += other.cpu_seconds
        for name in _COUNTERS:
            getattr(self, name).update(getattr(other, name))

    def to_dict(self) -> dict[str, Any]:
        """Convert the counts to plain values."""
        counters = {name: dict(sorted(getattr(self, name).items())) for name in _COUNTERS}
        counters["domains"] = dict(self.domains.most_common(MOST_DOMAINS))
        own = {"documents": self.documents, "articles": self.articles, "cpu_seconds": round(self.cpu_seconds, 6)}
        return own | counters


def tally_from(values: Mapping[str, Any]) -> Tally:
    """Make a tally from plain values."""
    found = Tally(int(values["documents"]), int(values["articles"]), float(values["cpu_seconds"]))
    for name in _COUNTERS:
        getattr(found, name).update(values.get(name, {}))
    return found


def merged(tallies: Iterable[Tally]) -> Tally:
    """Add up the tallies."""
    total = Tally()
    for tally in tallies:
        total.merge(tally)
    return total


def _bar(value: float, ends: tuple[int, ...]) -> str:
    return str(next((number for number, end in enumerate(ends) if value < end), len(ends)))


def _domain(url: str) -> str:
    return site_of(url) or "(none)"
