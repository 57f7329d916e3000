"""Posts of a thread and comments below an article, one by one: text, user, date and link.

There is one way to find what users have written on a page, be it the posts of a thread or the comments below an
article. `finding` has the steps: `marks` marks the blocks that have text, a date or a user; `units` finds the repeated
elements that hold one post each, and `lines` the posts that no element holds together; `bodies` finds the text in
each, `fields` user, date and link, `quotes` what is repeated from other posts. `labels` makes the posts the text of
their page, `shown` makes those of the article.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.posts.fields import Fields


@dataclass(frozen=True, slots=True)
class FoundPost:
    """The blocks of a post."""

    blocks: tuple[int, ...]
    reply_to: int | None = None
    """Index of the post that it answers."""
    signature: tuple[int, ...] = ()
    """Blocks of the user's signature."""
    repeated: tuple[int, ...] = ()
    """Blocks among `blocks` that quote other posts of the page."""


@dataclass(frozen=True)
class FoundPosts:
    """The posts of a page, in reading order."""

    posts: tuple[FoundPost, ...] = ()
    covered: frozenset[int] = frozenset()
    """Blocks in posts, with all that stands beside their text."""
    read: Callable[[], Sequence[Fields]] = tuple
    """The function that reads what the posts say about themselves."""

    @cached_property
    def fields(self) -> Sequence[Fields]:
        """User, date and link of each post, read on first use: the text does not need them."""
        return self.read()
