"""Regular expressions that match the same on every supported Python version."""

from __future__ import annotations

_ROUND = 1000
"""Number of repeats after which the engine's memory of them is discarded.

Until then each takes 120 bytes, so that 10 MB of `=` in one tag would take 1.2 GB.
"""


def repeated(part: str) -> str:
    """Return an expression that matches a part as often as possible and never backtracks.

    It replaces `(?:part)*+`, which matches wrongly in CPython 3.11.0 to 3.11.4 if the part can be matched in more than
    one way (gh-106052). Single characters (`[ab]*+`) and atomic groups are right in all of them.
    """
    return f"(?>(?:(?>(?:{part}){{1,{_ROUND}}}))*)"
