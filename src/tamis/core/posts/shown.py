"""Posts and comments as an article has them, and the blocks that show them in every format: a heading for each post.

The heading names user and date, and whom the post answers: ``### ann · 3 May 2021 · ↩ bert`` in Markdown.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from tamis.core.assemble import assemble
from tamis.model import NOT_TEXT, POST_HEADING, Block, Entry, Inline, Kind, Label, Post, Role
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.posts import FoundPost, FoundPosts
    from tamis.core.posts.fields import Fields
    from tamis.core.posts.live_blogs import FoundEntry, LiveBlog
    from tamis.model import Labels
    from tamis.text.dates import Order

COMMENTS = "Comments"
"""Heading above all comments."""
_REASON, _COMMENT = "user and date of a post", "a comment"
_SEPARATOR = " · "
_ANSWERS = "↩ "


def made_posts(posts: FoundPosts, blocks: Sequence[Block]) -> tuple[Post, ...]:
    """Make posts from what was found and the blocks of the article."""
    by_index = {block.index: block for block in blocks}
    return tuple(_made(*pair, by_index) for pair in zip(posts.posts, posts.fields, strict=True))


def find_comments(
    document: Document,
    labels: Labels,
    order: Order,
    *,
    positions: bool = True,
    mark: Callable[[Block], Block] | None = None,
) -> tuple[Post, ...]:
    """Find the comments of readers below an article, among the dropped blocks with the role of comments.

    `mark` is what is done with each block of their text.
    """
    wanted = [role is Role.COMMENT and not keep for role, keep in zip(labels.roles, labels.kept, strict=True)]
    if not any(wanted):
        return ()
    from tamis.core.posts.finding import find_posts

    comments = find_posts(document, wanted, order)
    texts = {block for comment in comments.posts for block in comment.blocks}
    shown = labels.changed({block: Label(block in texts, Role.TEXT, _COMMENT) for block in range(len(labels))})
    made = assemble(document, shown, images=False, positions=positions)
    blocks = made.blocks if mark is None else map(mark, made.blocks)
    return made_posts(comments, [replace(block, role=Role.COMMENT, reason=_COMMENT) for block in blocks])


def _made(post: FoundPost, about: Fields, blocks: Mapping[int, Block]) -> Post:
    own = tuple(blocks[block] for block in post.blocks if block in blocks)
    user, when = about.user, about.date
    return Post(
        text="\n\n".join(block.text for block in own if block.text and block.kind not in NOT_TEXT),
        author=user.name if user else None,
        when=when.when if when else None,
        date=when.value if when else None,
        url=about.url,
        author_url=user.url if user else None,
        reply_to=post.reply_to,
        blocks=own,
    )


def made_entries(live: LiveBlog, blocks: Sequence[Block]) -> tuple[Entry, ...]:
    """Make the entries of a live blog from what was found and the blocks of the article."""
    by_index = {block.index: block for block in blocks}
    return tuple(entry for found in live.entries if (entry := _made_entry(found, by_index)) is not None)


def _made_entry(found: FoundEntry, blocks: Mapping[int, Block]) -> Entry | None:
    own = tuple(blocks[block] for block in found.blocks if block in blocks)
    said = (block.text for block in own if block.index != found.title_block and block.kind not in NOT_TEXT)
    text = "\n\n".join(filter(None, said)) or (found.text if not own else "")
    if not text and not found.title:
        return None
    return Entry(text, found.title, found.author, found.when, found.date, found.url, own)


def with_entry_heads(blocks: Sequence[Block], entries: Sequence[Entry]) -> tuple[Block, ...]:
    """Put a heading with time and author before the first block of each entry."""
    heads = {entry.blocks[0].index: head for entry in entries if entry.blocks and (head := _entry_head(entry))}
    return tuple(part for block in blocks for part in (heads.pop(block.index, None), block) if part is not None)


def _entry_head(entry: Entry) -> Block | None:
    when = entry.when or (entry.date.isoformat(" ", "minutes") if isinstance(entry.date, datetime) else entry.date)
    inlines = [Inline(one_line(str(when)), href=entry.url)] if when else []
    if entry.author:
        inlines.append(Inline(f"{_SEPARATOR if inlines else ''}{one_line(entry.author)}"))
    text = "".join(part.text for part in inlines)
    return _heading(text, tuple(inlines), entry.blocks[0].index, Role.POST, POST_HEADING) if inlines else None


def joined_posts(posts: tuple[Post, ...], more: Sequence[Post], page: int) -> tuple[Post, ...]:
    """Add the posts of another page of a thread. The first post, which forums repeat on every page, is added once."""
    skipped = int(bool(posts and more) and more[0] == posts[0])

    def moved(post: Post) -> Post:
        answered = post.reply_to
        if answered is not None:
            answered = 0 if answered < skipped else answered - skipped + len(posts)
        blocks = tuple(replace(block, page=page) if page > 1 else block for block in post.blocks)
        return replace(post, reply_to=answered, blocks=blocks)

    return (*posts, *map(moved, more[skipped:]))


def joined_entries(entries: tuple[Entry, ...], more: Sequence[Entry], page: int) -> tuple[Entry, ...]:
    """Add the entries of another page of a live blog, without those that are there already."""
    known = set(entries)
    moved = (
        replace(entry, blocks=tuple(replace(block, page=page) if page > 1 else block for block in entry.blocks))
        for entry in more
        if entry not in known
    )
    return (*entries, *moved)


def with_post_heads(blocks: Sequence[Block], posts: Sequence[Post]) -> tuple[Block, ...]:
    """Put the heading of each post before its first block."""
    heads: Mapping[int, Block] = {
        post.blocks[0].index: head
        for post in posts
        if post.blocks and (head := _head(post, posts, post.blocks[0].index, Role.POST)) is not None
    }
    shown: list[Block] = []
    begun: set[int] = set()
    for block in blocks:
        if block.index in heads and block.index not in begun:
            begun.add(block.index)
            shown.append(heads[block.index])
        shown.append(block)
    return tuple(shown)


def comment_blocks(comments: Sequence[Post], index: int) -> tuple[Block, ...]:
    """Make the blocks that show comments below an article; none without comments. Headings get the number `index`."""
    if not comments:
        return ()
    return tuple(_comment_blocks(comments, index))


def _comment_blocks(comments: Sequence[Post], index: int) -> Iterator[Block]:
    yield _heading(COMMENTS, (Inline(COMMENTS),), index, Role.COMMENT, POST_HEADING - 1)
    for comment in comments:
        head = _head(comment, comments, index, Role.COMMENT)
        if head is not None:
            yield head
        yield from comment.blocks


def _head(post: Post, posts: Sequence[Post], index: int, role: Role) -> Block | None:
    """Make the heading of a post; None if its user and date are unknown."""
    inlines: list[Inline] = []
    if post.author:
        inlines.append(Inline(one_line(post.author), href=post.author_url))
    if post.when:
        inlines.append(Inline(f"{_SEPARATOR if inlines else ''}{one_line(post.when)}"))
    answered = posts[post.reply_to] if post.reply_to is not None else None
    if answered is not None and answered.author and inlines:
        inlines.append(Inline(_SEPARATOR))
        inlines.append(Inline(_ANSWERS + one_line(answered.author), href=answered.url))
    return (
        _heading("".join(part.text for part in inlines), tuple(inlines), index, role, POST_HEADING) if inlines else None
    )


def _heading(text: str, inlines: tuple[Inline, ...], index: int, role: Role, level: int) -> Block:
    return Block(Kind.HEADING, text, index, "", inlines=inlines, level=level, role=role, reason=_REASON)
