"""Search for the body that a page carries as data, for a script to draw, and not as text.

The order of the search: the posts of forums that are drawn by scripts; linked data; the state that frameworks send
along, as JSON, assigned in a script, or as a stream; templates; JSON in attributes. No script is run. The result is
HTML, to be parsed like any other page. It is not cleaned, because writers escape all that they write.

The forums are Discourse, NodeBB and Flarum.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.embedded.body import MIN_WORDS, Body, Hints, best_body, better, find_body, is_prose, plain_text
from tamis.core.embedded.hydration import References, apollo_table, from_flat, from_stream
from tamis.core.embedded.javascript import read_script
from tamis.core.embedded.rich_text import is_html, text_as_html
from tamis.core.parse.jsonld import MAX_DEPTH, MAX_ENTITIES, is_json_ld
from tamis.core.parse.tree import attribute_items
from tamis.text.lenient_json import read_json
from tamis.text.word_overlap import words
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tamis.core.parse.document import Document
    from tamis.core.parse.jsonld import JsonLd
    from tamis.core.parse.tree import Element, Tree


__all__ = ["Embedded", "find_embedded", "may_carry"]

MIN_LETTERS = 4
"""Minimum characters per word, with the space after it. Shorter scripts are not read."""
MIN_SCRIPT = 500
"""Minimum characters of a script that can hold a body, whatever is asked for."""
STREAM_WITHIN = 200
"""Number of characters at the beginning of a script in which it pushes to the stream, if it does."""
_STREAM = "__next_f"
_ARTICLE_BODY = '"articleBody"'
# Properties of an entity that refer to works other than this page.
_ELSEWHERE = frozenset(
    "itemListElement review reviews comment comments hasPart isPartOf mentions citation video about relatedLink".split()
)
_TITLES = ("headline", "name", "alternativeHeadline")
MAX_TEMPLATES = 20
"""Maximum number of templates that are looked at."""
MAX_POSTS = 2000
"""Maximum number of posts; forums send about twenty."""
_HEADINGS = "h1, h2"
_JSON = ("{", "[")


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
    for candidate in bodies_in_scripts(document, hints, at_least, linked_only=not anywhere):
        if best is None or better(candidate.body, best.body):
            best = candidate
    if best is None and anywhere:
        best = next(iter(bodies_in_templates(document.tree, hints, at_least)), None)
    if best is None and anywhere:
        best = next(iter(bodies_in_attributes(document, hints, at_least)), None)
    return Embedded(best.body.html, best.source, best.host) if best is not None else None


def _titles(document: Document) -> tuple[str, ...]:
    titles = [document.title, document.page.title, *(title.text for title in document.tree.select("title")[:1])]
    return tuple(title for title in titles if title)


class Found(NamedTuple):
    """A body, a description of its source, and the element that holds it."""

    body: Body
    source: str
    host: Element


def may_carry(tree: Tree, characters: int) -> bool:
    """Tell whether a page has forum posts, or JSON-LD with a body of this length: a quick check for every page."""
    for script in tree.select("script"):
        if is_forum_script(script):
            return True
        if is_json_ld(script):
            text = script.text
            if len(text) >= characters and _ARTICLE_BODY in text:
                return True
    return is_discourse(tree)


def bodies_in_scripts(document: Document, hints: Hints, at_least: int, *, linked_only: bool = False) -> Iterator[Found]:
    """Yield the bodies of at least this many words in a page's scripts, in document order."""
    needed = max(MIN_SCRIPT, MIN_LETTERS * at_least)
    stream: list[Element] = []
    for script in document.tree.select("script"):
        kind = (script.attr("type") or "").lower()
        if linked_only and not is_json_ld(script):
            continue
        text = script.text
        if not kind and _STREAM in text[:STREAM_WITHIN]:
            stream.append(script)
        elif len(text) >= needed:
            for body, source in _bodies(script, text, document.json_ld, hints):
                if body.words >= at_least:
                    yield Found(body, source, script)
    if sum(len(script.text) for script in stream) >= needed:
        rows = from_stream(script.text for script in stream)
        streamed = find_body(rows, hints, References(rows))
        if streamed is not None and streamed.words >= at_least:
            yield Found(streamed, "Next.js's stream of data", stream[0])


