"""Labeled pages, read from a folder: `<set>/pages.jsonl`, one object per line, and the gzipped pages beside it.

Each line has `id`, `url`, `html` (the page's path, relative to the set) and `truth`; where the set knows them, also
`page_type`, `language` and `encoding`. A page whose truth has posts is a thread. A null field of the truth says that
the page has no such thing; a missing field says nothing. Sets in the layout of well-known corpora are read as they are;
see `tamis_bench.corpora`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput
from tamis_bench.corpora import corpus_of
from tamis_bench.expected_html import pictures_of
from tamis_bench.samples import Entry, Sample, TruePicture, TruePost, Truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

__all__ = [
    "KNOWN_SETS",
    "MEASURED_ONLY",
    "UNLABELED",
    "Entry",
    "Sample",
    "Truth",
    "choose",
    "gather",
    "read_index",
    "set_names",
    "with_unlabeled",
]

KNOWN_SETS = (
    "wcxb-dev",
    "news",
    "metadata",
    "postlight",
    "readability",
    "world",
    "zh-articles",
    "east-articles",
    "east-forums",
    "forums",
    "defuddle",
    "cleaneval-dev",
)
"""Labeled sets that are measured if no set is named, as far as the folder has them."""
MEASURED_ONLY = ("cleaneval-dev", "dragnet")
"""Sets to measure on: nothing is learned from them, and their pages are not looked at one by one."""
UNLABELED = "unlabelled"
"""Set of pages without a truth."""

_INDEX = "pages.jsonl"


def set_names(data: Path) -> tuple[str, ...]:
    """Return the sets of a folder: the known ones in their order, or if it has none of these, all that it has."""
    if not data.is_dir():
        raise BadInput(f"{data}: no such folder; --data (or TAMIS_DATA) names the one with the labelled sets")
    if _is_set(data):
        return (data.resolve().name,)
    known = tuple(name for name in KNOWN_SETS if (data / name / _INDEX).is_file())
    found = known or tuple(sorted(folder.name for folder in data.iterdir() if folder.is_dir() and _is_set(folder)))
    if not found:
        raise BadInput(f"{data}: no set in it; a set is a folder with a {_INDEX}, see docs/bench.md")
    return found


def with_unlabeled(data: Path) -> tuple[str, ...]:
    """Return the sets of a folder, and the one without labels, if the folder has it."""
    names = set_names(data)
    return (*names, UNLABELED) if UNLABELED not in names and (data / UNLABELED / _INDEX).is_file() else names


def _is_set(folder: Path) -> bool:
    return (folder / _INDEX).is_file() or corpus_of(folder) is not None


def read_index(data: Path, name: str) -> list[Entry]:
    """List all pages of one set without reading them. A folder that is a set itself has its own name as the set's."""
    folder = data if data.is_dir() and data.resolve().name == name and _is_set(data) else data / name
    index = folder / _INDEX
    corpus = None if index.is_file() or not folder.is_dir() else corpus_of(folder)
    if corpus is not None:
        return corpus.read(folder, name)
    if not index.is_file():
        there = ", ".join(set_names(data))
        raise BadInput(f"{index}: no such file; sets in {data}: {there}")
    with index.open(encoding="utf-8") as lines:
        return [_entry(folder, name, line, number) for number, line in enumerate(lines, 1) if line.strip()]


def choose(entries: Sequence[Entry], limit: int | None) -> list[Entry]:
    """Choose at most `limit` pages, evenly spread over the set, the same ones every time."""
    if limit is None or limit >= len(entries):
        return list(entries)
    return [entries[place * len(entries) // limit] for place in range(limit)]


def gather(
    data: Path,
    sets: Sequence[str] = (),
    limit: int | None = None,
    track: Callable[[Sequence[Entry], str], Iterable[Entry]] | None = None,
) -> list[Sample]:
    """Read the pages of the sets once, at most `limit` of each. `track` wraps the loop, to show progress."""
    names = tuple(sets) or set_names(data)
    entries = [entry for name in names for entry in choose(read_index(data, name), limit)]
    if not entries:
        raise BadInput(f"{data}: the sets {', '.join(names)} have no pages")
    return [entry.load() for entry in (track(entries, "reading pages") if track else entries)]


def _entry(folder: Path, name: str, line: str, number: int) -> Entry:
    place = f"{folder / _INDEX}, line {number}"
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInput(f"{place}: not JSON ({error.msg} at column {error.colno})") from error
    if not isinstance(row, dict) or not isinstance(row.get("id"), str) or not isinstance(row.get("html"), str):
        raise BadInput(f"{place}: needs the strings `id` and `html` (the page's path, relative to the set)")
    path = (folder / row["html"]).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise BadInput(f"{place}: the page {row['html']!r} lies outside of the set's folder")
    truth = _truth(row.get("truth") or {}, place)
    return Entry(
        set=name,
        id=row["id"],
        url=row.get("url"),
        path=path,
        truth=truth,
        page_type=row.get("page_type") or ("forum" if truth.posts else None),
        language=row.get("language"),
        encoding=row.get("encoding"),
    )


_OTHER_NAMES = {
    "author": "authors",
    "dek": "standfirst",
    "images": "pictures",
    "summary_lead": "standfirst",
    "with": "snippets_with",
    "without": "snippets_without",
}


def _truth(row: object, place: str) -> Truth:
    if not isinstance(row, dict):
        raise BadInput(f"{place}: `truth` must be an object")
    fields: dict[str, Any] = {_OTHER_NAMES.get(str(key), str(key)): value for key, value in row.items()}
    return Truth(
        text=_string(fields, "text", place),
        paragraphs=_strings(fields, "paragraphs", place),
        markdown=_string(fields, "markdown", place),
        title=_string(fields, "title", place),
        standfirst=_strings(fields, "standfirst", place),
        authors=_strings(fields, "authors", place),
        date=_string(fields, "date", place),
        snippets_with=_strings(fields, "snippets_with", place),
        snippets_without=_strings(fields, "snippets_without", place),
        comments=_string(fields, "comments", place),
        pictures=_pictures(fields.get("pictures"), place) or pictures_of(_string(fields, "html", place) or ""),
        posts=_posts(fields.get("posts"), place),
        known=frozenset(fields),
    )


def _string(fields: dict[str, Any], key: str, place: str) -> str | None:
    value = fields.get(key)
    if value is None or isinstance(value, str):
        return value
    raise BadInput(f"{place}: `truth.{key}` must be a string or null")


def _strings(fields: dict[str, Any], key: str, place: str) -> tuple[str, ...]:
    value = fields.get(key)
    values = [value] if isinstance(value, str) else value or []
    if isinstance(values, list) and all(isinstance(one, str) for one in values):
        return tuple(one for one in values if one.strip())
    raise BadInput(f"{place}: `truth.{key}` must be a string, a list of strings or null")


def _pictures(value: object, place: str) -> tuple[TruePicture, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(picture, dict) for picture in value):
        raise BadInput(f"{place}: `truth.images` must be a list of objects or null")
    return tuple(
        TruePicture(
            urls=_strings(picture, "urls", place),
            caption=_string(picture, "caption", place) or "",
            credit=", ".join(_strings(picture, "authors", place)),
        )
        for picture in value
    )


def _posts(value: object, place: str) -> tuple[TruePost, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(post, dict) for post in value):
        raise BadInput(f"{place}: `truth.posts` must be a list of objects or null")
    return tuple(
        TruePost(*(_string(post, name, place) or "" for name in ("text", "user", "date", "link"))) for post in value
    )
