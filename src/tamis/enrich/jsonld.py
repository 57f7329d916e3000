"""Linked data (JSON-LD) as pages really carry it: read leniently, then find the entity that describes this page.

A page holds several blocks of it, each an object, a list, or a graph whose parts refer to one another by ``@id``, and
tells of much besides itself: its site, its breadcrumbs, its reviews, the articles it links to. A block that is not
quite JSON is repaired where that is safe, and otherwise read up to its error.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tamis.text.lists import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Entity = dict[str, Any]

MAX_DEPTH = 8
"""How deep entities are looked for in one another."""
MAX_ENTITIES = 400
"""How many entities of a page are looked at."""

ARTICLE_TYPES = word_set(
    """
    Article NewsArticle BlogPosting ReportageNewsArticle OpinionNewsArticle AnalysisNewsArticle
    AskPublicNewsArticle BackgroundNewsArticle ReviewNewsArticle TechArticle ScholarlyArticle
    MedicalScholarlyArticle SatiricalArticle AdvertiserContentArticle LiveBlogPosting SocialMediaPosting
    DiscussionForumPosting Report APIReference Posting Blogposting MediaReview CriticReview ClaimReview
    Column
    """
)
WORK_TYPES = word_set(
    """
    Recipe HowTo VideoObject PodcastEpisode AudioObject Question Book Chapter Movie TVEpisode CreativeWork
    Review Course LearningResource Event Photograph ImageGallery MediaGallery Quiz Guide SpecialAnnouncement
    JobPosting Dataset Product SoftwareApplication SoftwareSourceCode MedicalWebPage RadioEpisode Episode
    Clip
    """
)
PAGE_TYPES = word_set(
    """
    WebPage ItemPage AboutPage ContactPage CollectionPage FAQPage QAPage ProfilePage CheckoutPage
    SearchResultsPage HealthTopicContent WebContent
    """
)
# What hangs on an entity but is not this page.
_ELSEWHERE = word_set(
    """
    itemListElement breadcrumb isPartOf publisher author creator editor review reviews comment comments
    hasPart relatedLink mentions about citation image logo video publisherImprint sourceOrganization
    aggregateRating offers potentialAction suggestedAnswer acceptedAnswer itemReviewed significantLink
    isRelatedTo isSimilarTo contributor subjectOf workExample exampleOfWork step recipeInstructions
    liveBlogUpdate associatedMedia blogPost blogPosts containsPlace brand speakable sameAs address
    mainEntityOfPage copyrightHolder sponsor provider reviewedBy accountablePerson thumbnail
    primaryImageOfPage
    """
)

_COMMENT_START = re.compile(
    r"^\s*(?://\s*)?(?:<!--|(?:/\*\s*)?<!\[CDATA\[(?:\s*\*/)?)|^\s*/\*.*?\*/", re.DOTALL
)
_COMMENT_END = re.compile(r"(?:-->|(?://\s*|/\*\s*)?\]\]>(?:\s*\*/)?)\s*$")
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_MISSING_COMMA = re.compile(r'(["}\]])(\s*\n\s*)(?=")')
_DOUBLED_COMMA = re.compile(r",\s*,+")
_LINE_COMMENT = re.compile(r"(?m)^\s*//.*$")
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])|\\u(?![0-9a-fA-F]{4})')
_LAST_WHOLE_PAIR = re.compile(r',\s*"(?:[^"\\]|\\.)*"?\s*:?[^,{}\[\]"]*$')
_DECODER = json.JSONDecoder(strict=False)


def read_blocks(sources: Iterable[str]) -> tuple[Entity, ...]:
    """The top-level objects of all JSON-LD scripts of a page, in order."""
    found: list[Entity] = []
    for source in sources:
        for value in read_json(source):
            _take_objects(value, found)
    return tuple(found)


def _take_objects(value: object, into: list[Entity], depth: int = 0) -> None:
    if isinstance(value, dict):
        into.append(value)
    elif isinstance(value, list) and depth < MAX_DEPTH:
        for item in value:
            _take_objects(item, into, depth + 1)


def read_json(source: str) -> list[Any]:
    """The JSON values in a script's text, one after the other; what is beyond repair is left out."""
    source = source.strip().lstrip("\ufeff")
    if not source:
        return []
    try:
        return [json.loads(source, strict=False)]
    except (ValueError, RecursionError):
        pass
    source = _unwrapped(source)
    values, rest = _read_run(source)
    if rest is None:
        return values
    for repair in _REPAIRS:
        rest = repair(rest)
        more, left = _read_run(rest)
        values += more
        if left is None:
            return values
        rest = left
    salvaged = _salvage(rest)
    return values if salvaged is None else [*values, salvaged]


def _unwrapped(source: str) -> str:
    source = _COMMENT_START.sub("", source)
    source = _COMMENT_END.sub("", source).strip().lstrip("\ufeff").rstrip(";").strip()
    if source.startswith(("{&quot;", "[{&quot;", "&#34;", "{&#34;", "{ &quot;", "{\n&quot;")) or (
        "&quot;" in source and '"' not in source
    ):
        source = html.unescape(source)
    return source


def _read_run(source: str) -> tuple[list[Any], str | None]:
    """Concatenated JSON values, and the rest from the first that is broken (None if there is none)."""
    values: list[Any] = []
    at = 0
    while at < len(source):
        while at < len(source) and source[at] in " \t\r\n,;":
            at += 1
        if at == len(source):
            break
        if source[at] not in "{[":
            return values, source[at:] if "{" in source[at:] else None
        try:
            value, at = _DECODER.raw_decode(source, at)
        except (ValueError, RecursionError):
            return values, source[at:]
        values.append(value)
    return values, None


