"""Regular expressions that match the same on every supported Python."""

from __future__ import annotations

_ROUND = 1000
"""Repeats after which nothing of them is remembered. Each takes 120 bytes until then, which 10 MB of `=` in one tag
would make 1.2 GB."""


def repeated(part: str) -> str:
    """Return an expression for any number of a part, as many as there are, of which nothing is given back.

    It stands for `(?:part)*+`, which matches wrongly in CPython 3.11.0 to 3.11.4 where the part can be matched in more
    than one way (gh-106052). Single characters (`[ab]*+`) and atomic groups are right in all of them.
    """
    return f"(?>(?:(?>(?:{part}){{1,{_ROUND}}}))*)"
