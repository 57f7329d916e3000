"""Records of web archives, whole and damaged."""

from __future__ import annotations

import gzip
import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.batch.records import read_records

from .making import ARC_HEAD, arc_record, members, response, story, story_record, warc_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.batch.records import Record

BODY = response(b"<p>one</p>")


def records_of(data: bytes, max_record: int = 1 << 20) -> list[Record]:
    return list(read_records(io.BytesIO(data), max_record))


def kinds_of(data: bytes) -> list[str]:
    return [record.kind for record in records_of(data)]


@pytest.mark.parametrize(
    "pack", [b"".join, lambda parts: members(*parts), lambda parts: gzip.compress(b"".join(parts))]
)
def test_reads_plain_files_files_of_members_and_files_compressed_as_a_whole(pack: object) -> None:
    data: bytes = pack([warc_record(b"", kind="warcinfo"), story_record(1), story_record(2)])  # type: ignore[operator]
    found = records_of(data)
    assert [record.kind for record in found] == ["warcinfo", "response", "response"]
    assert [record.url for record in found[1:]] == ["https://news1.example/1", "https://news2.example/2"]
    assert found[1].content == response(story(1))
    assert found[1].date == "2024-05-01T10:00:00Z"


def test_says_where_a_record_begins() -> None:
    first, second = story_record(1), story_record(2)
    assert [record.offset for record in records_of(first + second)] == [0, len(first)]
    packed = members(first, second)
    assert [record.offset for record in records_of(packed)] == [0, len(gzip.compress(first))]


def test_says_where_bytes_begin_that_are_no_record() -> None:
    first, second = gzip.compress(story_record(1)), gzip.compress(story_record(2))
    (*_, after) = records_of(first + second + b"garbage")
    assert (after.kind, after.offset) == ("broken", len(first) + len(second))
    (_, between, last) = records_of(first + b"garbage" + second)
    assert (between.kind, between.offset) == ("broken", len(first))
    assert (last.kind, last.offset) == ("response", len(first) + len(b"garbage"))
    (_, damaged) = records_of(first + second[:10] + b"\xff" * 40)
    assert (damaged.kind, damaged.offset) == ("broken", len(first))
    (_, cut) = records_of(first + second[:12])
    assert (cut.kind, cut.offset) == ("broken", len(first))


def test_a_record_may_reach_over_two_members() -> None:
    record = story_record(1)
    found = records_of(members(record[:300], record[300:], story_record(2)))
    assert [record.content for record in found] == [response(story(1)), response(story(2))]


@pytest.mark.parametrize("cut", [20, 60, 130])
def test_a_member_that_ends_within_a_header_does_not_take_the_next_record_for_its_own(cut: int) -> None:
    found = records_of(members(warc_record(b"", kind="revisit")[:cut], story_record(2)))
    assert (found[-1].kind, found[-1].content) == ("response", response(story(2)))


def test_a_member_of_noise_does_not_hide_the_next_one() -> None:
    assert records_of(members(b"?", story_record(1)))[-1].content == response(story(1))


def test_a_header_whose_content_is_lost_as_a_whole_does_not_hide_the_next_record() -> None:
    header = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 100000\r\n\r\n"
    assert records_of(header + story_record(1))[-1].content == response(story(1))


@pytest.mark.parametrize("compress", [False, True])
def test_finds_the_record_after_a_header_that_makes_no_sense(compress: bool) -> None:
    parts = [
        story_record(1),
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: many\r\n\r\nxx\r\n\r\n",
        story_record(2),
    ]
    found = records_of(members(*parts) if compress else b"".join(parts))
    assert [record.kind for record in found] == ["response", "broken", "response"]
    assert "many" in found[1].reason
    assert found[2].content == response(story(2))


def test_finds_the_record_after_noise() -> None:
    assert kinds_of(story_record(1) + b"noise\r\nmore noise\r\n" + story_record(2)) == ["response", "response"]
    assert kinds_of(b"noise\r\nmore noise\r\n" + story_record(2)) == ["broken", "response"]


def test_cuts_a_record_whose_length_is_too_long_at_the_next_one() -> None:
    longer = str(len(BODY) + 200)
    found = records_of(warc_record(BODY, Content_Length=longer) + story_record(2) + story_record(3))
    assert [record.truncated for record in found] == ["wrong_length", None, None]
    assert found[0].content == BODY
    assert found[1].content == response(story(2))


def test_finds_the_record_after_one_whose_length_is_too_short() -> None:
    found = records_of(warc_record(BODY, Content_Length="5") + story_record(2))
    assert [(record.kind, record.truncated) for record in found] == [("response", "wrong_length"), ("response", None)]


