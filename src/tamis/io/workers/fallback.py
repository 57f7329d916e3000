"""A second extractor for pages that are in doubt: another library, or a model.

A fallback is a function that takes a page and its article, and returns a text or an article to use instead, or None if
it knows no better. What became of it is recorded, and an exception of it costs nothing but its answer.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, cast

from tamis.errors import BadSettings
from tamis.io.workers.pool import path_of
from tamis.model import Article, Block, Kind, Outcome, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.model import Page

    Fallback = Callable[[Page, Article], Article | str | None]

LONGEST_MESSAGE = 500
"""Maximum number of characters of an exception's message that are recorded."""
STAGE = "fallback"


class Result(StrEnum):
    """The way in which asking a fallback ended."""

    USED = "used"
    """Its answer is the article."""
    DECLINED = "declined"
    """It returned nothing, so the article stays."""
    FAILED = "failed"
    """It raised an exception, so the article stays."""


class Reviewed(NamedTuple):
    """An article, and what became of the fallback."""

    article: Article
    result: Result | None = None
    """None if the fallback was not asked."""
    note: str = ""
    """The result in words."""


def review(page: Page, article: Article, fallback: Fallback, max_doubt: float) -> Reviewed:
    """Ask the fallback about an article whose doubt is greater than `max_doubt`. Raises nothing but `MemoryError`."""
    doubt = article.doubt
    if doubt is None or doubt <= max_doubt:
        return Reviewed(article)
    name = name_of(fallback)
    try:
        answer = fallback(page, article)
        if not isinstance(answer, Article | str | None):
            raise TypeError(f"a fallback returns a text, an Article or None, not {type(answer).__name__}")
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 (it is recorded, and the article stays)
        note = f"{name}: {type(error).__name__}: {error}"[:LONGEST_MESSAGE]
        return _with_note(article, Result.FAILED, note)
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return _with_note(article, Result.DECLINED, f"{name}: at a doubt of {doubt:.2f} it knew no better")
    other = _article_of(answer, article) if isinstance(answer, str) else answer.complete()
    note = f"{name}: asked at a doubt of {doubt:.2f}, over {max_doubt:g}"
    return _with_note(replace(other, strategy=f"{STAGE}:{name}"), Result.USED, note)


def _article_of(text: str, article: Article) -> Article:
    """Make an article of a text whose paragraphs are separated by empty lines, with the metadata of the page."""
    paragraphs = (paragraph.strip("\n") for paragraph in text.split("\n\n"))
    blocks = tuple(
        Block(Kind.PARAGRAPH, paragraph, number, "", reason=STAGE)
        for number, paragraph in enumerate(filter(str.strip, paragraphs))
    )
    return Article(
        url=article.url,
        metadata=article.metadata,
        blocks=blocks,
        outcome=Outcome.ARTICLE,
        outcome_reason="the text of the fallback",
        confidence=article.confidence,
        page_type=article.page_type,
    )


def _with_note(article: Article, result: Result, note: str) -> Reviewed:
    step = Step(STAGE, f"{result.value}: {note}")
    return Reviewed(replace(article.complete(), trace=(*article.trace, step)), result, note)


def name_of(fallback: Fallback) -> str:
    """Return the name of a function, for records."""
    return f"{getattr(fallback, '__module__', '')}:{getattr(fallback, '__qualname__', type(fallback).__name__)}"


def path_of_fallback(fallback: Fallback | str | None) -> str | None:
    """Return ``module:name`` of a fallback, by which workers import it. Raises `BadSettings` if they cannot."""
    return None if fallback is None else path_of(fallback)


@cache
def load_fallback(path: str) -> Fallback:
    """Import the fallback at ``module:name``."""
    module, _, name = path.partition(":")
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadSettings(f"fallback: {path!r} cannot be imported ({error}); write MODULE:FUNCTION") from error
    if not callable(function):
        raise BadSettings(f"fallback: {path!r} is no function")
    return cast("Fallback", function)
