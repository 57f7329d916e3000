"""Archives of generated pages, all different, made from real pages with a seed by moving their words.

The pages keep their markup, their languages and nearly their length, so that extracting them costs as much as before;
no two made pages have the same text.
"""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tamis_bench.datasets import Sample

_TEXT = re.compile(r">([^<>]{12,})<")
_SEED = 9
WORDS = (
    "harbor tunnel ferry council winter budget engine school river bridge market library museum garden festival "
    "captain teacher doctor village mountain station railway concert painting theatre kitchen orchard weather "
    "letter minister morning evening nobody quietly because although finally against between through "
    "reported explained remembered"
).split()


def made_pages(samples: Sequence[Sample], seed: int = _SEED) -> Iterator[tuple[str, bytes]]:
    """Yield URLs and pages without end: all samples, round after round, with their words moved."""
    number = 0
    for round_number in range(1 << 30):
        order = Random(seed + round_number).sample(samples, len(samples))  # noqa: S311 (nothing secret)
        for sample in order:
            yield f"https://made{number % 997}.example/{number}", changed_page(sample.html, number)
            number += 1


def changed_page(html: str, number: int) -> bytes:
    """Rotate the words of each text of the page, and add a word to it."""
    random = Random(number)  # noqa: S311 (nothing secret)

    def changed(found: re.Match[str]) -> str:
        words = found[1].split(" ")
        turn = random.randrange(len(words))
        words = words[turn:] + words[:turn]
        return f">{' '.join(words)} {random.choice(WORDS)}<"

    return _TEXT.sub(changed, html).encode("utf-8", "replace")


def small_page(number: int) -> bytes:
    """Make a short page with an article that depends on the number."""
    random = Random(number)  # noqa: S311 (nothing secret)
    title = f"{random.choice(WORDS)} {random.choice(WORDS)} {number}".capitalize()
    paragraphs = [" ".join(random.choices(WORDS, k=45)).capitalize() + "." for _ in range(5)]
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    links = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in WORDS[:6])
    return (
        f"<!doctype html><html lang=en><head><title>{title}</title></head><body><nav><ul>{links}</ul></nav>"
        f"<article><h1>{title}</h1>{body}</article><footer>Imprint</footer></body></html>"
    ).encode()


def small_pages() -> Iterator[tuple[str, bytes]]:
    """Yield URLs and short pages without end."""
    number = 0
    while True:
        yield f"https://small{number % 997}.example/{number}", small_page(number)
        number += 1


def record_of(url: str, page: bytes) -> bytes:
    """Return the WARC record of a response with the page."""
    content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content + b"\r\n\r\n"


def write_archive(
    path: Path, pages: Iterator[tuple[str, bytes]], *, size: int | None = None, documents: int | None = None
) -> int:
    """Write a WARC file up to a size in bytes or a number of documents; return the number of documents."""
    count = written = 0
    with path.open("wb") as file:
        for url, page in pages:
            if (size is not None and written >= size) or (documents is not None and count >= documents):
                break
            written += file.write(record_of(url, page))
            count += 1
    return count
