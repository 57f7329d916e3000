"""Pages out of every kind of input."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from typing import TYPE_CHECKING, Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fetching.local_site import LocalSite, answer
from tamis.batch.fetched import PageFetcher
from tamis.batch.inputs import InputKind, Split, find_pieces, fingerprint_of, make_splits
from tamis.batch.pages import PassedOver, RawPage, Reference
from tamis.batch.reading import Reading
from tamis.batch.table_rows import header, pairs_of
from tamis.errors import BadInput
from tamis.io.fetching import FetchSettings

from .making import ARC_HEAD, arc_record, members, response, story, story_record, warc_record

if TYPE_CHECKING:
    from pathlib import Path

MANY = 1 << 30


def found_in(*names: str | Path, split_bytes: int = MANY) -> list[Any]:
    pieces = find_pieces([str(name) for name in names], split_bytes)
    return [found for split in make_splits(pieces, split_bytes, 100) for found in Reading(split)]


def pages_in(*names: str | Path) -> list[RawPage]:
    return [found for found in found_in(*names) if isinstance(found, RawPage)]


def fetched(*references: Reference, root: str = "", **settings: Any) -> list[RawPage]:
    with PageFetcher(FetchSettings(allow_private=True, **settings), root, 2) as fetcher:
        return [page for _, page in fetcher.pages((number, one) for number, one in enumerate(references))]


def test_pages_of_a_folder_in_the_order_of_their_names(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.html").write_bytes(story(2))
    (tmp_path / "one.htm.gz").write_bytes(gzip.compress(story(1)))
    (tmp_path / ".hidden.html").write_bytes(b"")
    (tmp_path / "urls.txt").write_text("https://news.example/never-fetched")
    found = pages_in(tmp_path)
    assert [page.source for page in found] == [str(tmp_path / "b/two.html"), str(tmp_path / "one.htm.gz")]
    assert [page.body for page in found] == [story(2), story(1)]


def test_patterns_and_each_file_once(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.html").write_bytes(story(number))
    assert len(pages_in(tmp_path / "*.html", tmp_path / "1.html", tmp_path)) == 3


def test_a_name_that_says_nothing_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "data.bin").write_bytes(b"")
    for name in ("data.bin", "nothing.html", "*.warc"):
        with pytest.raises(BadInput, match=name.replace("*", r"\*")):
            find_pieces([str(tmp_path / name)], MANY)


def test_zip_and_tar_files_of_pages(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "pages.zip", "w") as archive:
        archive.writestr("a/one.html", story(1))
        archive.writestr("a/style.css", b"p {}")
        archive.writestr("two.html.gz", gzip.compress(story(2)))
    with tarfile.open(tmp_path / "pages.tar.gz", "w:gz") as archive_file:
        entry = tarfile.TarInfo("three.html")
        entry.size = len(story(3))
        archive_file.addfile(entry, io.BytesIO(story(3)))
    found = pages_in(tmp_path / "pages.zip", tmp_path / "pages.tar.gz")
    assert [page.source.removeprefix(f"{tmp_path}/") for page in found] == [
        "pages.zip/a/one.html",
        "pages.zip/two.html.gz",
        "pages.tar.gz/three.html",
    ]
    assert [page.body for page in found] == [story(1), story(2), story(3)]
    assert PassedOver("entry: not a page") in found_in(tmp_path / "pages.zip")


def test_a_file_that_is_named_is_read_however_its_path_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages.jsonl").write_text(json.dumps({"html": "<p>x"}))
    monkeypatch.chdir(tmp_path)
    for name in ("pages.jsonl", "./pages.jsonl", f"{tmp_path}//pages.jsonl", f"file://{tmp_path}/pages.jsonl"):
        assert [page.body for page in pages_in(name)] == ["<p>x"]
    with pytest.raises(BadInput, match="nothing here"):
        pages_in(".")


def test_a_file_that_cannot_be_read_is_one_reject(tmp_path: Path) -> None:
    for name in ("bad.zip", "bad.tar", "bad.parquet"):
        (tmp_path / name).write_bytes(b"no such thing" * 100)
        (page,) = pages_in(tmp_path / name)
        assert page.problem is not None
        assert page.problem.code == "unreadable_input"


def test_responses_of_an_archive_and_why_others_are_not_pages(tmp_path: Path) -> None:
    records = [
        warc_record(b"", kind="warcinfo"),
        warc_record(b"GET /", kind="request"),
        story_record(1),
        warc_record(response(b"", "404 Not Found")),
        warc_record(response(b"PNG", headers="Content-Type: image/png")),
        warc_record(response(b"User-agent: *\n", headers="Content-Type: text/plain")),
        warc_record(response(b"<html><p>x", headers="Content-Type: text/plain")),
        warc_record(b"no http"),
        warc_record(b"", kind="revisit"),
        warc_record(response(story(2)), WARC_Truncated="length"),
        warc_record(b"192.0.2.1", "dns:news.example", Content_Type="text/dns"),
    ]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(members(*records) + b"noise")
    found = found_in(path)
    pages = [one for one in found if isinstance(one, RawPage)]
    codes = [page.problem.code if page.problem else None for page in pages]
    assert codes == [
        *[None, "bad_status", "response_not_html", "response_not_html", None, "bad_http", None, "broken_record"]
    ]
    assert [page.position for page in pages] == list(range(8))
    assert pages[0].body == story(1)
    assert pages[0].content_type == "text/html; charset=utf-8"
    names = [one.name for one in found if isinstance(one, PassedOver)]
    assert names.count("record: revisit") == 1
    assert names.count("truncated: length") == 1


def test_arc_files_have_pages_too(tmp_path: Path) -> None:
    path = tmp_path / "a.arc"
    path.write_bytes(ARC_HEAD + arc_record(response(story(1)), "https://news.example/1"))
    (page,) = pages_in(path)
    assert (page.url, page.body) == ("https://news.example/1", story(1))


def test_rows_of_parquet_and_json_lines(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"url": "https://news.example/1", "body": story(1), "headers": [("Content-Type", "text/html; charset=utf-8")]},
        {"url": "https://news.example/2", "body": None, "headers": None},
        {"url": None, "body": None, "headers": None},
    ]
    schema = pa.schema(
        [("url", pa.string()), ("body", pa.binary()), ("headers", pa.map_(pa.string(), pa.string())), ("x", pa.int8())]
    )
    pq.write_table(pa.Table.from_pylist(rows, schema), tmp_path / "a.parquet")
    one, two, three = found_in(tmp_path / "a.parquet")
    assert (one.url, one.body, one.content_type) == ("https://news.example/1", story(1), "text/html; charset=utf-8")
    assert two == Reference(str(tmp_path / "a.parquet"), 1, "https://news.example/2")
    assert three.problem.code == "no_page"
    lines = [json.dumps({"url": "https://news.example/1", "html": "<p>x"}), "", "[]", "{"]
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    first, second, third = found_in(tmp_path / "a.jsonl.gz")
    assert (first.body, first.position) == ("<p>x", 0)
    assert [second.problem.code, third.problem.code] == ["no_page", "no_page"]


def test_rows_that_make_no_sense_do_not_hide_those_after_them(tmp_path: Path) -> None:
    place = {"filename": "a.warc", "length": 1}
    lines = ["[" * 100_000, json.dumps(place | {"offset": "x"}), json.dumps(place | {"offset": float("inf")})]
    (tmp_path / "a.jsonl").write_text("\n".join([*lines, json.dumps({"html": "<p>x"})]))
    *senseless, last = pages_in(tmp_path / "a.jsonl")
    assert [page.problem.code for page in senseless if page.problem] == ["no_page"] * 3
    assert (last.body, last.position) == ("<p>x", 3)


def test_a_long_parquet_file_is_several_pieces_with_the_same_rows(tmp_path: Path) -> None:
    table = pa.table({"url": [f"https://news.example/{number}" for number in range(40)], "html": ["<p>x"] * 40})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=10)
    pieces = find_pieces([str(tmp_path / "a.parquet")], 100)
    assert [(piece.first, piece.end) for piece in pieces] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    urls = [page.url for piece in pieces for page in Reading(Split(0, (piece,))) if isinstance(page, RawPage)]
    assert urls == table["url"].to_pylist()


@pytest.mark.parametrize(
    "headers",
    [{"content-type": "text/html"}, [("Content-Type", "text/html")], '{"Content-Type": "text/html"}'],
)
def test_headers_in_the_forms_that_tables_have(headers: object) -> None:
    assert header(pairs_of(headers), "content-type") == "text/html"
    assert header(pairs_of(headers), "x") is None
    assert pairs_of("no json") == []


def test_a_list_of_urls_is_fetched_under_guard(tmp_path: Path) -> None:
    with LocalSite() as site:
        site.routes["/story"] = answer(story(1))
        site.routes["/none"] = answer(b"", "404 Not Found")
        (tmp_path / "urls.txt").write_text(f"# mine\n{site.url('/story')}\n\n{site.url('/none')}\n")
        references = found_in(tmp_path / "urls.txt")
        page, missing = fetched(*references)
        with PageFetcher(FetchSettings(), "", 1) as guarded:
            refused = guarded.page(references[0])
    assert page.body == story(1)
    assert missing.problem is not None
    assert missing.problem.code == "bad_status"
    assert refused.problem is not None
    assert refused.problem.code == "refused_address"


def test_rows_of_common_crawls_index(tmp_path: Path) -> None:
    parts = [gzip.compress(story_record(number)) for number in range(3)]
    (tmp_path / "a.warc.gz").write_bytes(b"".join(parts))
    row = {"warc_filename": "a.warc.gz", "warc_record_offset": len(parts[0]), "warc_record_length": len(parts[1])}
    cdx = {"filename": "a.warc.gz", "offset": "0", "length": str(len(parts[0]))}
    wrong = {"filename": "none.warc.gz", "offset": 0, "length": 9}
    (tmp_path / "index.jsonl").write_text("\n".join(map(json.dumps, [row, cdx, wrong])))
    one, two, three = fetched(*found_in(tmp_path / "index.jsonl"), root=f"{tmp_path}/")
    assert (one.url, one.body, one.offset) == ("https://news1.example/1", story(1), len(parts[0]))
    assert two.body == story(0)
    assert three.problem is not None
    assert three.problem.code == "unreadable_input"


def test_rows_of_an_index_read_from_a_server_that_ignores_ranges() -> None:
    parts = [gzip.compress(story_record(number)) for number in range(3)]
    with LocalSite() as site:
        site.routes["/a.warc.gz"] = answer(b"".join(parts), content_type="application/gzip")
        (page,) = fetched(Reference("index", 0, None, "a.warc.gz", len(parts[0]), len(parts[1])), root=site.url("/"))
    assert page.body == story(1)


def test_an_archive_on_a_web_server() -> None:
    with LocalSite() as site:
        site.routes["/a.warc.gz"] = answer(members(story_record(1)), content_type="application/gzip")
        assert [page.body for page in pages_in(site.url("/a.warc.gz"))] == [story(1)]


def test_a_store_whose_errors_are_its_own_costs_a_page_not_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    class StoreError(Exception):
        pass

    def refuse(*_: object) -> bytes:
        raise StoreError("slow down")

    monkeypatch.setattr("tamis.batch.fetched.read_range", refuse)
    (page,) = fetched(Reference("index", 0, None, "a.warc.gz", 0, 9), root="s3://bucket/")
    assert page.problem is not None
    assert (page.problem.code, page.problem.message) == ("unreadable_input", "StoreError: slow down")


def test_pages_and_references_keep_their_order() -> None:
    page = RawPage("a", 0, body=b"x")
    references = [Reference("a", number, "https://192.0.2.1/", "none") for number in range(1, 9)]
    with PageFetcher(FetchSettings(), "", 2) as fetcher:
        found = list(fetcher.pages(enumerate([page, *references, page])))
    assert [key for key, _ in found] == list(range(10))


def test_files_of_another_file_system() -> None:
    files = fsspec.filesystem("memory")
    files.pipe("/crawl/a.warc.gz", members(story_record(1)))
    files.pipe("/crawl/b.html", story(2))
    try:
        assert {page.body for page in pages_in("memory://crawl")} == {story(1), story(2)}
        assert len(pages_in("memory://crawl/*.warc.gz")) == 1
    finally:
        files.rm("/crawl", recursive=True)


def test_splits_join_small_files_and_keep_their_order(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.html").write_bytes(b"x" * 100)
    pieces = find_pieces([str(tmp_path)], MANY)
    splits = make_splits(pieces, 250, 100)
    assert [len(split.pieces) for split in splits] == [2, 2, 1]
    assert [piece for split in splits for piece in split.pieces] == pieces
    assert [len(split.pieces) for split in make_splits(pieces, MANY, 3)] == [3, 2]
    assert fingerprint_of(pieces) != fingerprint_of(pieces[1:])
    assert pieces[0].kind is InputKind.PAGE