def _bodies(script: Element, text: str, json_ld: JsonLd, hints: Hints) -> Iterator[tuple[Body, str]]:
    kind = (script.attr("type") or "").lower()
    if is_json_ld(script):
        body = find_linked_body(json_ld.values_of(text), hints) if _ARTICLE_BODY in text else None
        if body is not None:
            yield body, "JSON-LD articleBody"
    elif "json" in kind:
        name = script.attr("id") or ""
        for value in read_json(text):
            state = from_flat(value) if name == "__NUXT_DATA__" else value
            body = find_body(state, hints, apollo_table(state))
            if body is not None:
                yield body, _source(name)
    elif script.attr("src") is None and not _is_template(kind):
        for data in read_script(text):
            body = find_body(data.value, hints, apollo_table(data.value))
            if body is not None:
                yield body, _source(data.name)


def _is_template(kind: str) -> bool:
    """Tell whether the type marks text for a script, not a script: ``text/template``, ``text/x-handlebars``."""
    return "template" in kind or "handlebars" in kind or "html" in kind


def _source(name: str) -> str:
    """Describe the source of a body: by its name alone if that is well known."""
    if name.startswith("__") or name.isupper():
        return name
    return f"a script's data ({name})" if name else "a script's data"


def find_linked_body(values: Iterable[object], hints: Hints) -> Body | None:
    """Find the body of the page's article in one script of linked data; of several, the one with the page's title."""
    entities = [entity for value in values for entity in _with_body(value, 0)][:MAX_ENTITIES]
    if len(entities) > 1:
        entities = [entity for entity in entities if _named(entity, hints)]
    bodies = [body for entity in entities if (body := _body(str(entity["articleBody"]))) is not None]
    return best_body(bodies)


