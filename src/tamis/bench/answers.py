"""A folder that remembers the peers' answers: they don't change as tamis does, and some take their time.

One file per peer and version, one line per page. A page is known by the hash of its address and source, so
that the folder may serve several data folders. Remove it after changing how a peer is called.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from tamis.bench.agreement import Found
from tamis.bench.contenders import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def page_key(html: str, url: str | None) -> str:
    """What a page is known by."""
    return hashlib.sha256(f"{url}\n{html}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


class AnswerFile:
    """The answers of one peer in one version."""

    def __init__(self, folder: Path, name: str, version: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{name}-{version}.jsonl"
        self._known = dict(self._read())

    def get(self, key: str) -> Answer | None:
        """The peer's stored answer for a page, if there is one."""
        return self._known.get(key)

    def add(self, key: str, answer: Answer) -> None:
        """Remember an answer."""
        if key in self._known:
            return
        self._known[key] = answer
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, *answer]) + "\n")

    def _read(self) -> Iterator[tuple[str, Answer]]:
        if not self._path.exists():
            return
        text = self._path.read_text(encoding="utf-8")
        if text and not text.endswith("\n"):  # a run that was stopped left half a line
            text = text[: text.rfind("\n") + 1]
            self._path.write_text(text, encoding="utf-8")
        yield from map(_answer, text.splitlines())


def _answer(line: str) -> tuple[str, Answer]:
    key, text, found, failure = json.loads(line)
    known = Found(found[0], tuple(found[1]), found[2]) if found is not None else None
    return key, Answer(text, known, failure)
