"""Phrases that read as translated do not come back. Each has its plain form beside it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tamis.cli.reference import reference

from . import manual

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PLAIN = {
    r"\bby choice\b": "optionally",
    r"\bparted by\b": "separated by",
    r"\b(?:is|are|was|were|be|been) had\b": "fetched, given, available",
    r"\b(?:is|are|was|were|be) gone by\b": "used",
    r"\bless (?:its|the) clutter\b": "without its clutter",
    r"\b(?:is|are) told by\b": "recognized by; evidence",
    r"\bhand(?:ed)? in\b": "pass, passed",
    r"\bput together\b": "assembled",
    r"\bstands? (?:in|at|on|where|there)\b": "is",
    r"\bso many\b": "this many, or the number",
}


IN_CODE = {
    **{phrase: plain for phrase, plain in PLAIN.items() if "so many" not in phrase},
    r"\bstands? (?:in|at|on|where|there|beside|around|among|before|after)\b": "is in, comes before",
    r"\bso many\b": "this many",
    r"\bless (?:its|the clutter|what)\b": "without",
    r"\bbut for\b": "except for",
    r"\bcannot be (?:had|got)\b": "is not available",
    r"\bthat (?:is|are) seen\b": "visible",
    r"\bfor every strategy that wants\b": "shared by strategies",
}
"""The same for docstrings and comments, which had more of them, of all modules."""
SOURCE = Path(__file__).parents[2] / "src" / "tamis"

MODULES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_docstrings_and_comments_are_in_plain_english(path: Path) -> None:
    assert _found(" ".join(_remarks(path.read_text(encoding="utf-8"))), IN_CODE) == []


def _remarks(source: str) -> Iterator[str]:
    """The docstrings and the comments of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


@pytest.mark.parametrize("page", manual.PAGES, ids=manual.name)
def test_pages_are_in_plain_english(page: Path) -> None:
    assert _found(manual.text(page)) == []


def test_the_help_of_the_commands_is_in_plain_english() -> None:
    assert _found(reference()) == []


def _found(text: str, phrases: Mapping[str, str] = PLAIN) -> list[str]:
    """The phrases in a text, with what to write instead."""
    return [
        f"{match[0]!r}: {plain}"
        for phrase, plain in phrases.items()
        for match in re.finditer(phrase.replace(" ", r"\s+"), text, re.IGNORECASE)
    ]
