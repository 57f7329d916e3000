"""The stage that adds figures to the text that a strategy keeps."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tamis
from tamis.core.assemble import assemble
from tamis.core.figures import captions_in_text, with_figures
from tamis.core.parse import Document, parse
from tamis.core.strategies.everything import Everything
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.model import DecidedBy, Kind, Label, Labels, Page, Role

SENTENCE = "The tide came in over the mud and went out again, and nobody on the quay said a word about it. "
FIGURE = "<figure><img src=a.jpg width=600><figcaption>The quay</figcaption></figure>"
PAGE = f"<body><h1>Tides</h1><p>{SENTENCE * 2}</p>{FIGURE}<p>{SENTENCE}"
HEADING, FIRST, PICTURE, CAPTION, LAST = range(5)
TABLE = "<table><caption>Tides</caption><tr><td>Monday<td>3 m<tr><td>Tuesday<td>4 m</table>"


def text_of(document: Document, *blocks: int, settled: frozenset[int] | None = frozenset()) -> Labels:
    chosen = [block in blocks for block in range(len(document))]
    count = len(document)
    return labels_from_choice(document, document.visible(), chosen, [0.5] * count, ["chosen"] * count, settled=settled)


def test_pictures_and_their_captions_come_with_the_text() -> None:
    document = parse(Page(PAGE))
    labels = with_figures(document, text_of(document, FIRST, LAST))
    assert list(labels.kept) == [False, True, True, True, True]
    assert labels.captions == {CAPTION: PICTURE}
    assert (labels.roles[PICTURE], labels.roles[CAPTION]) == (Role.MULTIMEDIA, Role.CAPTION)


def test_a_post_that_the_strategy_leaves_out_is_shown_as_a_quote_with_its_link() -> None:
    post = (
        "<blockquote class=twitter-tweet><p>The pier is open!</p>— Jane Doe (@jane) "
        "<a href=https://social.example/jane/7>May 3</a></blockquote>"
    )
    document = parse(Page(f"<body><h1>Tides</h1><p>{SENTENCE * 2}</p>{post}<p>{SENTENCE}"))
    labels = with_figures(document, text_of(document, 1, 4))
    shown = [block for block in assemble(document, labels).blocks if block.role is Role.MULTIMEDIA]
    assert [(block.text, block.quoted) for block in shown] == [
        ("The pier is open!", 1),
        ("— Jane Doe (@jane) May 3", 1),
    ]
    assert [inline.href for inline in shown[1].inlines if inline.href] == ["https://social.example/jane/7"]


def test_no_picture_comes_without_text() -> None:
    document = parse(Page(PAGE))
    assert not any(with_figures(document, text_of(document)).kept)


def test_a_settled_block_stays_as_it_is_labeled() -> None:
    document = parse(Page(PAGE))
    without_picture = with_figures(document, text_of(document, FIRST, LAST, settled=frozenset({PICTURE})))
    assert not without_picture.kept[PICTURE]
    assert not without_picture.captions
    without_caption = with_figures(document, text_of(document, FIRST, LAST, settled=frozenset({CAPTION})))
    assert without_caption.kept[PICTURE]
    assert not without_caption.kept[CAPTION]
    assert not without_caption.captions


def test_labels_that_keep_pictures_themselves_only_get_their_captions_bound() -> None:
    document = parse(Page(PAGE))
    everything = Everything().label(document)
    found = with_figures(document, everything)
    assert found == replace(everything, captions={CAPTION: PICTURE})
    nothing = with_figures(document, text_of(document, FIRST, LAST, settled=None))
    assert not nothing.kept[PICTURE]


def test_a_picture_has_the_better_score_of_the_texts_beside_it() -> None:
    document = parse(Page(PAGE))
    labels = text_of(document, FIRST, LAST)
    scored = with_figures(document, replace(labels, scores=[0.0, 0.4, 0.0, 0.0, 0.7]))
    assert scored.scores[PICTURE] == 0.7


def test_what_comes_with_the_text_of_a_site_rule_is_decided_by_the_rule() -> None:
    document = parse(Page(PAGE))
    chosen = Label(True, Role.TEXT, "by a rule", decided_by=DecidedBy.RULE)
    labels = text_of(document, FIRST, LAST).changed({FIRST: chosen, LAST: chosen})
    assert with_figures(document, labels).ruled == {FIRST, PICTURE, CAPTION, LAST}
    dropped = labels_ruled_out = text_of(document, FIRST, LAST).changed({HEADING: chosen._replace(kept=False)})
    assert with_figures(document, dropped).ruled == labels_ruled_out.ruled


def test_the_caption_of_a_table_is_kept_with_the_table_and_only_with_it() -> None:
    document = parse(Page(f"<p>{SENTENCE}</p>{TABLE}<p>{SENTENCE}"))
    first, caption, row, _, last = range(len(document))
    assert document.kinds[caption] is Kind.CAPTION
    assert with_figures(document, text_of(document, first, row, last)).kept[caption]
    assert not with_figures(document, text_of(document, first, caption, last)).kept[caption]


def test_the_quick_look_leaves_pictures_between_rows_and_drawn_pages_to_the_stage() -> None:
    rows = parse(Page("<table><tr><td>Monday<td>3 m<tr><td><img src=a.jpg><tr><td>Tuesday<td>4 m</table>"))
    assert captions_in_text(rows, [bool(text) for text in rows.texts]) is None
    plain = parse(Page(PAGE))
    assert captions_in_text(plain, [False, True, False, False, True]) == set()
    assert captions_in_text(replace(plain, boxes=[None] * len(plain)), [True] * len(plain)) is None


def test_the_text_is_the_same_before_and_after_the_blocks_are_asked_for() -> None:
    rows = "".join(f"<tr><td>{day}<td>{SENTENCE}" for day in ("Monday", "Tuesday"))
    html = f"<article><p>{SENTENCE * 3}</p><table>{rows}<tr><td><img src=a.jpg width=600>{rows}</table>"
    late = tamis.extract(html)
    assert late.blocks
    assert tamis.extract(html).text == late.text


@pytest.mark.parametrize(
    "box",
    [
        "<p>Advertisement</p><img src=a.jpg width=300>",
        "<img src=a.jpg width=300><p>Advertisement</p>",
        "<div><a href=/buy><img src=a.jpg width=300></a><small>Advertisement</small></div>",
        "<div><p>Werbung</p><img src=a.jpg width=300></div>",
    ],
)
def test_a_picture_beside_a_label_of_advertisements_is_one(box: str) -> None:
    article = tamis.extract(f"<body><h1>Tides</h1><p>{SENTENCE * 4}</p>{box}<p>{SENTENCE * 3}")
    assert not article.images
    assert article.text.count("tide") == 7


@pytest.mark.parametrize(
    "box",
    [
        f"<p>Advertisement</p><p>{SENTENCE}</p><img src=a.jpg width=300>",
        "<div class=ad-slot>Advertisement</div><img src=a.jpg width=300>",
        f"<p>Advertisement</p>{FIGURE.replace('The quay', SENTENCE[:60])}",
        "<p>Advertisement</p><img src=x.jpg width=300><img src=a.jpg width=300>",
    ],
    ids=["text between", "a slot for scripts", "a caption", "another picture between"],
)
def test_a_label_of_advertisements_elsewhere_takes_no_picture(box: str) -> None:
    article = tamis.extract(f"<body><h1>Tides</h1><p>{SENTENCE * 4}</p>{box}<p>{SENTENCE * 3}")
    assert [image.src for image in article.images] == ["a.jpg"]
