"""Extraction in workers: takes a page, returns its article as JSON."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from tamis.api import extract, page_from
from tamis.io.workers.fallback import load_fallback, path_of_fallback, review
from tamis.io.workers.pool import Pool
from tamis.io.workers.results import Failure, FailureCode
from tamis.model import Article, Outcome, Page
from tamis.settings.extraction import Settings
from tamis.settings.options import with_options
from tamis.settings.workers import PoolSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Generator, Iterable, Iterator, Mapping
    from typing import Unpack

    from tamis.io.workers.fallback import Fallback
    from tamis.model import Rights
    from tamis.settings.extraction import SettingsOptions


class PageBytes(NamedTuple):
    """A page as the server sent it; its worker decodes it."""

    body: bytes
    url: str | None = None
    content_type: str | None = None
    """The header Content-Type, if there was one."""
    title: str | None = None
    rights: Rights | None = None
    """Rights that the HTTP headers and the site declare."""

    def decoded(self) -> Page:
        """Decode the page. Raises `NotHtml` for anything else."""
        page = page_from(self.body, self.url, title=self.title, content_type=self.content_type)
        return replace(page, rights=self.rights) if self.rights is not None else page


WARM_UP = PageBytes(b"<title>A title</title><p>A page that is long enough to load the parser and the model.</p>")
"""A page to pass to a pool as `warm_up`, so that each worker starts with everything loaded."""


def extract_json(document: Page | PageBytes, settings: Settings | None = None) -> bytes:
    """Extract the article of a page as JSON in UTF-8, the same as ``extract(page).to_json()``."""
    page = document.decoded() if isinstance(document, PageBytes) else document
    return extract(page, settings=settings).to_json().encode("utf-8")


DEADLINE = 30.0
"""Default seconds for one page."""
MAX_DOUBT = 0.5
"""Default doubt over which a fallback is asked."""
Item = str | bytes | Page | PageBytes | Path | tuple[str | bytes | Path, str]
"""A page for `extract_many`: as for `tamis.extract`, or with its URL."""


def extract_many(
    items: Iterable[Item],
    settings: Settings | None = None,
    *,
    workers: int = 0,
    deadline: float = DEADLINE,
    fallback: Fallback | str | None = None,
    max_doubt: float = MAX_DOUBT,
    **options: Unpack[SettingsOptions],
) -> Iterator[Article]:
    """Extract many pages in several processes, and yield their articles in the order of the pages.

    An item is what `tamis.extract` takes, or a pair of that and a URL. `workers` is the number of processes, by default
    one for each processor; `deadline` is in seconds for each page. A page that cannot be extracted stops no other: its
    article has the outcome `failed`, and the reason. `items` is read as far as there is room for it, so it may be
    endless. `fallback` is asked about pages whose doubt is greater than `max_doubt`: a function of a module that takes
    a page and its article, and returns a text, an article or None; the article's `strategy` and `trace` say what became
    of it.
    """
    chosen = with_options(settings or Settings(), cast("Mapping[str, object]", options))
    pool_settings = PoolSettings(workers=workers, deadline=deadline)
    waiting: deque[str | None] = deque()

    def documents() -> Iterator[Item]:
        for item in items:
            waiting.append(_url_of(item))
            yield item

    arguments = {"settings": chosen, "fallback": path_of_fallback(fallback), "max_doubt": max_doubt}
    with Pool(extract_item, pool_settings, arguments=arguments, warm_up=WARM_UP) as pool:
        for result in pool.map(documents()):
            url = waiting.popleft()
            if result.failure is not None or result.value is None:
                failure = result.failure or Failure(FailureCode.UNEXPECTED_ERROR, "the worker did not answer")
                yield Article(url=url, outcome=Outcome.FAILED, outcome_reason=f"{failure.code}: {failure.message}")
            else:
                yield Article.from_json(result.value)


async def aextract_many(
    items: Iterable[Item],
    settings: Settings | None = None,
    *,
    workers: int = 0,
    deadline: float = DEADLINE,
    fallback: Fallback | str | None = None,
    max_doubt: float = MAX_DOUBT,
    **options: Unpack[SettingsOptions],
) -> AsyncIterator[Article]:
    """Extract many pages as `extract_many` does, for asyncio programs that use ``async for``."""
    articles = extract_many(
        items, settings, workers=workers, deadline=deadline, fallback=fallback, max_doubt=max_doubt, **options
    )
    try:
        while (article := await asyncio.to_thread(next, articles, None)) is not None:
            yield article
    finally:
        await asyncio.to_thread(cast("Generator[Article, None, None]", articles).close)


def extract_item(item: Item, settings: Settings, fallback: str | None = None, max_doubt: float = MAX_DOUBT) -> bytes:
    """Extract the article of an item of `extract_many`, as JSON."""
    if isinstance(item, PageBytes):
        page = item.decoded()
    else:
        page = page_from(*item) if isinstance(item, tuple) else page_from(item)
    article = extract(page, settings=settings)
    if fallback is not None:
        article = review(page, article, load_fallback(fallback), max_doubt).article
    return article.to_json().encode("utf-8")


def _url_of(item: Item) -> str | None:
    if isinstance(item, Page | PageBytes):
        return item.url
    return item[1] if isinstance(item, tuple) else None
