from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

import tamis
from explain_pages import HOSTILE, PAGE, STORY
from tamis.model import Labels, Page, Role
from tamis.settings.extraction import Settings
from tamis.write.explaining import explain, overlay_page, report_to_dict, write_report_json
from tamis.write.explaining.nodes import NodeReport, outline

if TYPE_CHECKING:
    from tamis.core.parse import Document

CUTER = Settings(strategy="cuter")


@dataclass(frozen=True)
class Odd:
    """Keeps everything, with scores that are no numbers."""

    name: ClassVar[str] = "odd"

    def label(self, document: Document) -> Labels:
        count = len(document)
        return Labels([True] * count, [float("nan")] * count, [Role.TEXT] * count, [""] * count)


def test_every_block_is_told_of_kept_or_not() -> None:
    report = explain(PAGE, CUTER)
    assert [block.index for block in report.blocks] == list(range(len(report.blocks)))
    texts = {block.text: block for block in report.blocks}
    assert not texts["Home"].kept
    assert texts["Home"].role is Role.NAVIGATION
    assert texts["Home"].link_share == 1
    assert texts["Nobody sees this."].hidden == "hidden attribute"
    assert all(block.reason for block in report.blocks)


def test_kept_blocks_have_the_place_that_the_article_gives_them() -> None:
    report = explain(PAGE, CUTER)
    assert report.article == tamis.extract(PAGE, settings=CUTER)
    blocks = {block.index: block for block in report.blocks}
    assert report.article.blocks
    for block in report.article.blocks:
        told = blocks[block.index]
        assert told.kept
        assert (told.xpath, told.span, told.role, told.reason) == (block.xpath, block.span, block.role, block.reason)


def test_blocks_that_were_dropped_have_a_place_too() -> None:
    home = next(block for block in explain(PAGE, CUTER).blocks if block.text == "Home")
    assert home.xpath == "/html/body/nav/ul/li[1]"
    assert home.span is not None
    assert home.span.line == 3
    assert PAGE.html[home.span.start : home.span.end].endswith("Home")


def test_a_picture_has_its_url() -> None:
    picture = next(block for block in explain(PAGE, CUTER).blocks if block.url)
    assert (picture.text, picture.url) == ("The quay", "https://courier.example/quay.jpg")


def test_nodes_are_characterised() -> None:
    nodes = {node.tag: node for node in explain(PAGE, CUTER).nodes}
    assert nodes["nav"].role is Role.NAVIGATION
    assert nodes["nav"].names == "#menu.top.wide"
    assert nodes["nav"].line == 3
    assert nodes["article"].role is Role.TEXT
    assert nodes["article"].depth == 2
    assert nodes["article"].characters > 2 * len(STORY) - 4


def node(number: int, parent: int, role: Role) -> NodeReport:
    return NodeReport(number, parent, 0, "div", "", role, 0, 0, 0, "", None)


def test_the_outline_folds_what_is_all_of_one_character() -> None:
    text, menu = Role.TEXT, Role.NAVIGATION
    nodes = [
        node(0, -1, text),
        node(1, 0, menu),
        node(2, 1, menu),
        node(3, 2, menu),
        node(4, 0, text),
        node(5, 4, text),
        node(6, 4, menu),
    ]
    assert [(row.node.number, row.inside) for row in outline(nodes)] == [(0, 0), (1, 2), (4, 0), (5, 0), (6, 0)]


@pytest.mark.parametrize("html", ["", "no tags at all", "<p></p>", "<div>" * 3000 + "deep"])
def test_odd_pages_have_reports(html: str) -> None:
    report = explain(Page(html=html))
    assert len(report.blocks) == len(json.loads(write_report_json(report))["blocks"])


def test_a_page_without_tags_has_no_tag_ratios() -> None:
    assert explain(Page(html="no tags at all")).ratios is None
    ratios = explain(PAGE, CUTER).ratios
    assert ratios is not None
    assert len(ratios.ratios) == len(ratios.smoothed) == len(ratios.content)
    assert max(ratios.ratios) > 50  # the lines of the story
    assert any(ratios.content)


def test_json_is_what_the_report_says() -> None:
    report = explain(PAGE, CUTER)
    data = json.loads(write_report_json(report))
    assert data == json.loads(json.dumps(report_to_dict(report)))
    assert data["outcome"] == "article"
    assert data["metadata"]["author"][0]["name"] == "Ada Moor"
    assert [block["kept"] for block in data["blocks"]] == [block.kept for block in report.blocks]
    assert len(data["nodes"]) == len(report.nodes)
    assert data["blocks"][0]["span"].keys() == {"start", "end", "line"}


def test_json_can_say_scores_that_are_no_numbers() -> None:
    report = explain(PAGE, Settings(strategy=Odd()))
    assert {block["score"] for block in json.loads(write_report_json(report))["blocks"]} == {0.0}


def test_text_from_data_is_told_apart() -> None:
    body = json.dumps("\n\n".join(f"Paragraph {number}: {STORY}" for number in range(4)))
    html = (
        "<title>Tides</title><script type='application/ld+json'>"
        f'{{"@type": "NewsArticle", "headline": "Tides", "articleBody": {body}}}</script><p>Loading the story.</p>'
    )
    report = explain(Page(html=html), CUTER)
    assert report.data_source
    assert [block.text for block in report.blocks] == ["Loading the story."]
    assert any(block.kept and block.text.startswith("Paragraph 0") for block in report.data_blocks)
    assert {(block.xpath, block.span, block.node) for block in report.data_blocks} == {("/html/head/script", None, -1)}


def test_reports_are_the_same_every_time() -> None:
    assert write_report_json(explain(HOSTILE)) == write_report_json(explain(HOSTILE))


def test_nodes_are_those_of_cuter_with_its_parameters() -> None:
    """With a limit of 1 links alone make no navigation, unless all is linked."""
    page = Page("<div id=m>and so <a href=/>One link of some length</a></div><p>" + "The sea came in. " * 30)
    roles = [
        {node.names: node.role for node in explain(page, Settings(strategy=name)).nodes}["#m"]
        for name in ("cuter", "cuter:max_lp=1", "learned")
    ]
    assert roles == [Role.NAVIGATION, Role.TEXT, Role.NAVIGATION]


def test_elements_within_lines_have_a_character_too() -> None:
    page = Page("<p>" + "The sea came in. " * 30 + "<b>Ebb</b> <a href=/>flow</a> <img src=a.png> <i></i></p>")
    report = explain(page, Settings(strategy="cuter"))
    found = [(inline.tag, inline.role, report.nodes[inline.node].tag) for inline in report.inlines]
    assert [entry for entry in found if entry[2] == "p"] == [
        ("b", Role.TEXT, "p"),
        ("a", Role.NAVIGATION, "p"),
        ("img", Role.MULTIMEDIA, "p"),
        ("i", Role.EMPTY, "p"),
    ]
    assert len(report_to_dict(report)["inlineNodes"]) == len(found)


def test_the_overlay_marks_every_element_of_the_page() -> None:
    page = Page("<nav class=top><a href=/>One</a></nav><p>" + "The sea came in. " * 30 + "<script>alert(1)</script>")
    html = overlay_page(page)
    assert '<nav class="top tamis-navigation tamis-edge"><a' in html
    assert 'class="tamis-navigation"' in html
    assert '<p class="tamis-text tamis-edge">The sea' in html
    assert "alert" not in html
    assert "navigation: 2" in html