def test_keeps_what_there_is_of_a_record_at_which_the_file_ends() -> None:
    (found,) = records_of(story_record(1)[:600])
    assert found.truncated == "cut_off"
    assert found.content.startswith(b"HTTP/1.1 200 OK")
    (packed,) = records_of(members(story_record(1))[:-200])
    assert packed.truncated == "cut_off"


def test_goes_on_at_the_next_member_after_a_damaged_one() -> None:
    first, second, third = (gzip.compress(story_record(number)) for number in (1, 2, 3))
    damaged = bytearray(second)
    damaged[60:90] = b"\xff" * 30
    found = records_of(first + bytes(damaged) + third)
    assert found[0].url == "https://news1.example/1"
    assert found[-1].content == response(story(3))
    assert any(record.kind == "broken" or record.truncated for record in found[1:-1])


def test_goes_on_after_zeros_and_after_something_else_between_members() -> None:
    first, second = gzip.compress(story_record(1)), gzip.compress(story_record(2))
    assert kinds_of(first + b"\0" * 512 + second) == ["response", "response"]
    assert kinds_of(first + b"no gzip" + second)[-1] == "response"
    assert len(records_of(first + b"no gzip" + second)) == 3


def test_reads_of_a_huge_record_only_the_beginning() -> None:
    found = records_of(warc_record(b"x" * 5000) + story_record(2), max_record=1000)
    assert found[0].truncated == "too_large"
    assert len(found[0].content) == 1000
    assert found[1].url == "https://news2.example/2"


def test_says_that_a_record_was_truncated_when_it_was_made() -> None:
    (found,) = records_of(warc_record(BODY, WARC_Truncated="length"))
    assert found.truncated == "length"


@pytest.mark.parametrize("pack", [b"".join, lambda parts: members(*parts)])
def test_reads_arc_files(pack: object) -> None:
    data: bytes = pack([ARC_HEAD, arc_record(BODY), arc_record(BODY, "https://news.example/a b c")])  # type: ignore[operator]
    found = records_of(data)
    assert [record.kind for record in found] == ["filedesc", "arc", "arc"]
    assert found[1].content == BODY
    assert found[2].url == "https://news.example/a b c"
    assert found[1].date == "20140216050221"


def test_finds_the_arc_record_after_one_without_a_length() -> None:
    bad = b"https://news.example/bad 192.0.2.1 20140216050221 text/html -1\nbad\n"
    assert kinds_of(ARC_HEAD + bad + arc_record(BODY)) == ["filedesc", "broken", "arc"]


def test_an_arc_record_whose_length_is_wrong_does_not_hide_the_next() -> None:
    wrong = b"https://news.example/1 192.0.2.1 20140216050221 text/html 900\n" + BODY + b"\n"
    found = records_of(ARC_HEAD + wrong + arc_record(BODY, "https://news.example/2"))
    assert [record.url for record in found[1:]] == ["https://news.example/1", "https://news.example/2"]


@given(st.binary(max_size=300), st.integers(0, 400), st.booleans())
def test_no_damage_raises_an_error_and_the_records_before_it_are_found(noise: bytes, at: int, compress: bool) -> None:
    parts = [story_record(1), story_record(2), story_record(3)]
    data = members(*parts) if compress else b"".join(parts)
    begin = len(gzip.compress(parts[0])) if compress else len(parts[0])
    place = begin + at
    found = records_of(data[:place] + noise + data[place + len(noise) :])
    assert found[0].content == response(story(1))


def by_fastwarc(data: bytes) -> list[tuple[str, bytes]]:
    from fastwarc.warc import ArchiveIterator

    return [
        (record.headers["WARC-Target-URI"], record.reader.read())
        for record in ArchiveIterator(io.BytesIO(data), parse_http=False)
    ]


def by_warcio(data: bytes) -> list[tuple[str, bytes]]:
    from warcio.archiveiterator import ArchiveIterator

    return [
        (record.rec_headers.get_header("WARC-Target-URI"), record.raw_stream.read())
        for record in ArchiveIterator(io.BytesIO(data), no_record_parse=True)
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of fastwarc's own parts
@pytest.mark.parametrize("other", [by_fastwarc, by_warcio])
@pytest.mark.parametrize("compress", [False, True])
def test_reads_a_sound_file_as_other_readers_do(other: object, compress: bool) -> None:
    parts: Sequence[bytes] = [story_record(number) for number in range(30)]
    data = members(*parts) if compress else b"".join(parts)
    assert [(record.url, record.content) for record in records_of(data)] == other(data)  # type: ignore[operator]


def test_headers_of_arc_version_2_have_more_fields() -> None:
    line = b"https://news.example/2 192.0.2.1 20140216050221 text/html 200 - - 0 a.arc %d\n" % len(BODY)
    (_, found) = records_of(ARC_HEAD + line + BODY + b"\n")
    assert (found.url, found.date, found.content_type) == ("https://news.example/2", "20140216050221", "text/html")
    assert found.content == BODY
