"""A page without its clutter: the page itself with its look, or its text. Not an article made anew from blocks.

The filters are those of `tamis.papers.filters`, where the paper is cited; here the tree is written out again
without what they take out. What is written is safe to open: no scripts that were not requested, no event handlers, no
addresses of other schemes than the web's. There are three walls: our own writer passes on only what it knows (`markup`,
`css`), nh3 parses and cleans the body anew (`sanitize`), and a policy in the head forbids the browser to run anything
(`head`).
"""

from tamis.filter.easylist import EasyList
from tamis.filter.page import FilteredPage, filter_page, filter_style, filter_text
from tamis.filter.scope import FoundArticle
from tamis.filter.urls import UrlHook, UrlKind

__all__ = [
    "EasyList", "FilteredPage", "FoundArticle", "UrlHook", "UrlKind", "filter_page", "filter_style", "filter_text",
]  # fmt: skip
