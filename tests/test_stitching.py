"""Articles that are cut into pages come out as if they were on one."""

from __future__ import annotations

from collections import Counter

import pytest

import tamis
from example_site import SITE_URL, page_bytes
from page_site import HOST, Site, Story, stories
from tamis.core.stitching import Paging, collect, follow_pages
from tamis.errors import BadStatus
from tamis.model import Page
from tamis.settings.extraction import Settings

SITE = stories(50)
PLAIN = Settings(positions=False)


def shown(article: tamis.Article) -> list[tuple[str, str, str]]:
    return [(block.kind.value, block.text, block.image.src if block.image else "") for block in article.blocks]


def stitched(story: Story, settings: Settings = PLAIN) -> tuple[tamis.Article, Site]:
    site = Site(story)
    return collect(site.page(story.url), site, settings), site


def shingles(article: tamis.Article) -> Counter[tuple[str, ...]]:
    words = " ".join(block.text for block in article.blocks).casefold().split()
    return Counter(tuple(words[place : place + 8]) for place in range(len(words) - 7))


@pytest.mark.parametrize("place", range(len(SITE)))
def test_the_pages_of_a_story_are_the_story_on_one_page(place: int) -> None:
    story = SITE[place]
    article, site = stitched(story)
    whole = tamis.extract(Page(story.whole, story.url), settings=PLAIN)
    assert shown(article) == shown(whole)
    assert max(shingles(article).values()) == 1
    assert article.outcome is tamis.Outcome.ARTICLE
    assert article.title == whole.title
    assert article.pages == tuple(url for url in story.pages)
    assert article.next_page is None
    assert set(site.asked) <= {*story.pages, story.lost}
    assert [missing.url for missing in article.missing_pages] == ([story.lost] if story.lost else [])


CUT = "The wind turned in the night, and long before the first light came over the breakwater the crews of"


def pages_with(first_end: str, second_start: str) -> tamis.Article:
    """A story of two pages, the first one with this end and the second one with this start."""
    texts = (
        "<p>Six boats lay in the harbour that morning, and none of them was ready for what the sea had in store.</p>"
        "<p>The master of the oldest one had seen such a sky before and sent his crew home with a day's pay.</p>",
        "<p>By noon the quay was under water, and the market women carried their tables up the church stairs.</p>"
        "<p>Nobody could say how many nets were lost, but the council has promised to pay for half of them.</p>",
    )
    start = "<title>Boats</title><article><h1>Boats in the storm</h1>"
    pages = {
        f"{HOST}/boats": f"{start}{texts[0]}<p>{first_end}</p><a href='?page=2'>Next page</a></article>",
        f"{HOST}/boats?page=2": f"{start}<p>{second_start}</p>{texts[1]}</article>",
    }

    class Source:
        def page(self, url: str) -> Page:
            return Page(pages[url], url)

    source = Source()
    return collect(source.page(f"{HOST}/boats"), source, PLAIN)


def test_a_paragraph_that_is_cut_by_the_turn_of_a_page_is_one() -> None:
    article = pages_with(f"{CUT} the", "northern harbour <b>came back</b> to their boats.")
    whole = f"{CUT} the northern harbour came back to their boats."
    (block,) = [block for block in article.blocks if "crews of the" in block.text]
    assert block.text == whole
    assert "".join(inline.text for inline in block.inlines) == whole
    assert block.page == 1


@pytest.mark.parametrize(
    ("end", "start"),
    [
        (
            "The wind turned in the night before all crews slept.",
            "northern boats came back to the harbour that evening.",
        ),
        (f"{CUT} the", "Northern boats came back to the harbour that evening."),
    ],
)
def test_other_paragraphs_stay_apart(end: str, start: str) -> None:
    assert {end, start} <= {block.text for block in pages_with(end, start).blocks}


def test_every_block_knows_its_page() -> None:
    story = next(story for story in SITE if story.count == 5 and story.lost is None)
    article, _ = stitched(story)
    numbers = [block.page for block in article.blocks]
    assert numbers == sorted(numbers)
    assert set(numbers) == {1, 2, 3, 4, 5}


def test_the_page_after_one_that_is_lost_keeps_its_number() -> None:
    story = next(story for story in SITE if story.lost is not None)
    article, site = stitched(story)
    assert story.lost is not None
    lost = site.asked.index(story.lost) + 1
    assert {block.page for block in article.blocks} == set(range(1, story.count + 1)) - {lost}
    assert article.missing_pages[0].code == "bad_status"


def test_no_more_pages_than_the_settings_allow() -> None:
    story = next(story for story in SITE if story.count == 9 and story.lost is None)
    article, site = stitched(story, Settings(positions=False, max_pages=4))
    assert len(article.pages) == 4
    assert len(site.asked) == 4
    assert article.next_page == list(story.pages)[4]


def test_the_logic_yields_urls_and_is_sent_pages() -> None:
    story = SITE[0]
    steps = follow_pages(Page(story.pages[story.url], story.url), PLAIN)
    second = list(story.pages)[1]
    assert next(steps) == second
    with pytest.raises(StopIteration) as done:
        steps.send(BadStatus(second, 404, "not found"))
    article = done.value.value
    assert [missing.url for missing in article.missing_pages] == [second]
    assert article.pages == ()
    assert tamis.Article.from_json(article.to_json()) == article


TEXT = SITE[0].whole


def version(link: str) -> str:
    """The first page of a story with a link to another version."""
    first = SITE[1].pages[SITE[1].url]
    return first.replace("</article>", f"{link}</article>")


