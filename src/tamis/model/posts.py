"""Texts of a page besides the one: posts of a thread, comments, entries of a live blog, teasers of other pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.model.moments import instant_of
from tamis.model.right_names import Answers

if TYPE_CHECKING:
    from tamis.model.blocks import Block, Image
    from tamis.model.moments import Day


@dataclass(frozen=True, slots=True)
class Post(Answers):
    """A text by one user: a post of a thread, or a comment below an article."""

    text: str
    author: str | None = None
    when: str | None = None
    """Time of the post, as the page writes it: ``May 3, 2021``, ``2 hours ago``."""
    date: Day | None = None
    """Day of the post, if the page gives one; a `datetime` if it gives the time."""
    url: str | None = None
    """URL that leads to the post, if the page has one."""
    author_url: str | None = None
    """URL of the author's profile."""
    reply_to: int | None = None
    """Index of the post that it answers or quotes, among the posts of its page; None if the page does not say."""
    blocks: tuple[Block, ...] = field(default=(), compare=False)
    """The blocks of its text, with their positions in the page. Not part of comparisons."""


@dataclass(frozen=True, slots=True)
class Entry(Answers):
    """An entry of a live blog."""

    text: str
    """Text without the title."""
    title: str | None = None
    author: str | None = None
    when: str | None = None
    """Time of the entry, as the page writes it: ``10:42``, ``3 May, 21:05``."""
    date: Day | None = None
    """Time of the entry as a `datetime`, or as a day if the page gives no more."""
    url: str | None = None
    """URL that leads to the entry, if the page has one."""
    blocks: tuple[Block, ...] = field(default=(), compare=False)
    """Its blocks with the title, and their positions in the page; none if only the page's data has it. Not part of
    comparisons."""


@dataclass(frozen=True, slots=True)
class Teaser(Answers):
    """One entry of a page that lists others."""

    title: str
    url: str | None = None
    text: str = ""
    """Text beside the title: a description, an author, a date, a price."""
    image: Image | None = None
    xpath: str = ""
    """XPath of its element on the page."""


def entries_by_time(entries: tuple[Entry, ...], *, newest_first: bool = False) -> tuple[Entry, ...]:
    """Sort the entries of a live blog by time, the oldest first. One without a date stays behind its neighbor."""
    instants = [instant_of(entry.date) if entry.date is not None else None for entry in entries]
    last = next((instant for instant in instants if instant is not None), None)
    if last is None:
        return entries
    keys = []
    for instant in instants:
        last = instant or last
        keys.append(last)
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=newest_first)
    return tuple(entries[number] for number in order)
