"""Pictures of saved stories, loaded into the library after the reader has been answered.

At most `STORIES_AT_ONCE` stories are worked on, one picture of each at a time, so that saving never takes the
connections of people who read. What does not fit or cannot be loaded stays at its own site.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from tamis.edition.pictures import ACCEPT, MAX_SOURCES, Picture, checked_picture
from tamis.errors import NoSuchArticle, TamisError
from tamis.io.fetching import Expect
from tamis.library.pictures import MAX_ARTICLE_BYTES, picture_urls
from tamis.serve.pages.story import sent_source

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from tamis.library import Library
    from tamis.model import Article
    from tamis.serve.context import Context

STORIES_AT_ONCE = 2
MAX_WAITING = 500
"""Maximum number of stories that wait for their pictures; those of further ones are not kept."""


class PictureKeeper:
    """Background work that loads the pictures of saved stories."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._turns = asyncio.Semaphore(STORIES_AT_ONCE)

    async def keep(self, number: int, article: Article, sent: Mapping[str, Picture]) -> None:
        """Store the pictures that came with a story of the library, and begin to load the others. What is left when the
        service stops stays at its site; `tamis library pictures --fetch` loads it.
        """
        if not self._context.settings.keep_pictures:
            return
        sources = {image.src: image.sources for image in article.images}
        of_urls = {url: sent_source((url, *sources.get(url, ())), sent) for url in picture_urls(article)}
        known = {url: (sent[own].media_type, sent[own].data) for url, own in of_urls.items() if own is not None}
        if known and not await self._is_full():
            await self._context.with_library(lambda library: library.add_pictures(number, known))
        if self._context.waiting < MAX_WAITING:
            self._context.later(self.keep_now(number, article, known=frozenset(known)))

    async def keep_now(self, number: int, article: Article, *, known: Set[str] = frozenset()) -> None:
        """Load the pictures of a story of the library, but for known ones."""
        if not self._context.settings.keep_pictures:
            return
        async with self._turns:
            total = 0
            sources = {image.src: image.sources for image in article.images}
            for url in picture_urls(article):
                if url in known:
                    continue
                if total > MAX_ARTICLE_BYTES or await self._is_full():
                    return
                picture = await self._load((url, *sources.get(url, ())))
                if picture is None:
                    continue
                total += len(picture.data)
                add = partial(_add, number=number, url=url, picture=picture)
                try:
                    await self._context.with_library(add)
                except NoSuchArticle:  # removed in the meantime
                    return

    async def _is_full(self) -> bool:
        stored = await self._context.with_library(lambda library: library.picture_bytes())
        return stored >= self._context.settings.picture_space

    async def _load(self, sources: tuple[str, ...]) -> Picture | None:
        """Load the first of a picture's sources that is a picture."""
        for url in list(dict.fromkeys(sources))[:MAX_SOURCES]:
            if not url.lower().startswith(("http://", "https://")):
                continue
            try:
                response = await self._context.fetch(url, Expect.IMAGE, headers=ACCEPT)
            except TamisError:
                continue
            picture = checked_picture(response.body)
            if isinstance(picture, Picture):
                return picture
        return None


def _add(library: Library, number: int, url: str, picture: Picture) -> None:
    library.add_pictures(number, {url: (picture.media_type, picture.data)})