def fetched(pages: dict[str, str], **wanted: bool) -> tuple[tamis.Article, list[str]]:
    story = Story(SITE[1].url, pages, "", 1)
    site = Site(story)
    return collect(site.page(story.url), site, PLAIN, Paging(**wanted)), site.asked


def test_the_whole_on_one_page_comes_first() -> None:
    url = SITE[1].url
    pages = {url: version(f"<a href='{url}?page=all'>Single page</a>"), f"{url}?page=all": SITE[1].whole}
    article, asked = fetched(pages)
    assert asked == [url, f"{url}?page=all"]
    assert shown(article) == shown(tamis.extract(Page(SITE[1].whole, url), settings=PLAIN))
    assert article.pages == (f"{url}?page=all",)


def test_the_version_for_print_comes_before_the_next_page() -> None:
    url = SITE[1].url
    pages = {url: version(f"<a href='{url}?print=1'>Print</a>"), f"{url}?print=1": SITE[1].whole}
    article, asked = fetched(pages)
    assert asked == [url, f"{url}?print=1"]
    assert article.pages == (f"{url}?print=1",)


def test_a_version_that_is_another_article_is_not_taken() -> None:
    url = SITE[1].url
    pages = dict(SITE[1].pages) | {url: version(f"<a href='{url}?print=1'>Print</a>"), f"{url}?print=1": SITE[2].whole}
    article, asked = fetched(pages)
    assert article.pages == tuple(SITE[1].pages)
    assert article.missing_pages[0].code == "another_article"
    assert len(asked) == len(SITE[1].pages) + 1


def test_a_print_version_is_taken_where_it_is_asked_for() -> None:
    url = SITE[1].url
    pages = {url: version(f"<a href='{url}?print=1'>Print</a>"), f"{url}?print=1": SITE[1].whole}
    article, asked = fetched(pages, all_pages=False, print_page=True)
    assert asked == [url, f"{url}?print=1"]
    assert article.pages == (f"{url}?print=1",)


def test_a_next_page_with_another_title_is_not_taken() -> None:
    url, second = list(SITE[1].pages)[:2]
    pages = {url: SITE[1].pages[url], second: SITE[2].pages[SITE[2].url]}
    article, _ = fetched(pages)
    assert article.pages == ()
    assert article.missing_pages[0].code == "another_article"


def test_a_next_page_with_the_same_text_ends_the_article() -> None:
    url, second = list(SITE[1].pages)[:2]
    article, asked = fetched({url: SITE[1].pages[url], second: SITE[1].pages[url]})
    assert asked == [url, second]
    assert article.pages == ()


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/x?page=2", "file:///etc/passwd", "ftp://a.example/2"])
def test_pages_of_other_sites_are_not_asked_for(elsewhere: str) -> None:
    url = SITE[1].url
    html = SITE[1].whole.replace("</head>", f"<link rel=next href='{elsewhere}'></head>")
    article, asked = fetched({url: html.replace("</article>", f"<a rel=next href='{elsewhere}'>Next</a></article>")})
    assert asked == [url]
    assert article.pages == ()


def test_a_page_that_redirects_to_another_site_is_not_taken() -> None:
    url, second = list(SITE[1].pages)[:2]

    class Redirecting(Site):
        def page(self, url: str) -> Page:
            page = super().page(url)
            return Page(page.html, "https://elsewhere.example/") if url == second else page

    site = Redirecting(SITE[1])
    article = collect(site.page(url), site, PLAIN)
    assert second not in article.pages
    assert article.missing_pages[0].code == "elsewhere"
    assert article.missing_pages[0].url == second


def test_fetch_puts_the_pages_together() -> None:
    story = SITE[1]
    article = tamis.fetch(story.url, PLAIN, source=Site(story), all_pages=True)
    assert article.pages == tuple(story.pages)
    assert tamis.fetch(story.url, PLAIN, source=Site(story)).pages == ()
    assert story.url.startswith(HOST)


class Courier:
    """The example site as a source of pages."""

    def __init__(self, *missing: str) -> None:
        self.asked: list[str] = []
        self._missing = missing

    def page(self, url: str) -> Page:
        name = url.removeprefix(SITE_URL)
        self.asked.append(name)
        if name in self._missing:
            raise BadStatus(url, 404, "not found")
        return Page(page_bytes(name).decode(), url)


def test_the_story_of_the_example_site_by_its_print_version_and_by_its_pages() -> None:
    start = f"{SITE_URL}river-story.html"
    printed = tamis.fetch(start, PLAIN, source=Courier(), all_pages=True)
    assert printed.pages == (f"{SITE_URL}river-story-print.html",)
    courier = Courier("river-story-print.html")
    joined = tamis.fetch(start, PLAIN, source=courier, all_pages=True)
    assert joined.pages == tuple(f"{SITE_URL}river-story{end}.html" for end in ("", "-2", "-3"))
    assert [missing.code for missing in joined.missing_pages] == ["bad_status"]
    assert [missing.reason for missing in joined.missing_pages] == ["not found"]
    assert max(shingles(joined).values()) == 1
    assert {block.page for block in joined.blocks} == {1, 2, 3}
    found = [block.text for block in joined.blocks if block.kind is tamis.Kind.PARAGRAPH]
    deck = "For a century the Aldwen ran in a concrete trough"  # which the print version leaves out
    paragraphs = [text for text in found if not text.startswith(deck)]
    assert paragraphs == [block.text for block in printed.blocks if block.kind is tamis.Kind.PARAGRAPH]
