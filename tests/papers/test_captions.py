"""Captions that no markup tells, and the test of captions by what the article speaks of."""

from __future__ import annotations

import pytest

from tamis.core.parse import parse
from tamis.core.strategies.everything import Everything
from tamis.model import Labels, Page, Role
from tamis.papers.captions import MAX_FOUND, MAX_PICTURES, CaptionTest, find_captions, with_captions

BODY = [
    "Agnes Tolland makes nets in Whitby, and when she stops there will be nobody left on this coast who does.",
    "She began at nine, because her hands were small. A net has forty thousand knots, and Tolland ties them all.",
    "The fishermen pay for a net in herring, and the harbour of Whitby hangs by every knot of it.",
    "Her grandson learned the knots from a film that he made of her hands one winter when no boat went out.",
]
TEXT = "".join(f"<p>{text}</p>" for text in BODY)


def captions(middle: str) -> list[str]:
    document = parse(Page(f"<!doctype html><body><div>{TEXT}{middle}{TEXT}</div>"))
    return [document.texts[found.block] for found in find_captions(document, [True] * len(document))]


@pytest.mark.parametrize(
    "middle",
    [
        "<div class=x><img src=a.jpg><p>Tolland and a net in Whitby</p></div>",
        "<div><div><a href=/big><img src=a.jpg></a></div><div>Tolland and a net in Whitby</div></div>",
        "<p><img src=a.jpg><br>Tolland and a net in Whitby</p>",
        "<table><tr><td><img src=a.jpg></td></tr><tr><td>Tolland and a net in Whitby</td></tr></table>",
        "<div><p>Tolland and a net in Whitby</p><img src=a.jpg></div>",
        "<p><img src=a.jpg></p><p><em>Tolland and a net in Whitby</em></p>",
        "<p><img src=a.jpg></p><p><small>Tolland <b>and a net</b> in Whitby</small></p>",
    ],
)
def test_finds_a_caption_beside_a_picture(middle: str) -> None:
    assert captions(middle) == ["Tolland and a net in Whitby"]


@pytest.mark.parametrize(
    "middle",
    [
        "<div><img src=a.jpg><p>Kettles at half price until Sunday</p></div>",
        "<div><img src=a.jpg><h3>Tolland and a net in Whitby</h3><p>Nets hang in Whitby.</p></div>",
        "<div><img src=a.jpg><p><a href=/x>Tolland and a net in Whitby</a></p></div>",
        "<p><img src=a.jpg></p><p>Tolland and a net in Whitby</p>",
        "<div><img src=a.jpg><p>Tolland has nets and knots:</p></div>",
        f"<div><img src=a.jpg><p>{' '.join(BODY)} {BODY[0]}</p></div>",
        f"<p>{BODY[1]} {BODY[2]} <img src=a.jpg></p>",
        "<div hidden><img src=a.jpg><p>Tolland and a net in Whitby</p></div>",
    ],
    ids=["strange", "section", "link", "paragraph", "colon", "long", "running", "hidden"],
)
def test_other_text_beside_a_picture_is_no_caption(middle: str) -> None:
    assert captions(middle) == []


def test_a_caption_with_markup_is_not_looked_for() -> None:
    figure = "<figure><img src=a.jpg><p>Nets</p><figcaption>Tolland and a net in Whitby</figcaption></figure>"
    assert captions(figure) == []


def test_a_row_of_pictures_is_no_article_with_captions() -> None:
    box = "<div><img src={}.jpg><p>A net in Whitby</p></div>"
    assert len(captions("".join(box.format(at) for at in range(3)))) == 3
    assert captions("".join(box.format(at) for at in range(MAX_FOUND + 1))) == []


def test_a_page_of_pictures_is_no_article_with_captions() -> None:
    box = "<div><img src=a.jpg><p>A net in Whitby</p></div>"
    others = "<p><img src=b.jpg></p>"
    assert len(captions(box + others * (MAX_PICTURES - 1))) == 1
    assert captions(box + others * MAX_PICTURES) == []


def test_a_page_without_pictures_has_no_captions() -> None:
    assert captions("") == []


def test_what_is_not_kept_has_no_captions() -> None:
    document = parse(Page(f"<body>{TEXT}<div><img src=a.jpg><p>Tolland and a net</p></div>"))
    assert find_captions(document, [False] * len(document)) == []


def test_labels_say_what_was_found() -> None:
    document = parse(Page(f"<body><div>{TEXT}<div><img src=a.jpg><p>Tolland and a net in Whitby</p></div>{TEXT}</div>"))
    labels = Everything().label(document)
    kept = Labels([True] * len(document), labels.scores, labels.roles, labels.reasons, confidence=0.75)
    found = with_captions(document, kept)
    assert found.confidence == 0.75
    at = list(document.texts).index("Tolland and a net in Whitby")
    assert found.roles[at] is Role.CAPTION
    assert found.reasons[at] == "beside a picture, and names what the article names: whitby, tolland"
    assert [role for place, role in enumerate(found.roles) if place != at] == [
        role for place, role in enumerate(labels.roles) if place != at
    ]


def test_labels_without_captions_stay_as_they_are() -> None:
    document = parse(Page(f"<body>{TEXT}"))
    labels = Everything().label(document)
    assert with_captions(document, labels) is labels


def test_a_line_that_is_only_a_credit_belongs_but_says_nothing() -> None:
    verdict = CaptionTest(BODY).judge("Per Vik/Getty Images")
    assert verdict == (True, 0.0, "only says whose picture it is", True)


def test_the_threshold_can_be_set() -> None:
    caption = "Ruth Halvorsen with a net"
    score = CaptionTest(BODY).judge(caption).score
    assert 0 < score < 1
    assert CaptionTest(BODY, threshold=score).judge(caption).belongs
    assert not CaptionTest(BODY, threshold=score + 0.01).judge(caption).belongs
