"""When the page was published and when it was changed, by its own word. No date is better than an invented one."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.enrich.jsonld import text_of
from tamis.enrich.nearby import MAX_LABEL, Line
from tamis.model import Moment
from tamis.parse.tree import Element
from tamis.text.dates import Order, find_date_at, order_of, read_date
from tamis.text.months import month_number
from tamis.text.lists import word_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.enrich.jsonld import Entity
    from tamis.enrich.sources import Sources
    from tamis.model import Page
    from tamis.parse.document import Document

PUBLISHED_METAS = word_list(
    """
    article:published_time og:article:published_time og:published_time og:article:published
    article:published datepublished parsely-pub-date sailthru.date rnews:datepublished
    cxenseparse:recs:publishtime cxenseparse:publishtime publish-date publish_date publishdate
    published_time pubdate publication_date published publish_time publishedat published_at
    article.published article_date_original originalpublicationdate bt:pubdate dc.date.issued dcterms.issued
    dc.date.created dcterms.created dc.date dcterms.date dc.created dc.issued dcsext.articlefirstpublished
    citation_publication_date citation_online_date citation_date prism.publicationdate displaydate
    weibo:article:create_at date
    """
)
MODIFIED_METAS = word_list(
    """
    article:modified_time og:article:modified_time og:modified_time og:updated_time article:updated
    datemodified article:modified dc.date.modified dcterms.modified dc.modified last-modified lastmod
    last_updated_date cxenseparse:modifiedtime weibo:article:update_at updated_time modified_time revised
    """
)
_CHANGED = re.compile(
    r"\b(?:updated?|modified|last (?:changed|edited|reviewed|revised)|revised|edited|(?:medically )?reviewed|aktualisiert|geändert|"
    r"stand|mis à jour|maj|modifié|actualizad[oa]|última actualización|modificad[oa]|atualizad[oa]|aggiornat[oa]|modificat[oa]|"
    r"bijgewerkt|gewijzigd|laatst|zaktualizowano|aktualizacja|aktualizov\w+|обновлен\w*|изменен\w*|güncell?\w+|uppdaterad|opdateret|"
    r"oppdatert|päivitetty|frissítve|actualizat)\b|更新|수정",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"\b(?:published|posted|created|submitted|written|erschienen|veröffentlicht|erstellt|publié|publicado|pubblicato|gepubliceerd|"
    r"geplaatst|opublikowano|dodano|publikováno|опубликован\w*|yayın\w*|publicerad|udgivet|publisert|julkaistu)\b|公開|投稿|发布|發佈|発売|掲載|입력|등록",
    re.IGNORECASE,
)
_OTHER_DATE = re.compile(
    r"\b(?:copyright|expires?|deadline|born|joined|since|until|till|through|events?|starts?|ends?|valid|effective|version|due|geboren|"
    r"seit|bis|ab|next|upcoming|member|stated|aired|wann|termin|beginn|when|price|prices|as of|recorded|died|gestorben)\b|©|\(c\)",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"[\s_-](?:related|sidebar|comments?|teasers?|recommend\w*|footer|promo|popular|newsletter|copyright|breaking|ticker|trending|"
    r"nav|navigation|menu|events?|cookies?|weather|next|prev|previous|latest|archive|read-?more|most-read|headlines)[\s_-]"
)
_DATE_NAME = re.compile(
    r"date|time|publish|posted|byline|meta|stamp|datum|fecha|pub|info|author|detail|credit|dato|data"
)
_URL_DATE = re.compile(
    r"/((?:19|20)\d\d)([/-]?)(0[1-9]|1[0-2]|[1-9](?=[/-]))\2(0[1-9]|[12]\d|3[01]|[1-9](?!\d))(?=[/_.-]|$)"
    r"|/((?:19|20)\d\d)/(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*/(0?[1-9]|[12]\d|3[01])(?=/)"
)
_DIGITS = re.compile(r"\d")
_MAY_BE_DATE = re.compile(r"(?:1[89]|20)\d\d|\d[./-]\s?\d\d?[./-]\s?\d")
MAX_RELATIVE = 60
"""A line such as ``3 days ago`` may be a ``time`` element with the date in an attribute."""
MAX_LINE = 200
MAX_BESIDE = 60
"""How many characters may stand beside a date in a line that is not named as a date."""
FUTURE_DAYS = 2
"""How long after the page was fetched it may claim to be published: clocks and zones differ."""


class Dates(NamedTuple):
    """When a page was published and changed."""

    published: Moment | None
    modified: Moment | None


def find_dates(
    document: Document,
    sources: Sources,
    entities: Sequence[Entity],
    lines: Sequence[Line],
    language: str | None,
) -> Dates:
    """Published and modified, each from the best place that gives one."""
    page = document.page
    order = order_of(language, sources.host)
    latest = _latest(page)
    in_address = _in_address(sources.url)
    published = _first(_declared(sources, entities, PUBLISHED), order, latest)
    modified = _first(
        _declared(sources, entities, MODIFIED, items=published is None or published.source[0] == "i"),
        order,
        latest,
    )
    if published is None:
        shown = _first(_shown(lines, order, changed=False), order, latest)
        published = _settled(shown, _first(in_address, order, latest))
    if published is None:
        published = _first(_far(document, order, modified), order, latest)
    elif _day_is_open(published):
        published = _local(
            published, modified, chain(in_address, _shown(lines[:LOCAL_LINES], order, changed=False)), order
        )
    if modified is None and (published is None or published.source == "text"):
        modified = _first(
            chain(_shown(lines, order, changed=True), _far_changed(document, order)), order, latest
        )
    return Dates(published, modified)


def _settled(shown: Moment | None, in_address: Moment | None) -> Moment | None:
    """What the page shows, unless its address says another day."""
    if shown is None or in_address is None:
        return shown or in_address
    return shown if abs(shown.day - in_address.day) <= timedelta(days=1) else in_address


def _day_is_open(moment: Moment) -> bool:
    """Whether a moment is given in universal time, so that the page's own calendar may be a day off."""
    return isinstance(moment.value, datetime) and moment.value.tzinfo is UTC


