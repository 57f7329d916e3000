"""Section and tags of a page, and whether it declares a paywall."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.enrich.declared import clean
from tamis.core.parse.jsonld import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.parse.jsonld import Entity

SECTION_METAS = (
    "article:section",
    "og:article:section",
    "parsely-section",
    "cxenseparse:recs:category",
    "dc.subject.section",
    "section",
)
TAG_METAS = ("article:tag", "og:article:tag", "news_keywords", "parsely-tags", "sailthru.tags", "keywords")
MAX_TAGS = 30
MAX_TAG = 60
TIER_METAS = ("article:content_tier", "og:article:content_tier", "content_tier", "cxenseparse:articleaccess")
LOCKED = frozenset({"locked", "metered", "paid", "premium", "subscriber", "subscription", "paywall"})
FREE = frozenset({"free", "open"})


def find_section(sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the section of the site that the page belongs to."""
    for claim in (
        *(text_of(entity.get("articleSection")) for entity in entities),
        sources.meta(*SECTION_METAS),
    ):
        if (section := clean(claim)) and len(section) <= MAX_TAG:
            return section
    return None


def find_tags(sources: Sources, entities: Sequence[Entity]) -> tuple[str, ...]:
    """Return the page's keywords, from the first source that gives some.

    In a list, each entry is one keyword, commas included.
    """
    for entity in entities:
        keywords = entity.get("keywords")
        whole = isinstance(keywords, list) and len(keywords) > 1
        if tags := _tags(_texts(keywords), sources.host, whole=whole):
            return tags
    for name in TAG_METAS:
        values = sources.metas.get(name, ())
        if tags := _tags(values, sources.host, whole=len(values) > 1):
            return tags
    return ()


def _texts(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [text for item in values[: 2 * MAX_TAGS] if (text := text_of(item))]


def _tags(values: Iterable[str], host: str, *, whole: bool) -> tuple[str, ...]:
    tags: dict[str, str] = {}
    for value in values:
        for part in [clean(value)] if whole else clean(value).replace(";", ",").split(","):
            tag = part.strip()
            if tag and len(tag) <= MAX_TAG and not _NO_TAG.search(tag) and tag.casefold() != host:
                tags.setdefault(tag.casefold(), tag)
    return tuple(list(tags.values())[:MAX_TAGS])


_NO_TAG = re.compile(
    r":|\{\{|\$\{"  # systems put their own notes among the keywords: ``type:story``
    r"|^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$|^[0-9a-f]{16,}$"  # UUIDs and hashes
    r"|^(?!\d{4}\b)[\w-]{0,12}\d{5,}$"  # ids
    r"|^(?:[\w-]{1,60}\.){1,4}(?:com|org|net|de|fr|at|ch|uk|it|es|pl|nl|info|tv|eu|html?|php)$",  # hosts and files
    re.IGNORECASE,
)


def find_paywalled(sources: Sources, entities: Sequence[Entity]) -> bool | None:
    """Tell whether the page declares that it has to be paid for; None if it does not say."""
    for entity in entities:
        free = _truth(entity.get("isAccessibleForFree"))
        if free is not None:
            return not free
    for name in TIER_METAS:
        for value in sources.metas.get(name, ()):
            tier = value.casefold()
            if tier in LOCKED or tier in FREE:
                return tier in LOCKED
    return None


def _truth(value: object) -> bool | None:
    """Read a truth value as pages write it: ``false``, ``"False"``, ``"https://schema.org/False"``, ``"no"``."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return None
    word = value.strip().rsplit("/", 1)[-1].casefold()
    if word in ("true", "yes", "1"):
        return True
    return False if word in ("false", "no", "0") else None
