"""Articles for the tests: short names to build them by hand, and strategies that build nasty ones."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from hypothesis import strategies as st

from tamis.model import (
    NO_MARKS,
    Article,
    Block,
    Cell,
    DateSource,
    Image,
    Inline,
    Kind,
    Mark,
    Media,
    Metadata,
    MissingPage,
    Moment,
    Outcome,
    Role,
    Span,
    Step,
    Table,
)


def run(text: str, *marks: Mark, href: str | None = None) -> Inline:
    return Inline(text, frozenset(marks), href)


def block(kind: Kind, *inlines: str | Inline, **fields: object) -> Block:
    parts = tuple(Inline(part) if isinstance(part, str) else part for part in inlines)
    text = "".join(part.text for part in parts)
    return Block(kind, text, 0, "/html/body/p", inlines=parts, **fields)  # type: ignore[arg-type]


def paragraph(*inlines: str | Inline, **fields: object) -> Block:
    return block(Kind.PARAGRAPH, *inlines, **fields)


def item(*inlines: str | Inline, level: int = 1, **fields: object) -> Block:
    return block(Kind.LIST_ITEM, *inlines, level=level, **fields)


def heading(text: str, level: int) -> Block:
    return block(Kind.HEADING, text, level=level)


def code(text: str, language: str | None = None) -> Block:
    return Block(Kind.CODE, text, 0, "/html/body/pre", language=language)


def cell(*inlines: str | Inline, header: bool = False, colspan: int = 1, rowspan: int = 1) -> Cell:
    parts = tuple(Inline(part) if isinstance(part, str) else part for part in inlines)
    return Cell(parts, header, colspan, rowspan)


def table(*rows: tuple[Cell, ...]) -> Block:
    return Block(Kind.TABLE, "", 0, "/html/body/table", table=Table(rows))


def picture(src: str, alt: str = "", caption: str = "") -> Block:
    return Block(Kind.IMAGE, "", 0, "/html/body/img", image=Image(src, alt, caption))


def player(src: str, title: str = "", type: str = "video") -> Block:  # noqa: A002
    return Block(Kind.MEDIA, "", 0, "/html/body/iframe", media=Media(type, src, title))


def article(*blocks: Block, title: str | None = None) -> Article:
    return Article(url="https://news.example/a", metadata=Metadata(title=title), blocks=blocks, outcome=Outcome.ARTICLE)


def full_article() -> Article:
    """One of everything."""
    return Article(
        url="https://news.example/2024/bees",
        metadata=Metadata(
            title="How bees <find> home",
            title_source="json-ld",
            subtitle="A dance & a map",
            authors=("Ada Byron", "Émile «Z»"),
            published=Moment("3 May 2024 10:00", datetime(2024, 5, 3, 10, 0, tzinfo=UTC), DateSource.JSON_LD),
            modified=Moment("2024-05-04", date(2024, 5, 4), DateSource.META, "article:modified_time"),
            site_name="The Example",
            description='They "dance".',
            canonical_url="https://news.example/bees",
            language="en",
            section="Science",
            tags=("bees", "maps"),
            license="https://creativecommons.org/licenses/by/4.0/",
            lead_image=Image("https://news.example/lead.jpg", "A bee", width=800, height=600),
            paywalled=False,
            page_type="NewsArticle",
        ),
        blocks=(
            Block(
                Kind.PARAGRAPH,
                "Bees dance.1",
                3,
                "/html/body/p",
                Span(10, 30, 2),
                inlines=(run("Bees "), run("dance", Mark.BOLD), run("."), run("1", Mark.NOTE, href="#fn1")),
                score=0.75,
                reason="long text",
            ),
            heading("The map", 2),
            item("North", number=1),
            item("South", number=2),
            item("by the river", level=2),
            block(Kind.QUOTE, "They know.", quoted=1),
            code("if bee:\n    dance()\n", "python"),
            table((cell("Day", header=True), cell("Bees", header=True)), (cell("1"), cell("20"))),
            picture("https://news.example/bee.jpg", "A bee", "A bee at work"),
            player("https://video.example/v/1", "The dance"),
            paragraph("A note. ", run("↩", href="#ref1"), anchor="fn1", role=Role.OTHER),
        ),
        outcome=Outcome.ARTICLE,
        confidence=0.93,
        strategy="cuter",
        trace=(Step("title", "from json-ld"),),
    )


FRAGMENTS = [
    *(
        "<script>alert(1)</script>",
        "<b>",
        "</p>",
        "<!--",
        "<?php",
        "<http://x.example>",
        "<1@b.c>",
        "<",
        ">",
        "3 < 4",
    ),
    *(
        "](javascript:alert(1))",
        "[a](b)",
        "![",
        "[",
        "]",
        "(",
        ")",
        "]:",
        "[x]: http://e.example",
        "[^1]",
        "[^1]: ",
        "[ ] ",
    ),
    *(
        "*",
        "**",
        "***",
        "_",
        "__",
        "snake_case",
        "~",
        "~~",
        "`",
        "``",
        "```",
        "~~~",
        "|",
        "| --- |",
        "---",
        "===",
    ),
    *(
        "# ",
        "## ",
        "#",
        "- ",
        "+ ",
        "* ",
        "1. ",
        "2) ",
        "> ",
        "\\",
        "\\*",
        "&",
        "&lt;",
        "&#60;",
        "&copy",
        "$",
        "$$",
        ":",
        "!",
    ),
    *("\n", "\n\n", " ", "  ", "    ", "\t", "\u00a0", "\u3000", "\u2028"),
    *(
        "word",
        "a",
        "1",
        "é",
        "「",
        "」",
        "中文",
        "שלום",
        "👩‍👩‍👧",
        "\u202e",
        "€",
        "+",
        "\u0301",
        "'",
        '"',
        "=",
    ),
    *(
        "\x00",
        "\x1b[31m",
        "\x7f",
        "\x85",
        "\x9b",
        "\ufffe",
        "\uffff",
        "\r",
        "\r\n",
        "]]>",
        "{{",
        "javascript:alert(1)",
    ),
]
HREFS = [
    None,
    "https://e.example/a_(b)?x=1&lt;=2",
    'http://e.example/<b> "c"|`*[d]\'',
    "mailto:a@b.example",
    "#here",
    "/relative",
    "javascript:alert(1)",
    " JaVa\tScript:alert(1)",
    "javascript&colon;alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "\x01javascript:alert(1)",
]

texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=7).map("".join)
hrefs = st.sampled_from(HREFS)
small = st.integers(0, 3)


def inlines_of(
    marks: list[Mark], links: st.SearchStrategy[str | None] = hrefs
) -> st.SearchStrategy[tuple[Inline, ...]]:
    marked = st.frozensets(st.sampled_from(marks), max_size=3) if marks else st.just(NO_MARKS)
    return st.lists(st.builds(Inline, texts, marked, links), min_size=1, max_size=5).map(tuple)


def blocks_of(marks: list[Mark], kinds: list[Kind] | None = None) -> st.SearchStrategy[Block]:
    runs = inlines_of(marks)
    cells = st.builds(Cell, runs, st.booleans(), st.sampled_from([0, 1, 2, 10**9]), st.sampled_from([0, 1, 2, 10**9]))
    rows = st.lists(st.lists(cells, max_size=3).map(tuple), max_size=3).map(tuple)
    sizes = st.none() | st.integers(-1, 2000)

    @st.composite
    def build(draw: st.DrawFn) -> Block:
        kind = draw(st.sampled_from(kinds or list(Kind)))
        parts = draw(runs)
        return Block(
            kind=kind,
            text="".join(part.text for part in parts),
            index=draw(small),
            xpath=draw(texts),
            span=draw(st.none() | st.builds(Span, small, small, small)),
            inlines=parts if kind is not Kind.CODE else (),
            level=draw(st.integers(0, 7)),
            number=draw(st.none() | st.integers(-2, 12) | st.just(10**12)) if kind is Kind.LIST_ITEM else None,
            continues=draw(st.booleans()) if kind is Kind.LIST_ITEM else False,
            term=draw(st.sampled_from((None, True, False))) if kind is Kind.LIST_ITEM else None,
            quoted=draw(small),
            anchor=draw(st.sampled_from([None, "here", "fn1", "<x>"])),
            language=draw(st.none() | texts) if kind is Kind.CODE else None,
            table=Table(draw(rows), draw(runs)) if kind is Kind.TABLE else None,
            image=draw(st.builds(Image, hrefs.map(str), texts, texts, sizes, sizes)) if kind is Kind.IMAGE else None,
            media=draw(st.builds(Media, st.sampled_from(["video", "audio", "embed"]), hrefs.map(str), texts, hrefs))
            if kind is Kind.MEDIA
            else None,
            role=draw(st.sampled_from(list(Role))),
            score=draw(st.floats(0, 1)),
            reason=draw(texts),
            page=draw(st.integers(1, 3)),
        )

    return build()


maybe = st.none() | texts
days = st.dates() | st.datetimes(timezones=st.just(UTC)) | st.datetimes()
moments = st.builds(Moment, texts, days, st.none() | st.sampled_from(DateSource)) | st.builds(
    Moment, texts, days, st.sampled_from([DateSource.META, DateSource.MICRODATA]), texts
)
metadatas = st.builds(
    Metadata,
    title=maybe,
    title_source=texts,
    subtitle=maybe,
    authors=st.lists(texts, max_size=2).map(tuple),
    published=st.none() | moments,
    modified=st.none() | moments,
    site_name=maybe,
    description=maybe,
    canonical_url=hrefs,
    language=maybe,
    section=maybe,
    tags=st.lists(texts, max_size=2).map(tuple),
    license=maybe,
    lead_image=st.none() | st.builds(Image, hrefs.map(str), texts, texts),
    paywalled=st.none() | st.booleans(),
    page_type=st.none() | st.just("NewsArticle") | texts,
)
nasty_articles = st.builds(
    Article,
    url=hrefs,
    metadata=metadatas,
    blocks=st.lists(blocks_of(list(Mark)), max_size=6).map(tuple),
    outcome=st.sampled_from(list(Outcome)),
    outcome_reason=texts,
    confidence=st.floats(0, 1),
    strategy=texts,
    trace=st.lists(st.builds(Step, texts, texts), max_size=2).map(tuple),
    next_page=hrefs,
    print_page=hrefs,
    one_page=hrefs,
    pages=st.lists(hrefs.map(str), max_size=3).map(tuple),
    missing_pages=st.lists(st.builds(MissingPage, hrefs.map(str), texts, texts), max_size=2).map(tuple),
)

_UNSEEN = re.compile("[\\s\u200b\ufeff]+")


def squeezed(text: str) -> str:
    """The text without white space, to compare what two pages show."""
    return _UNSEEN.sub("", text)
