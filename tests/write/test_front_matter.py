from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.model import Article, Metadata
from tamis.text.characters import printable
from tamis.write.markdown import write_markdown

from .articles import article, full_article, paragraph, texts


def read(source: Article, *, head: bool = False) -> dict[str, Any]:
    written = write_markdown(source, head=head, front_matter=not head)
    opened, front_matter, body = written.split("---\n", 2)
    assert (opened, body == "" or body.startswith("\n")) == ("", True)
    fields = yaml.safe_load(front_matter)
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


def test_a_head_has_what_a_citation_needs() -> None:
    assert write_markdown(full_article(), head=True).split("\n\n")[0] == (
        "---\n"
        'title: "How bees <find> home"\n'
        "authors:\n"
        '  - "Ada Byron"\n'
        '  - "Émile «Z»"\n'
        "date: 2024-05-03T10:00:00+00:00\n"
        'site: "The Example"\n'
        'url: "https://news.example/2024/bees"\n'
        "---"
    )


def test_a_file_is_cited_by_the_url_that_its_page_declares() -> None:
    source = replace(full_article(), url=None)
    for declared, cited in (("https://a.example/bees",) * 2, (None, None), ("/bees", None), ("javascript:a()", None)):
        about = replace(source.metadata, canonical_url=declared)
        assert read(replace(source, metadata=about), head=True).get("url") == cited


@pytest.mark.parametrize(
    "title",
    [
        'a: "b" # c',
        "one\ntwo",
        "one\n---\ntwo",
        "---",
        "- a: b",
        "%YAML 1.2",
        "{a: [b]}",
        "yes",
        "\\",
        "a\u2028b",
        "😀",
    ],
)
def test_any_title_comes_back_from_a_head(title: str) -> None:
    assert read(Article(metadata=Metadata(title=title)), head=True) == {"title": printable(title)}


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