def _with_body(value: object, depth: int) -> Iterator[dict[str, object]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        for item in value[:MAX_ENTITIES]:
            yield from _with_body(item, depth + 1)
    elif isinstance(value, dict):
        if isinstance(value.get("articleBody"), str):
            yield value
        for key, inner in value.items():
            if isinstance(inner, dict | list) and key not in _ELSEWHERE:
                yield from _with_body(inner, depth + 1)


def _named(entity: dict[str, object], hints: Hints) -> bool:
    return any(isinstance(title := entity.get(key), str) and hints.names(title) for key in _TITLES)


def _body(text: str) -> Body | None:
    if len(words(text)) < MIN_WORDS:
        return None
    html = text_as_html(text)
    return Body(html, count_words(plain_text(html)), is_html(text))


def bodies_in_templates(tree: Tree, hints: Hints, at_least: int) -> Iterator[Found]:
    """Yield the templates of at least `at_least` words that belong to this page.

    They have its title or its description, or are a shadow root, which browsers show without a script.
    """
    for template in tree.select("template")[:MAX_TEMPLATES]:
        html = template.inner_html
        if "<" not in html:
            continue
        text = plain_text(html)
        size = count_words(text)
        shadow = template.attr("shadowrootmode") is not None
        if size >= at_least and is_prose(html) and (shadow or _is_this_page(template, text, hints)):
            yield Found(Body(html, size, True), "a shadow root" if shadow else "a template", template)


def bodies_in_attributes(document: Document, hints: Hints, at_least: int) -> Iterator[Found]:
    """Yield the bodies of at least this many words in `data-` attributes: Inertia and React put the state there."""
    needed = max(MIN_SCRIPT, MIN_LETTERS * at_least)
    for element in document.elements:
        for name, text in attribute_items(element):
            if not isinstance(text, str) or len(text) < needed or not name.startswith("data-"):
                continue
            if not text.lstrip().startswith(_JSON):
                continue
            for value in read_json(text):
                body = find_body(value, hints, apollo_table(value))
                if body is not None and body.words >= at_least:
                    yield Found(body, f"the attribute {name}", element)


def _is_this_page(template: Element, text: str, hints: Hints) -> bool:
    return hints.begins(text) or any(hints.names(heading.text) for heading in template.select(_HEADINGS)[:3])


class Post(NamedTuple):
    """A post and the names of its author, if given."""

    html: str
    authors: tuple[str, ...] = ()


class Thread(NamedTuple):
    """The posts of a thread, in order."""

    posts: tuple[Post, ...]
    source: str
    host: Element


def find_thread(tree: Tree) -> Thread | None:
    """Find the thread that a page carries, if it is a forum's."""
    for script in tree.select("script"):
        name = script.attr("id")
        if name in _SCRIPTS:
            source, read = _SCRIPTS[name]
            return _thread(script, read, source)
    if is_discourse(tree):
        for host in tree.select("#data-preloaded"):
            return _thread(host, _discourse, "Discourse's preloaded posts")
    return None


def is_forum_script(script: Element) -> bool:
    """Tell whether a script is one of those that hold a forum's posts."""
    return script.attr("id") in _SCRIPTS


def is_discourse(tree: Tree) -> bool:
    """Tell whether the page declares that Discourse made it."""
    return any((meta.attr("name") or "").lower() == "generator" for meta in tree.select("meta[content^=Discourse]"))


def _thread(host: Element, read: Callable[[Element], Iterator[Post]], source: str) -> Thread | None:
    posts = tuple(post for post in islice(read(host), MAX_POSTS) if post.html.strip())
    return Thread(posts, source, host) if posts else None


def _discourse(host: Element) -> Iterator[Post]:
    preloaded = _loaded(host.attr("data-preloaded"))
    for name, topic in preloaded.items():
        if name.startswith("topic_") and not name.startswith("topic_list"):
            stream = _loaded(topic).get("post_stream")
            posts = stream.get("posts") if isinstance(stream, dict) else None
            for post in _objects(posts):
                # Small actions (closed, moved, pinned) are posts without any text.
                if post.get("post_type") in (None, 1, 2) and not post.get("hidden"):
                    yield Post(_string(post.get("cooked")), _names(post, "username", "name", "display_username"))
            return


def _nodebb(host: Element) -> Iterator[Post]:
    for post in _objects(_loaded(host.text).get("posts")):
        if not post.get("deleted"):
            yield Post(_string(post.get("content")), _names(_loaded(post.get("user")), "username", "displayname"))


def _flarum(host: Element) -> Iterator[Post]:
    document = _loaded(_loaded(host.text).get("apiDocument"))
    included = [item for item in _objects(document.get("included")) if item.get("type") == "posts"]
    posts = [_loaded(post.get("attributes")) for post in included]
    for post in sorted(posts, key=_number):
        if post.get("contentType") == "comment" and not post.get("isHidden"):
            yield Post(_string(post.get("contentHtml")))


def _number(post: dict[str, object]) -> int:
    number = post.get("number")
    return number if isinstance(number, int) else 0


def _loaded(source: object) -> dict[str, object]:
    """Return an object, parsed if it is JSON text; empty if it is neither."""
    if isinstance(source, str):
        try:
            source = json.loads(source, strict=False)
        except (ValueError, RecursionError):
            return {}
    return source if isinstance(source, dict) else {}


def _objects(values: object) -> Iterable[dict[str, object]]:
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def _names(person: dict[str, object], *keys: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for key in keys if (name := _string(person.get(key)).strip())))


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


_SCRIPTS = {
    "ajaxify-data": ("NodeBB's posts", _nodebb),
    "flarum-json-payload": ("Flarum's posts", _flarum),
}
