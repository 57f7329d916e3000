"""Archives and pages that tests are made of."""

from __future__ import annotations

import gzip
from random import Random

WORDS = (
    "harbor tunnel ferry council winter budget engine school river bridge market library museum garden festival "
    "captain teacher doctor village mountain station railway concert painting theatre kitchen orchard weather"
).split()


def story(number: int) -> bytes:
    """A page with an article of its own."""
    random = Random(number)
    title = f"Story {number} of the {random.choice(WORDS)}"
    paragraphs = [" ".join(random.choices(WORDS, k=60)).capitalize() + "." for _ in range(6)]
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"<!doctype html><html lang=en><title>{title}</title><body><h1>{title}</h1>{body}</body></html>".encode()


def response(body: bytes, status: str = "200 OK", headers: str = "Content-Type: text/html; charset=utf-8") -> bytes:
    return f"HTTP/1.1 {status}\r\n{headers}\r\n\r\n".encode() + body


def warc_record(content: bytes, url: str = "https://news.example/1", kind: str = "response", **more: str) -> bytes:
    """A WARC record; `more` replaces or adds headers, with underscores for hyphens."""
    headers = {
        "WARC-Type": kind,
        "WARC-Target-URI": url,
        "WARC-Date": "2024-05-01T10:00:00Z",
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(content)),
    } | {name.replace("_", "-"): value for name, value in more.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return b"WARC/1.0\r\n" + head.encode() + b"\r\n" + content + b"\r\n\r\n"


def arc_record(content: bytes, url: str = "https://news.example/1", kind: str = "text/html") -> bytes:
    return f"{url} 192.0.2.1 20140216050221 {kind} {len(content)}\n".encode() + content + b"\n"


ARC_HEAD = arc_record(
    b"1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n", "filedesc://a.arc", "text/plain"
)


def story_record(number: int) -> bytes:
    return warc_record(response(story(number)), f"https://news{number % 7}.example/{number}")


def members(*records: bytes) -> bytes:
    """Records compressed with gzip, each as a member."""
    return b"".join(gzip.compress(record) for record in records)
