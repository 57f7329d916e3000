"""Stories for the library of a service."""

from __future__ import annotations

from tamis.model import Article, Block, Kind, Metadata, Outcome

from ..site import SENTENCES


def story(number: int, title: str = "Tides") -> Article:
    """Return a story that no other number has."""
    texts = [f"{sentence} {number} times {number + 1}." for sentence in SENTENCES]
    blocks = tuple(Block(Kind.PARAGRAPH, text, at, f"/html/body/p[{at + 1}]") for at, text in enumerate(texts))
    about = Metadata(title=title, authors=("Ann Keel",), language="en")
    url = f"https://quay.example/{number}?a=1&b=2"
    return Article(url=url, metadata=about, blocks=blocks, outcome=Outcome.ARTICLE, confidence=1.0)
