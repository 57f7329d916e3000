"""Article Clipper: the run, the four refinements and the title, each on a page of a few boxes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tamis.core import pipeline
from tamis.core.parse import Document, parse
from tamis.errors import BadInput
from tamis.model import LAYOUT_ATTRIBUTE, Box, Layout, Page, Style
from tamis.papers.clipper import FEATURES, Clipper, Look, LookModel, drawn_title, segment_features, text_sizes
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from pathlib import Path

PROSE = "The ferry left at noon, and the harbor was quiet again until the evening boat came in. "
ONES = LookModel(*((tuple(1.0 if name == "constant" else 0.0 for name in FEATURES),) * 2))
"""Likes every segment: what is missing afterwards was refined away."""
PLAIN = Style(16.0)
COLUMN = Box(100, 0, 600, 100)


HEAD = "<title>Ferries of the north - The Harbor News</title>"


def drawn(*parts: tuple[str, Box, Style], head: str = HEAD) -> Document:
    """A page whose parts stand where the boxes say."""
    return parse(drawn_page(*parts, head=head))


def drawn_page(*parts: tuple[str, Box, Style], head: str = HEAD, title: str | None = None) -> Page:
    html = "".join(
        part.replace(">", f' {LAYOUT_ATTRIBUTE}="{number}">', 1) for number, (part, _, _) in enumerate(parts)
    )
    layout = Layout(
        boxes={number: box for number, (_, box, _) in enumerate(parts)},
        styles={number: style for number, (_, _, style) in enumerate(parts)},
        width=1000.0,
        height=2000.0,
    )
    return Page(f"{head}<body>{html}", layout=layout, title=title)


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


@pytest.mark.parametrize(
    ("most", "other", "leaves"),
    [
        ("center", "left", True),
        ("right", "start", True),
        ("center", "right", True),
        ("justify", "left", False),
        ("start", "justify", False),
        ("-webkit-center", "center", False),
    ],
)
def test_the_alignment_of_most_text_is_the_bodys(most: str, other: str, leaves: bool) -> None:
    """Section 2.2.2, step 3: alignment of majority text is determined, text with different alignment is removed."""
    document = drawn(
        (f"<p>First. {PROSE}</p>", below(100), PLAIN._replace(align=most)),
        ("<p>Other text.</p>", below(200), PLAIN._replace(align=other)),
        (f"<p>Last. {PROSE}</p>", below(300), PLAIN._replace(align=most)),
    )
    assert [text.split()[0] for text in kept(document)] == ["First.", *["Other"] * (not leaves), "Last."]


def test_each_refinement_looks_at_what_those_before_it_have_left() -> None:
    """In the run, three paragraphs are centered and two are not. Two of the three are small and leave first."""
    center = PLAIN._replace(align="center")
    document = drawn(
        (f"<p>First. {PROSE}</p>", below(100), PLAIN),
        (f"<p>Small. {PROSE}</p>", below(200), center._replace(font_size=11.0)),
        (f"<p>Notice. {PROSE}</p>", below(300), center),
        (f"<p>Small. {PROSE}</p>", below(400), center._replace(font_size=11.0)),
        (f"<p>Last. {PROSE}</p>", below(500), PLAIN),
    )
    assert [text.split()[0] for text in kept(document)] == ["First.", "Last."]


def test_in_a_page_from_right_to_left_the_start_is_at_the_right() -> None:
    parts = (
        (f"<p>First. {PROSE}</p>", below(100), PLAIN._replace(align="right")),
        ("<p>Start.</p>", below(200), PLAIN),
        ("<p>End.</p>", below(250), PLAIN._replace(align="end")),
    )
    assert len(kept(drawn(*parts, head=f"<html dir=rtl>{HEAD}"))) == 2
    assert len(kept(drawn(*parts, head=f"<html>{HEAD}"))) == 2
    assert kept(drawn(*parts, head=f"<html dir=rtl>{HEAD}"))[1] == "Start."
    assert kept(drawn(*parts, head=f"<html>{HEAD}"))[1] == "End."


def test_text_in_a_frame_leaves_unless_it_is_a_quotation() -> None:
    framed = PLAIN._replace(borders=4)
    document = body(
        ("<div>Our newsletter tells you more.</div>", below(300), framed),
        ("<blockquote>She said that the boat was late.</blockquote>", below(400), framed),
    )
    assert [text.split()[0] for text in kept(document)] == ["First.", "Second.", "She", "Last."]


def test_a_background_picture_makes_a_frame_but_not_of_a_list_item() -> None:
    """Section 2.2.2, step 4: frames are detected by border properties as well as background image."""
    picture = PLAIN._replace(background_image=True)
    document = body(
        ("<div>Our newsletter tells you more.</div>", below(300), picture),
        ("<blockquote>She said that the boat was late.</blockquote>", below(400), picture),
        ("<li>An entry with a bullet.</li>", below(500), picture._replace(display="list-item")),
    )
    assert [text.split()[0] for text in kept(document)] == ["First.", "Second.", "She", "An", "Last."]


def test_a_background_picture_behind_the_whole_article_is_no_reason_to_leave() -> None:
    document = drawn(
        (f"<div><p>First. {PROSE}</p><p>Last. {PROSE}</p></div>", COLUMN, PLAIN._replace(background_image=True))
    )
    assert len(kept(document)) == 2


def test_a_space_that_is_not_drawn_does_not_stretch_the_box() -> None:
    """Browsers give collapsed spaces an empty box at the origin of the page."""
    layout = Layout(
        boxes={0: below(900), 1: below(900, width=80)},
        styles={0: PLAIN, 1: PLAIN},
        texts={0: (below(900), Box(0, 0, 0, 0)), 1: (below(900, width=80),)},
        width=1000.0,
        height=2000.0,
    )
    html = f'<p {LAYOUT_ATTRIBUTE}="0">Written <b {LAYOUT_ATTRIBUTE}="1">late</b> </p>'
    document = parse(Page(html, layout=layout))
    assert document.boxes == [below(900)]


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
    title = drawn_title(document, body_only(document))
    assert title is not None
    assert document.texts[title.block] == "Ferries of the north"


def body_only(document: Document) -> list[bool]:
    return [text.startswith(("First", "Last")) for text in document.texts]


@pytest.mark.parametrize(
    ("headline", "box", "style", "head", "score"),
    [
        # m = 0, because every letter differs; no heading; a = 1: (0 + .5) * 1.15^0 * 1.1^2 * 30 pt
        ("<div>Ferries are late</div>", below(50), Style(40.0), "<title>Tide</title>", 18.15),
        # m = 1, the same text; h1: 1.5 * 1.15^6 * 1.1^2 * 24 pt = 43.56 * 2.313061
        ("<h1>Tide</h1>", below(50), Style(32.0, 700), "<title>Tide</title>", 100.7569),
        # m = 1 - 7/11 (seven letters more in the title); h3; left 60 off and center 210 off: a = 1 - 60/600
        ("<h3>Tide</h3>", below(50, left=160, width=60), Style(24.0), "<title>Tide tables</title>", 27.1891),
    ],
)
def test_q_as_computed_by_hand(headline: str, box: Box, style: Style, head: str, score: float) -> None:
    """Section 2.3: Q = (m + 0.5) * 1.15^(7 - h) * (0.1 + a)^2 * f, with the body from 100 to 700."""
    document = drawn((headline, box, style), (f"<p>First. {PROSE}</p>", below(100), PLAIN), head=head)
    title = drawn_title(document, body_only(document))
    assert title is not None
    assert title.score == pytest.approx(score, abs=1e-4)


def site_as_heading(head: str, *, headline: str = "<div>Ferries of the north are late again</div>") -> Page:
    """A page whose `title` and `h1` have the name of the site, far to the right; the headline is drawn large."""
    return drawn_page(
        ("<h1>Coast News</h1>", Box(900, 0, 90, 16), PLAIN),
        (headline, below(20), Style(40.0)),
        *((f"<p>{number}. {PROSE * 3}</p>", below(100 + 60 * number), PLAIN) for number in range(6)),
        head=head,
    )


@pytest.mark.parametrize("strategy", ["clipper", "learned", "cuter"])
def test_the_look_takes_part_in_the_title_of_a_rendered_page(strategy: str) -> None:
    """The title is the one of two texts with the same markup that looks like a headline."""
    article = pipeline.run(site_as_heading("<title>Coast News</title>"), Settings(strategy=strategy))
    assert article.title == "Ferries of the north are late again"
    assert article.metadata.title_source == "look"
    assert "Ferries of the north" not in article.text


def test_a_title_that_is_nowhere_displayed_gives_way_to_the_headline_that_is() -> None:
    """The `title` element names the site; the headline is no heading, and only its look tells."""
    parts = [(f"<p>{number}. {PROSE * 3}</p>", below(100 + 60 * number), PLAIN) for number in range(6)]
    headline = ("<div>Ferries of the north are late again</div>", below(20), Style(40.0))
    head = "<title>coast.example</title>"
    assert pipeline.run(drawn_page(headline, *parts, head=head)).title == "Ferries of the north are late again"
    declared = f"{head}<meta property=og:title content='Late ferries'>"
    assert pipeline.run(drawn_page(headline, *parts, head=declared)).title == "Late ferries"
    small = (headline[0], headline[1], PLAIN)
    assert pipeline.run(drawn_page(small, *parts, head=head)).title == "coast.example"


def test_with_clipper_q_decides_and_otherwise_a_declared_title_stands() -> None:
    page = site_as_heading("<meta property=og:title content='Coast News'><title>Coast News</title>")
    assert pipeline.run(page, Settings(strategy="clipper")).title == "Ferries of the north are late again"
    assert pipeline.run(page).title == "Coast News"


def test_a_title_that_a_feed_gave_stands() -> None:
    page = replace(site_as_heading("<title>Coast News</title>"), title="Late ferries")
    assert pipeline.run(page, Settings(strategy="clipper")).title == "Late ferries"


def test_a_headline_in_the_body_s_font_changes_nothing() -> None:
    page = site_as_heading("<title>Coast News</title>", headline="<h2>Summary</h2>")
    assert page.layout is not None
    page = replace(page, layout=replace(page.layout, styles={**page.layout.styles, 1: PLAIN}))
    assert pipeline.run(page).title == "Coast News"


def test_without_a_layout_there_is_no_title_by_looks() -> None:
    document = parse(Page(f"<title>T</title><h1>T</h1><p>{PROSE}</p>"))
    assert drawn_title(document, [False, True]) is None


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "model.json"
    other.write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match="not a model of clipper"):
        Clipper(model=other).label(parse(Page("<p>Text")))


def test_kana_and_han_count_as_much_as_english_that_says_the_same() -> None:
    document = parse(Page("<p>abc def</p><p>春茶の村</p><p>한국 (é)</p>"))
    assert text_sizes(document).tolist() == [7.0, 4 * 3.5, 6.0]


def test_the_packaged_model_finds_an_article_without_a_browser() -> None:
    nav = "".join(f"<li><a href=/{number}>Section {number}</a></li>" for number in range(12))
    paragraphs = "".join(f"<p>{number}. {PROSE * 3}</p>" for number in range(6))
    document = parse(Page(f"<ul>{nav}</ul><div>{paragraphs}</div><ul>{nav}</ul>"))
    labels = Clipper().label(document)
    assert [text for text, keep in zip(document.texts, labels.kept, strict=True) if keep] == document.texts[12:18]
