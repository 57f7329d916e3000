"""The line under the headline: dek, standfirst, subtitle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.enrich.declared import clean
from tamis.parse.jsonld import text_of
from tamis.text.markup_names import SUBTITLE_ELEMENT, SUBTITLE_NAME_PARTS
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.enrich.headline_lines import Line
    from tamis.parse.jsonld import Entity

FIRST_LINES = 6
"""A subtitle stands among so many lines after the headline."""
MIN_LENGTH, MAX_LENGTH = 15, 400


def find_subtitle(entities: Sequence[Entity], lines: Sequence[Line], title: str | None) -> str | None:
    """The line under the headline: as declared, or as an element by the headline is named."""
    for entity in entities[:1]:
        if (declared := clean(text_of(entity.get("alternativeHeadline")))) and words(declared) != words(title or ""):
            return declared
    for line in lines[:FIRST_LINES]:
        if not MIN_LENGTH <= len(line.text) <= MAX_LENGTH or not any(
            map(line.close_names.__contains__, SUBTITLE_NAME_PARTS)
        ):
            continue
        if SUBTITLE_ELEMENT.search(line.close_names):
            text = clean(line.text)
            return text if words(text) != words(title or "") else None
    return None
