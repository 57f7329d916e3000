"""Pictures: where they are looked for, and what is believed."""

from __future__ import annotations

import base64
import struct
from typing import TYPE_CHECKING, cast

import pytest

from tamis.edition import pictures
from tamis.edition.picture_size import read_size
from tamis.edition.pictures import EXTENSIONS, MAX_BYTES, find_pictures
from tamis.edition.stories import Entry
from tamis.errors import BadStatus
from tamis.io.fetching import Expect, Response
from tamis.model import Block, Image, Kind

from .drawing import picture, png, story

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.edition.pictures import Picture, Pictures
    from tamis.io.fetching import Fetcher

ALL = frozenset(EXTENSIONS)


def svg(tag: str) -> bytes:
    return f"<svg xmlns='http://www.w3.org/2000/svg' {tag}><rect/></svg>".encode()


@pytest.mark.parametrize(
    ("media_type", "data", "size"),
    [
        ("image/png", png(40, 30), (40, 30)),
        ("image/gif", b"GIF89a" + struct.pack("<HH", 7, 9) + b"\0" * 20, (7, 9)),
        ("image/bmp", b"BM" + b"\0" * 16 + struct.pack("<ii", 5, -6), (5, 6)),
        (
            "image/jpeg",
            b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x0b\x08" + struct.pack(">HH", 30, 40) + b"\1" * 8,
            (40, 30),
        ),
        (
            "image/jpeg",  # turned by its Exif data
            b"\xff\xd8\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
            + b"\xff\xc2\0\x0b\x08"
            + struct.pack(">HH", 30, 40)
            + b"\1" * 8,
            (30, 40),
        ),
        ("image/webp", b"RIFF....WEBPVP8X" + b"\0" * 8 + b"\x27\0\0\x1d\0\0", (40, 30)),
        ("image/webp", b"RIFF....WEBPVP8 " + b"\0" * 10 + struct.pack("<HH", 40, 30), (40, 30)),
        ("image/webp", b"RIFF....WEBPVP8L....\x2f" + struct.pack("<I", 39 | 29 << 14), (40, 30)),
        ("image/avif", b"....ftypavif....ispe\0\0\0\0" + struct.pack(">II", 40, 30), (40, 30)),
        ("image/svg+xml", svg("width='40' height='30px'"), (40, 30)),
        ("image/svg+xml", svg("viewBox='0 0 80 60' width='40'"), (40, 30)),
        ("image/svg+xml", svg("viewBox='0,0,80,60'"), (80, 60)),
        ("image/svg+xml", svg("viewBox='0 0 1e-300 1e300' width='40'"), None),
        ("image/svg+xml", svg("viewBox='0 0 1 1e999'"), None),
        ("image/png", b"\x89PNG\r\n\x1a\n", None),
        ("image/jpeg", b"\xff\xd8\xff", None),
        ("image/webp", b"RIFF....WEBPVP8X", (1, 1)),
        ("image/x-icon", b"\0\0\1\0", None),
    ],
)
def test_size_is_read_from_the_bytes(media_type: str, data: bytes, size: tuple[int, int] | None) -> None:
    assert read_size(data, media_type) == size


def look(src: str, folder: Path | None = None, url: str | None = None, fetcher: object = None) -> Pictures:
    entry = Entry(story(picture(src), url=url), folder)
    return find_pictures([entry], cast("Fetcher", fetcher), ALL)


def only(found: Pictures) -> Picture:
    (one,) = found.found.values()
    return one


def test_file_beside_the_page_is_taken(tmp_path: Path) -> None:
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "a b.png").write_bytes(png())
    assert only(look("img/a%20b.png", tmp_path)).width == 40
    assert only(look("https://x.example/a/img/a%20b.png", tmp_path, "https://x.example/a/page.html")).height == 30


@pytest.mark.parametrize("src", ["../secret.png", "/etc/secret.png", "file:///etc/secret.png", "img/../../secret.png"])
def test_file_elsewhere_is_not_read(tmp_path: Path, src: str) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    (tmp_path / "page" / "img").mkdir(parents=True)
    found = look(src, tmp_path / "page")
    assert not found.found
    assert "no such file beside the page" in found.problems[0]


def test_link_that_leaves_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "in.png").symlink_to(tmp_path / "secret.png")
    assert not look("in.png", tmp_path / "page").found


def test_picture_in_the_page_itself_is_taken() -> None:
    assert only(look("data:image/png;base64," + base64.b64encode(png()).decode())).media_type == "image/png"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<html>not a picture", "not a picture"),
        (png(1, 1), "show nothing"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 50_000, 50_000), "pixels are over the limit"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * MAX_BYTES, "bytes are over the limit"),
        (b"\0\0\1\0\1\0", "is for icons"),
    ],
)
def test_bytes_decide_what_is_shown(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "a.png").write_bytes(data)
    found = look("a.png", tmp_path)
    assert not found.found
    assert reason in found.problems[0]


class Site:
    """Stands in for the fetcher."""

    def __init__(self, **pictures: bytes) -> None:
        self.pictures = pictures
        self.asked: list[str] = []

    def get(self, url: str, expect: Expect, headers: tuple[tuple[str, str], ...]) -> Response:
        assert expect is Expect.IMAGE
        assert "image/avif" not in dict(headers)["Accept"]
        self.asked.append(url)
        name = url.rpartition("/")[2]
        if name not in self.pictures:
            raise BadStatus(url, 404, "not found")
        return Response(url, url, 200, self.pictures[name])


def test_pictures_on_the_web_are_fetched_once() -> None:
    site = Site(a=png())
    entry = Entry(story(picture("https://x.example/a"), picture("https://x.example/a")))
    assert len(find_pictures([entry], cast("Fetcher", site), ALL).found) == 1
    assert site.asked == ["https://x.example/a"]


def test_next_source_is_tried_where_the_first_fails() -> None:
    site = Site(small=png())
    image = Image("https://x.example/large", sources=("https://x.example/large", "https://x.example/small"))
    entry = Entry(story(Block(Kind.IMAGE, "", 0, "", image=image)))
    found = find_pictures([entry], cast("Fetcher", site), ALL)
    assert found.of(0, image) is not None
    assert not found.problems


def test_pictures_after_one_too_many_are_left_out_and_no_longer_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_TOTAL_BYTES", len(png()) + 10)
    names = [f"https://x.example/p{number}" for number in range(100)]
    site = Site(**{f"p{number}": png() for number in range(100)})
    found = find_pictures([Entry(story(*map(picture, names)))], cast("Fetcher", site), ALL)
    assert set(found.found) == {(0, names[0])}
    assert len(found.problems) == 99
    assert all("the pictures before it have" in problem for problem in found.problems)


def test_nothing_is_fetched_without_a_fetcher() -> None:
    found = look("https://x.example/a.png")
    assert not found.found
    assert "nothing is fetched" in found.problems[0]
