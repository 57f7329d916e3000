"""Fetching: the only package that opens sockets, and it opens them under guard.

See docs/fetching.md for what is guarded against and how. What fetches is loaded when it is first used, because the
HTTP client is slow to import, and the settings are wanted without it.
"""

from typing import TYPE_CHECKING

from tamis._lazy import lazy_names

if TYPE_CHECKING:
    from tamis.fetching.client import Fetcher, fetch_page
    from tamis.fetching.deadline import Moment
    from tamis.fetching.expect import Expect, image_type
    from tamis.fetching.ip_rules import is_public
    from tamis.fetching.response import Redirect, Response
    from tamis.fetching.settings import FetchSettings
    from tamis.fetching.source import PageSource, page_of

__all__ = [
    "Expect",
    "FetchSettings",
    "Fetcher",
    "Moment",
    "PageSource",
    "Redirect",
    "Response",
    "fetch_page",
    "image_type",
    "is_public",
    "page_of",
]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(
        __name__,
        {
            "Expect": "tamis.fetching.expect",
            "FetchSettings": "tamis.fetching.settings",
            "Fetcher": "tamis.fetching.client",
            "Moment": "tamis.fetching.deadline",
            "PageSource": "tamis.fetching.source",
            "Redirect": "tamis.fetching.response",
            "Response": "tamis.fetching.response",
            "fetch_page": "tamis.fetching.client",
            "image_type": "tamis.fetching.expect",
            "is_public": "tamis.fetching.ip_rules",
            "page_of": "tamis.fetching.source",
        },
    )
