"""Vote: combines other strategies, which vote on every block.

T. Gottron: *Combining Content Extraction Heuristics: The CombinE System*, iiWAS 2008, pp. 591-595.

Each strategy labels the page for itself, and a block is kept if enough of them keep it: most of them by default. With
two strategies and two votes the vote is their intersection; that is the combination DSC+LQF of Gottron's evaluations,
where the link quota filter takes the lists of links out of what document slope curves find.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tamis.core.strategies import NAMES, by_name
from tamis.errors import BadSettings
from tamis.model import PICTURES, Labels, Role
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote: which strategies take part, and how many of them must agree."""

    name: ClassVar[str] = "vote"

    names: tuple[str, ...] = option(
        ("cuter", "lqf", "lsi"), "The strategies that vote, each with its default parameters.", source="chosen"
    )
    votes: int = option(
        0, "How many strategies must keep a block; 0 means more than half of them.", minimum=0, source="chosen"
    )

    def __post_init__(self) -> None:
        check(self)
        _check(self.names)
        if self.votes > len(self.names):
            raise BadSettings(f"votes must be from 1 to {len(self.names)}, or 0 for most of them, not {self.votes}")

    def label(self, document: Document) -> Labels:
        """Keep the blocks of text that enough strategies keep."""
        needed = self.votes or len(self.names) // 2 + 1
        ballots = [by_name(name).label(document) for name in self.names]
        kept, scores, roles, reasons = [], [], [], []
        for block in range(len(document)):
            is_text = document.kinds[block] not in PICTURES and not document.is_picture_caption(block)
            votes = [is_text and ballot.kept[block] for ballot in ballots]
            keep = sum(votes) >= needed
            # Role and reason are those of the first strategy that agrees with the outcome.
            speaker = votes.index(keep) if keep in votes else 0
            kept.append(keep)
            scores.append(sum(votes) / len(votes))
            roles.append(ballots[speaker].roles[block])
            reason = ballots[speaker].reasons[block]
            if roles[block] is not Role.HIDDEN:
                reason = f"kept by {sum(votes)} of {len(votes)}; {self.names[speaker]}: {reason}"
            reasons.append(reason)
        return Labels(kept, scores, roles, reasons, settled=frozenset())


def _check(names: Sequence[str]) -> None:
    if not names or len(set(names)) < len(names):
        raise BadSettings(f"names must be a list of different strategies, not {names!r}")
    for name in names:
        if name.partition(":")[0] == Vote.name:
            raise BadSettings("a vote has no vote itself: leave it out of names")
        if name not in NAMES:
            by_name(name)  # raises an error that lists the choices
