from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.errors import BadResponse, ResponseTooLarge
from tamis.io.fetching.decoding import PIECE, decompressed, layers_of
from tamis.io.fetching.failures import PendingError

if TYPE_CHECKING:
    from collections.abc import Callable

PLENTY = 10_000_000


def raw_deflate(data: bytes) -> bytes:
    engine = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return engine.compress(data) + engine.flush()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
}


def chopped(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def unpack(data: bytes, *layers: str, size: int = 1000, packed: int = PLENTY, limit: int = PLENTY) -> bytes:
    return b"".join(decompressed(chopped(data, size), layers, packed, limit))


@settings(deadline=None)
@given(st.binary(), st.lists(st.sampled_from(sorted(PACKERS)), max_size=2), st.integers(1, 50))
def test_unpacking_undoes_packing_however_the_bytes_are_cut(data: bytes, layers: list[str], size: int) -> None:
    packed = data
    for layer in layers:
        packed = PACKERS[layer](packed)
    assert unpack(packed, *layers, size=size) == data


@settings(deadline=None)
@given(st.binary(min_size=1), st.integers(1, 50))
def test_deflate_without_its_wrapper_is_unpacked(data: bytes, size: int) -> None:
    assert unpack(raw_deflate(data), "deflate", size=size) == data


@settings(deadline=None)
@given(st.lists(st.binary(), min_size=1, max_size=4), st.integers(1, 50))
def test_all_members_of_a_gzip_body_are_unpacked(parts: list[bytes], size: int) -> None:
    assert unpack(b"".join(map(gzip.compress, parts)), "gzip", size=size) == b"".join(parts)


@pytest.mark.parametrize("size", [PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 258 * 1000])
def test_sizes_around_a_piece_lose_nothing(size: int) -> None:
    data = b"a" * size
    assert unpack(gzip.compress(data), "gzip", size=7) == data
    assert unpack(raw_deflate(data), "deflate", size=7) == data


def test_output_still_inside_the_engine_when_the_input_ends_is_not_lost() -> None:
    for size in range(PIECE + 1, PIECE + 259):  # 258 is deflate's longest match.
        data = b"a" * size
        assert unpack(raw_deflate(data), "deflate") == data


def test_padding_after_gzip_is_ignored() -> None:
    assert unpack(gzip.compress(b"page") + bytes(2000), "gzip") == b"page"


def test_an_empty_body_is_empty_whatever_it_is_packed_as() -> None:
    assert unpack(b"", "gzip") == unpack(b"", "deflate") == b""


@pytest.mark.parametrize("layers", [("gzip",), ("deflate",), ("gzip", "gzip"), ("deflate", "gzip")])
def test_a_bomb_is_stopped_after_the_limit_and_before_the_memory(layers: tuple[str, ...]) -> None:
    bomb = bytes(20_000_000)
    for layer in layers:
        bomb = PACKERS[layer](bomb)
    pieces = decompressed(chopped(bomb, 65_536), layers, PLENTY, 1_000_000)
    sizes: list[int] = []
    with pytest.raises(PendingError, match="over 1,000,000 bytes decompressed") as caught:
        sizes.extend(len(piece) for piece in pieces)
    assert caught.value.kind is ResponseTooLarge
    assert sum(sizes) <= 1_000_000
    assert all(size <= PIECE for size in sizes)


def test_a_layer_in_between_has_the_limit_too() -> None:
    """A body that is small in the end can be a bomb on the way: here two million bytes of empty members."""
    members = gzip.compress(b"") * 100_000
    with pytest.raises(PendingError, match="over 1,000,000 bytes decompressed"):
        unpack(gzip.compress(members), "gzip", "gzip", limit=1_000_000)


def test_the_packed_size_has_its_own_limit() -> None:
    with pytest.raises(PendingError, match="over 10 bytes as sent"):
        unpack(gzip.compress(b"page"), "gzip", packed=10)


def test_exactly_the_limit_is_allowed() -> None:
    assert unpack(b"12345", limit=5, packed=5) == b"12345"


@pytest.mark.parametrize(
    ("data", "layer"),
    [
        (b"<html>not packed</html>", "gzip"),
        (gzip.compress(b"page" * 100)[:-1], "gzip"),
        (gzip.compress(b"page" * 100)[:12], "gzip"),
        (gzip.compress(b"page" * 100)[:-8] + bytes(8), "gzip"),
        (gzip.compress(b"page") + gzip.compress(b"page")[:5], "gzip"),
        (zlib.compress(b"page" * 100)[:-1], "deflate"),
        (b"\xff\xff\xff\xff", "deflate"),
    ],
    ids=["not packed", "no end", "no middle", "wrong sum", "second member", "deflate", "noise"],
)
def test_broken_and_truncated_bodies_are_bad_responses(data: bytes, layer: str) -> None:
    with pytest.raises(PendingError) as caught:
        unpack(data, layer)
    assert caught.value.kind is BadResponse


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate"]))
def test_random_bytes_unpack_or_are_bad_responses(data: bytes, layer: str) -> None:
    failed: list[type] = []
    try:
        unpack(data, layer, size=11)
    except PendingError as error:
        failed.append(error.kind)
    assert failed in ([], [BadResponse])


def test_identity_and_case_do_not_matter() -> None:
    assert layers_of(["Identity", " GZip ", ""]) == ("gzip",)


@pytest.mark.parametrize(("codings", "words"), [(["br"], "'br'"), (["gzip"] * 3, "compressed 3 times")])
def test_what_cannot_be_unpacked_is_said(codings: list[str], words: str) -> None:
    with pytest.raises(PendingError, match=words):
        layers_of(codings)
