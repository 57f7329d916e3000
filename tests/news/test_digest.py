"""Digests of a library, and the editions that are made of them."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

import tamis
from tamis import BadSettings, SummarySettings
from tamis.edition import Entry, make_edition
from tamis.library import Library
from tamis.model import PageType
from tamis.news.digest import DigestSettings, digest_of, since_day

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = datetime(2024, 5, 10, 12, tzinfo=UTC)
TOPICS = {
    "tunnel": "The tunnel under the harbor was cut through by the crew on a wet morning, and the mayor came to see it.",
    "orchard": "The orchard lost half of its pear trees to the frost, and the growers met in the barn to count them.",
    "chess": "The chess club lost its room above the bakery, and its players now sit in the library on Fridays.",
}


def story(topic: str, day: int, section: str = "Local", number: int = 0) -> tamis.Article:
    head = f"<title>{topic} {number}</title><meta property=article:published_time content=2024-05-{day:02}>"
    paragraphs = "".join(f"<p>{TOPICS[topic]} So the {word} {topic} of {topic} {number} went.</p>" for word in WORDS)
    page = f"<html lang=en><head>{head}<meta property=article:section content={section}></head><body><article>"
    url = f"https://news.example/{section.lower()}/{topic}-{number}"
    return tamis.extract(f"{page}<h1>About the {topic} {number}</h1>{paragraphs}</article>", url)


WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as made:
        for article in (story("tunnel", 3), story("orchard", 9, "Farming"), story("chess", 8)):
            made.add(article, now=NOW)
        yield made


def test_the_newest_come_first_by_section(library: Library) -> None:
    made = digest_of(library, DigestSettings(), SummarySettings(sentences=2), now=NOW)
    assert [(name, [one.article.title for one in own]) for name, own in made.sections] == [
        ("Farming", ["About the orchard 0"]),
        ("Local", ["About the chess 0", "About the tunnel 0"]),
    ]
    assert all(len(one.summary.sentences) == 2 and not one.why for one in made.stories)


def test_what_was_read_ranks_the_stories_and_says_why(library: Library) -> None:
    read = library.add(story("tunnel", 1, number=7), now=NOW)
    library.mark_read(read.id, now=NOW)
    made = digest_of(library, DigestSettings(unread=True), SummarySettings(), now=NOW)
    assert made.stories[0].article.title == "About the tunnel 0"
    assert "tunnel" in made.stories[0].why
    assert "About the tunnel 7" not in [one.article.title for one in made.stories]


def test_only_since_a_day_and_so_many(library: Library) -> None:
    made = digest_of(library, DigestSettings(stories=1), SummarySettings(), since=date(2024, 5, 8), now=NOW)
    assert [one.article.title for one in made.stories] == ["About the orchard 0"]
    assert made.left_out == 1


def test_the_same_story_on_another_site_comes_once(library: Library) -> None:
    copy = story("orchard", 9, "Farming")
    other = tamis.extract(copy.to_html(), "https://elsewhere.example/farming/frost-in-the-orchard")
    library.add(other, now=NOW)
    assert len(digest_of(library, DigestSettings(), SummarySettings(), now=NOW).stories) == 3


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("today", date(2024, 5, 10)),
        ("yesterday", date(2024, 5, 9)),
        ("3d", date(2024, 5, 7)),
        ("2024-02-29", date(2024, 2, 29)),
    ],
)
def test_days(text: str, day: date) -> None:
    assert since_day(text, NOW.date()) == day


def test_a_day_that_is_none_is_an_error() -> None:
    with pytest.raises(BadSettings, match="yesterday"):
        since_day("last moon", NOW.date())


def test_the_text_names_the_section_if_the_page_does_not(tmp_path: Path) -> None:
    text = "The team won the match, and the coach praised the striker, whose goal decided the final of the league. " * 9
    page = f"<html lang={{}}><title>Final</title><article><h1>The final</h1><p>{text}</p></article>"
    nothing = page.format("en").replace(text, "Somebody said something about that yesterday, and so did they. " * 20)
    with Library(tmp_path / "library.db") as library:
        library.add(tamis.extract(page.format("en"), "https://a.example/news/2024/story"))
        library.add(tamis.extract(nothing, "https://a.example/politics/other"))
        library.set_category(2, "weather")
        sections = dict(digest_of(library, DigestSettings(), SummarySettings()).sections)
        assert set(sections) == {"Sport", "Weather"}
        library.set_category(2, None)
        assert "News" in dict(digest_of(library, DigestSettings(), SummarySettings()).sections)


def test_markdown_and_json_have_summary_and_story(library: Library) -> None:
    made = digest_of(library, DigestSettings(), SummarySettings(sentences=1), title="Today", now=NOW)
    text = made.to_markdown()
    assert text.startswith(
        "# Today\n\n## Farming\n\n### [About the orchard 0](<https://news.example/farming/orchard-0>)"
    )
    assert text.count("# About the chess 0") == 1
    first = made.to_dict()["sections"][0]["stories"][0]
    assert first["summary"]["text"].startswith("The orchard lost")
    assert first["article"]["headline"] == "About the orchard 0"


def entries(library: Library) -> list[Entry]:
    made = digest_of(library, DigestSettings(), SummarySettings(sentences=1), now=NOW)
    return [
        Entry(one.article, section=one.section, summary=one.summary.text, why="because <b>") for one in made.stories
    ]


def test_an_edition_with_summaries_opens_with_a_front_page(library: Library) -> None:
    page = make_edition(entries(library), "html").data.decode()
    front = page[page.index('<nav class="contents front">') : page.index("</nav>")]
    assert front.index("<h2>Farming</h2>") < front.index("<h2>Local</h2>")
    assert '<a class="line" href="#s1"><span class="what">About the orchard 0</span>' in front
    assert '<p class="summary">The orchard lost half' in front
    assert "because &lt;b&gt;" in front
    assert 'class="cover"' not in page


def test_the_epub_has_the_front_page_in_its_reading_order(library: Library) -> None:
    with zipfile.ZipFile(BytesIO(make_edition(entries(library), "epub").data)) as book:
        package = book.read("EPUB/package.opf").decode()
        front = book.read("EPUB/front.xhtml").decode()
    assert package.index('idref="i-front-xhtml"') < package.index('idref="i-story-001-xhtml"')
    assert 'href="story-001.xhtml"' in front


def paged(number: int, onward: int | None) -> tamis.Article:
    """A page of a story that goes on at another one."""
    topic = "tunnel orchard chess".split()[number]
    body = "".join(f"<p>{TOPICS[topic]} So the {word} {topic} went on page {number}.</p>" for word in WORDS)
    article = tamis.extract(
        f"<h1>The river story</h1><article>{body}</article>", f"https://news.example/river-{number}"
    )
    following = f"https://www.news.example/river-{onward}?utm_source=x" if onward is not None else None
    return replace(article.complete(), next_page=following and following.replace("www.", ""))


@pytest.mark.parametrize("last", [None, 0], ids=["ends", "leads back to the first"])
def test_the_pages_of_a_story_are_one_story(tmp_path: Path, last: int | None) -> None:
    with Library(tmp_path / "library.db") as made:
        for article in (paged(0, 1), paged(1, 2), paged(2, last)):
            made.add(article, now=NOW)
        (story_of_three,) = digest_of(made, DigestSettings(), SummarySettings(sentences=1), now=NOW).stories
    assert len(story_of_three.article.pages) == 3
    assert all(f"on page {number}" in story_of_three.article.text for number in range(3))


def test_a_page_that_does_not_name_its_site_has_the_name_that_the_others_have(tmp_path: Path) -> None:
    named = story("chess", 7)
    with Library(tmp_path / "library.db") as library:
        library.add(replace(named, metadata=replace(named.metadata, site_name="The Pear Herald")), now=NOW)
        library.add(story("orchard", 9), now=NOW)
        made = digest_of(library, DigestSettings(), SummarySettings(), now=NOW)
    assert [one.article.site_name for one in made.stories] == ["The Pear Herald"] * 2
    assert made.title == "The Pear Herald"


def test_the_front_page_is_the_beginning_of_the_markdown(library: Library) -> None:
    made = digest_of(library, DigestSettings(), SummarySettings(sentences=1), now=NOW)
    assert made.to_markdown().startswith(made.front_page())
    assert made.front_page().count("### ") == 3
    assert "\n---\n" not in made.front_page()


def test_what_arrived_since_a_day_may_be_older(library: Library) -> None:
    def stories(day: int, *, by_arrival: bool) -> int:
        since = date(2024, 5, day)
        made = digest_of(library, DigestSettings(), SummarySettings(), since=since, by_arrival=by_arrival, now=NOW)
        return len(made.stories)

    assert stories(10, by_arrival=False) == 0
    assert stories(10, by_arrival=True) == 3
    assert stories(11, by_arrival=True) == 0


def other(number: int, url: str = "", section: str = "Local", kind: PageType | None = None) -> tamis.Article:
    """Another story, of which no other is a near duplicate."""
    text = " ".join(f"{word}{number} met {number}{word} and saw {word}{number}x twice." for word in WORDS) * 3
    about = tamis.Metadata(title=f"Story {number}", section=section, language="en")
    block = tamis.Block(tamis.Kind.PARAGRAPH, text, 0, "/html/body/p")
    url = url or f"https://news.example/{number}"
    return tamis.Article(url=url, metadata=about, blocks=(block,), outcome=tamis.Outcome.ARTICLE, page_type=kind)


def test_sections_of_one_name_are_one(library: Library) -> None:
    for number, section in enumerate(("World", "World News", "U.S.", "US")):
        library.add(other(number, section=section), now=NOW)
    sections = dict(digest_of(library, DigestSettings(), SummarySettings(), now=NOW).sections)
    assert len([name for name in sections if name.startswith("World")]) == 1
    assert len([name for name in sections if name.startswith("U")]) == 1


def test_an_edition_of_several_sites_has_a_neutral_title(library: Library) -> None:
    assert digest_of(library, DigestSettings(), SummarySettings(), now=NOW).title == "news.example"
    for number in range(3):
        library.add(other(number, f"https://{number}.example/"), now=NOW)
    assert digest_of(library, DigestSettings(), SummarySettings(), now=NOW).title == "News"
    assert digest_of(library, DigestSettings(), SummarySettings(), title="Mine", now=NOW).title == "Mine"


@pytest.mark.parametrize("kind", ["product", "documentation", "forum"])
def test_products_documentation_and_forums_are_no_stories_unless_wanted(library: Library, kind: str) -> None:
    number = library.add(other(1, kind=PageType(kind, 0.9)), gathered=True, now=NOW).id
    library.add(other(2, kind=PageType(kind, 0.3)), gathered=True, now=NOW)
    made = digest_of(library, DigestSettings(), SummarySettings(), now=NOW)
    titles = [found.article.title for found in made.stories]
    assert "Story 1" not in titles
    assert "Story 2" in titles
    made = digest_of(library, DigestSettings(all_kinds=True, stories=2), SummarySettings(), now=NOW)
    assert len(made.stories) == 2
    assert made.left_out == 3
    library.star(number)
    made = digest_of(library, DigestSettings(), SummarySettings(), now=NOW)
    assert "Story 1" in [story.article.title for story in made.stories]


def test_a_product_that_a_reader_saved_is_a_story(library: Library) -> None:
    product = other(1, kind=PageType("product", 0.9))
    library.add(product, gathered=True, now=NOW)
    before = digest_of(library, DigestSettings(), SummarySettings(), now=NOW)
    library.add(product, now=NOW)
    after = digest_of(library, DigestSettings(), SummarySettings(), now=NOW)
    assert len(after.stories) == len(before.stories) + 1
