"""Exports of reading services and bookmarks of browsers.

Oracles: damage is a `BadInput` or a problem that is named; links lead to the web, by URLs that are in the file; tags,
shares and lists are within their limits; folders do not make the links larger than the file.
"""

from __future__ import annotations

from html import unescape

from tamis.errors import BadInput
from tamis.library.marks import MAX_TAG
from tamis.library.reading_services import MAX_FOLDERS, MAX_HIGHLIGHTS, Saved, read_saved

from ..oracles import expect, is_text, same_again

_AROUND = 2_000 + MAX_FOLDERS * MAX_TAG
"""Characters that a link may have beside those of its own: the folders around it."""
_GROWTH = 3
_ZIP = b"PK\x03\x04"


def check(data: bytes) -> None:
    """Read an export."""
    try:
        found = same_again(read_saved(data, "file"), lambda: read_saved(data, "file"), data)
    except BadInput as error:
        is_text(str(error), of="a message")
        return
    expect(found.service, "an export without a service was read")
    for saved in found.links:
        _is_sound(saved)
    if not data.startswith(_ZIP):
        text = data.decode("utf-8-sig", "replace")
        _is_in(text, found.links)


def _is_sound(saved: Saved) -> None:
    expect(saved.url.lower().startswith(("http://", "https://")), f"{saved.url[:80]!r} is no URL of the web")
    expect(0 <= saved.progress <= 1, f"{saved.progress} of an article was read")
    expect(len(saved.highlights) <= MAX_HIGHLIGHTS, "more highlights than the limit")
    expect(len(set(saved.tags)) == len(saved.tags), "a tag is there twice")
    for tag in saved.tags:
        expect(0 < len(tag) <= MAX_TAG and tag == tag.strip() and "\n" not in tag, f"{tag!r} is no tag")


def _is_in(text: str, links: list[Saved]) -> None:
    size = sum(len(saved.url) + len(saved.title) + len(saved.html) + sum(map(len, saved.tags)) for saved in links)
    expect(size <= _GROWTH * len(text) + _AROUND * len(links), f"{len(text)} characters became {size}")
    if "\\" in text or "\x00" in text or "\r" in text:
        return  # written with escapes, which other readers would have to know
    bare = text.replace('"', "")
    plain = unescape(bare)
    for saved in links:
        url = saved.url.replace('"', "")
        expect(url in plain or url in bare, f"{saved.url[:80]!r} is not in the file")
