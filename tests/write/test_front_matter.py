from __future__ import annotations

from datetime import date, datetime
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.model import Article, Metadata
from tamis.text.characters import printable
from tamis.write.markdown import write_markdown

from .articles import article, full_article, paragraph, texts


def read(source: Article) -> dict[str, Any]:
    _, head, _ = write_markdown(source, front_matter=True).split("---\n", 2)
    fields = yaml.safe_load(head)
    assert isinstance(fields, dict)
    return fields


def test_full_article() -> None:
    assert write_markdown(full_article(), front_matter=True).split("\n\n")[0] == (
        "---\n"
        'title: "How bees <find> home"\n'
        'subtitle: "A dance & a map"\n'
        "authors:\n"
        '  - "Ada Byron"\n'
        '  - "Émile «Z»"\n'
        "date: 2024-05-03T10:00:00+00:00\n"
        "modified: 2024-05-04\n"
        'url: "https://news.example/2024/bees"\n'
        'site: "The Example"\n'
        'language: "en"\n'
        'description: "They \\"dance\\"."\n'
        "tags:\n"
        '  - "bees"\n'
        '  - "maps"\n'
        'license: "https://creativecommons.org/licenses/by/4.0/"\n'
        'image: "https://news.example/lead.jpg"\n'
        "paywalled: false\n"
        "---"
    )


def test_dates_are_dates() -> None:
    fields = read(full_article())
    assert isinstance(fields["date"], datetime)
    assert fields["modified"] == date(2024, 5, 4)


@settings(max_examples=200, deadline=None)
@given(texts, st.lists(texts, min_size=1, max_size=3))
def test_strings_come_back_as_they_were(title: str, tags: list[str]) -> None:
    fields = read(Article(metadata=Metadata(title=f"{title}.", tags=tuple(tags))))
    assert fields == {"title": printable(f"{title}."), "tags": [printable(tag) for tag in tags]}


def test_no_front_matter_where_nothing_is_known() -> None:
    source = Article(blocks=article(paragraph("x")).blocks)
    assert write_markdown(source, front_matter=True) == "x\n"
