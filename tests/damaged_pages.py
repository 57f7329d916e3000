"""Pages damaged at random, sent through extraction: for `tools/sanitize.py`, which runs it with sanitized modules."""

from __future__ import annotations

import os
import random
import sys

import tamis
from example_site import PAGES, page_bytes
from html_soup import ATTRIBUTES, HIDING, TAGS, WORDS
from strategies.learned.test_native import made_up_page
from tamis.core import compiled

_PIECES = (
    *(f"<{tag}{attributes}>" for tag in TAGS for attributes in ("", *ATTRIBUTES[4:], *HIDING)),
    *(f"</{tag}>" for tag in TAGS),
    *WORDS, "\x00", "\ufffd", "\ud800", "\u00ad", " " * 300, "x" * 5000, "<div>" * 700, "</div>" * 700,
)  # fmt: skip


def damaged(page: str, rng: random.Random) -> str:
    """Cut, repeat, swap or insert parts of a page, a few times."""
    for _ in range(rng.randint(1, 8)):
        begin = rng.randrange(len(page) + 1)
        end = min(len(page), begin + rng.choice((1, 3, 20, 200, 3000)))
        change = rng.randrange(4)
        if change == 0:
            page = page[:begin] + page[end:]
        elif change == 1:
            page = page[:end] + page[begin:end] * rng.randint(1, 3) + page[end:]
        elif change == 2:
            page = page[:begin] + "".join(rng.choices(_PIECES, k=rng.randint(1, 5))) + page[begin:]
        else:
            page = page[begin:end] + page[:begin] + page[end:]
    return page


def main(count: int, seed: int) -> None:
    """Extract the text of damaged pages, and tell how many had one."""
    if not tamis.__file__.startswith(os.environ.get("TAMIS_SANITIZED", "")):
        raise SystemExit(f"this is another package: {tamis.__file__}")
    if why := compiled.why_not():
        raise SystemExit(f"not compiled: {why}")
    sources = [page_bytes(name).decode("utf-8", "replace") for name in PAGES]
    texts = 0
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        page = rng.choice(sources) if rng.random() < 0.4 else made_up_page(rng.randrange(10_000))
        settings = tamis.Settings(favor=rng.choice(("precision", "balance", "recall")))
        try:
            article = tamis.extract(damaged(page, rng), "https://courier.example/1", settings)
            texts += bool(article.text)
            if number % 20 == 0:
                article.to_json()
        except tamis.TamisError:
            pass
        if (number + 1) % 1000 == 0:
            print(f"{number + 1} pages", flush=True)
    print(f"{count} damaged pages, {texts} with text, no report")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
