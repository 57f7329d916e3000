"""Forum threads that are drawn in the browser: Discourse, NodeBB and Flarum send the posts along as data."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tamis.core.parse.tree import Element, Tree

MAX_POSTS = 2000
"""Maximum number of posts; forums send about twenty."""


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