def _local(published: Moment, modified: Moment | None, claims: Iterable[Claim], order: Order) -> Moment:
    """A moment in universal time as the page dates it: in the zone it shows, or the day it shows if that is all.

    Only the neighbouring day can be the same moment in another zone, and only at some hours; and what is shown must
    not be the day of a change.
    """
    value = published.value
    for claim in islice(claims, 3):
        shown = claim.value or read_date(claim.raw, order)
        if shown is None or not isinstance(value, datetime):
            continue
        apart = (_day(shown) - value.date()).days
        if apart == 0:
            return published
        possible = (apart == 1 and value.hour >= LATEST_ZONE) or (apart == -1 and value.hour < EARLIEST_ZONE)
        if possible and (modified is None or modified.day != _day(shown) or modified.value == value):
            return Moment(claim.raw, shown, claim.source)
        return published
    return published


LOCAL_LINES = 10
"""A date this near the headline shows how the page itself dates the moment."""
LATEST_ZONE = 10
"""Universal time from which it is tomorrow somewhere: the easternmost zone is 14 hours ahead."""
EARLIEST_ZONE = 12
"""Universal time up to which it is yesterday somewhere: the westernmost zone is 12 hours behind."""


class Claim(NamedTuple):
    """A text that may be a date, and where it stands."""

    raw: str
    source: str
    value: date | None = None


def _first(claims: Iterable[Claim], order: Order, latest: date | None) -> Moment | None:
    for claim in claims:
        value = claim.value or read_date(claim.raw, order)
        if value is not None and (latest is None or _day(value) <= latest):
            return Moment(claim.raw, value, claim.source)
    return None


class Places(NamedTuple):
    """Where markup declares a date."""

    properties: tuple[str, ...]
    metas: Sequence[str]
    other: re.Pattern[str]
    """Names of meta elements that say so without being a convention."""


