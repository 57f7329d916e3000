"""Import into the library: saved links of reading services, and the library's own export."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadInput, TamisError
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.library.personal import as_moment
from tamis.library.records import Status
from tamis.model import Article
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tamis.library.library import Library
    from tamis.library.reading_services import Saved


MAX_SHOWN = 300
"""Maximum number of characters of a URL or a reason in a message."""
_RECORD_ERRORS = (TamisError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
"""Errors that a record from an untrusted file may raise."""


class Imported(NamedTuple):
    """The result of an import."""

    new: int = 0
    known: int = 0
    """Number of articles that the library had already."""
    skipped: tuple[str, ...] = ()
    """Links and lines that could not be used, with the reasons."""


def add_saved(library: Library, entries: Iterable[Saved]) -> Imported:
    """Add links with their tags and marks. Articles that the library has stay as they are, and get the tags and marks.

    A link that cannot be added is skipped as a whole, with the reason; the others are added, all or none.
    """
    new = known = 0
    skipped: list[str] = []
    with library.transaction():
        for saved in entries:
            try:
                status = _add_saved(library, saved)
            except _RECORD_ERRORS as error:
                skipped.append(f"{one_line(saved.url)[:MAX_SHOWN]}: {_reason(error)}")
                continue
            new += status is Status.NEW
            known += status is not Status.NEW
    return Imported(new, known, tuple(skipped))


def _add_saved(library: Library, saved: Saved) -> Status:
    with library.transaction():
        added = library.add_link(saved.url, saved.title, now=saved.added)
        library.tag(added.id, *saved.tags)
        if saved.is_read:
            library.mark_read(added.id, now=saved.added)
        if saved.is_starred:
            library.star(added.id, now=saved.added)
    return added.status


def add_json_lines(library: Library, lines: Iterable[str], name: str) -> Imported:
    """Add articles from JSON Lines, as `tamis library export` and `tamis extract --json-lines` write them.

    A line that cannot be used is skipped as a whole, with the reason.
    """
    new = known = 0
    skipped: list[str] = []
    with library.transaction():
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                with deadline(READ_SECONDS, "the article"), library.transaction():
                    status = _add_line(library, line)
            except _RECORD_ERRORS as error:
                skipped.append(f"{name}, line {number}: {_reason(error)}")
                continue
            new += status is not Status.UNCHANGED
            known += status is Status.UNCHANGED
    return Imported(new, known, tuple(skipped))


def _reason(error: Exception) -> str:
    if isinstance(error, TamisError):
        return one_line(str(error))[:MAX_SHOWN]
    if isinstance(error, RecursionError):
        return "the values are too deep in each other"
    return one_line(f"not as tamis writes it ({type(error).__name__}: {error})")[:MAX_SHOWN]


def _add_line(library: Library, line: str) -> Status:
    values: dict[str, Any] = json.loads(line)
    about: Mapping[str, Any] = values.pop("library", {})
    moment = as_moment(about.get("added"))
    if "tamis" in values:
        added = library.add(Article.from_dict(values), now=moment)
    elif "url" in about:
        added = library.add_link(about["url"], about.get("title", ""), now=moment)
    else:
        raise BadInput("neither an article nor a link")
    library.tag(added.id, *about.get("tags", ()))
    if "read" in about:
        library.mark_read(added.id, now=as_moment(about["read"]))
    if "starred" in about:
        library.star(added.id, now=as_moment(about["starred"]))
    known = {highlight.quote for highlight in library.highlights(added.id)}
    for one in about.get("highlights", ()):
        if one["quote"] not in known:
            library.highlight(added.id, one["quote"], one.get("note", ""), now=as_moment(one.get("added")))
    return added.status
