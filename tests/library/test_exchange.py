"""Import and export: reading services, OPML, JSON Lines, Markdown, EPUB."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.library import Anchoring, Library, Saved, read_saved
from tamis.library.exchange import add_json_lines, add_saved, edition_of, json_lines, markdown_folder
from tamis.model import Block, Image, Kind

from .stories import NOW, prose, story

if TYPE_CHECKING:
    from pathlib import Path

POCKET_HTML = """<!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
<h1>Unread</h1><ul>
<li><a href="https://quay.example/tides?a=1&amp;b=2" time_added="1396000000" tags="sea,deep sea">Tides &amp; more</a>
<li><a href="javascript:alert(1)" time_added="1396000000" tags="">bad</a></li>
</ul><h1>Read Archive</h1><ul>
<li><a href="http://buoy.example/" time_added="" tags="">http://buoy.example/</a></li></ul></body></html>"""
POCKET_CSV = """title,url,time_added,tags,status
"Tides, again",https://quay.example/tides,1396000000,sea|deep sea,unread
Buoy,http://buoy.example/,1396000001,,archive
"""
INSTAPAPER_CSV = """URL,Title,Selection,Folder,Timestamp,Tags
https://quay.example/tides,Tides,,Unread,1396000000,"[""sea""]"
https://buoy.example/,Buoy,Ebb and flow,Archive,1396000001,[]
https://raft.example/,Raft,,Starred,1396000002,
https://mast.example/,Mast,,Ships,x,[]
"""
ADDED = datetime(2014, 3, 28, 9, 46, 40, tzinfo=UTC)


def test_pockets_html_is_read() -> None:
    assert read_saved(POCKET_HTML.encode(), "ril_export.html").links == [
        Saved("https://quay.example/tides?a=1&b=2", "Tides & more", ADDED, ("sea", "deep sea")),
        Saved("http://buoy.example/", "http://buoy.example/", None, (), is_read=True, is_archived=True),
    ]


def test_pockets_csv_is_read_also_from_an_archive() -> None:
    expected = [
        Saved("https://quay.example/tides", "Tides, again", ADDED, ("sea", "deep sea")),
        Saved("http://buoy.example/", "Buoy", ADDED.replace(second=41), (), is_read=True, is_archived=True),
    ]
    assert read_saved(POCKET_CSV.encode(), "part_000000.csv") == (expected, (), "Pocket")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("part_000000.csv", POCKET_CSV)
        archive.writestr("annotations/part_000000.json", "[]")
    assert read_saved(packed.getvalue(), "pocket.zip") == (expected, (), "Pocket")


def test_instapapers_csv_is_read() -> None:
    assert read_saved(INSTAPAPER_CSV.encode("utf-8-sig"), "instapaper-export.csv").links == [
        Saved("https://quay.example/tides", "Tides", ADDED, ("sea",)),
        Saved(
            "https://buoy.example/",
            "Buoy",
            ADDED.replace(second=41),
            is_read=True,
            is_archived=True,
            highlights=(("Ebb and flow", ""),),
        ),
        Saved("https://raft.example/", "Raft", ADDED.replace(second=42), (), False, True),
        Saved("https://mast.example/", "Mast", None, ("Ships",)),
    ]


@pytest.mark.parametrize("data", [b"", b"a,b\n1,2\n", b"<!doctype html><p>Hello", b"PK\x03\x04broken", b"\xff\xfe\x00"])
def test_another_file_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^file\.x"):
        read_saved(data, "file.x")


def test_saved_links_come_with_tags_and_marks(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(story())
        done = add_saved(library, read_saved(INSTAPAPER_CSV.encode(), "x.csv").links)
        assert (done.new, done.known) == (3, 1)
        assert library.get(1).tags == ("sea",)
        assert [record.title for record in library.newest("is:link is:starred")] == ["Raft"]
        assert library.newest("is:read")[0].read == "2014-03-28T09:46:41+00:00"
        assert add_saved(library, read_saved(INSTAPAPER_CSV.encode(), "x.csv").links).new == 0


def test_the_selection_of_a_saved_link_is_a_highlight_that_its_text_gets(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        for _ in range(2):
            add_saved(library, read_saved(INSTAPAPER_CSV.encode(), "x.csv").links)
        (link,) = library.newest("is:highlighted")
        assert (link.title, link.is_link) == ("Buoy", True)
        (kept,) = library.highlights(link.id)
        assert (kept.quote, kept.anchoring) == ("Ebb and flow", Anchoring.LOST)
        library.add(story(["The buoy saw it all. Ebb and flow, and gulls."], url="https://buoy.example/"))
        (found,) = library.highlights(link.id)
        assert (found.anchoring, found.start is not None) == (Anchoring.EXACT, True)
        lines = list(json_lines(library, library.records()))
    with Library(tmp_path / "other.db") as other:
        assert not add_json_lines(other, lines, "x.jsonl").skipped


def test_an_article_with_a_lost_highlight_comes_back(tmp_path: Path) -> None:
    with Library(tmp_path / "a.db") as library, Library(tmp_path / "b.db") as other:
        library.add(story(["The sea came in."]))
        library.highlight(1, "sea came")
        library.add(story(["Snow fell on the hills all night."]))
        assert not add_json_lines(other, json_lines(library, library.records()), "x.jsonl").skipped
        assert [(one.quote, one.anchoring) for one in other.highlights(1)] == [("sea came", Anchoring.LOST)]


def test_json_lines_bring_a_library_back(tmp_path: Path) -> None:
    with Library(tmp_path / "a.db") as library, Library(tmp_path / "b.db") as other:
        library.add(story(["The sea came in.", "Nobody said a word."]), now=NOW)
        library.tag(1, "sea")
        library.star(1, now=NOW)
        library.highlight(1, "sea came", "when?", now=NOW)
        library.add_link("https://buoy.example/", "Buoy", now=NOW)
        lines = list(json_lines(library, library.records()))
        done = add_json_lines(other, [*lines, "{}", "no"], "x.jsonl")
        assert (done.new, len(done.skipped)) == (2, 2)
        assert list(other.records()) == list(library.records())
        assert other.article(1) == library.article(1)
        assert other.highlights(1) == library.highlights(1)
        assert json.loads(lines[0])["headline"] == "Tides"


def test_a_folder_of_markdown_files(tmp_path: Path) -> None:
    with Library(tmp_path / "a.db") as library:
        for number in range(2):
            library.add(story(prose(number), url=f"https://quay.example/{number}"))
        library.add_link("https://buoy.example/")
        assert markdown_folder(library, library.records(), tmp_path / "notes") == 2
    files = sorted(path.name for path in (tmp_path / "notes").iterdir())
    assert files == ["index.jsonl", "tides-2.md", "tides.md"]
    assert (tmp_path / "notes" / "tides.md").read_text().startswith("---\n")


def test_an_epub_has_the_stored_pictures(tmp_path: Path) -> None:
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>'
    url = "https://quay.example/a.svg"
    article = story(prose(1))
    block = Block(Kind.IMAGE, "", 9, "/html/body/img", image=Image(url, "A quay"))
    with Library(tmp_path / "a.db") as library:
        shown = type(article)(article.url, article.metadata, (*article.blocks, block), article.outcome)
        library.add(shown, pictures={url: ("image/svg+xml", picture)})
        edition = edition_of(library, library.records(), "epub")
        assert edition.problems == ()
        with zipfile.ZipFile(io.BytesIO(edition.data)) as book:
            assert [name for name in book.namelist() if name.endswith(".svg")]
        with pytest.raises(BadInput, match="no article"):
            edition_of(library, [], "epub")
