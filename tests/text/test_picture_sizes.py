"""Sizes in URLs of pictures, and URLs of the same picture."""

from __future__ import annotations

import pytest

from tamis.text.urls.picture_sizes import picture_key, width_in

HOST = "https://img.tide.example"


@pytest.mark.parametrize(
    ("path", "width"),
    [
        ("/a/pier_w250_r1_s.jpg", 250),
        ("/2024/05/pier-640x427.jpg", 640),
        ("/2024/05/pier-640x427@2x.jpg", 1280),
        ("/2024/05/576/324/pier.jpg", 576),
        ("/max/60/pier.jpg", 60),
        ("/pier.jpg?w=400", 400),
        ("/pier.jpg?resize=200,200", 200),
        ("/crop/5000x3000+0+0/resize/600x400!/pier.jpg", 600),
        ("/pier-thumb.jpg", 200),
        ("/2024/05/pier.jpg", None),
        ("/16x9/pier.jpg", None),
    ],
)
def test_a_url_names_a_width(path: str, width: int | None) -> None:
    assert width_in(HOST + path) == width


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/a/pier_w250_r1_s.jpg", "/a/pier_w1023_r1.jpg"),
        ("/2024/05/pier-150x150.jpg", "/2024/05/pier.jpg"),
        ("/2024/05/576/324/pier.jpg", "/2024/05/1862/1046/pier.jpg"),
        ("/16:9/w_640,c_limit/pier.jpg", "/1:1/w_2560%2Cc_limit/pier.jpg"),
        ("/pier.jpg?w=400&q=70", "/pier.webp?w=900"),
        (
            "/make?url=https%3A%2F%2Fa.example%2Fpier.jpg&w=90",
            "/make?url=https%3A%2F%2Fa.example%2Fpier.jpg&w=800",
        ),
    ],
)
def test_sizes_of_one_picture_have_the_same_key(one: str, other: str) -> None:
    assert picture_key(HOST + one) == picture_key(HOST + other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/2024/05/pier_01.jpg", "/2024/05/pier_02.jpg"),
        ("/2024/05/pier.jpg", "/2024/06/pier.jpg"),
        ("/show?id=4711", "/show?id=4712"),
        ("/one/image.jpg", "/two/image.jpg"),
    ],
)
def test_other_pictures_have_other_keys(one: str, other: str) -> None:
    assert picture_key(HOST + one) != picture_key(HOST + other)
