"""The page's language, as a BCP 47 tag: declared and checked against the script of its text, or else recognized."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.jsonld import text_of
from tamis.text.language_recognition import SAMPLE, fits_script, language_tag, recognize_language
from tamis.text.lists import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import Entity

LANGUAGE_METAS = ("content-language", "language", "dc.language", "dcterms.language")
SCRIPT_SAMPLE = 300
"""Number of characters that show in which script a page is written."""
LONGEST = 6
"""Number of the longest blocks that are read."""
# Domains of countries that do not write English. Systems declare English by default.
_NOT_ENGLISH = word_set(
    """
    de at ch fr es it nl be pt br pl cz sk hu ro gr tr ru ua jp cn kr tw se no dk fi ar cl mx co pe uy ve bg
    hr si rs lt lv ee ir sa eg id vn th
    """
)


def find_language(document: Document, sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the language that the page declares, or that of its text if it declares none or an implausible one."""
    declared = _declared(sources, entities)
    sample = max(document.texts, key=len, default="")[:SCRIPT_SAMPLE]
    if declared is not None and fits_script(declared, sample) and not _is_doubtful(declared, sources):
        return declared
    recognized = recognize_language(longest_text(document, SAMPLE))
    if recognized is None or (declared is not None and declared.partition("-")[0] == recognized):
        return declared
    return recognized


def _declared(sources: Sources, entities: Sequence[Entity]) -> str | None:
    for claim in (sources.html_language, sources.meta(*LANGUAGE_METAS), sources.meta("og:locale")):
        if claim and (tag := language_tag(claim)):
            return tag
    for entity in entities:
        if tag := language_tag(text_of(entity.get("inLanguage"))):
            return tag
    return None


def _is_doubtful(declared: str, sources: Sources) -> bool:
    """Tell whether a declaration contradicts another, or is English in a country that does not write it."""
    primary = declared.partition("-")[0]
    locale = language_tag(sources.meta("og:locale"))
    if locale is not None and locale.partition("-")[0] != primary:
        return True
    return primary == "en" and sources.host.rpartition(".")[2] in _NOT_ENGLISH


def longest_text(document: Document, size: int) -> str:
    """Join text from the page's longest blocks, up to a size."""
    samples: list[str] = []
    total = 0
    for text in sorted(document.texts, key=len, reverse=True)[:LONGEST]:
        samples.append(text[: size - total])
        total += len(samples[-1])
        if total >= size:
            break
    return "\n".join(samples)
