"""The same story on two sites is found; another story on the same subject is not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tamis
from tamis.library import Library, Status

from .stories import edited, prose, story

SITE = Path(__file__).parents[2] / "examples" / "site"


@pytest.fixture(scope="module")
def wire() -> str:
    page = (SITE / "harbour-tunnel.html").read_bytes()
    return tamis.extract(page, url="https://courier.example/tunnel").text


def test_a_wire_story_with_another_title_byline_and_edits_is_found(tmp_path: Path, wire: str) -> None:
    with Library(tmp_path / "library.db") as library:
        first = library.add(story(wire, title="Tunnel opens early", authors=("Mara Ellingham",)))
        copy = f"By our correspondent. {edited(wire, 0.1)} Reporting by agencies."
        second = library.add(story(copy, url="https://herald.example/x", title="A breakthrough", authors=("J. Doe",)))
        assert (second.status, second.duplicate_of) == (Status.DUPLICATE, first.id)
        assert 0.4 < second.similarity < 0.9
        assert library.get(second.id).duplicate_of == first.id
        assert [record.id for record in library.duplicates(first.id)] == [second.id]
        assert [record.id for record in library.newest("is:duplicate")] == [second.id]
        assert library.info().articles == 2


@pytest.mark.slow
def test_of_a_hundred_wire_stories_nearly_all_copies_are_found_and_nothing_else(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library, library.transaction():
        for number in range(100):
            library.add(story(prose(number, 400), url=f"https://a.example/{number}"))
        originals = []
        for number in range(100):
            copy = edited(prose(number, 400), 0.1, seed=number)
            added = library.add(story(copy, url=f"https://b.example/{number}", title=f"Copy {number}"))
            originals.append(added.duplicate_of)
    wrong = [original for number, original in enumerate(originals, 1) if original not in (number, None)]
    assert not wrong
    assert originals.count(None) <= 1, "a copy shares no band with a probability of about .001"


def test_a_shortened_story_is_found(tmp_path: Path, wire: str) -> None:
    words = wire.split()
    with Library(tmp_path / "library.db") as library:
        library.add(story(wire))
        cut = " ".join(words[: len(words) * 2 // 3])
        assert library.add(story(cut, url="https://herald.example/x")).status is Status.DUPLICATE


def test_another_story_on_the_same_subject_is_not_a_duplicate(tmp_path: Path) -> None:
    """The same words in another order, as two reporters have them."""
    vocabulary = prose(1, 400).split()
    with Library(tmp_path / "library.db") as library:
        for number in range(20):
            words = random.Random(number).sample(vocabulary, 350)
            assert library.add(story(" ".join(words), url=f"https://quay.example/{number}")).status is Status.NEW


def test_stories_of_the_example_site_are_all_different(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        for name in ("harbour-tunnel", "night-trains", "wind-farm-vote", "hafenfest-de", "tea-harvest-zh"):
            article = tamis.extract((SITE / f"{name}.html").read_bytes(), url=f"https://courier.example/{name}")
            assert library.add(article).status is Status.NEW


def test_chinese_stories_are_compared_too(tmp_path: Path) -> None:
    text = tamis.extract((SITE / "tea-harvest-zh.html").read_bytes()).text
    with Library(tmp_path / "library.db") as library:
        library.add(story(text, language="zh"))
        copy = text.replace("茶", "草", 10)
        assert library.add(story(copy, url="https://b.example/", language="zh")).status is Status.DUPLICATE


def test_short_notices_are_not_compared(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        for number in range(2):
            assert library.add(story("No service today.", url=f"https://quay.example/{number}")).status is Status.NEW


def test_a_third_copy_is_linked_to_the_first(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        for number in range(3):
            added = library.add(story(edited(prose(1), 0.05, number), url=f"https://quay.example/{number}"))
        assert added.duplicate_of == 1


def test_a_page_and_its_revision_are_not_duplicates(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(story(prose(1)))
        assert library.add(story(edited(prose(1), 0.05))).status is Status.REVISED
        assert library.info().duplicates == 0


def test_what_is_looked_at_does_not_grow_with_equal_texts(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library, library.transaction():
        looks = []
        library.connection.set_trace_callback(lambda statement: looks.append(statement))
        for number in range(60):
            looks.clear()
            library.add(story(prose(1, 60), url=f"https://quay.example/{number}"))
            if number == 30:
                before = len(looks)
        assert len(looks) == before
