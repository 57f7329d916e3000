"""Authors of the page: from JSON-LD first, then meta elements, microdata, and the byline next to the headline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.enrich.declared import clean
from tamis.core.parse.jsonld import types_of
from tamis.model import Kind
from tamis.text.byline_names import (
    LEAD,
    LEAD_STARTS,
    MAX_NAMES,
    REPORTER_WORDS,
    is_company,
    is_full_name,
    is_organization,
    names_in,
    reporters_in,
    without_repeats,
)
from tamis.text.dates import find_date, find_date_at
from tamis.text.gazetteer.people import GIVEN_NAMES
from tamis.text.gazetteer.places import PLACES
from tamis.text.lists import word_list
from tamis.text.markup_names import AUTHOR_ELEMENT, BYLINE_NAME_PARTS, COMMENTS_PLACE, NO_BYLINE_PLACE
from tamis.text.phrases import pattern, plain_phrases
from tamis.text.word_overlap import fold, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.enrich.headline_lines import Line
    from tamis.core.enrich.site_names import Site
    from tamis.core.parse.jsonld import Entity
    from tamis.core.parse.tree import Element

AUTHOR_METAS = word_list(
    """
    author article:author og:article:author parsely-author sailthru.author byl dc.creator dcterms.creator
    dc.contributor dcterms.contributor citation_author citation_authors rbauthors cxenseparse:author
    article.author authors article_author author_name bt:author rnews:author creator article:author_name
    """
)
_AUTHOR_LINK = re.compile(rf"/(?:{pattern('url_author')})/")
_BY = re.compile(
    rf"[\s|·•,](?:{pattern('byline_inside')}):?\s+(?=\S)|(?:{pattern('byline_inside_with_colon')})[:：]\s*(?=\S)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"^(?:(?:{pattern('byline_verb')})\s+)?(?:{pattern('byline_word')})\s*:?$",
    re.IGNORECASE,
)
MAX_BYLINE = 160


def find_authors(
    sources: Sources, entities: Sequence[Entity], lines: Sequence[Line], site: Site, title: str | None = None
) -> tuple[str, ...]:
    """Find the authors' names. An organization is named only if no person is."""
    lines = [line for line in lines if not _is_in_title(line, title)]
    shown = _Shown(lines)
    people = _Found(site, [house for entity in entities[:1] for house in _houses(sources, entity)])
    for names, is_declared in _claims(sources, entities, lines):
        authors = people.add(names)
        if authors and (shown.has(authors) or not is_declared):
            return tuple(_completed(without_repeats(authors), lines, site))
    return tuple(people.unseen or _reporters(lines) or people.substitute)


class _Found:
    """The names from the sources so far, of which none was certain."""

    def __init__(self, site: Site, houses: Sequence[str]) -> None:
        self._site = site
        self._houses = [house for house in houses if not site.is_site_name(house)]
        self._own: list[str] = []
        self.unseen: list[str] = []
        """The authors of the first source that has some: they are declared, but not shown."""

    def add(self, names: Sequence[str]) -> list[str]:
        """Add the names from a source, and return those of people who may be authors."""
        names = _without_places([name for name in names if not is_company(name)])
        people = [name for name in names if not is_organization(name) and name not in self._houses]
        authors = [name for name in people if not self._site.is_site_name(name)]
        self.unseen = self.unseen or without_repeats(authors)
        if not authors:
            self._own += people
        self._houses += [name for name in names if name not in people and not self._site.is_site_name(name)]
        return authors

    @property
    def substitute(self) -> list[str]:
        """The name in place of an author's: the site's own, else that of an organization."""
        return without_repeats(self._own or self._houses)[:1]


def _without_places(names: Sequence[str]) -> list[str]:
    """Remove datelines and addresses from names: ``Jane Doe, Nairobi``, ``The Courier, Hamburg, Germany``."""
    return [name for name in names if not _is_place(name, is_alone=len(names) == 1)]


def _is_place(name: str, *, is_alone: bool) -> bool:
    folded = fold(name)
    return folded in PLACES and not (is_alone and folded in GIVEN_NAMES)


