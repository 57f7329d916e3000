"""VIPS: the rules on dividing, the separators with their weights, and the choice, each on a page of a few boxes."""

from __future__ import annotations

import re

import pytest

from tamis.core.parse import Document, parse
from tamis.model import LAYOUT_ATTRIBUTE, Box, Layout, Page, Style
from tamis.papers.vips import Vips, find_separators, segmentation
from tamis.papers.visual_tree import VisualTree

PROSE = "The ferry left at noon, and the harbor was quiet again until the evening boat came in. "
PLAIN = Style(16.0)
_PLACED = re.compile(r"@(\d+),(\d+),(\d+),(\d+)(?:/(\d+))?(?:#(\w+))?(?:!(above|below|frame))?")


def drawn(html: str) -> Document:
    """A page whose elements stand where ``@left,top,width,height/font#background!border`` says."""
    boxes: dict[int, Box] = {}
    styles: dict[int, Style] = {}

    def number(match: re.Match[str]) -> str:
        at = len(boxes)
        boxes[at] = Box(*map(float, match.groups()[:4]))
        font, ground = match[5], match[6]
        fixed = "fixed" if ground == "fixed" else "static"
        line = match[7]
        styles[at] = PLAIN._replace(
            font_size=float(font or 16),
            background="" if fixed == "fixed" else ground or "",
            position=fixed,
            borders=4 if line == "frame" else int(line is not None),
            has_line_above=line in ("above", "frame"),
            has_line_below=line in ("below", "frame"),
        )
        return f'{LAYOUT_ATTRIBUTE}="{at}"'

    page = _PLACED.sub(number, html)
    return parse(Page(page, layout=Layout(boxes, styles=styles, width=1000, height=2000)))


def tree_of(html: str) -> VisualTree:
    document = drawn(f"<body @0,0,1000,2000>{html}")
    return VisualTree.of(document, document.visible())


def pool(html: str, small: float = 0.03) -> list[str]:
    """The tags of the items that one round leaves; text for a block."""
    tree = tree_of(html)
    tags = tree._document.tags
    return ["text" if tree.is_text(item) else tags[item] for item in tree.extract(tree.root, small)]


def kept(html: str) -> list[str]:
    document = drawn(f"<body @0,0,1000,2000>{html}")
    labels = Vips().label(document)
    return [text.split()[0] for text, keep in zip(document.texts, labels.kept, strict=True) if keep]


def test_what_shows_nothing_is_cut() -> None:
    """Rule 1."""
    assert pool("<div @0,0,500,50><p @0,0,500,50>One</p></div><div @0,60,500,50></div>") == ["p"]


def test_an_element_with_one_element_is_divided() -> None:
    """Rule 2."""
    assert pool("<div @0,0,9,9><div @0,0,9,9><p @0,0,9,9>A</p></div></div><p @0,20,9,9>B</p>") == ["p", "p"]


def test_text_in_one_font_is_whole() -> None:
    """Rule 4."""
    tree = tree_of("<p @0,0,500,50>One <b>bold</b> word</p><div @0,60,500,50>Two<br>lines</div>")
    assert [tree.coherence[item] for item in tree.extract(tree.root, 0.03)] == [10, 10]


def test_an_element_with_a_rule_is_divided() -> None:
    """Rule 6: without the rule it is small and has text of its own (rule 9)."""
    whole = "<p @0,500,9,9>A</p><div @0,0,100,100>Own{}<div @0,50,100,50>Two</div></div>"
    assert pool(whole.format("")) == ["p", "div"]
    assert pool(whole.format("<hr @0,40,100,1>")) == ["p", "text", "div"]


def test_a_child_on_another_background_stays_whole_for_the_round() -> None:
    """Rule 8."""
    inner = "<p @0,0,400,100>One</p><p @0,110,400,100>Two</p>"
    page = "<div @0,0,1000,800><div @0,0,400,300{}>" + inner + "</div><p @500,0,400,300>C</p></div><p @0,900,9,9>D</p>"
    assert pool(page.format("")) == ["p", "p", "p", "p"]
    assert pool(page.format("#gray")) == ["div", "p", "p"]


def test_small_elements_with_text_of_their_own_are_whole() -> None:
    """Rule 9."""
    page = "<div @0,0,100,100>Own<div @0,50,100,50>Two</div></div><p @0,900,9,9>A</p>"
    assert pool(page, small=0.03) == ["div", "p"]
    assert pool(page, small=0.001) == ["text", "div", "p"]


def test_what_follows_an_undivided_element_is_not_divided() -> None:
    """Rule 11."""
    page = "<div @0,0,1000,500><p @0,0,500,50>One</p><p @0,60,500,50>Two</p></div>"
    assert pool(f"{page}<p @0,900,9,9>A</p>") == ["p", "p", "p"]
    assert pool(f"<p @0,900,9,9>A</p>{page}") == ["p", "div"]


def test_separators_are_the_gaps_that_no_block_crosses() -> None:
    tree = tree_of("<p @0,0,400,100>A</p><p @0,130,400,100>B</p><p @440,0,400,230>C</p>")
    found = find_separators(tree, tree.extract(tree.root, 0.03))
    assert [(one.is_horizontal, one.start, one.stop) for one in found] == [(False, 400.0, 440.0)]


