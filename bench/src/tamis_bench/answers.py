"""Tokens to answer: how much a reader has to read of a page until the answer to a question is in what was read.

Sixty questions on thirty pages of our own (`answer_pages`), in HTML with the menus, banners, teasers and footers of
sites. The readers are mechanical and the same for all questions: the passages for the question as it is, within a
number of tokens; or the outline, and then the section whose heading has most of the question's words, or else the
passages. The answer counts as read if its pattern is found.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import escape, unescape
from importlib.resources import files
from statistics import mean, median
from typing import TYPE_CHECKING, NamedTuple

import tamis
from tamis.text.ranking import bm25
from tamis.text.token_counts import estimate_tokens
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tamis.model import Article

BUDGETS = (200, 400, 800)
"""Most tokens of the passages for a question."""
AFTER_OUTLINE = 400
"""Most tokens of the passages, if no heading has a word of the question."""
SITES = {
    "wiki": "Open Almanac",
    "blog": "Slow Notes",
    "news": "Evening Courier",
    "docs": "Developer Hub",
    "shop": "Nimbus Support",
    "council": "County Services",
}
MENU = {
    "Topics": (
        "Culture",
        "Nature",
        "Science",
        "Technology",
        "Travel",
        "Food",
        "History",
        "Sports",
        "Opinion",
        "Weather",
    ),
    "Services": ("Events", "Jobs", "Maps", "Downloads", "Archive", "Puzzles", "Podcasts", "Videos"),
    "About": ("Team", "Contact", "Press", "Advertise", "Partners", "Imprint"),
}
FOOTER = (
    *(
        "Imprint",
        "Privacy",
        "Terms of use",
        "Cookies",
        "Accessibility",
        "Contact",
        "Help",
        "Advertise",
        "Jobs",
        "Press",
    ),
    *("RSS", "Newsletter", "Apps", "Gift cards", "Corrections", "Archive", "Sitemap", "Licenses", "Partners", "Shop"),
)
_PAGES = "answer_pages"


class Question(NamedTuple):
    """A question with the pattern of its answer."""

    text: str
    answer: str


class QuestionPage(NamedTuple):
    """A page of our own with its questions."""

    name: str
    kind: str
    title: str
    text: str
    """The article in Markdown."""
    questions: tuple[Question, ...]


@dataclass(slots=True)
class Reading:
    """The reading that a strategy of reading chose for a question."""

    page: str
    question: str
    way: str
    tokens: int
    has_answer: bool


def pages() -> list[QuestionPage]:
    """Read the pages."""
    folder = files("tamis_bench") / _PAGES
    named = sorted((file.name, file.read_text(encoding="utf-8")) for file in folder.iterdir() if file.name.islower())
    return [_page(name.removesuffix(".md"), text) for name, text in named if name.endswith(".md")]


def _page(name: str, source: str) -> QuestionPage:
    _, head, text = source.split("---\n", 2)
    fields = [line.partition(": ")[::2] for line in head.splitlines()]
    about = dict(fields)
    asked = [value for key, value in fields if key == "q"]
    patterns = [value for key, value in fields if key == "a"]
    questions = tuple(Question(*pair) for pair in zip(asked, patterns, strict=True))
    return QuestionPage(name, about["frame"], about["title"], text, questions)


def html_of(page: QuestionPage, others: Sequence[QuestionPage]) -> str:
    """Build the HTML of a page, with teasers of the others."""
    from markdown_it import MarkdownIt

    frame = (files("tamis_bench") / _PAGES / "frame.html").read_text(encoding="utf-8")
    number = [other.name for other in others].index(page.name)
    near = [others[(number + step) % len(others)] for step in range(1, 9)]
    return frame.format(
        title=escape(page.title),
        site=SITES[page.kind],
        kind=page.kind,
        number=number,
        element="article" if number % 3 else "div",
        body=MarkdownIt("commonmark").enable("table").render(page.text),
        menu="".join(map(_menu_item, MENU.items())),
        footer="".join(f'<li><a href="/{_slug(name)}">{name}</a></li>' for name in FOOTER),
        related="".join(map(_teaser, near[:4])),
        read="".join(f'<li><a href="/{other.name}">{escape(other.title)}</a></li>' for other in near[4:]),
        state=json.dumps({"page": page.name, "related": [other.name for other in near], "build": "2025-11-02"}),
    )


def _menu_item(item: tuple[str, Sequence[str]]) -> str:
    name, entries = item
    links = "".join(f'<li><a href="/{_slug(entry)}">{entry}</a></li>' for entry in entries)
    return f'<li><a href="/{_slug(name)}">{name}</a><ul class="sub">{links}</ul></li>'


def _teaser(page: QuestionPage) -> str:
    return (
        f'<div class="teaser"><a href="/{page.name}"><img src="/img/{page.name}.jpg" alt="" width="160" height="90">'
        f"<h3>{escape(page.title)}</h3></a><span>{SITES[page.kind]}</span></div>"
    )


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def measure() -> list[Reading]:
    """Let every reader look for the answer to every question."""
    every = pages()
    return [reading for page in every for reading in _readings(page, html_of(page, every))]


def _readings(page: QuestionPage, html: str) -> Iterator[Reading]:
    article = tamis.extract(html, f"https://page.example/{page.name}")
    for question in page.questions:
        for way, read in _WAYS.items():
            text = html if way == RAW else read(article, question.text)
            plain = unescape(text).replace("*", "")
            found = re.search(question.answer, plain, re.IGNORECASE) is not None
            yield Reading(page.name, question.text, way, estimate_tokens(text), found)


def _passages(budget: int) -> Callable[[Article, str], str]:
    return lambda article, question: article.excerpt(query=question, max_tokens=budget).text


def _outline(article: Article) -> str:
    from tamis.write.sections import write_outline

    return write_outline(article)


def _section(article: Article, question: str) -> str:
    """Read the outline, and the section whose heading fits the question best, or else the passages."""
    sections = article.outline()[1:]  # the first is the title and what comes before all headings
    scores = bm25(question, [section.heading for section in sections], article.language)
    best = max(scores, default=0.0)
    if not best:
        return _outline(article) + _passages(AFTER_OUTLINE)(article, question)
    return _outline(article) + article.excerpt(section=sections[scores.index(best)].number).text


RAW = "raw HTML"
_WAYS: Mapping[str, Callable[[Article, str], str]] = {
    RAW: lambda _article, _question: "",
    "whole Markdown": lambda article, _question: article.to_markdown(),
    "outline, then a section": _section,
    "outline, then passages": lambda article, question: _outline(article) + _passages(AFTER_OUTLINE)(article, question),
    **{f"passages, {budget} tokens": _passages(budget) for budget in BUDGETS},
}


def summary(readings: Sequence[Reading]) -> Table:
    """Build a table with the tokens of each way to read, and the answers found."""
    table = Table(
        "Tokens to answer", ("read", "questions", "answer in it", "tokens, mean", "median", "share of the Markdown")
    )
    own = {way: [reading for reading in readings if reading.way == way] for way in _WAYS}
    whole = mean(reading.tokens for reading in own["whole Markdown"])
    for way, found in own.items():
        tokens = [reading.tokens for reading in found]
        answered = sum(reading.has_answer for reading in found)
        table.add(way, len(found), answered, round(mean(tokens)), round(median(tokens)), f"{mean(tokens) / whole:.2f}")
    table.notes.append("Tokens by tamis's estimate.")
    return table
