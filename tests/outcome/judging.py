"""Pages for the judges, put together from parts."""

from __future__ import annotations

import tamis
from tamis import Article, Settings

SENTENCE = "The tide came in over the old harbour wall and nobody in the office had thought of the files. "
PARAGRAPH = f"<p>{SENTENCE * 3}</p>"
STORY = f"<article><h1>Files lost to the tide</h1>{PARAGRAPH * 6}</article>"

NOUNS = "ferry bakery lighthouse council museum railway orchard market library quarry".split()
VERBS = "opens closes moves burns floods wins loses sues".split()


def headline(number: int) -> str:
    """A headline like no other."""
    noun, verb = NOUNS[number % len(NOUNS)], VERBS[number // len(NOUNS) % len(VERBS)]
    return f"The {noun} of ward {number} {verb} after a vote"


def teaser(number: int, tag: str = "article") -> str:
    """A linked headline with a line of text."""
    link = f'<a href="/2024/05/{number}-story">{headline(number)}</a>'
    return f"<{tag}><h3>{link}</h3><p>What the neighbours say of it, in one line.</p></{tag}>"


def teasers(count: int, tag: str = "article") -> str:
    return "".join(teaser(number, tag) for number in range(count))


def judged(
    body: str, url: str | None = None, *, head: str = "", strategy: str = "cuter", min_words: int = 25
) -> Article:
    """The verdict on a page with this body."""
    page = f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"
    return tamis.extract(page, url, Settings(strategy=strategy, min_words=min_words))
