"""Damaged and hostile input costs the document or file that is damaged, and nothing beside it."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tamis.batch import extract_batch
from tamis.batch.fetched import PageFetcher
from tamis.batch.http_message import HttpResponse, dechunked, parse_response, unpacked
from tamis.batch.inputs import Split, find_pieces, make_splits
from tamis.batch.pages import PassedOver, RawPage, Reference
from tamis.batch.reading import Reading
from tamis.batch.records import read_records
from tamis.batch.safe_reading import bounded_lines
from tamis.batch.table_rows import header, pairs_of
from tamis.io.fetching import FetchSettings

from .making import members, response, story, story_record, warc_record

if TYPE_CHECKING:
    from pathlib import Path

MANY = 1 << 30
BLOCK = tarfile.BLOCKSIZE
HUGE = "1000000000000000000"
CHUNKED = "Content-Type: text/html\r\nTransfer-Encoding: chunked"


def reading_of(*names: Path) -> Reading:
    (split,) = make_splits(find_pieces([str(name) for name in names], MANY), MANY, 100)
    return Reading(split)


def pages_in(*names: Path) -> list[RawPage]:
    return [found for found in reading_of(*names) if isinstance(found, RawPage)]


def codes(pages: list[RawPage]) -> list[str | None]:
    return [page.problem.code if page.problem else None for page in pages]


def zip_of(path: Path, *names: str) -> bytes:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, name in enumerate(names):
            archive.writestr(name, story(number))
    return path.read_bytes()


def tar_of(*names: str) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for number, name in enumerate(names):
            entry = tarfile.TarInfo(name)
            entry.size = len(story(number))
            archive.addfile(entry, io.BytesIO(story(number)))
    return file.getvalue()


def test_damaged_pages_that_a_browser_saved_cost_nothing_but_themselves() -> None:
    head = (
        b'From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n'
    )
    page = b"Content-Type: text/html; charset=utf-8\r\nContent-Location: https://a.example/1\r\n\r\n" + story(1)
    whole = head + page + b"\r\n--b--\r\n"
    bodies = [whole, b"bplist00\0damaged", whole[:-200], b'{"log": {"version": "1.2", "entries": [', head, story(2)]
    rows = extract_batch(pa.table({"body": pa.array(bodies, pa.binary())})).to_pylist()
    outcomes = [row["outcome"] for row in rows]
    assert [outcomes[0], outcomes[-1]] == ["article", "article"]
    assert (rows[0]["url"], outcomes[1], outcomes[3]) == ("https://a.example/1", "error", "error")
    assert all(row["reason"] for row in rows)


@pytest.mark.parametrize("name", ["bad.zip", "bad.tar", "bad.tar.gz", "bad.parquet", "bad.jsonl.gz", "bad.html.gz"])
def test_progress_is_known_while_a_file_that_cannot_be_read_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x1f\x8bnot what it is called")
    (tmp_path / "good.warc").write_bytes(story_record(1))
    reading = reading_of(tmp_path / name, tmp_path / "good.warc")
    steps = [(found, reading.bytes_read) for found in reading]
    assert steps[0][0].problem is not None  # type: ignore[union-attr]
    assert steps[-1][0].body == story(1)  # type: ignore[union-attr]
    assert [done for _, done in steps] == sorted(done for _, done in steps)


def test_an_error_that_no_reader_knows_costs_the_file_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StrangeError(Exception):
        pass

    def fail(*_: object) -> None:
        raise StrangeError("never seen")

    monkeypatch.setattr("tamis.batch.reading.zipfile.ZipFile", fail)
    (tmp_path / "a.zip").write_bytes(b"")
    (tmp_path / "b.html").write_bytes(story(1))
    bad, good = pages_in(tmp_path / "a.zip", tmp_path / "b.html")
    assert bad.problem == ("unreadable_input", "StrangeError: never seen")
    assert good.body == story(1)


def test_an_error_in_a_response_costs_its_record_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(content: bytes) -> HttpResponse | None:
        if b"Story 1 " in content:
            raise OverflowError("too large")
        return parse_response(content)

    monkeypatch.setattr("tamis.batch.reading.parse_response", parse)
    (tmp_path / "a.warc").write_bytes(story_record(1) + story_record(2))
    pages = pages_in(tmp_path / "a.warc")
    assert codes(pages) == ["unreadable_input", None]
    assert pages[0].url == "https://news1.example/1"


@pytest.mark.parametrize("size", [b"ffffffffffffffff", b"7fffffffffffffff", b"8000000000000000", b"fffffffff"])
def test_a_chunk_longer_than_the_body_ends_with_it(size: bytes) -> None:
    assert dechunked(b"5\r\nHello\r\n" + size + b"\r\n world") == b"Hello world"


def test_a_response_with_an_impossible_chunk_is_read_and_the_record_behind_it_too(tmp_path: Path) -> None:
    hostile = warc_record(response(b"ffffffffffffffff\r\n" + story(1), headers=CHUNKED))
    (tmp_path / "a.warc").write_bytes(hostile + story_record(2))
    assert [page.body for page in pages_in(tmp_path / "a.warc")] == [story(1), story(2)]


def test_only_the_outer_layers_of_a_content_coding_are_undone() -> None:
    """A gzip file that unpacks to itself would be unpacked as often as a header says."""
    three = gzip.compress(gzip.compress(gzip.compress(b"page")))
    assert unpacked(three, "gzip, gzip, gzip") == gzip.compress(b"page")


@pytest.mark.parametrize("length", [HUGE, "9" * 5000, str(3 << 30)])
@pytest.mark.parametrize("compress", [False, True])
def test_a_record_whose_length_is_far_too_long_does_not_hide_those_behind_it(length: str, compress: bool) -> None:
    parts = [warc_record(response(story(1)), Content_Length=length), story_record(2), story_record(3)]
    data = members(*parts) if compress else b"".join(parts)
    found = list(read_records(io.BytesIO(data), max_record=1 << 16))
    assert [record.content for record in found] == [response(story(number)) for number in (1, 2, 3)]
    assert [record.truncated for record in found] == ["wrong_length", None, None]


def test_a_record_far_too_long_is_found_out_beyond_what_is_kept_of_it() -> None:
    parts = [warc_record(response(story(1) * 50), Content_Length=str(3 << 30)), story_record(2)]
    for data in (b"".join(parts), members(*parts)):
        first, second = read_records(io.BytesIO(data), max_record=10_000)
        assert (first.truncated, len(first.content)) == ("too_large", 10_000)
        assert second.content == response(story(2))


@pytest.mark.parametrize("size", [100, 20_000])
def test_what_looks_like_a_record_within_one_of_the_right_length_is_content(size: int) -> None:
    """A server must not be able to plant records of other sites."""
    planted = response(b"x" * size + b"\r\n\r\n" + story_record(9) + b"y" * size)
    for data in (warc_record(planted) + story_record(2), members(warc_record(planted), story_record(2))):
        found = list(read_records(io.BytesIO(data), max_record=10_000))
        assert [record.url for record in found] == ["https://news.example/1", "https://news2.example/2"]


def test_a_header_line_of_any_length_does_not_hide_the_record_or_the_next() -> None:
    long = warc_record(response(story(1)), A_Long="a:" * (20 << 20)) + story_record(2)
    assert [record.content for record in read_records(io.BytesIO(long))] == [response(story(1)), response(story(2))]


def test_a_header_without_its_end_does_not_take_the_next_record_for_its_content() -> None:
    headless = warc_record(b"").partition(b"WARC-Target")[0]
    for bad in (headless, headless + b"Content-Length: 900\r\n"):
        *_, last = read_records(io.BytesIO(bad + story_record(2)))
        assert (last.url, last.content) == ("https://news2.example/2", response(story(2)))


def test_types_that_archives_make_up_are_counted_together(tmp_path: Path) -> None:
    records = [warc_record(b"", kind=f"made-up-{number}", WARC_Truncated=f"x{number}") for number in range(9)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    names = {found.name for found in reading_of(tmp_path / "a.warc") if isinstance(found, PassedOver)}
    assert names == {"record: other", "truncated: other"}


def test_an_entry_of_a_zip_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    data = bytearray(zip_of(tmp_path / "a.zip", "one.html", "two.html", "three.html"))
    data[data.index(b"two.html") + 20] ^= 0xFF
    (tmp_path / "a.zip").write_bytes(data)
    one, two, three = pages_in(tmp_path / "a.zip")
    assert (one.body, three.body) == (story(0), story(2))
    assert (two.source, codes([two])) == (f"{tmp_path}/a.zip/two.html", ["unreadable_input"])


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_entries_of_one_name_are_told_apart_by_their_position(tmp_path: Path) -> None:
    zip_of(tmp_path / "a.zip", "one.html", "one.html")
    (tmp_path / "a.tar").write_bytes(tar_of("one.html", "one.html"))
    for name in ("a.zip", "a.tar"):
        assert [(page.position, page.body) for page in pages_in(tmp_path / name)] == [(0, story(0)), (1, story(1))]


def test_a_damaged_header_in_a_tar_is_reported_and_the_entries_behind_it_are_read(tmp_path: Path) -> None:
    data = bytearray(tar_of("one.html", "two.html", "three.html"))
    data[data.index(b"two.html") + 3] ^= 0xFF
    (tmp_path / "a.tar").write_bytes(data)
    one, damage, three = pages_in(tmp_path / "a.tar")
    assert (one.body, three.body) == (story(0), story(2))
    assert (damage.source, codes([damage])) == (f"{tmp_path}/a.tar", ["unreadable_input"])


def test_a_tar_that_ends_early_says_so(tmp_path: Path) -> None:
    data = tar_of("one.html", "two.html")
    second = data.index(b"two.html")
    for end, problems in ((second, [None]), (second + 200, [None, "unreadable_input"])):
        (tmp_path / "a.tar").write_bytes(data[:end])
        found = list(reading_of(tmp_path / "a.tar"))
        assert codes([page for page in found if isinstance(page, RawPage)]) == problems
        assert PassedOver("truncated: cut_off") in found
    (tmp_path / "a.tar").write_bytes(data[: second + BLOCK + 100])
    assert codes(pages_in(tmp_path / "a.tar"))[:2] == [None, "unreadable_input"]


def test_sizes_in_a_tar_that_make_no_sense_do_not_hide_the_entries_behind_it(tmp_path: Path) -> None:
    negative, huge, long_name = (tarfile.TarInfo(name) for name in ("negative.html", "huge.html", "name"))
    negative.size, huge.size = -(1 << 40), 1 << 80
    long_name.type, long_name.size = tarfile.GNUTYPE_LONGNAME, 8 << 30
    for entry in (negative, huge, long_name):
        (tmp_path / "a.tar").write_bytes(entry.tobuf(tarfile.GNU_FORMAT) + tar_of("one.html"))
        damage, page = pages_in(tmp_path / "a.tar")
        assert (codes([damage]), page.body) == (["unreadable_input"], story(0))


def test_an_entry_of_a_compressed_tar_that_says_it_has_no_end_ends_with_the_file(tmp_path: Path) -> None:
    huge = tarfile.TarInfo("huge.css")
    huge.size = 1 << 80
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(huge.tobuf(tarfile.GNU_FORMAT) + tar_of("one.html")))
    (page,) = pages_in(tmp_path / "a.tar.gz")
    assert page.problem == ("unreadable_input", "EOFError: the file ends within an entry")


def test_a_damaged_row_group_does_not_hide_those_behind_it(tmp_path: Path) -> None:
    table = pa.table({"url": [f"https://news.example/{n}" for n in range(30)], "body": [story(n) for n in range(30)]})
    path = tmp_path / "a.parquet"
    pq.write_table(table, path, row_group_size=10, compression="none", use_dictionary=False)
    data = bytearray(path.read_bytes())
    start = pq.ParquetFile(path).metadata.row_group(1).column(1).data_page_offset
    data[start : start + 40] = b"\xff" * 40
    path.write_bytes(data)
    pages = pages_in(path)
    assert [page.position for page in pages] == [*range(11), *range(20, 30)]
    assert codes(pages) == [None] * 10 + ["unreadable_input"] + [None] * 10


def test_text_in_a_table_that_is_no_text_costs_its_row_only(tmp_path: Path) -> None:
    html = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.array([0, 4, 8], pa.int32()).buffers()[1], pa.py_buffer(b"<p>a\xff\xff\xff\xff")]
    )
    pq.write_table(pa.table({"html": html}), tmp_path / "a.parquet")
    one, two = pages_in(tmp_path / "a.parquet")
    assert (one.body, codes([two])) == ("<p>a", ["unreadable_input"])


def test_a_long_parquet_file_that_is_damaged_is_one_reject(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1" + b"x" * 5000)
    pieces = find_pieces([str(tmp_path / "a.parquet")], 100)
    (page,) = [page for piece in pieces for page in Reading(Split(0, (piece,))) if isinstance(page, RawPage)]
    assert codes([page]) == ["unreadable_input"]


def test_a_piece_of_a_table_that_fails_takes_no_position_of_another_piece(tmp_path: Path) -> None:
    table = pa.table({"url": [f"https://news.example/{n}" for n in range(20)], "html": ["<p>x"] * 20})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=10)
    pieces = find_pieces([str(tmp_path / "a.parquet")], 100)
    (tmp_path / "a.parquet").write_bytes(b"overwritten")
    found = [page for piece in pieces for page in Reading(Split(0, (piece,)))]
    assert [(page.position, page.problem is None) for page in found] == [(0, False), (10, False)]  # type: ignore[union-attr]


@pytest.mark.parametrize("headers", [[1, 2], ["ab"], [["x"]], 7, "[" * 100_000])
def test_headers_that_make_no_sense_are_none(headers: object) -> None:
    assert header(pairs_of(headers), "content-type") is None


def test_a_row_of_json_that_no_one_foresaw_costs_its_row_only(tmp_path: Path) -> None:
    deep = '{"html": "<p>x", "fetched": ' + "[" * 900 + "]" * 900 + "}"
    (tmp_path / "a.jsonl").write_text("\n".join([deep, '{"html": "<p>x", "headers": [1]}', '{"html": "<p>y"}']))
    pages = pages_in(tmp_path / "a.jsonl")
    assert len(pages) == 3
    assert pages[2].body == "<p>y"


def test_of_a_line_that_is_too_long_only_the_beginning_is_held() -> None:
    lines = list(bounded_lines(io.BytesIO(b"one\n" + b"x" * 1000 + b"\n\ntwo"), limit=10))
    assert [(line.content, line.is_whole) for line in lines] == [(b"one\n", True), (b"x" * 10, False), (b"two", True)]
    assert lines[1].problem is not None
    assert lines[1].problem.code == "too_large"


@pytest.mark.parametrize(("offset", "length"), [(0, 1 << 40), (0, -1), (-5, 10), (1 << 70, 10)])
def test_rows_of_an_index_that_name_no_record_are_rejects(tmp_path: Path, offset: int, length: int) -> None:
    (tmp_path / "a.warc").write_bytes(story_record(1))
    with PageFetcher(FetchSettings(), f"{tmp_path}/", 1) as fetcher:
        page = fetcher.page(Reference("index", 0, None, "a.warc", offset, length))
    assert codes([page]) == ["unreadable_input"]


def test_a_list_compressed_and_broken_off_keeps_its_beginning(tmp_path: Path) -> None:
    urls = "".join(f"https://news.example/{number * 7919}\n" for number in range(20_000))
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(urls.encode())[:-2000])
    found = list(reading_of(tmp_path / "a.txt.gz"))
    assert isinstance(found[0], Reference)
    assert isinstance(found[-1], RawPage)
    assert codes([found[-1]]) == ["unreadable_input"]
    assert json.dumps([one.position for one in found]) == json.dumps([*range(len(found))])  # type: ignore[union-attr]
