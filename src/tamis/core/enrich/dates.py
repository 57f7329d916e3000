"""Dates of publication and of the last change, as the page gives them.

No date is better than an invented one, and the day of a change is never given as that of publication.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.datelines import DateClaim, dates_by_headline, dates_elsewhere, day_of, only_day, times_elsewhere
from tamis.core.parse.jsonld import text_of
from tamis.model import DateSource, Moment
from tamis.text.dates import order_of, read_date
from tamis.text.lists import word_list
from tamis.text.urls.dates import date_in_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.enrich.headline_lines import Line
    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import Entity
    from tamis.model import Page
    from tamis.text.dates import Order

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
FUTURE_DAYS = 2
"""Number of days after fetching on which a page may claim to be published: clocks and time zones differ."""
LOCAL_LINES = 10
"""Number of lines from the headline in which a date shows how the page itself dates a moment."""
TOMORROW_FROM = 10
"""Hour of universal time from which it is tomorrow somewhere: the easternmost time zone is 14 hours ahead."""
YESTERDAY_UNTIL = 12
"""Hour until which it is yesterday somewhere: the westernmost time zone is 12 hours behind."""


class Dates(NamedTuple):
    """The dates when a page was published and changed."""

    published: Moment | None
    modified: Moment | None


class DateSources(NamedTuple):
    """The names under which markup declares a date."""

    properties: tuple[str, ...]
    metas: Sequence[str]
    other: re.Pattern[str]
    """Pattern for names of meta elements that declare the date without being a convention."""


PUBLISHED = DateSources(
    ("datePublished", "uploadDate", "dateCreated"),
    PUBLISHED_METAS,
    re.compile(
        r"(?:^|[-_.:])(?:publish|publication|issue)\w{0,20}[-_.: ]?(?:date|time|at|on)$"
        r"|(?:date|time)[-_.: ]?(?:of[-_.: ]?)?(?:publish|publication|issue)"
    ),
)
MODIFIED = DateSources(
    ("dateModified",), MODIFIED_METAS, re.compile(r"(?:modif|updat|revis)\w{0,20}[-_.: ]?(?:date|time|at|on)$")
)


def find_dates(
    document: Document,
    sources: Sources,
    entities: Sequence[Entity],
    lines: Sequence[Line],
    language: str | None,
) -> Dates:
    """Find the dates of publication and change, each from the best source that gives one."""
    order = order_of(language, sources.host)
    latest = _latest(document.page)
    published = _first(_declared(sources, entities, PUBLISHED), order, latest)
    has_microdata = published is None or published.source is DateSource.MICRODATA
    modified = _first(_declared(sources, entities, MODIFIED, items=has_microdata), order, latest)
    if published is None:
        published = _known_beforehand(document.page, order, latest)
        if published is not None:
            return Dates(published, modified)
        return _shown_dates(document, sources, lines, modified, order, latest)
    if _day_is_open(published):
        shown = (claim for claim in dates_by_headline(lines[:LOCAL_LINES], order) if not claim.changed)
        published = _as_page_dates_it(published, modified, chain(_in_url(sources.url), shown), order)
    return Dates(published, modified)


def _known_beforehand(page: Page, order: Order, latest: date | None) -> Moment | None:
    """Read the date that came with the page, as feeds give it: RFC 822 or ISO 8601."""
    raw = page.published
    if not raw:
        return None
    try:
        value = parsedate_to_datetime(raw)
    except ValueError:
        value = None
    return _first([DateClaim(raw, DateSource.KNOWN_BEFOREHAND, value=value)], order, latest)


def _shown_dates(
    document: Document,
    sources: Sources,
    lines: Sequence[Line],
    modified: Moment | None,
    order: Order,
    latest: date | None,
) -> Dates:
    """Find the dates that a reader sees, if markup does not declare when the page was published."""
    near = list(dates_by_headline(lines, order))
    published = _settled(
        _first((claim for claim in near if not claim.changed), order, latest),
        _first(_in_url(sources.url), order, latest),
    )
    modified = modified or _first((claim for claim in near if claim.changed), order, latest)
    if published is None or modified is None:
        far = list(dates_elsewhere(document, order))
        modified = modified or _first(only_day(claim for claim in far if claim.changed), order, latest)
        published = published or _first(only_day(claim for claim in far if not claim.changed), order, latest)
    if published is None:
        times = only_day(times_elsewhere(document, order))
        published = _first((claim for claim in times if not _is_day_of(modified, claim)), order, latest)
    return Dates(published, modified)


def _is_day_of(moment: Moment | None, claim: DateClaim) -> bool:
    return moment is not None and claim.value is not None and moment.date() == day_of(claim.value)


def _first(claims: Iterable[DateClaim], order: Order, latest: date | None) -> Moment | None:
    """Return the first claim that is a date and not in the future."""
    for claim in claims:
        value = claim.value or read_date(claim.raw, order)
        if value is not None and (latest is None or day_of(value) <= latest):
            return Moment(claim.raw, value, claim.source, claim.name)
    return None


def _declared(
    sources: Sources, entities: Sequence[Entity], wanted: DateSources, *, items: bool = True
) -> Iterator[DateClaim]:
    """Yield the dates in JSON-LD, meta elements and, optionally, microdata."""
    for entity in entities:
        for name in wanted.properties:
            if raw := text_of(entity.get(name)):
                yield DateClaim(raw, DateSource.JSON_LD)
    for name, raw in sources.all_metas(*wanted.metas):
        yield DateClaim(raw, DateSource.META, name=name)
    for name, values in sources.metas.items():
        if ("date" in name or "time" in name) and wanted.other.search(name) and name not in wanted.metas:
            yield from (DateClaim(raw, DateSource.META, name=name) for raw in values)
    for name, element in sources.items.firsts(wanted.properties) if items else ():
        if raw := element.attr("content") or element.attr("datetime") or " ".join(element.text.split()):
            yield DateClaim(raw, DateSource.MICRODATA, name=name)


def _settled(shown: Moment | None, in_url: Moment | None) -> Moment | None:
    """Return the date in the text, unless the URL gives another day."""
    if shown is None or in_url is None:
        return shown or in_url
    return shown if abs(shown.date() - in_url.date()) <= timedelta(days=1) else in_url


def _day_is_open(moment: Moment) -> bool:
    """Tell whether a moment is in universal time, so that the page's own calendar may be a day off."""
    return isinstance(moment.value, datetime) and moment.value.tzinfo is UTC


