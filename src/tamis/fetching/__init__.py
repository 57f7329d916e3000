"""Fetching: the only package that opens sockets, and it opens them under guard.

See docs/fetching.md for what is guarded against and how.
"""

from tamis.fetching.client import Fetcher, fetch_page
from tamis.fetching.expect import Expect, image_type
from tamis.fetching.ip_rules import is_public
from tamis.fetching.response import Redirect, Response
from tamis.fetching.settings import FetchSettings
from tamis.fetching.source import PageSource, page_of

__all__ = [
    "Expect",
    "FetchSettings",
    "Fetcher",
    "PageSource",
    "Redirect",
    "Response",
    "fetch_page",
    "image_type",
    "is_public",
    "page_of",
]
