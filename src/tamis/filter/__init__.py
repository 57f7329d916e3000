"""Filtering: a page without its clutter, as HTML with its original look or as text. It is not rebuilt from blocks.

The filters are those of `tamis.papers.filters`, where the paper is cited; here the tree is written out again without
what they remove. The output is safe to open: no scripts that were not requested, no event handlers, no URLs of schemes
other than the web's. There are three lines of defense: our own writer passes on only what it knows (`markup`, `css`),
nh3 parses and cleans the body again (`sanitize`), and a policy in the head forbids the browser to run anything
(`head`).
"""

from tamis.filter.easylist import EasyList
from tamis.filter.page import FilteredPage, filter_page, filter_style, filter_text
from tamis.filter.scope import FoundArticle
from tamis.filter.urls import UrlHook, UrlKind

__all__ = [
    "EasyList", "FilteredPage", "FoundArticle", "UrlHook", "UrlKind", "filter_page", "filter_style", "filter_text",
]  # fmt: skip
