"""Phrases that read as translated do not come back. Each has its plain form beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tamis.cli.reference import reference

from . import manual

if TYPE_CHECKING:
    from pathlib import Path

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


@pytest.mark.parametrize("page", manual.PAGES, ids=manual.name)
def test_pages_are_in_plain_english(page: Path) -> None:
    assert _found(manual.text(page)) == []


def test_the_help_of_the_commands_is_in_plain_english() -> None:
    assert _found(reference()) == []


def _found(text: str) -> list[str]:
    """The phrases in a text, with what to write instead."""
    return [
        f"{match[0]!r}: {plain}"
        for phrase, plain in PLAIN.items()
        for match in re.finditer(phrase.replace(" ", r"\s+"), text, re.IGNORECASE)
    ]
