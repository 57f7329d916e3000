"""The edition as EPUB: what the standard asks for, by zip and XML. `make editions` has it checked by epubcheck."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from tamis.edition import EditionSettings, Entry, make_edition
from tamis.model import Inline, Mark
from write.articles import nasty_articles, run
from write.articles import paragraph as runs

from .drawing import heading, paragraph, picture, png, story

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.model import Article

XHTML, OPF, DC, EPUB = (
    "{http://www.w3.org/1999/xhtml}",
    "{http://www.idpf.org/2007/opf}",
    "{http://purl.org/dc/elements/1.1/}",
    "{http://www.idpf.org/2007/ops}",
)


def epub(*articles: Article | Entry, **chosen: object) -> zipfile.ZipFile:
    data = make_edition(articles, "epub", EditionSettings(**chosen)).data  # type: ignore[arg-type]
    return zipfile.ZipFile(io.BytesIO(data))


def part(book: zipfile.ZipFile, name: str) -> ET.Element:
    return ET.fromstring(book.read(f"EPUB/{name}"))


def words(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def metadata(book: zipfile.ZipFile, name: str) -> list[str | None]:
    return [element.text for element in part(book, "package.opf").iter(DC + name)]


def check_whole(book: zipfile.ZipFile) -> None:
    """Every file is listed and there, well-formed, and every link and picture inside leads somewhere."""
    package = part(book, "package.opf")
    items = {str(item.get("href")): item for item in package.iter(OPF + "item")}
    assert sorted(["mimetype", "META-INF/container.xml", "EPUB/package.opf", *(f"EPUB/{name}" for name in items)]) == (
        sorted(book.namelist())
    )
    ids = [item.get("id") for item in items.values()]
    assert len(ids) == len(set(ids))
    spine = {reference.get("idref") for reference in package.iter(OPF + "itemref")}
    assert spine <= set(ids)
    for link in part(book, "nav.xhtml").iter(f"{XHTML}a"):
        assert items[str(link.get("href")).partition("#")[0]].get("id") in spine
    documents = {name: part(book, name) for name in items if name.endswith(".xhtml")}
    anchors = {
        name: [str(element.get("id")) for element in tree.iter() if element.get("id")]
        for name, tree in documents.items()
    }
    for name, tree in documents.items():
        assert len(anchors[name]) == len(set(anchors[name]))
        assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", anchor) for anchor in anchors[name])
        has_math = any(element.tag.endswith("}math") for element in tree.iter())
        assert ("mathml" in str(items[name].get("properties"))) == has_math
        for image in tree.iter(f"{XHTML}img"):
            assert image.get("src") in items
        for link in tree.iter(f"{XHTML}a"):
            target = str(link.get("href"))
            if not re.match(r"(?:https?|mailto|tel):", target):
                file, _, anchor = target.partition("#")
                assert unquote(anchor) in ["", *anchors[file or name]]


def test_container_begins_with_the_media_type_as_it_is() -> None:
    book = epub(story())
    first = book.infolist()[0]
    assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
    assert book.read("mimetype") == b"application/epub+zip"
    assert book.testzip() is None


def test_story_is_described() -> None:
    book = epub(story(title='Tides & "tunes" <b>', language="de", tags=["sea", "salt & sand"]))
    assert metadata(book, "title") == ['Tides & "tunes" <b>']
    assert metadata(book, "language") == ["de"]
    assert metadata(book, "creator") == ["Ada Byron"]
    assert metadata(book, "source") == ["https://courier.example/tides.html"]
    assert metadata(book, "subject") == ["sea", "salt & sand"]
    assert metadata(book, "date") == ["2024-05-03"]
    check_whole(book)


def test_first_page_has_topics_and_source() -> None:
    book = epub(story(tags=["sea", "salt"]))
    first = next(part(book, "package.opf").iter(OPF + "itemref")).get("idref")
    assert first == "i-title-xhtml"
    page = words(part(book, "title.xhtml"))
    assert "Topics: sea, salt" in page
    assert "https://courier.example/tides.html" in page
    assert "3 May 2024" in page


def test_navigation_has_stories_and_headings_in_lists() -> None:
    one = story(heading("First"), paragraph(), heading("Deep", 3), paragraph(), title="One")
    book = epub(one, story(title="Two"), toc_depth=3)
    toc = part(book, "nav.xhtml").find(f".//{XHTML}nav[@{EPUB}type='toc']")
    assert toc is not None
    assert [link.get("href") for link in toc.iter(f"{XHTML}a")] == [
        "story-001.xhtml#s1",
        "story-001.xhtml#s1-h-1",
        "story-001.xhtml#s1-h-2",
        "story-002.xhtml#s2",
    ]
    check_whole(book)


@pytest.mark.parametrize(("width", "height", "is_cover"), [(300, 300, True), (900, 299, False), (299, 900, False)])
def test_the_cover_is_large_enough_on_both_sides(tmp_path: Path, width: int, height: int, is_cover: bool) -> None:
    (tmp_path / "a.png").write_bytes(png(width, height))
    book = epub(Entry(story(picture("a.png"), paragraph(), url=None), tmp_path))
    items = part(book, "package.opf").iter(OPF + "item")
    assert any(item.get("properties") == "cover-image" for item in items) is is_cover


def test_pictures_are_inside_and_once(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(400, 300))
    (tmp_path / "b.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g/></svg>')
    one = story(picture("a.png", "The quay"), paragraph(), picture("b.svg"), picture("a.png"), url=None)
    book = epub(Entry(one, tmp_path), Entry(one, tmp_path))
    images = [name for name in book.namelist() if "/images/" in name]
    assert sorted(name.rpartition(".")[2] for name in images) == ["png", "svg"]
    covers = [
        i.get("href") for i in part(book, "package.opf").iter(OPF + "item") if i.get("properties") == "cover-image"
    ]
    assert [f"EPUB/{name}" for name in covers] == [name for name in images if name.endswith("png")]
    check_whole(book)


def test_pictures_that_readers_do_not_know_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.avif").write_bytes(b"....ftypavif....ispe\0\0\0\0\0\0\0\x09\0\0\0\x09")
    edition = make_edition([Entry(story(picture("a.avif"), paragraph(), url=None), tmp_path)], "epub")
    assert "image/avif is not shown in this format" in edition.problems[0]
    check_whole(zipfile.ZipFile(io.BytesIO(edition.data)))


def test_right_to_left_turns_the_pages() -> None:
    text = "المخبز الذي يفتح أبوابه عندما تمطر"
    book = epub(story(paragraph(text), title=text, language="ar"))
    spine = part(book, "package.opf").find(f"{OPF}spine")
    assert spine is not None
    assert spine.get("page-progression-direction") == "rtl"
    assert part(book, "story-001.xhtml").get("dir") == "rtl"


def test_notes_lines_and_formulas_are_well_formed() -> None:
    one = story(
        runs("Bees dance.", run("1", Mark.NOTE, href="#fn")),
        runs("one\ntwo"),
        runs(Inline(r"\frac{a}{b}", frozenset({Mark.MATH}))),
        runs("A note.", anchor="fn"),
    )
    check_whole(epub(one))


def test_the_same_stories_give_the_same_bytes() -> None:
    assert make_edition([story()], "epub").data == make_edition([story()], "epub").data
    assert make_edition([story()], "epub").data != make_edition([story(title="Other")], "epub").data


@settings(max_examples=15, deadline=None)
@given(nasty_articles)
def test_any_article_makes_a_whole_book(source: Article) -> None:
    check_whole(epub(source, toc_depth=6, link_notes=True))
    check_whole(epub(source, source))