class _Shown:
    """The words of the lines by the headline. A declared author not among them may be the site or its software."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._text = fold(" ".join(line.text for line in lines if len(line.text) <= MAX_BYLINE))

    def has(self, names: Sequence[str]) -> bool:
        """Tell whether the lines contain the last name of the first author."""
        return (words(names[0]) or [""])[-1] in self._text


def _is_in_title(line: Line, title: str | None) -> bool:
    """Tell whether a line repeats the headline or a part of it, as breadcrumbs and link previews do."""
    return title is not None and len(line.text) <= len(title) and line.text in title


def _claims(sources: Sources, entities: Sequence[Entity], lines: Sequence[Line]) -> Iterator[tuple[list[str], bool]]:
    """Yield the names from each source that may give some, and whether markup declares them there."""
    for entity in entities:
        yield _linked(sources, entity), True
    for name in AUTHOR_METAS:
        if values := sources.metas.get(name):
            yield [author for value in values[:MAX_NAMES] for author in names_in(clean(value))], True
    yield _on_card(sources), True
    yield _items(sources), True
    yield from ((names, False) for names in _bylines(lines))


def _linked(sources: Sources, entity: Entity) -> list[str]:
    names: list[str] = []
    for key in ("author", "creator"):
        for author in sources.data.each(entity.get(key)):
            if isinstance(author, str):
                names += names_in(clean(author))
            elif isinstance(author, dict) and not _is_house(author):
                for name in sources.data.each(author.get("name")):
                    names += names_in(clean(name)) if isinstance(name, str) else []
        if names:
            break
    return names


def _is_house(author: Entity) -> bool:
    types = types_of(author)
    return bool(types) and "Person" not in types


def _houses(sources: Sources, entity: Entity) -> list[str]:
    """Return the authors that JSON-LD calls organizations."""
    authors = [
        author for author in sources.data.each(entity.get("author")) if isinstance(author, dict) and _is_house(author)
    ]
    return [
        name
        for author in authors
        if isinstance(author.get("name"), str) and 1 < len(name := clean(author["name"])) <= MAX_BYLINE
    ]


def _on_card(sources: Sources) -> list[str]:
    """Return the author in the label-text pairs that some systems write for cards: ``Written by``, ``Jane Doe``."""
    label, value = sources.meta("twitter:label1"), sources.meta("twitter:data1")
    if label and value and _CARD_LABEL.search(label):
        return names_in(clean(value))
    return []


_CARD_LABEL = re.compile(pattern("byline_stem"), re.IGNORECASE)


def _items(sources: Sources) -> list[str]:
    """Return the authors in microdata.

    Only those in the same element as the first count, because answers and comments have authors too.
    """
    elements = sources.items.get("author")
    if not elements:
        return []
    first = elements[0].parent
    return [name for element in elements[:10] if element.parent == first for name in names_in(_item_text(element))]


def _item_text(element: Element) -> str:
    if content := element.attr("content"):
        return clean(content)
    inner = element.select_one("[itemprop=name]")
    if inner is not None:
        return clean(inner.attr("content") or inner.text)
    text = clean(element.text)
    return text if len(text) <= MAX_BYLINE else ""


def _bylines(lines: Sequence[Line]) -> Iterator[list[str]]:
    """Yield the names in lines by the headline.

    Lines that read like a byline come first, then those that link to an author, then those in elements named as a
    byline, then a name beside a date.
    """
    short = [
        line
        for line in lines
        if 2 < len(line.text) <= MAX_BYLINE and line.document.kinds[line.block] not in _NO_BYLINES
    ]
    for line in short:
        if _reads_like_byline(line) and not _is_elsewhere(line):
            yield _named_in(line)
    for line in short[:NAMED_LINES]:
        if line.document.link_sizes[line.block] and (names := _linked_authors(line)):
            yield names
    for line in short[:NAMED_LINES]:
        if _is_named_byline(line) and not _is_elsewhere(line):
            yield _by_class(line)
    yield _beside_date(short[:NAMED_LINES])


def _has_given_name(name: str) -> bool:
    return any(word in GIVEN_NAMES for word in words(name.split()[0]))


def _reporters(lines: Sequence[Line]) -> list[str]:
    """Return the reporters that Chinese papers name anywhere in the text, often at its end."""
    texts = lines[0].document.texts if lines else ()
    everything = "\n".join(texts)
    if not any(map(everything.__contains__, REPORTER_WORDS)):  # as on nearly all pages
        return []
    for text in texts:
        if any(map(text.__contains__, REPORTER_WORDS)) and (names := reporters_in(text)):
            return names
    return []


def _beside_date(lines: Sequence[Line]) -> list[str]:
    """Return the full name that is alone right before or after a date: ``Jane Doe | 1 May 2024``."""
    dated = {line.block for line in lines if _DIGIT.search(line.text) and find_date(line.text) is not None}
    for line in lines:
        if len(line.text) > MAX_NAMED or _is_elsewhere(line) or line.document.link_sizes[line.block] == len(line.text):
            continue
        text = line.text
        if line.block in dated:
            date = find_date_at(text)
            text = text[: date[1]] if date else ""
        elif not {line.block - 1, line.block + 1} & dated:
            continue
        name = text.strip(" |,·•–—-/")
        if is_full_name(name) and _has_given_name(name) and names_in(name) == [name]:
            return [name]
    return []


def _by_class(line: Line) -> list[str]:
    """Return the names in elements whose class is for authors, or the full names in a line inside such an element."""
    own = [element for element in line.elements if AUTHOR_ELEMENT.search((element.attr("class") or "").lower())]
    names = [name for element in own for name in names_in(clean(element.text)[:MAX_NAMED])]
    if names:
        return names
    return [name for name in names_in(clean(line.text)) if is_full_name(name)] if len(line.text) <= MAX_NAMED else []


def _reads_like_byline(line: Line) -> bool:
    if line.label and _LABEL.match(line.label):
        return True
    text = line.text.lower()
    if text.startswith(LEAD_STARTS) and LEAD.match(line.text):
        return True
    return any(map(text.__contains__, _BY_WORDS)) and _BY.search(line.text) is not None


_BY_WORDS = (*plain_phrases("byline_inside"), *plain_phrases("byline_inside_with_colon"))


def _is_named_byline(line: Line) -> bool:
    return any(map(line.names.__contains__, BYLINE_NAME_PARTS))


def _is_elsewhere(line: Line) -> bool:
    return NO_BYLINE_PLACE.search(line.close_names) is not None or COMMENTS_PLACE.search(line.names) is not None


_NO_BYLINES = frozenset({Kind.CAPTION, Kind.HEADING, Kind.CODE, Kind.TABLE, Kind.IMAGE, Kind.MEDIA})
NAMED_LINES = 12
"""Number of short lines from the headline that may be a byline by the names of their elements alone."""
MAX_SHORT_BYLINE = 40
MAX_NAMED = 100


def _linked_authors(line: Line) -> list[str]:
    names: list[str] = []
    for element in line.elements:
        if element.tag == "a" and _is_author_link(element):
            names += names_in(clean(element.text))
    if not names or _is_elsewhere(line):
        return []
    return [name for name in names if is_full_name(name) or "author" in line.close_names]


def _named_in(line: Line) -> list[str]:
    """Return the names in a byline, which may begin with a date: from links to authors if any, else from the text."""
    text = _after_date(line)
    if text is None:
        return []
    links = [element for element in line.elements if element.tag == "a"]
    linked = [name for element in links if _is_author_link(element) for name in names_in(clean(element.text))]
    if linked:
        return linked
    alone = {clean(element.text) for element in links}
    is_short = len(text) <= MAX_SHORT_BYLINE
    return [name for name in names_in(text) if is_full_name(name) or name in alone or (name[0].isupper() and is_short)]


def _after_date(line: Line) -> str | None:
    """Return the text of a byline from its ``by`` on; None if too much stands before that, or nothing like a date."""
    start = None if LEAD.match(line.text) else _BY.search(line.text)
    if start is None:
        return line.text
    before = line.text[: start.start()].split()
    if len(before) > MAX_BEFORE_BY or not (_DIGIT.search(line.text) or _is_named_byline(line)):
        return None
    return line.text[start.end() :]


def _is_author_link(element: Element) -> bool:
    return "author" in (element.attr("rel") or "") or _AUTHOR_LINK.search(element.attr("href") or "") is not None


_DIGIT = re.compile(r"\d")
MAX_BEFORE_BY = 8
"""Number of words, such as a date, that may be in a line before its ``by``."""


def _completed(names: list[str], lines: Sequence[Line], site: Site) -> list[str]:
    """Return the names, with any others that the byline on the page lists beside them."""
    known = {fold(name) for name in names}
    last = names[0].split()[-1].casefold()
    for line in lines:
        if len(line.text) <= MAX_BYLINE and last in line.text.casefold() and LEAD.match(line.text):
            shown = [
                name
                for name in names_in(line.text)
                if is_full_name(name) and not is_organization(name) and not site.is_site_name(name)
            ]
            if len(shown) > len(names) and known <= {fold(name) for name in shown}:
                return shown
    return names
