"""Localized wording: the few words and dates that a page for reading or an edition adds, in the language of its
stories."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.phrases import entries, language_code, texts_by_language

if TYPE_CHECKING:
    from datetime import date

    from tamis.model import Moment


class Wording(NamedTuple):
    """The wording of one language."""

    contents: str
    sources: str
    links: str
    updated: str
    source: str
    topics: str
    date: str
    """Format of a date with the fields ``d`` (day), ``m`` (the month's name), ``n`` (its number) and ``y`` (year)."""
    months: tuple[str, ...] = ()
    """Names of the months, in the form that dates use."""


_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id"}
"""Codes of languages that use the wording of another."""
_VARIANTS = {"us": "us", "hant": "hant", "tw": "hant", "hk": "hant", "mo": "hant"}
"""Scripts and regions whose wording differs from that of their language, with the end of its keys."""


def wording_of(language: str | None) -> Wording:
    """Return the wording for a language tag; English if there is none."""
    return _found(language) or _wording("en", "")


def written_date(moment: Moment, language: str | None) -> str:
    """Write the day of a moment as the language does; ISO 8601 for an unknown language."""
    wording = _found(language)
    return _written(moment.date(), wording) if wording else moment.date().isoformat()


def _written(day: date, wording: Wording) -> str:
    name = wording.months[day.month - 1] if wording.months else ""
    return wording.date.format(d=day.day, m=name, n=day.month, y=day.year)


def _found(language: str | None) -> Wording | None:
    """Find the wording for a tag: that of its script or region if there is one, else that of the language."""
    code, *rest = (language or "").lower().replace("_", "-").split("-")
    known = language_code(_SAME.get(code, code))
    return _wording(known, _VARIANTS.get("".join(rest[:1]), "")) if known in texts_by_language("page_wording") else None


@cache
def _wording(code: str, variant: str) -> Wording:
    phrases = entries("page_wording", code)
    own = {key: phrases.get(f"{key}-{variant}") or phrases.get(key, "") for key in Wording._fields}
    months = tuple(name.replace("_", " ") for name in own.pop("months").split())
    return Wording(**own, months=months)