@pytest.mark.parametrize(
    ("heavier", "lighter"),
    [
        ("<p @0,0,9,10>A</p><p @0,60,9,10>B</p>", "<p @0,0,9,10>A</p><p @0,30,9,10>B</p>"),  # rule 1
        ("<p @0,0,9,10>A</p><hr @0,20,9,1><p @0,30,9,10>B</p>", "<p @0,0,9,10>A</p><p @0,30,9,10>B</p>"),  # rule 2
        ("<p @0,0,9,10#red>A</p><p @0,30,9,10>B</p>", "<p @0,0,9,10>A</p><p @0,30,9,10>B</p>"),  # rule 3
        ("<p @0,0,9,10/16>A</p><p @0,30,9,10/30>B</p>", "<p @0,0,9,10/16>A</p><p @0,30,9,10/18>B</p>"),  # rule 4
        ("<p @0,0,9,10/16>A</p><p @0,30,9,10/30>B</p>", "<p @0,0,9,10/30>A</p><p @0,30,9,10/16>B</p>"),  # rule 4
    ],
)
def test_weights_of_separators(heavier: str, lighter: str) -> None:
    def weight(html: str) -> int:
        tree = tree_of(html)
        return find_separators(tree, tree.extract(tree.root, 0.0))[0].weight

    assert weight(heavier) > weight(lighter)


def test_more_coherence_gives_smaller_blocks() -> None:
    html = "".join(
        f"<div @0,{top},600,100><p @0,{top},600,40>A</p><p @0,{top + 60},600,40>B</p></div>" for top in (0, 150, 600)
    )
    counts = [len(segmentation(tree_of(html), coherence)) for coherence in (1, 7, 9, 10)]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (1, 6)


STORY = "".join(
    f"<p @300,{100 + 120 * at},500,100>{word} {PROSE}</p>" for at, word in enumerate(("One", "Two", "Three"))
)


def test_the_column_with_most_text_is_the_article() -> None:
    side = f"<div @20,100,200,600>{''.join(f'<p @20,{100 + 90 * at},200,80>Side {PROSE}</p>' for at in range(2))}</div>"
    assert kept(f"{side}<div @300,100,500,340>{STORY}</div>") == ["One", "Two", "Three"]


def test_a_card_in_another_color_is_left_out() -> None:
    card = f"<div @300,460,500,120#blue><p @310,470,480,100>Card {PROSE}</p></div>"
    last = f"<p @300,620,500,100>Four {PROSE}</p>"
    assert kept(f"<div @300,100,500,640>{STORY}{card}{last}</div>") == ["One", "Two", "Three", "Four"]


def test_what_stays_in_place_is_a_block_of_its_own() -> None:
    bar = f"<div @0,90,1000,60#fixed><p @300,100,500,40>Bar {PROSE}</p></div>"
    tree = tree_of(f"{bar}<div @300,100,500,340>{STORY}</div>")
    assert [tree._document.tags[item] for item in tree.fixed] == ["div"]
    assert len(segmentation(tree, 9)) == 2


def test_without_a_browser_the_page_is_one_column() -> None:
    links = "<ul>" + "<li><a href=/x>Somewhere else</a></li>" * 12 + "</ul><hr>"
    document = parse(Page(f"{links}<div><p>One {PROSE * 2}</p><p>Two {PROSE}</p></div>"))
    labels = Vips().label(document)
    found = [text.split()[0] for text, keep in zip(document.texts, labels.kept, strict=True) if keep]
    assert found == ["One", "Two"]


def test_a_page_without_text_has_no_article() -> None:
    assert not any(Vips().label(parse(Page("<p></p><hr>"))).kept)


@pytest.mark.parametrize("line", ["above", "below"])
def test_a_border_is_a_horizontal_rule(line: str) -> None:
    """Rule 2 on separators: as with an `hr`, the weight grows by 3."""
    html = "<div @0,0,500,50{}><p @0,0,500,50>One</p></div><div @0,60,500,50{}><p @0,60,500,50>Two</p></div>"
    borders = ("!below", "") if line == "below" else ("", "!above")
    plain, ruled = (tree_of(html.format(*borders)) for borders in (("", ""), borders))
    weights = [find_separators(tree, tree.extract(tree.root, 0.03))[0].weight for tree in (plain, ruled)]
    assert weights[1] == weights[0] + 3


@pytest.mark.parametrize("foot", ["<div @0,700,600,40!above>", "<hr @0,690,600,2><div @0,700,600,40>"])
def test_a_footer_below_a_rule_is_not_the_article(foot: str) -> None:
    html = (
        f"<div @0,0,600,600><p @0,0,600,300>First {PROSE * 6}</p><p @0,320,600,280>Second {PROSE * 6}</p></div>"
        f"{foot}<p @0,710,600,20>Copyright of the harbor.</p></div>"
    )
    assert kept(html) == ["First", "Second"]
    assert kept(html.replace("!above", "").replace("<hr @0,690,600,2>", "")) == ["First", "Second", "Copyright"]


def test_a_rule_within_the_article_does_not_end_it() -> None:
    html = (
        f"<div @0,0,600,300><p @0,0,600,300>First {PROSE * 6}</p></div><hr @0,310,600,2>"
        f"<div @0,320,600,40><p @0,320,600,40>A note.</p></div>"
        f"<div @0,380,600,300!above><p @0,380,600,300>Second {PROSE * 5}</p></div>"
    )
    assert kept(html) == ["First", "A", "Second"]


@pytest.mark.parametrize(
    "ruled",
    ["<h2 @0,320,600,30!below>Heading</h2>", "<div @700,310,200,40!above><p @700,310,200,40>Beside</p></div>"],
)
def test_lines_at_headings_and_beside_the_column_are_no_rules(ruled: str) -> None:
    html = f"<div @0,0,600,300><p @0,0,600,300>First {PROSE * 6}</p></div>{ruled}<p @0,380,600,40>A last word.</p>"
    assert kept(html)[-1] == "A"
