"""Import and export: reading services, OPML, JSON Lines, Markdown, EPUB."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.library import Anchoring, Library, Saved, read_saved, reading_services
from tamis.library.exchange import (
    add_fetched,
    add_json_lines,
    add_saved,
    add_saved_text,
    edition_of,
    json_lines,
    markdown_folder,
)
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
        library.add(story("Gulls came at dusk.", url="https://quay.example/gulls"), gathered=True, now=NOW)
        lines = list(json_lines(library, library.records()))
        done = add_json_lines(other, [*lines, "{}", "no"], "x.jsonl")
        assert (done.new, len(done.skipped)) == (3, 2)
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


WALLABAG_JSON = """[{"id": 1, "url": "https://quay.example/tides", "title": "Tides", "is_archived": 1, "is_starred": 0,
"tags": ["sea", "deep sea"], "created_at": "2014-03-28T10:46:40+0100", "content": "<p>CONTENT</p>",
"annotations": [{"quote": "Ebb and flow", "text": "when?"}, "x"]},
{"url": "javascript:alert(1)", "title": "bad", "is_starred": true}, 7,
{"url": "https://raft.example/", "title": null, "is_starred": true, "tags": [{"label": "ship"}, {"label": 3}]}]"""
READECK_JSON = """{"info": {"version": "1"}, "bookmarks": [{"url": "https://quay.example/tides", "title": "Tides",
"created": "2014-03-28T09:46:40Z", "labels": ["sea"], "is_marked": true, "is_archived": false, "read_progress": 40}]}"""
OMNIVORE_JSON = """[{"id": "x", "slug": "tides-1", "title": "Tides", "url": "https://quay.example/tides",
"state": "Archived", "readingProgress": 100, "labels": ["sea"], "savedAt": "2014-03-28T09:46:40.000Z"}]"""
BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p><DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3><DL><p>
<DT><A HREF="https://quay.example/tides" ADD_DATE="1396000000" TAGS="deep sea">Tides &amp; more</A>
<DT><H3>Ships</H3><DL><p><DT><A HREF="https://raft.example/" ADD_DATE="1396000000000000">Raft</A>
<DT><A HREF="javascript:alert(1)">bad</A></DL><p></DL><p>
<DT><A HREF="https://buoy.example/">Buoy</A></DL><p>"""


