"""Fallbacks for tests, in a module that workers can import."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tamis

if TYPE_CHECKING:
    from tamis import Article, Page


def shout(page: Page, article: Article) -> str:
    return f"{(page.url or '').upper()}\n\n{article.outcome.value}"


def decline(_page: Page, _article: Article) -> None:
    return None


def fail(_page: Page, _article: Article) -> str:
    raise ValueError("no model here")


def wrong(_page: Page, _article: Article) -> object:
    return 7


def whole(page: Page, _article: Article) -> Article:
    return tamis.extract(page, strategy="all")


NOT_A_FUNCTION = 7
