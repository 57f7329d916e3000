"""Limits of what the six features of a URL can tell."""

from __future__ import annotations

from tamis.news.link_features import LinkFacts
from tamis_bench.learn.link_report import by_length, by_length_and_site
from tamis_bench.learn.links import LabeledLink


def link(site: str, size: int, *, is_article: bool) -> LabeledLink:
    url = f"https://{site}/".ljust(size, "x")
    return LabeledLink(LinkFacts(url, "", f"https://{site}/"), site, is_article)


def test_one_limit_is_right_for_most_links() -> None:
    links = [link("a.example", size, is_article=size > 40) for size in (30, 35, 45, 50)]
    assert by_length(links) == [False, False, True, True]
    assert by_length([*links, link("a.example", 60, is_article=False)]) == [False, False, True, True, True]
    assert by_length([link("a.example", 30, is_article=True), link("a.example", 40, is_article=False)]) != [True, False]


def test_links_of_one_length_have_one_answer() -> None:
    links = [link("a.example", 40, is_article=is_article) for is_article in (True, False, True)]
    assert by_length(links) == [True, True, True]


def test_sites_whose_lengths_differ_need_a_limit_each() -> None:
    short = [link("a.example", size, is_article=size > 30) for size in (25, 35)]
    long = [link("b.example", size, is_article=size > 60) for size in (50, 70)]
    answers = [one.is_article for one in (*short, *long)]
    assert by_length([*short, *long]) != answers
    assert by_length_and_site([*short, *long]) == answers