PUBLISHED = Places(
    ("datePublished", "uploadDate", "dateCreated"),
    PUBLISHED_METAS,
    re.compile(
        r"(?:^|[-_.:])(?:publish|publication|issue)\w*[-_.: ]?(?:date|time|at|on)$|(?:date|time)[-_.: ]?(?:of[-_.: ]?)?(?:publish|publication|issue)"
    ),
)
MODIFIED = Places(
    ("dateModified",), MODIFIED_METAS, re.compile(r"(?:modif|updat|revis)\w*[-_.: ]?(?:date|time|at|on)$")
)


def _declared(
    sources: Sources, entities: Sequence[Entity], places: Places, *, items: bool = True
) -> Iterator[Claim]:
    for entity in entities:
        for name in places.properties:
            if raw := text_of(entity.get(name)):
                yield Claim(raw, "json-ld")
    for name in places.metas:
        if name in sources.metas:
            yield from (Claim(raw, f"meta {name}") for raw in sources.metas[name])
    for name, values in sources.metas.items():
        if ("date" in name or "time" in name) and places.other.search(name) and name not in places.metas:
            yield from (Claim(raw, f"meta {name}") for raw in values)
    for name in places.properties if items else ():
        for element in sources.items.get(name)[:1]:
            raw = element.attr("content") or element.attr("datetime") or " ".join(element.text.split())
            if raw:
                yield Claim(raw, f"itemprop {name}")


def _shown(lines: Sequence[Line], order: Order, *, changed: bool) -> Iterator[Claim]:
    """Dates that stand around the headline, as ``time`` elements or plain text."""
    for line in lines:
        text = line.text
        opening = text if len(text) <= MAX_LINE else text[:MAX_OPENING]
        has_date = _MAY_BE_DATE.search(opening) is not None
        if not (has_date or (len(text) <= MAX_RELATIVE and _DIGITS.search(text))) or _ELSEWHERE.search(
            line.close_names
        ):
            continue
        yield from _times(line, changed=changed)
        if has_date and len(text) <= MAX_LINE:
            yield from _dates_in(line, order, changed=changed)
        elif has_date and not changed:
            yield from _dateline(text, order)


def _times(line: Line, *, changed: bool) -> Iterator[Claim]:
    for element in line.elements:
        found: object = element
        for _ in range(3):
            if not isinstance(found, Element):
                break
            raw = found.attr("datetime")
            if raw or found.tag == "time":
                names = f"{found.attr('class')} {found.attr('itemprop')}".lower()
                before = line.text.partition(" ".join(found.text.split()))[0] or line.label
                says = "modif" in names or "updat" in names or _says_changed(before)
                if says == changed:
                    yield Claim(raw or " ".join(found.text.split()), "time element")
                break
            found = found.parent


def _says_changed(before: str) -> bool:
    """Whether the last label before a date is one of change."""
    changes = [match.end() for match in _CHANGED.finditer(before)]
    if not changes:
        return False
    return changes[-1] > max((match.end() for match in _PUBLISHED.finditer(before)), default=0)


def _dates_in(line: Line, order: Order, *, changed: bool) -> Iterator[Claim]:
    label = line.label
    for text in line.text.split("\n"):
        at = 0
        for _ in range(MAX_DATES):
            found = find_date_at(text[at:], order)
            if found is None:
                break
            value, start, end = found
            before = text[at : at + start]
            if (
                _is_dateline(line, label, before, text[at + end :], value)
                and _says_changed(before or label) == changed
            ):
                yield Claim(text[at + start : at + end].strip(" ,|-–"), "text", value)
            at += end
        label = text if len(text) <= MAX_LABEL else ""


MAX_DATES = 3
"""How many dates of one line are looked at."""


