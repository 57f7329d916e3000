"""Shares of something limited, so that nobody takes the last of it.

A. K. Choudhury and E. L. Hahne: *Dynamic queue length thresholds for shared-memory packet switches*. IEEE/ACM
Transactions on Networking 6(2), 1998. Each owner may hold as much as is left free, α = 1 in the paper. One owner alone
gets half, and n owners who take all they can leave one part in n + 1 to the next.
"""

from __future__ import annotations

from collections import Counter


class Shares:
    """A limited amount, and who holds how much of it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.total = 0
        """What all owners hold together."""
        self._held: Counter[str] = Counter()

    def fits(self, owner: str, amount: int = 1) -> bool:
        """Tell whether the owner may take this much: then it holds no more than is left."""
        return self._held[owner] + amount <= self.most - self.total - amount

    def take(self, owner: str, amount: int = 1) -> None:
        """Count an amount as the owner's."""
        self._held[owner] += amount
        self.total += amount

    def give(self, owner: str, amount: int = 1) -> None:
        """Count an amount as free again."""
        self._held[owner] -= amount
        self.total -= amount
        if not self._held[owner]:
            del self._held[owner]

    def held(self, owner: str) -> int:
        """What the owner holds."""
        return self._held[owner]
