"""A page to the reports of `tamis explain`.

Oracles: the HTML has no script but its own and nothing of the page that could run; the JSON is JSON, and one
page in eight gives the same when it is read again.
"""

from __future__ import annotations

from functools import cache

from selectolax.lexbor import LexborHTMLParser

import tamis
from tamis.errors import TamisError
from tamis.write.explaining import explain, write_report_html, write_report_json

from ..oracles import PAGE_URL, is_harmless, is_json, is_text, same_again


@cache
def _own_scripts() -> frozenset[str]:
    html = write_report_html(explain(tamis.Page("<p>The sea came in and went out again.", PAGE_URL)))
    return frozenset(script.text(deep=True) for script in LexborHTMLParser(html).css("script"))


def check(data: bytes) -> None:
    """Report on a page."""
    try:
        page = tamis.api.page_from(data, PAGE_URL)
        report = explain(page)
    except TamisError:
        return
    is_harmless(is_text(write_report_html(report), of="the report"), _own_scripts())
    json = same_again(write_report_json(report), lambda: write_report_json(explain(page)), data)
    is_json(is_text(json, of="the report as JSON"))
