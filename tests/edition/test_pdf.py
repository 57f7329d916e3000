"""The edition as PDF, printed by chromium."""

from __future__ import annotations

import asyncio
import re
import socket
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tamis.edition import EditionSettings, Entry, browser, make, make_edition
from tamis.edition.book import Book
from tamis.edition.browser import PICTURES, open_page, run_apart, within
from tamis.edition.page import write_page
from tamis.edition.pdf import _fill, _measures, page_numbers, picture_url
from tamis.edition.pictures import Picture, find_pictures
from tamis.edition.stories import StoryForm, make_stories
from tamis.errors import MissingExtra, RenderFailed
from tamis.model import Kind

from .drawing import PROSE, heading, paragraph, picture, png, story

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.model import Block

SECONDS = 600.0
"""Seconds for a step of the browser: more than it takes on any machine."""


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.browser
def test_collection_is_printed_with_tags_bookmarks_and_page_numbers(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(1200, 800))
    long = [paragraph(PROSE * 3) for _ in range(14)]
    one = story(heading("First"), *long, picture("a.png", "The quay"), paragraph(), title="One & all", url=None)
    entries = [Entry(one, tmp_path), Entry(story(title="Two"))]
    edition = make_edition(entries, "pdf", EditionSettings(toc_depth=2, title="Both", print_timeout=SECONDS))
    assert edition.data.startswith(b"%PDF-")
    assert edition.problems == ()
    for feature in (b"/StructTreeRoot", b"/MarkInfo", b"/Outlines", b"/Lang"):
        assert feature in edition.data
    numbers = page_numbers(edition.data)
    # The cover is page 1, the contents are page 2.
    assert (numbers["s1"], numbers["s1-h-1"]) == (3, 3)
    assert numbers["s2"] > 4
    assert pages(edition.data) == numbers["s2"] + 1  # the sources


def laid_out(tmp_path: Path, *blocks: Block) -> list[str]:
    """List the story's parts in their order, when the pages are filled."""
    settings = EditionSettings()
    entries = [Entry(story(*blocks, url=None), tmp_path)]
    pictures = find_pictures(entries, None, frozenset({"image/png"}))
    book = Book(make_stories(entries, pictures, settings, StoryForm(source=picture_url)), settings)
    named = {one.name: one for one in pictures.found.values()}

    async def look() -> Any:
        async with open_page(write_page(book, images=PICTURES), named, SECONDS) as page:
            await page.run(_fill(), _measures(settings))
            return await page.run(
                "[...document.querySelectorAll('.story > *')].map(e => e.tagName === 'FIGURE' ? "
                "`picture ${Math.round(e.querySelector('img').getBoundingClientRect().height)}` : e.textContent.trim())"
            )

    found: list[str] = run_apart(look())
    return found[1:]


@pytest.mark.browser
def test_the_front_page_of_thirty_stories_is_one_page() -> None:
    entries = [
        Entry(story(paragraph(), title=f"{number} boats that were late again this year"), section=f"Part {number % 7}",
              summary=PROSE * 3)
        for number in range(30)
    ]  # fmt: skip
    entries.sort(key=lambda entry: entry.section)
    edition = make_edition(entries, "pdf", EditionSettings(title="All", print_timeout=SECONDS))
    assert page_numbers(edition.data)["s1"] == 2


@pytest.mark.browser
def test_text_goes_before_a_picture_that_would_leave_a_gap(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(1200, 900))
    texts = [f"{number} {PROSE * 3}".strip() for number in range(20)]
    blocks = [paragraph(text) for text in texts]
    moved = []
    for before in (2, 3, 4, 5):  # where a gap would be depends on the system's fonts
        found = laid_out(tmp_path, *blocks[:before], picture("a.png", "The quay"), *blocks[before:])
        moved.append(next(index for index, part in enumerate(found) if part.startswith("picture")) - before)
        assert [part for part in found if not part.startswith("picture")] == texts
    assert min(moved) == 0
    assert max(moved) > 0


