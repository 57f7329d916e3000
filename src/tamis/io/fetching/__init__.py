"""Fetching: the only package that opens sockets, and it guards them.

See docs/fetching.md for the dangers and the guards. The fetcher is loaded when it is first used, because the HTTP
client is slow to import, and the settings are needed without it.
"""

from typing import TYPE_CHECKING

from tamis._lazy import lazy_names

if TYPE_CHECKING:
    from tamis.io.fetching.client import Fetcher, fetch_page
    from tamis.io.fetching.deadline import Moment
    from tamis.io.fetching.expect import Expect, image_type
    from tamis.io.fetching.ip_rules import is_public
    from tamis.io.fetching.response import Redirect, Response
    from tamis.io.fetching.source import PageSource, page_of
    from tamis.settings.fetching import FetchSettings

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
            "Expect": "tamis.io.fetching.expect",
            "FetchSettings": "tamis.settings.fetching",
            "Fetcher": "tamis.io.fetching.client",
            "Moment": "tamis.io.fetching.deadline",
            "PageSource": "tamis.io.fetching.source",
            "Redirect": "tamis.io.fetching.response",
            "Response": "tamis.io.fetching.response",
            "fetch_page": "tamis.io.fetching.client",
            "image_type": "tamis.io.fetching.expect",
            "is_public": "tamis.io.fetching.ip_rules",
            "page_of": "tamis.io.fetching.source",
        },
    )
