"""Fetching: the only package that opens sockets, and it opens them under guard.

See docs/fetching.md for what is guarded against and how. What fetches is loaded when it is first used, because the
HTTP client is slow to import, and the settings are wanted without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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

_MODULES = {
    "Expect": "expect",
    "FetchSettings": "settings",
    "Fetcher": "client",
    "Moment": "deadline",
    "PageSource": "source",
    "Redirect": "response",
    "Response": "response",
    "fetch_page": "client",
    "image_type": "expect",
    "is_public": "ip_rules",
    "page_of": "source",
}

if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'tamis.fetching' has no attribute {name!r}")
        value: object = getattr(import_module(f"tamis.fetching.{_MODULES[name]}"), name)
        globals()[name] = value
        return value
