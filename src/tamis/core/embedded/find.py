"""Search for the body that a page carries as data, for a script to draw, and not as text.

The order of the search: the posts of forums that are drawn by scripts; linked data; the state that frameworks send
along, as JSON, assigned in a script, or as a stream; templates. No script is run. The result is HTML, to be parsed like
any other page. It is not cleaned, because writers escape all that they write.
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
    """A body found in the data of a page."""

    html: str
    source: str
    """Name of the source, for readers: ``JSON-LD articleBody``, ``__NEXT_DATA__``, ``Discourse's posts``."""
    host: Element
    """The element that holds the data."""
    is_thread: bool = False
    """True if it is a forum thread: one ``article`` element for each post."""
    authors: frozenset[str] = frozenset()
    """Names of the authors of a thread's posts."""


def find_embedded(
    document: Document, description: str | None = None, at_least: int = 0, *, anywhere: bool = True
) -> Embedded | None:
    """Find the body that a page carries as data; None if there is none.

    `description` is the one in the page's head. `at_least` is the number of words from which a body is useful. Without
    `anywhere`, only cheap places are searched: the posts of forums and linked data.
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
"""Maximum number of templates that are looked at."""
_HEADINGS = "h1, h2"


def bodies_in_templates(tree: Tree, hints: Hints, at_least: int) -> Iterator[Found]:
    """Yield the templates of at least `at_least` words that belong to this page.

    They have its title or its description, or are a shadow root, which browsers show without a script.
    """
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
