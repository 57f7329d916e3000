"""Extracted pictures are matched with the true ones, and their captions and credits judged."""

from __future__ import annotations

import pytest

from tamis.model import Image
from tamis_bench.picture_scores import distinct, is_caption, is_credit, leaks, match, picture_key, score_page, summary
from tamis_bench.samples import Sample, TruePicture, Truth

AT = "https://tide.example/"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{AT}a.jpg?w=300&q=80", f"{AT}a.webp?w=1200"),
        (f"{AT}a-300x200.jpg", f"{AT}a-1200x800.jpg"),
        (f"{AT}w_640/a.jpg", f"{AT}w_1280/a.jpg"),
        ("http://tide.example/a.jpg", f"{AT}a.jpg"),
        ("https://cdn.example/_next/image?url=https%3A%2F%2Ftide.example%2Fa.jpg&w=64", f"{AT}a.jpg"),
    ],
)
def test_size_and_format_do_not_make_another_picture(one: str, other: str) -> None:
    assert picture_key(one) == picture_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("a.jpg", "b.jpg"), ("show?id=1", "show?id=2"), ("2024/a.jpg", "2025/a.jpg")]
)
def test_what_is_not_size_does(one: str, other: str) -> None:
    assert picture_key(AT + one) != picture_key(AT + other)


def test_a_true_picture_is_found_once() -> None:
    truth = [TruePicture((f"{AT}a.jpg",)), TruePicture((f"{AT}b.jpg",))]
    images = [Image(f"{AT}a.jpg?w=10"), Image(f"{AT}a.jpg?w=20"), Image(f"{AT}c.jpg", sources=(f"{AT}b.jpg",))]
    assert match(images, truth) == {0: images[0], 1: images[2]}


def test_a_url_that_two_pictures_share_tells_nothing() -> None:
    truth = [TruePicture((f"{AT}wait.png", f"{AT}a.jpg")), TruePicture((f"{AT}wait.png", f"{AT}b.jpg"))]
    assert match([Image(f"{AT}wait.png")], truth) == {}


def test_the_same_picture_listed_twice_is_one() -> None:
    twice = [TruePicture((f"{AT}a.jpg",)), TruePicture((f"{AT}a.jpg?w=9",), "The pier")]
    assert distinct(twice) == [twice[1]]


def test_a_caption_with_the_credit_in_it_is_wrong() -> None:
    true = TruePicture((), "Ten boats in the old harbour at dusk on Monday", "Jane Doe")
    assert is_caption("Ten boats in the old harbour at dusk on Monday", true)
    assert not is_caption("Ten boats in the old harbour at dusk on Monday Jane Doe", true)
    assert not is_caption("Ten boats", true)


def test_labels_do_not_count_in_credits() -> None:
    assert is_credit("Jane Doe/AFP", "Photo: Jane Doe, AFP")
    assert not is_credit("AFP", "Jane Doe, AFP")


def test_a_caption_in_the_text_has_leaked() -> None:
    truth = [TruePicture((), "Ten boats in the old harbour")]
    assert list(leaks("So it was. Ten boats in the old harbour. And so on.", "So it was.", truth)) == [truth[0].caption]
    assert list(leaks("So it was.", "So it was.", truth)) == []


def test_a_page_is_scored() -> None:
    text = "The old pier has opened again, and the whole town came to see it on Monday. " * 8
    figure = "<figure><img src=/a.jpg><figcaption>The pier at dusk <i class=credit>Jane Doe</i></figcaption></figure>"
    page = (
        f"<title>The pier</title><article><h1>The pier</h1><p>{text}</p>{figure}<img src=/b.jpg><p>{text}</p></article>"
    )
    truth = Truth(text=text * 2, pictures=(TruePicture((f"{AT}a.jpg",), "The pier at dusk", "Jane Doe"),))
    scored = score_page(Sample("own", "1", f"{AT}pier", page, truth), "cuter")
    assert (scored.true, scored.extracted, scored.found) == (1, 2, 1)
    assert (scored.right_captions, scored.right_credits, scored.leaks) == (1, 1, ())
    assert scored.wrong == (f"{AT}b.jpg",)
    (row,) = summary([scored]).to_dict()["rows"]
    assert (row["precision"], row["recall"], row["right"]) == (0.5, 1.0, 1.0)
