"""`tamis cuter`: CUTER's pipe of XML."""

from __future__ import annotations

import io
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from tamis import BadXml, Page
from tamis.write.xml import stream_pages, write_pages

from .running import page, run

if TYPE_CHECKING:
    from pathlib import Path


def document(count: int = 2) -> bytes:
    return write_pages([Page(page(), f"https://news.example/{number}") for number in range(count)]).encode()


def test_pages_in_articles_out() -> None:
    result = run("cuter", stdin=document())
    assert result.exit_code == 0
    assert result.stdout.count("<article ") == 2
    assert 'strategy="cuter"' in result.stdout
    assert result.stdout.endswith("</cuter>\n")


def test_broken_xml_names_the_place_and_writes_no_file(tmp_path: Path) -> None:
    result = run("cuter", "-o", tmp_path / "out.xml", stdin=document()[:-20])
    assert result.exit_code == 2
    assert "line" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_fails_is_named_and_the_others_are_written() -> None:
    result = run("cuter", "--max-elements", "2", stdin=document())
    assert result.exit_code == 1
    assert "https://news.example/0" in result.stderr
    assert result.stdout.endswith("</cuter>\n")


def test_memory_does_not_grow_with_the_number_of_pages() -> None:
    def pieces() -> io.BufferedReader:
        return io.BufferedReader(_Endless(500))  # type: ignore[arg-type]

    tracemalloc.start()
    count = sum(1 for _ in stream_pages(pieces()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 500
    assert peak < 4_000_000  # the document has 20 million characters


class _Endless(io.RawIOBase):
    """A document of many pages of 40,000 characters that is nowhere whole."""

    def __init__(self, count: int) -> None:
        whole = write_pages([Page("x" * 40_000, "https://e.example/")])
        head, self._page, tail = whole.partition(whole[whole.index("<page>") : whole.index("</cuter>")])
        self._left = count
        self._buffer = head.encode()
        self._tail: bytes | None = tail.encode()

    def readable(self) -> bool:
        return True

    def readinto(self, target: bytearray) -> int:  # type: ignore[override]
        if not self._buffer:
            if self._left:
                self._left -= 1
                self._buffer = self._page.encode()
            elif self._tail is not None:
                self._buffer, self._tail = self._tail, None
        taken, self._buffer = self._buffer[: len(target)], self._buffer[len(target) :]
        target[: len(taken)] = taken
        return len(taken)


def test_a_page_without_an_end_is_refused_before_it_fills_the_memory() -> None:
    with pytest.raises(BadXml, match="more than 1,000 characters"):
        list(stream_pages(io.BytesIO(document(1)[:200] + b"x" * 5_000), 1_000))


def test_entities_are_refused() -> None:
    bomb = b'<!DOCTYPE cuter [<!ENTITY a "b">]>' + document(1)
    result = run("cuter", stdin=bomb)
    assert result.exit_code == 2
    assert "document type declaration" in result.stderr