@pytest.mark.browser
def test_pictures_shrink_a_little_to_fit(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(1200, 900))
    found = laid_out(tmp_path, paragraph(), *(picture("a.png", f"Frame {number}") for number in range(4)))
    heights = [int(part.split()[1]) for part in found if part.startswith("picture")]
    assert len(heights) == 4
    # Two a page, of which each would take more than half.
    assert heights[0] == heights[1]
    assert 0.6 * 534 <= heights[0] < 534


@pytest.mark.browser
def test_short_code_is_not_cut_in_two(tmp_path: Path) -> None:
    short, long = (replace(paragraph("line\n" * lines), kind=Kind.CODE) for lines in (12, 60))
    settings = EditionSettings()
    entries = [Entry(story(short, long, url=None), tmp_path)]
    stories = make_stories(entries, find_pictures(entries, None, frozenset()), settings, StoryForm(picture_url))

    async def look() -> Any:
        async with open_page(write_page(Book(stories, settings), images=PICTURES), {}, SECONDS) as page:
            await page.run(_fill(), _measures(settings))
            return await page.run("[...document.querySelectorAll('pre')].map(e => e.style.breakInside)")

    assert run_apart(look()) == ["avoid", ""]


@pytest.mark.browser
def test_browser_asks_nobody_for_anything() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.2)
        port = listening.getsockname()[1]
        own = Picture(png(), "image/png", 40, 30)
        html = (
            f"<img src='http://127.0.0.1:{port}/a.png'><img src='http://localhost:{port}/b.png'>"
            f"<link rel=stylesheet href='http://127.0.0.1:{port}/c.css'><iframe src='http://127.0.0.1:{port}/d'></iframe>"
            f"<img src='{PICTURES}{own.name}'><img src='file:///etc/hostname'><script>document.title = 'owned'</script>"
        )

        async def look() -> Any:
            async with open_page(html, {own.name: own}, SECONDS) as page:
                return await page.run("[document.title, [...document.images].map(image => image.naturalWidth)]")

        assert run_apart(look()) == ["", [0, 0, 40, 0]]
        with pytest.raises(TimeoutError):
            listening.accept()


@pytest.mark.browser
def test_browser_that_is_too_slow_is_ended() -> None:
    with pytest.raises(RenderFailed, match="print_timeout"):
        make_edition([story()], "pdf", EditionSettings(print_timeout=0.001))


def test_step_that_takes_too_long_is_an_error() -> None:
    with pytest.raises(RenderFailed, match="print_timeout"):
        asyncio.run(within(asyncio.sleep(60), 0.01))


@pytest.mark.slow  # starts an interpreter
def test_missing_extra_and_missing_browser_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamis.io.rendering.browser.EXECUTABLES", ("no-such-browser",))
    with pytest.raises(RenderFailed, match="install chromium"):
        make_edition([story()], "pdf")
    monkeypatch.setattr(browser, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"\[render\]"):
        make_edition([story()], "pdf")


def test_error_of_the_thread_is_raised_here() -> None:
    async def fail() -> None:
        raise RenderFailed("x")

    with pytest.raises(RenderFailed):
        run_apart(fail())


def test_long_words_get_soft_hyphens_where_there_is_a_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dictionaries:
        """Stands in for pyphen, which is optional."""

        class Pyphen:
            def __init__(self, lang: str, left: int, right: int) -> None:
                assert lang == "de"

            def inserted(self, word: str, hyphen: str) -> str:
                return hyphen.join(re.findall("..?.?", word))

        @staticmethod
        def language_fallback(language: str) -> str | None:
            return "de" if language == "de_AT" else None

    make._inserter.cache_clear()
    monkeypatch.setattr(make, "import_module", lambda name: Dictionaries)
    assert make.hyphenate("de-AT", "Der Hafen, Ufermauern.") == "Der Hafen, Ufe\u00adrma\u00aduer\u00adn."
    assert make.hyphenate("ja", "Ufermauern") == "Ufermauern"
    assert make.hyphenate(None, "Ufermauern") == "Ufermauern"
    make._inserter.cache_clear()


def test_without_a_dictionary_words_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise ImportError(name)

    make._inserter.cache_clear()
    monkeypatch.setattr(make, "import_module", nothing)
    assert make.hyphenate("de", "Ufermauern") == "Ufermauern"
    make._inserter.cache_clear()
