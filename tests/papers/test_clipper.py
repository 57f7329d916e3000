"""Article Clipper: the run, the four refinements and the title, each on a page of a few boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.core.parse import Document, parse
from tamis.errors import BadInput
from tamis.model import LAYOUT_ATTRIBUTE, Box, Layout, Page, Style
from tamis.papers.clipper import FEATURES, Clipper, Look, LookModel, clipper_title, segment_features

if TYPE_CHECKING:
    from pathlib import Path

PROSE = "The ferry left at noon, and the harbor was quiet again until the evening boat came in. "
ONES = LookModel(*((tuple(1.0 if name == "constant" else 0.0 for name in FEATURES),) * 2))
"""Likes every segment: what is missing afterwards was refined away."""
PLAIN = Style(16.0)
COLUMN = Box(100, 0, 600, 100)


def drawn(*parts: tuple[str, Box, Style]) -> Document:
    """A page whose parts stand where the boxes say."""
    html = "".join(
        part.replace(">", f' {LAYOUT_ATTRIBUTE}="{number}">', 1) for number, (part, _, _) in enumerate(parts)
    )
    layout = Layout(
        boxes={number: box for number, (_, box, _) in enumerate(parts)},
        styles={number: style for number, (_, _, style) in enumerate(parts)},
        width=1000.0,
        height=2000.0,
    )
    return parse(Page(f"<title>Ferries of the north - The Harbor News</title>{html}", layout=layout))


def below(top: float, left: float = 100.0, width: float = 600.0) -> Box:
    return Box(left, top, width, 50)


def kept(document: Document, **parameters: float) -> list[str]:
    labels = Clipper(**parameters).segment(document, ONES)  # type: ignore[arg-type]
    return [text for text, keep in zip(document.texts, labels.kept, strict=True) if keep]


def body(*extra: tuple[str, Box, Style]) -> Document:
    return drawn(
        (f"<p>First. {PROSE}</p>", below(100), PLAIN),
        (f"<p>Second. {PROSE}</p>", below(200), PLAIN),
        *extra,
        (f"<p>Last. {PROSE}</p>", below(900), PLAIN),
    )


def test_smaller_text_leaves() -> None:
    document = body(("<p>Photo: an agency, all rights reserved.</p>", below(300), Style(11.0)))
    assert [text.split()[0] for text in kept(document)] == ["First.", "Second.", "Last."]


def test_text_beside_the_paragraphs_leaves() -> None:
    document = body(("<p>Most read today in the harbor.</p>", below(300, left=750, width=200), PLAIN))
    assert [text.split()[0] for text in kept(document)] == ["First.", "Second.", "Last."]
    assert len(kept(document, min_overlap=0.0)) == 4


def test_text_aligned_otherwise_leaves() -> None:
    document = body(("<p>Subscribe to our letter and read on.</p>", below(300), PLAIN._replace(align="center")))
    assert [text.split()[0] for text in kept(document)] == ["First.", "Second.", "Last."]


def test_a_page_that_is_centered_stays() -> None:
    center = PLAIN._replace(align="center")
    document = drawn((f"<p>First. {PROSE}</p>", below(100), center), ("<p>Left</p>", below(200), PLAIN))
    assert len(kept(document)) == 2


def test_text_in_a_frame_leaves_unless_it_is_a_quotation() -> None:
    framed = PLAIN._replace(borders=4)
    document = body(
        ("<div>Our newsletter tells you more.</div>", below(300), framed),
        ("<blockquote>She said that the boat was late.</blockquote>", below(400), framed),
    )
    assert [text.split()[0] for text in kept(document)] == ["First.", "Second.", "She", "Last."]


def test_without_refinements_the_run_is_kept_whole() -> None:
    document = body(("<p>Small print</p>", below(300), Style(9.0)))
    labels = Clipper(refine=False).segment(document, ONES)
    assert all(labels.kept)


def test_the_run_with_the_greatest_sum_is_the_body() -> None:
    weights = [0.0] * len(FEATURES)
    weights[FEATURES.index("constant")] = 1.0
    weights[FEATURES.index("link share")] = -4.0
    model = LookModel(tuple(weights), tuple(weights))
    page = f"<p><a href=/>Home of all our news</a></p><p>{PROSE}</p><p><a href=/x>{PROSE * 3}</a></p><p>More.</p>"
    document = parse(Page(page))
    labels = Clipper().segment(document, model)
    assert labels.kept == [False, True, False, False]


def test_features_are_those_of_the_layout() -> None:
    document = body(("<h2>A <a href=/>heading</a></h2>", Box(0, 1000, 200, 40), Style(32.0, 700, "rgb(1, 1, 1)")))
    row = dict(zip(FEATURES, segment_features(document, Look.of(document))[2], strict=True))
    assert row["off center"] == pytest.approx(0.4)
    assert row["width"] == pytest.approx(0.2)
    assert row["place"] == pytest.approx(0.5)
    assert row["font size"] == pytest.approx(2.0)
    assert row["link share"] == pytest.approx(7 / 9)
    assert (row["bold"], row["heading"], row["body font"], row["other color"]) == (1, 1, 0, 1)


def test_the_title_has_the_greatest_q() -> None:
    document = drawn(
        ("<p>The Harbor News</p>", below(0), Style(20.0, 700)),
        ("<h1>Ferries of the north</h1>", below(50), Style(30.0, 700)),
        (f"<p>First. {PROSE}</p>", below(100), PLAIN),
        ("<h1>Large, and in the next column</h1>", below(110, left=750, width=200), Style(60.0, 700)),
        (f"<p>Last. {PROSE}</p>", below(900), PLAIN),
        ("<h1>Large, and below</h1>", below(1200), Style(60.0, 700)),
    )
    body_only = [text.startswith(("First", "Last")) for text in document.texts]
    assert document.texts[clipper_title(document, body_only)] == "Ferries of the north"


def test_without_a_layout_there_is_no_title_by_looks() -> None:
    document = parse(Page(f"<title>T</title><h1>T</h1><p>{PROSE}</p>"))
    assert clipper_title(document, [False, True]) == -1


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "model.json"
    other.write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match="not a model of clipper"):
        Clipper(model=other).label(parse(Page("<p>Text")))


def test_the_packaged_model_finds_an_article_without_a_browser() -> None:
    nav = "".join(f"<li><a href=/{number}>Section {number}</a></li>" for number in range(12))
    paragraphs = "".join(f"<p>{number}. {PROSE * 3}</p>" for number in range(6))
    document = parse(Page(f"<ul>{nav}</ul><div>{paragraphs}</div><ul>{nav}</ul>"))
    labels = Clipper().label(document)
    assert [text for text, keep in zip(document.texts, labels.kept, strict=True) if keep] == document.texts[12:18]
