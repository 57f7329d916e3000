"""Articles made for tests: short, and of words that no test looks for by chance."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime

from tamis.model import Article, Block, Kind, Metadata, Moment, Outcome

NOW = datetime(2024, 5, 2, 12, tzinfo=UTC)


def story(
    text: str | list[str] = "The sea came in over the mud and went out again.",
    *,
    url: str | None = "https://quay.example/tides",
    title: str = "Tides",
    authors: tuple[str, ...] = (),
    language: str = "en",
    published: date | None = None,
    canonical: str | None = None,
    outcome: Outcome = Outcome.ARTICLE,
) -> Article:
    paragraphs = [text] if isinstance(text, str) else text
    blocks = tuple(
        Block(Kind.PARAGRAPH, paragraph, number, f"/html/body/p[{number + 1}]")
        for number, paragraph in enumerate(paragraphs)
    )
    moment = Moment(published.isoformat(), published) if published else None
    about = Metadata(title=title, authors=authors, language=language, published=moment, canonical_url=canonical)
    return Article(url=url, metadata=about, blocks=blocks, outcome=outcome, confidence=1.0)


def prose(seed: int, words: int = 300, vocabulary: int = 3_000) -> str:
    """Sentences of made-up words, some of them frequent, as in any language."""
    chance = random.Random(seed)
    ranks = [min(vocabulary - 1, int(chance.paretovariate(0.7))) for _ in range(words)]
    return " ".join(word(rank) for rank in ranks)


def word(rank: int) -> str:
    """A word for each number."""
    syllables = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "so", "tu")
    return "".join(syllables[int(digit)] for digit in str(rank + 10))


def edited(text: str, share: float, seed: int = 1) -> str:
    """A text with some of its words replaced."""
    chance = random.Random(seed)
    words = text.split()
    for at in chance.sample(range(len(words)), int(share * len(words))):
        words[at] = f"edit{at}"
    return " ".join(words)
