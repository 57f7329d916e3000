"""Labels of a thread: the text of its posts and its title are kept, everything else is dropped with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.posts import FoundPosts
from tamis.core.strategies.markup_hints import LONG
from tamis.model import NOT_TEXT, ROLES_BY_KIND, Label, Role

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels
    from tamis.text.dates import Order

MAX_OUTSIDE = 0.2
"""Maximum share of the kept text that is outside of all posts: with more, posts were missed."""
MAX_BESIDE = 0.5
"""Maximum of the long kept text in posts that is not their own text, as a share of that."""
MIN_THREAD = 0.1
"""Probability of a thread from which a page is searched for posts. One in a hundred articles reaches it."""
SURE = 0.5
"""Probability of a thread below which all posts must have user and date."""
MIN_POSTS = 2
"""Number of posts from which a page is a thread."""
MANY_POSTS = 3
"""Number of posts from which a page that is not surely a thread is one."""
LIKELY = 0.3
"""Probability of a thread from which a question and one answer are one, if both have user and date."""
MIN_SIGNED = 0.8
"""Share of the posts with a user, and of those with a date, on pages that are not surely a thread."""
_TEXT, _SIGNATURE, _QUOTE = "text of a post", "a user's signature", "quotes a post of this page"
_BESIDE, _ELSEWHERE = "beside the text of a post", "not in a post of the thread"


def find_thread(document: Document, labels: Labels, order: Order) -> FoundPosts:
    """Find the posts of a page if they are its text."""
    from tamis.core.posts.finding import find_posts  # few pages need it, and it takes long to load

    found = find_posts(document, document.visible(), order, labels.kept)
    return found if is_whole_text(document, labels, found) else FoundPosts()


def is_whole_text(document: Document, labels: Labels, thread: FoundPosts) -> bool:
    """Tell whether the posts are the text of the page: there are several, and the strategy keeps little else."""
    is_sure = labels.thread >= SURE
    if len(thread.posts) < (MIN_POSTS if is_sure or labels.thread >= LIKELY else MANY_POSTS):
        return False
    texts = {block for post in thread.posts for block in post.blocks}
    said = outside = beside = 0
    for block, (text, keep) in enumerate(zip(document.texts, labels.kept, strict=True)):
        if block in texts:
            said += len(text)
        elif keep and block in thread.covered:
            beside += len(text) if len(text) >= LONG else 0
        elif keep and block != document.title_block:
            outside += len(text)
    is_most = said > 0 and outside <= MAX_OUTSIDE * (said + outside) and beside <= MAX_BESIDE * said
    return is_most and (is_sure or (_is_signed(thread) and _begins_the_text(labels, thread)))


def _begins_the_text(labels: Labels, thread: FoundPosts) -> bool:
    """Tell whether the strategy keeps text of the first post: of a box above an article, it keeps none."""
    return any(labels.kept[block] for block in thread.posts[0].blocks)


def _is_signed(thread: FoundPosts) -> bool:
    """Tell whether most posts have a user and most have a date."""
    count = len(thread.posts)
    users = sum(about.user is not None for about in thread.fields)
    dates = sum(about.date is not None for about in thread.fields)
    return min(users, dates) >= MIN_SIGNED * count


def thread_labels(document: Document, labels: Labels, thread: FoundPosts, *, keeps_quotes: bool) -> Labels:
    """Keep the text of the posts and the title. Of the pictures, only those in posts may be kept later."""
    texts = {block for post in thread.posts for block in post.blocks}
    signatures = {block for post in thread.posts for block in post.signature}
    repeated = set() if keeps_quotes else {block for post in thread.posts for block in post.repeated}
    changed: dict[int, Label] = {}
    for block, keep in enumerate(labels.kept):
        if block in texts and block not in repeated:
            kind = document.kinds[block]
            if not keep and kind not in NOT_TEXT:
                changed[block] = Label(True, ROLES_BY_KIND.get(kind, Role.TEXT), _TEXT)
        elif block in repeated or block in signatures or (keep and block != document.title_block):
            changed[block] = Label(False, Role.OTHER, _why_not(block, signatures, repeated, thread))
    changed_labels = labels.changed(changed)
    if labels.settled is None:
        return changed_labels
    elsewhere = {block for block, kind in enumerate(document.kinds) if kind in NOT_TEXT and block not in texts}
    return replace(changed_labels, settled=labels.settled | elsewhere)


def _why_not(block: int, signatures: set[int], repeated: set[int], thread: FoundPosts) -> str:
    if block in repeated:
        return _QUOTE
    if block in signatures:
        return _SIGNATURE
    return _BESIDE if block in thread.covered else _ELSEWHERE
