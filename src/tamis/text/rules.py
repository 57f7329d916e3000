"""Tables of rules: a decision as a list of rows, of which the first that applies decides.

A row has a reason, a predicate, which is a small named function, and a verdict. Tables are read from top to bottom, so
a row may rely on none of those before it having applied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Case = TypeVar("Case")
Verdict = TypeVar("Verdict")


@dataclass(frozen=True, slots=True)
class Rule(Generic[Case, Verdict]):
    """One row of a table of rules."""

    reason: str
    applies: Callable[[Case], object]
    """Returns something true if the row decides the case."""
    verdict: Verdict


def first_rule(rules: Iterable[Rule[Case, Verdict]], case: Case) -> Rule[Case, Verdict]:
    """Return the first rule that applies to a case. The last row of a table applies to every case."""
    return next(rule for rule in rules if rule.applies(case))


def always(_case: object) -> bool:
    """Apply to every case: the predicate of the last row of a table."""
    return True


class Objection(NamedTuple, Generic[Case]):
    """One row of a table of objections, any of which decides against a case."""

    reason: str
    applies: Callable[[Case], object]


def first_objection(objections: Iterable[Objection[Case]], case: Case) -> str | None:
    """Return the reason of the first objection to a case; None if there is none."""
    return next((row.reason for row in objections if row.applies(case)), None)
