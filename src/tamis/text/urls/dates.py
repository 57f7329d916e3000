"""The date in a URL, as news sites have it: ``/2024/03/05/``, ``/2024-03-05-title``, ``/2024/mar/05/``."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from tamis.text.datewords import month_number

_URL_DATE = re.compile(
    r"/(?P<y>(?:19|20)\d\d)(?:"
    r"/(?P<m>0?[1-9]|1[0-2])/(?P<d>0?[1-9]|[12]\d|3[01])(?=/|$)"
    r"|(?P<dash>-?)(?P<m2>0[1-9]|1[0-2])(?P=dash)(?P<d2>0[1-9]|[12]\d|3[01])(?=[/_.-]|$)"
    r"|/(?P<n>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*/(?P<d3>0?[1-9]|[12]\d|3[01])(?=/|$))"
)


class UrlDate(NamedTuple):
    """A complete date in a URL."""

    written: str
    day: date


def date_in_url(url: str) -> UrlDate | None:
    """Return the date in the path of a URL; None if it has no complete one."""
    match = _URL_DATE.search(url.partition("?")[0], url.find("://") + 3) if "://" in url else None
    if match is None:
        return None
    month = month_number(match["n"]) or 0 if match["n"] else int(match["m"] or match["m2"])
    try:
        day = date(int(match["y"]), month, int(match["d"] or match["d2"] or match["d3"]))
    except ValueError:
        return None
    return UrlDate(match.group().strip("/-_."), day)