def _loosen_commas(source: str) -> str:
    source = _DOUBLED_COMMA.sub(",", _LINE_COMMENT.sub("", source))
    return _MISSING_COMMA.sub(r"\1,\2", _TRAILING_COMMA.sub("", source))


def _escape_escapes(source: str) -> str:
    return _BAD_ESCAPE.sub(lambda match: "\\\\" + match.group(0)[1:], source)


def _unescape_markup(source: str) -> str:
    return html.unescape(source) if "&quot;" in source else source


_REPAIRS = (_loosen_commas, _escape_escapes, _unescape_markup)


def _salvage(source: str) -> Any | None:
    """Read a value as far as it goes: cut at the first error, then close what is open."""
    start = source.find("{")
    if start < 0:
        return None
    source = source[start:]
    for _ in range(3):
        try:
            return json.loads(source, strict=False)
        except RecursionError:
            return None
        except json.JSONDecodeError as error:
            cut = len(source) if error.pos >= len(source) - 1 else error.pos
        closed = _closed(source[:cut])
        if closed is None or closed == source:
            return None
        source = closed
    return None


def _closed(source: str) -> str | None:
    """A JSON text that was cut off, without its last half pair and with its brackets closed."""
    open_brackets, in_string, string_start = _open_brackets(source)
    if not open_brackets:
        return None
    if in_string:
        source = source[:string_start]
        open_brackets, _, _ = _open_brackets(source)
    source = source.rstrip().rstrip(",")
    if source.endswith(":"):
        source = source[: source.rfind('"', 0, source.rfind('"'))]
    source = _LAST_WHOLE_PAIR.sub("", source) if not source.rstrip().endswith(('"', "}", "]")) else source
    source = re.sub(r'([{,])\s*"(?:[^"\\]|\\.)*"\s*$', r"\1", source) if _ends_in_key(source) else source
    return source.rstrip().rstrip(",") + "".join("}" if b == "{" else "]" for b in reversed(open_brackets))


def _ends_in_key(source: str) -> bool:
    match = re.search(r'([{,:\[])\s*"(?:[^"\\]|\\.)*"\s*$', source[-2000:])
    if match is None or match.group(1) in ":[":
        return False
    open_brackets, _, _ = _open_brackets(source)
    return bool(open_brackets) and open_brackets[-1] == "{"


def _open_brackets(source: str) -> tuple[list[str], bool, int]:
    stack: list[str] = []
    in_string = escaped = False
    start = 0
    for at, char in enumerate(source):
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string, start = True, at
        elif char in "{[":
            stack.append(char)
        elif char in "}]" and stack:
            stack.pop()
    return stack, in_string, start


def types_of(entity: Entity) -> tuple[str, ...]:
    """An entity's types without their namespace: ``NewsArticle``."""
    types = entity.get("@type")
    if isinstance(types, str):
        types = [types]
    if not isinstance(types, list):
        return ()
    return tuple(
        name.strip().rsplit("/", 1)[-1].rsplit(":", 1)[-1] for name in types if isinstance(name, str)
    )


@dataclass(frozen=True, slots=True)
class LinkedData:
    """All entities that a page's JSON-LD may mean itself by, and the index by which they refer to others."""

    candidates: tuple[Entity, ...]
    by_id: dict[str, Entity]

    def resolve(self, value: object) -> object:
        """The entity that a reference ``{"@id": …}`` stands for, or the value itself."""
        if isinstance(value, dict) and "@id" in value and "name" not in value:
            name = value["@id"]
            if isinstance(name, str):
                return self.by_id.get(name, value)
        return value

    def each(self, value: object) -> Iterator[object]:
        """The values of a property that may be one, a list, a set, or references."""
        if isinstance(value, list):
            for item in value[:MAX_ENTITIES]:
                yield self.resolve(item)
        elif isinstance(value, dict) and isinstance(value.get("@list"), list):
            yield from self.each(value["@list"])
        elif value is not None:
            yield self.resolve(value)


def linked_data(sources: Iterable[str]) -> LinkedData:
    """Read a page's JSON-LD scripts and index them."""
    by_id: dict[str, Entity] = {}
    candidates: list[Entity] = []
    for block in read_blocks(sources):
        _index(block, by_id, candidates, 0, True)
    return LinkedData(tuple(candidates), by_id)


def _index(entity: object, by_id: dict[str, Entity], candidates: list[Entity], depth: int, own: bool) -> None:
    if isinstance(entity, list):
        for item in entity[:MAX_ENTITIES]:
            _index(item, by_id, candidates, depth + 1, own)
        return
    if not isinstance(entity, dict) or depth > MAX_DEPTH or len(by_id) > MAX_ENTITIES:
        return
    name = entity.get("@id")
    if isinstance(name, str) and len(entity) > 1 and len(by_id.get(name, ())) < len(entity):
        by_id[name] = entity
    if own and "@type" in entity and len(candidates) < MAX_ENTITIES:
        candidates.append(entity)
    for key, value in entity.items():
        if isinstance(value, dict | list):
            _index(value, by_id, candidates, depth + 1, own and key not in _ELSEWHERE)


def text_of(value: object) -> str | None:
    """A property's text: itself, the first of a list, or its ``@value`` or ``name``."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return (
            next((text for item in value if (text := text_of(item))), None)
            if len(value) < MAX_ENTITIES
            else None
        )
    if isinstance(value, dict):
        for key in ("@value", "name", "@id", "url"):
            if isinstance(value.get(key), str):
                return str(value[key])
    return None
