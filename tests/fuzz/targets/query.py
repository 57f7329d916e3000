"""Searches of the library.

Oracles: SQLite takes every expression that a search becomes, also those for ranking; a search for plain words finds the
texts that have them all, and no others.
"""

from __future__ import annotations

import re
import sqlite3
from functools import cache

from tamis.errors import BadInput
from tamis.library.query import parse_query
from tamis.text.tokenizing import tokens

from ..oracles import expect, same_twice

_TEXTS = (
    "the harbour tunnel opens on monday",
    "tides and tunnels of the old town",
    "hafenfest in der alten stadt",
    "the sea the sea",
    "ein hafen und ein tunnel",
)
_PLAIN = re.compile(r"[a-z]+(?: [a-z]+){0,5}")


@cache
def _index() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE VIRTUAL TABLE word USING fts5 (title, body, author, facets, tokenize = 'ascii')")
    for text in _TEXTS:
        connection.execute("INSERT INTO word VALUES ('', ?, '', '')", (" ".join(tokens(text)),))
    return connection


def check(data: bytes) -> None:
    """Parse a search, and search."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        query = same_twice(lambda: parse_query(text, "ann"))
    except BadInput:
        return
    for expression in (query.match, query.match_in_title, query.ranking_match(frozenset(query.terms[:1]))):
        if expression:
            _found(expression)
    if _PLAIN.fullmatch(text):
        words = set(text.split())
        expression = " AND ".join(term.match for group in query.groups for term in group)
        expected = [row for row, line in enumerate(_TEXTS, start=1) if words <= set(line.split())]
        expect(_found(expression) == expected, f"{text!r} finds {_found(expression)}, not {expected}")


def _found(expression: str) -> list[int]:
    return [
        row for (row,) in _index().execute("SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid", (expression,))
    ]