def _as_page_dates_it(published: Moment, modified: Moment | None, claims: Iterable[DateClaim], order: Order) -> Moment:
    """Return the date that the page shows for a moment in universal time, or the moment itself.

    Only the neighboring day can be the same moment in another time zone, and only at some hours. The shown date must
    not be the day of a change.
    """
    value = published.value
    for claim in islice(claims, 3):
        shown = claim.value or read_date(claim.raw, order)
        if shown is None or not isinstance(value, datetime):
            continue
        apart = (day_of(shown) - value.date()).days
        is_tomorrow = apart == 1 and value.hour >= TOMORROW_FROM
        is_yesterday = apart == -1 and value.hour < YESTERDAY_UNTIL
        is_change = modified is not None and modified.value != value and modified.date() == day_of(shown)
        if (is_tomorrow or is_yesterday) and not is_change:
            return Moment(claim.raw, shown, claim.source, claim.name)
        return published
    return published


def _in_url(url: str | None) -> list[DateClaim]:
    """Return the date in the page's URL, if the URL has a complete one."""
    found = date_in_url(url) if url else None
    return [DateClaim(found.written, DateSource.URL, found.day)] if found is not None else []


def _latest(page: Page) -> date | None:
    """Return the last day on which the page can have been published; None if it is unknown when it was fetched."""
    fetched = read_date(page.fetched) if page.fetched else None
    return None if fetched is None else day_of(fetched) + timedelta(days=FUTURE_DAYS)
