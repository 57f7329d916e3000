"""Shares of a limited amount, so that nobody takes the last of it.

A. K. Choudhury and E. L. Hahne: *Dynamic queue length thresholds for shared-memory packet switches*. IEEE/ACM
Transactions on Networking 6(2), 1998. Each owner may hold a part of what is left free, which the paper calls α. Nobody
has to give back what it holds, so n owners who come one after the other and take all they can leave (1 / (1 + α))ⁿ.
"""

from __future__ import annotations

from collections import Counter

PART = 1 / 16
"""The paper's α. One owner alone gets a 17th; fifty who take all they can leave a 20th. The next gets its part of that.
"""


class Shares:
    """A limited amount, and the part that each owner holds."""

    def __init__(self, most: int, least: int = 1) -> None:
        """Set the limit `most`. `least` is the amount that an owner may hold as long as there is any."""
        self.most = most
        self.total = 0
        """Amount that all owners hold together."""
        self._least = least
        self._held: Counter[str] = Counter()

    def fits(self, owner: str, amount: int = 1) -> bool:
        """Tell whether the owner may take this much: afterwards it holds no more than its part of what is left."""
        left = self.most - self.total - amount
        return left >= 0 and self._held[owner] + amount <= max(self._least, PART * left)

    def take(self, owner: str, amount: int = 1) -> None:
        """Add an amount to the owner's share."""
        self._held[owner] += amount
        self.total += amount

    def give(self, owner: str, amount: int = 1) -> None:
        """Free an amount of the owner's share."""
        self._held[owner] -= amount
        self.total -= amount
        if not self._held[owner]:
            del self._held[owner]

    def held(self, owner: str) -> int:
        """Return the amount that the owner holds."""
        return self._held[owner]