def zipped(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def test_wallabags_json_is_read() -> None:
    found = read_saved(WALLABAG_JSON.encode(), "wallabag.json")
    assert found.service == "Wallabag"
    assert found.links == [
        Saved(
            "https://quay.example/tides",
            "Tides",
            ADDED,
            ("sea", "deep sea"),
            is_read=True,
            is_archived=True,
            highlights=(("Ebb and flow", "when?"),),
            html="<p>CONTENT</p>",
        ),
        Saved("https://raft.example/", tags=("ship",), is_starred=True),
    ]
    assert found.problems == ("wallabag.json: 1 of the entries are no web pages and were left out",)


READECK_CSV = """url,title,created,labels,is_archived,is_marked,type\r
https://quay.example/tides,Tides,2014-03-28T09:46:40Z,"[""sea""]",false,true,article\r
https://raft.example/,Raft,,null,true,false,article\r
"""
READECK_INFO = """{"ID": 7, "UID": "Ab1", "URL": "https://quay.example/tides", "InitialURL": "https://quay.example/t",
"Title": "Tides", "Created": "2014-03-28T09:46:40.123Z", "Labels": ["sea"], "IsMarked": true, "IsArchived": false,
"ReadProgress": 40, "Annotations": [{"id": "x", "text": "Ebb and flow", "note": "when?"}, 3]}"""


def test_readecks_bookmarks_are_read_from_its_api_and_its_table() -> None:
    expected = [Saved("https://quay.example/tides", "Tides", ADDED, ("sea",), is_starred=True, progress=0.4)]
    assert read_saved(READECK_JSON.encode(), "readeck.json") == (expected, (), "Readeck")
    tides = expected[0]._replace(progress=0.0)
    raft = Saved("https://raft.example/", "Raft", is_read=True, is_archived=True)
    assert read_saved(READECK_CSV.encode(), "bookmarks.csv") == ([tides, raft], (), "Readeck")


def test_readecks_archive_is_read_with_texts_and_highlights() -> None:
    files = {
        "bookmarks/Ab1/info.json": READECK_INFO,
        "bookmarks/Ab1/container/index.html": "<p>The text.</p>",
        "bookmarks/Ab1/container/_resources/x.png": "no text",
        "bookmarks/Cd2/info.json": "[]",
        "data.json": '{"Info": {"Version": "1"}, "Users": [], "Bookmarks": [{"UID": "Ab1", "UserID": 1}]}',
    }
    found = read_saved(zipped(files), "export.zip")
    expected = Saved(
        "https://quay.example/tides",
        "Tides",
        ADDED + timedelta(milliseconds=123),
        ("sea",),
        is_starred=True,
        progress=0.4,
        highlights=(("Ebb and flow", "when?"),),
        html="<p>The text.</p>",
    )
    problem = "export.zip, bookmarks/Cd2/info.json: cannot be read, and was left out"
    assert found == ([expected], (problem,), "Readeck")
    with pytest.raises(BadInput, match="Cd2"):
        read_saved(zipped({"bookmarks/Cd2/info.json": "[]"}), "export.zip")


def test_an_archive_is_read_where_it_is_and_its_pictures_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "export.zip"
    file.write_bytes(zipped({"bookmarks/Ab1/info.json": READECK_INFO, "bookmarks/Ab1/x.png": "p" * 9_000}))
    monkeypatch.setattr(reading_services, "MAX_BYTES", 5_000)
    assert read_saved(file, "export.zip") == read_saved(file.read_bytes(), "export.zip")
    file.write_text(READECK_CSV + "x" * 5_000)
    with pytest.raises(BadInput, match="more than 5,000 bytes"):
        read_saved(file, "bookmarks.csv")


def test_omnivores_archive_is_read_with_texts_and_highlights() -> None:
    files = {
        "metadata_0_to_20.json": OMNIVORE_JSON,
        "content/tides-1.html": "<p>The text.</p>",
        "highlights/tides-1.md": "> Ebb and\n> flow\n\nx\n\n> again\n",
    }
    (saved,) = read_saved(zipped(files), "omnivore.zip").links
    assert (saved.added, saved.is_archived, saved.is_read, saved.progress) == (ADDED, True, True, 1.0)
    assert saved.html == "<p>The text.</p>"
    assert saved.highlights == (("Ebb and flow", ""), ("again", ""))


def test_bookmarks_of_browsers_are_read_with_folders_as_tags() -> None:
    found = read_saved(BOOKMARKS.encode(), "bookmarks.html")
    assert found.service == "a browser"
    assert found.links == [
        Saved("https://quay.example/tides", "Tides & more", ADDED, ("deep sea",)),
        Saved("https://raft.example/", "Raft", ADDED, ("Ships",)),
        Saved("https://buoy.example/", "Buoy"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[{}]",
        b'[{"savedAt": 1, "url": 3, "labels": {"a": 1}, "readingProgress": "x"}]',
        b"<!DOCTYPE NETSCAPE-Bookmark-file-1>" + b"<DL><H3>x</H3>" * 10_000,
        b"<!DOCTYPE NETSCAPE-Bookmark-file-1>" + b"</DL>" * 10_000,
        b'[{"url": "", "is_marked": 1, "read_progress": 1' + b"0" * 400 + b"}]",
        b'[{"url": "", "is_marked": 1, "read_progress": NaN}]',
    ],
)
def test_a_file_made_to_harm_has_no_links(data: bytes) -> None:
    try:
        found = read_saved(data, "file.x")
    except BadInput:
        return
    assert found.links == []


def test_an_archive_that_unpacks_to_more_than_is_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamis.library.reading_services.MAX_BYTES", 10_000)
    with pytest.raises(BadInput, match="more than 10,000 bytes, unpacked"):
        read_saved(zipped({"metadata_0_to_1.json": OMNIVORE_JSON, "content/a.html": "x" * 20_000}), "bomb.zip")


def test_the_text_of_a_file_is_stored_with_the_dates_and_marks_of_its_link(tmp_path: Path) -> None:
    text = "".join(f"<p>{prose(number)}</p>" for number in range(3))
    links = read_saved(WALLABAG_JSON.replace("<p>CONTENT</p>", text).encode(), "x.json").links
    with Library(tmp_path / "library.db") as library:
        add_saved(library, links)
        assert [add_saved_text(library, saved) for saved in links] == [True, False]
        stored = library.find("https://quay.example/tides")
        assert stored is not None
        assert not stored.is_link
        assert (stored.added[:10], stored.archived, stored.tags) == ("2014-03-28", stored.read, ("deep sea", "sea"))
        assert library.find("https://raft.example/").is_link  # type: ignore[union-attr]
        assert not add_saved_text(library, links[0])
        assert library.check() == []


def test_a_link_whose_page_was_moved_becomes_its_article(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        add_saved(library, read_saved(INSTAPAPER_CSV.encode(), "x.csv").links)
        link = library.find("https://buoy.example/")
        assert link is not None
        library.star(link.id)
        moved = story(["The buoy saw it all. Ebb and flow, and gulls."], url="https://new.example/buoy")
        added = add_fetched(library, "https://buoy.example/", moved, None)
        assert added.id != link.id
        found = library.find("https://buoy.example/")
        assert found is not None
        assert (found.id, found.added, found.is_link) == (added.id, link.added, False)
        assert found.read
        assert found.starred
        assert [one.quote for one in library.highlights(found.id)] == ["Ebb and flow"]
        assert [record.id for record in library.newest("is:archived is:starred")] == [added.id]
        assert library.check() == []


def test_a_text_that_many_entries_name_is_taken_once() -> None:
    """Else a small archive would take the memory of its text for each of its entries."""
    entries = [{"url": f"https://a.example/{number}", "savedAt": "2024-01-01", "slug": "one"} for number in range(9)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("metadata_0.json", json.dumps(entries))
        archive.writestr("content/one.html", "<p>A text of its own.")
    links = read_saved(packed.getvalue(), "export.zip").links
    assert [bool(saved.html) for saved in links] == [True] + 8 * [False]
