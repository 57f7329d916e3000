"""Verdicts on the links of a page, and the decisions of the rules that lead to them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from tamis.text.rules import Rule, first_rule

if TYPE_CHECKING:
    from collections.abc import Iterable


class LinkKind(StrEnum):
    """The target of a link."""

    ONE_PAGE = "one_page"
    PRINT = "print"
    NEXT = "next"
    PREVIOUS = "previous"


class LinkVerdict(NamedTuple):
    """The verdict on a link that might lead to another page of the article."""

    kind: LinkKind
    url: str
    """URL of the link; empty if it has none."""
    accepted: bool
    reason: str
    rank: int = 0
    """Rank among accepted links of a kind: the lowest is taken, and of several with it the first."""
    in_context: bool = False
    """True if the link was refused for its place: a row through comments, pictures or dates."""


class Decision(NamedTuple):
    """The decision of a rule about a link."""

    accepted: bool
    rank: int = 0
    """Added to the rank of the link."""
    in_context: bool = False


ACCEPT, REFUSE = Decision(accepted=True), Decision(accepted=False)


class Candidate(Protocol):
    """A link that might lead to another page of the article, with what the rules ask about it."""

    @property
    def kind(self) -> LinkKind:
        """The page that it would lead to."""

    @property
    def url(self) -> str:
        """Its URL; empty if it has none."""

    @property
    def rank(self) -> int:
        """Its rank by what it says for itself."""


AnyCandidate = TypeVar("AnyCandidate", bound=Candidate)


def judge(rules: Iterable[Rule[AnyCandidate, Decision]], candidate: AnyCandidate) -> LinkVerdict:
    """Judge a link by a table of rules. Their reasons may name properties of the candidate: ``{link.said}``."""
    rule = first_rule(rules, candidate)
    accepted, rank, in_context = rule.verdict
    reason = rule.reason.format(link=candidate)
    return LinkVerdict(
        candidate.kind, candidate.url, accepted, reason, rank + candidate.rank * accepted, in_context=in_context
    )