def _dateline(text: str, order: Order) -> Iterator[Claim]:
    """The date that a paragraph opens with: ``Berlin, 1. Mai 2022 – …``, ``(1 May 2022) …``."""
    found = find_date_at(text[:MAX_OPENING], order)
    if found is not None and found[1] <= MAX_OPENING / 2 and _OPENING.match(text, found[2]):
        value, start, end = found
        before = text[:start]
        if value.year >= EARLIEST_SHOWN and before.count(" ") <= 2 and not _CHANGED.search(before):
            yield Claim(text[start:end], "text", value)


MAX_OPENING = 60
_OPENING = re.compile(r"\s*[)\].:|–—„“\"/-]|\s*$|\s*\n")


def _is_dateline(line: Line, label: str, before: str, after: str, value: date) -> bool:
    """Whether a date in a line is that of the page: it stands in a line named as such, or there is little beside it."""
    if value.year < EARLIEST_SHOWN or _OTHER_DATE.search(before) or _OTHER_DATE.search(label):
        return False
    beside = len(before) + len(after)
    named = _PUBLISHED.search(before) or _CHANGED.search(before) or _DATE_NAME.search(line.names)
    return beside <= (MAX_LINE if named else MAX_BESIDE) and len(before) <= MAX_LINE / 2


EARLIEST_SHOWN = 1993
"""No page is older than the web; an older date in its text is about something else."""


def _far(document: Document, order: Order, modified: Moment | None) -> list[Claim]:
    """The day of publishing as stated away from the headline: by its label or a ``time`` element, if they name one only."""
    found = {
        _day(claim.value): claim
        for claim in _labelled(document, order, changed=False)
        if claim.value is not None
    }
    if not found:
        found = {
            _day(claim.value): claim for claim in _only_times(document, order) if claim.value is not None
        }
        if modified is not None:
            found.pop(modified.day, None)
    return list(found.values()) if len(found) == 1 else []


def _far_changed(document: Document, order: Order) -> list[Claim]:
    """The day of the last change as stated away from the headline, mostly in a footer."""
    found = {
        _day(claim.value): claim
        for claim in _labelled(document, order, changed=True)
        if claim.value is not None
    }
    return list(found.values()) if len(found) == 1 else []


_YEAR = re.compile(r"(?<!\d)(?:199|20[0-3])\d(?!\d)")


def _labelled(document: Document, order: Order, *, changed: bool) -> Iterator[Claim]:
    label = _CHANGED if changed else _PUBLISHED
    dated = [
        block
        for block, text in enumerate(document.texts)
        if ("20" in text or "199" in text) and len(text) <= MAX_LINE
    ]
    for block in dated:
        text = document.texts[block]
        if _YEAR.search(text) and label.search(text):
            line = Line(document, block, "")
            if changed or not _ELSEWHERE.search(line.close_names):
                yield from _dates_in(line, order, changed=changed)


def _only_times(document: Document, order: Order) -> Iterator[Claim]:
    for element in document.tree.select("time")[:MAX_TIMES]:
        around = element.parent
        text = around.text if around is not None else ""
        raw = element.attr("datetime") or " ".join(element.text.split())
        value = read_date(raw, order)
        if value is not None and not (
            _CHANGED.search(text[:MAX_LINE]) or _CHANGED.search(element.attr("class") or "")
        ):
            yield Claim(raw, "time element", value)


MAX_TIMES = 20


def _in_address(url: str | None) -> list[Claim]:
    match = _URL_DATE.search(url.partition("?")[0], url.find("://") + 3) if url and "://" in url else None
    if match is None:
        return []
    year, month, day = (match[1], match[3], match[4]) if match[1] else (match[5], match[6], match[7])
    try:
        value = date(int(year), month_number(month) or 0 if month.isalpha() else int(month), int(day))
    except ValueError:
        return []
    return [Claim(match.group().strip("/-_."), "url", value)]


def _latest(page: Page) -> date | None:
    fetched = read_date(page.fetched) if page.fetched else None
    return None if fetched is None else _day(fetched) + timedelta(days=FUTURE_DAYS)


def _day(value: date) -> date:
    return value.date() if isinstance(value, datetime) else value
