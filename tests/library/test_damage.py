"""Files of others and files that are damaged: a reason for each record, and no error that nobody names."""

from __future__ import annotations

import io
import random
import sqlite3
import zipfile
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tamis.core.site_profile import SiteProfile
from tamis.errors import BadInput, TamisError
from tamis.library import Feed, FeedCheck, Library, Saved, read_saved
from tamis.library.exchange import add_json_lines, add_saved, edition_of, json_lines
from tamis.news import FeedHistory

from .stories import NOW, prose, story

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CSV = "title,url,time_added,tags,status\n" + "".join(
    f"Story {number},https://quay.example/{prose(number, 8).replace(' ', '-')},1396000000,sea,unread\n"
    for number in range(300)
)
FEED = "https://quay.example/feed"


def pocket(method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("part_000000.csv", CSV)
        archive.writestr("part_000001.csv", CSV.replace("quay", "buoy"))
    return packed.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_of_a_damaged_archive_the_sound_files_are_read(method: int) -> None:
    data = bytearray(pocket(method))
    data[60] ^= 0xFF
    data[len(data) // 4] ^= 0xFF
    found = read_saved(bytes(data), "pocket.zip")
    assert sum("buoy" in saved.url for saved in found.links) == 300
    (problem,) = found.problems
    assert problem.startswith("pocket.zip, part_000000.csv: damaged")


def test_of_a_damaged_file_in_an_archive_the_lines_before_the_damage_are_read() -> None:
    data = bytearray(pocket(zipfile.ZIP_STORED))
    data[10_000] ^= 1  # only the checksum at the end says so
    assert len(read_saved(bytes(data), "pocket.zip").links) > 500


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_no_damage_of_an_archive_is_an_error_without_a_name(method: int) -> None:
    chance, sound = random.Random(method), pocket(method)
    for _ in range(60):
        data = bytearray(sound)
        for _ in range(chance.choice((1, 3, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with suppress(BadInput):
            read_saved(b"PK\x03\x04" + bytes(data[4:]), "pocket.zip")


def test_a_list_of_pocket_with_an_unknown_declaration_is_read_up_to_it() -> None:
    link = '<a href="https://quay.example/tides">Tides</a>'
    found = read_saved(f"<html><h1>Unread</h1>{link}<![nonsense[{link}".encode(), "ril_export.html")
    assert [saved.url for saved in found.links][:1] == ["https://quay.example/tides"]


def test_tags_that_are_too_deep_in_each_other_are_no_error() -> None:
    text = f"URL,Title,Selection,Folder,Timestamp,Tags\nhttps://quay.example/,Tides,,Unread,1,{'[' * 100_000}\n"
    assert len(read_saved(text.encode(), "x.csv").links) == 1


def test_a_link_that_cannot_be_stored_is_skipped_as_a_whole(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        done = add_saved(
            library,
            [
                Saved("https://quay.example/1"),
                Saved("https://quay.example/2", tags=("sea", "x" * 500)),
                Saved("https://[quay.example/3"),
                Saved("https://quay.example/4"),
            ],
        )
        assert (done.new, done.known) == (2, 0)
        assert [reason.partition(": ")[0] for reason in done.skipped] == [
            "https://quay.example/2", "https://[quay.example/3",
        ]  # fmt: skip
        assert [record.url for record in library.records()] == ["https://quay.example/1", "https://quay.example/4"]


@pytest.mark.parametrize(
    "line",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        '{"library": {"url": "https://quay.example/a", "tags": ["' + "x" * 500 + '"]}}',
        '{"library": {"url": 7}}',
        '{"library": {"url": "https://quay.example/a", "added": "yesterday"}}',
        '{"library": {"url": "https://quay.example/a", "title": 5}}',
        '{"library": {"url": "https://quay.example/a", "highlights": [{}]}}',
        '{"library": 3, "tamis": {}}',
        '{"tamis": {"blocks": 5}}',
    ],
)
def test_a_line_that_cannot_be_used_is_skipped_with_its_reason(tmp_path: Path, line: str) -> None:
    with Library(tmp_path / "a.db") as library, Library(tmp_path / "b.db") as other:
        library.add(story())
        good = list(json_lines(library, library.records()))
        done = add_json_lines(other, [line, *good], "x.jsonl")
        assert (done.new, len(done.skipped)) == (1, 1)
        assert done.skipped[0].startswith("x.jsonl, line 1: ")
        assert [record.title for record in other.records()] == ["Tides"]


@pytest.mark.parametrize("half", ["\ud800", "a\udcff"])
def test_half_a_character_in_a_search_finds_what_was_stored_alike(tmp_path: Path, half: str) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(story())
        assert library.newest(f"tag:{half}") == []
        assert library.search(f"sea {half} title:{half} -site:{half}").total in (0, 1)
        assert library.find(f"https://quay.example/{half}") is None
        library.tag(1, half)
        assert [record.id for record in library.newest(f"tag:{half}")] == [1]


def test_half_a_character_that_cannot_be_stored_says_so(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(story())
        for store in (
            lambda: library.highlight(1, "sea came", "\ud800"),
            lambda: library.add_feed(Feed("https://quay.example/\ud800")),
            lambda: library.feed_check("\ud800"),
        ):
            with pytest.raises(BadInput, match="half a character"):
                store()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A library with something of everything, as the bytes of its file."""
    path = tmp_path_factory.mktemp("sound") / "library.db"
    with Library(path) as library:
        for number in range(8):
            text = [f"Sea story {number}.", prose(number)]
            library.add(story(text, url=f"https://quay.example/{number}"), html=f"<p>{text}", now=NOW)
        library.add(story(["Sea story 1, mended.", prose(1)], url="https://quay.example/1"), now=NOW)
        library.add(story(prose(2), url="https://buoy.example/2"), pictures={"https://a/": ("image/png", b"x" * 2_000)})
        library.add_link("https://buoy.example/", "Buoy")
        for number in range(1, 5):
            library.tag(number, "sea")
            library.mark_read(number)
            library.highlight(number, f"story {number - 1}" if number != 2 else "mended", "a note")
        library.add_feed(Feed(FEED, "Quay"))
        library.note_feed_check(FEED, FeedCheck(FeedHistory(FEED).to_json(), NOW.isoformat()))
        library.put_site_profile(SiteProfile("quay.example"))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return path.read_bytes()


def operations(library: Library) -> Iterator[Callable[[], object]]:
    """All that can be asked of a library."""
    for number in (1, 2, 4, 9):
        yield partial(library.article, number)
        yield partial(library.article, number, 1)
        yield partial(library.html, number)
        yield partial(library.pictures, number)
        yield partial(library.highlights, number)
        yield partial(library.revisions, number)
        yield partial(library.duplicates, number)
        yield partial(library.changes, number)
    yield lambda: [str(record.to_dict()) for record in library.records()]
    yield lambda: [record.title.upper() for record in library.newest("is:unread sea")]
    yield lambda: library.search("sea story -nothing")
    yield lambda: library.search("title:tides stor*")
    yield lambda: library.find("https://quay.example/3")
    yield lambda: [tag.upper() for tag in library.tags()]
    yield lambda: [feed.url.upper() for feed in library.feeds()]
    yield lambda: FeedHistory.from_json(check.history) if (check := library.feed_check(FEED)) else None
    yield lambda: library.site_profile("quay.example")
    yield lambda: [one.why for one in library.recommend(now=NOW)]
    yield library.info
    yield library.check
    yield lambda: list(json_lines(library, library.records()))
    yield lambda: edition_of(library, library.newest(), "html")
    yield lambda: library.add(story(prose(77), url="https://quay.example/77"))
    yield lambda: library.add(story(prose(78), url="https://quay.example/3"))
    yield lambda: library.add_link("https://raft.example/")
    yield lambda: library.tag(2, "new")
    yield lambda: library.untag(3, "sea")
    yield lambda: library.star(4)
    yield lambda: library.highlight(6, "Sea story")
    yield lambda: library.remove_highlight(1)
    yield lambda: library.remove(3)
    yield lambda: library.add_feed(Feed("https://raft.example/feed"))
    yield library.rebuild_index


@pytest.mark.parametrize("seed", range(24))
def test_a_damaged_library_raises_errors_with_a_name_only(tmp_path: Path, sound: bytes, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(sound)
    for _ in range(chance.choice((1, 5, 30, 200))):
        place = chance.randrange(100, len(data) - 40)  # the header has 100 bytes
        other = chance.randrange(100, len(data) - 40)
        size = chance.choice((1, 1, 8, 32))
        data[place : place + size] = chance.choice((chance.randbytes(size), data[other : other + size]))
    path = tmp_path / "library.db"
    path.write_bytes(data)
    try:
        library = Library(path)
    except BadInput:
        return
    with library:
        for operation in operations(library):
            with suppress(TamisError):
                operation()


def test_what_can_be_read_of_a_damaged_library_is_exported(tmp_path: Path, sound: bytes) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(sound)
    left_out: list[str] = []
    with Library(path) as library:
        library.connection.execute("UPDATE revision SET json = x'0102' WHERE article = 4")
        lines = list(json_lines(library, library.records(), left_out=left_out.append))
        with Library(tmp_path / "other.db") as other:
            assert add_json_lines(other, lines, "x.jsonl").new == library.info().articles
    assert len(left_out) == 1
    assert left_out[0].startswith("article 4: the library is damaged")


@pytest.mark.parametrize(
    ("change", "ask"),
    [
        ("UPDATE revision SET json = x'0102'", lambda library: library.article(1)),
        ("UPDATE revision SET json = 5", lambda library: library.search("sea")),
        ("UPDATE revision SET html = x'0102'", lambda library: library.html(1)),
        ("UPDATE article SET title = x'ff'", lambda library: library.get(1)),
        ("UPDATE article SET authors = x'00'", lambda library: library.newest()),
        ("UPDATE article SET day = x'00'", lambda library: library.tag(1, "x")),
        ("UPDATE mark SET read = 'yesterday'", lambda library: library.interests()),
        ("UPDATE term SET counts = '{\"a\": 1'", lambda library: library.recommend(query="")),
        ("UPDATE highlight SET anchoring = 'glue'", lambda library: library.highlights(1)),
        ("UPDATE highlight SET quote = x'00'", lambda library: library.highlights(1)),
        ("UPDATE feed_check SET next = 'soon'", lambda library: library.feed_check(FEED)),
        ("UPDATE feed SET title = x'00'", lambda library: library.feeds()),
    ],
)
def test_what_tamis_never_wrote_is_called_damage_and_says_what_to_do(
    tmp_path: Path, sound: bytes, change: str, ask: Callable[[Library], object]
) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(sound)
    with Library(path) as library:
        library.connection.execute(change)
        with pytest.raises(BadInput, match=r"damaged.*tamis library info --check"):
            ask(library)
