"""The body that a page carries as data, for a script to draw, and not as text of its own.

Looked for, in this order: the posts of forums that draw themselves; linked data; the state that frameworks send along,
as JSON, assigned in a script, or as a stream; templates. Nothing is run. What is found is HTML, to be parsed like any
other page, with nothing cleaned: writers escape all that they write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.embedded.body import Body, Hints, better, is_prose, plain_text
from tamis.core.embedded.forums import find_thread
from tamis.core.embedded.scripts import Found, bodies_in_scripts, may_carry
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Element, Tree

__all__ = ["Embedded", "find_embedded", "may_carry"]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A body found in data."""

    html: str
    source: str
    """Where it was found, for a reader: ``JSON-LD articleBody``, ``__NEXT_DATA__``, ``Discourse's posts``."""
    host: Element
    """The element that holds the data."""
    is_thread: bool = False
    """Whether it is a forum's thread: one ``article`` element for each post."""
    authors: frozenset[str] = frozenset()
    """The names of those who wrote in a thread."""


def find_embedded(
    document: Document, description: str | None = None, at_least: int = 0, *, anywhere: bool = True
) -> Embedded | None:
    """The body that a page carries as data, or None.

    `description` is the page's own, from its head. `at_least` is the number of words that make a body worth having. Not
    `anywhere` means: only where a look is cheap, in the posts of forums and in linked data.
    """
    thread = find_thread(document.tree)
    if thread is not None:
        posts = "".join(f"<article>{post.html}</article>" for post in thread.posts)
        authors = frozenset(name for post in thread.posts for name in post.authors)
        return Embedded(posts, thread.source, thread.host, is_thread=True, authors=authors)
    hints = Hints.of(_titles(document), description)
    best: Found | None = None
    for found in bodies_in_scripts(document, hints, at_least, linked_only=not anywhere):
        if best is None or better(found.body, best.body):
            best = found
    if best is None and anywhere:
        best = next(iter(bodies_in_templates(document.tree, hints, at_least)), None)
    return Embedded(best.body.html, best.source, best.host) if best is not None else None


def _titles(document: Document) -> tuple[str, ...]:
    titles = [document.title, document.page.title, *(title.text for title in document.tree.select("title")[:1])]
    return tuple(title for title in titles if title)


MAX_TEMPLATES = 20
"""How many templates are looked at."""
_HEADINGS = "h1, h2"


def bodies_in_templates(tree: Tree, hints: Hints, at_least: int) -> Iterator[Found]:
    """Templates of at least `at_least` words that belong to this page: by its title, its description, or as a shadow
    root, which browsers show without a script."""
    for template in tree.select("template")[:MAX_TEMPLATES]:
        html = template.inner_html
        if "<" not in html:
            continue
        text = plain_text(html)
        words = count_words(text)
        shadow = template.attr("shadowrootmode") is not None
        if words >= at_least and is_prose(html) and (shadow or _is_this_page(template, text, hints)):
            yield Found(Body(html, words, True), "a shadow root" if shadow else "a template", template)


def _is_this_page(template: Element, text: str, hints: Hints) -> bool:
    return hints.begins(text) or any(hints.names(heading.text) for heading in template.select(_HEADINGS)[:3])
