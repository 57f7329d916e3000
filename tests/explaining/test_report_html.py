from __future__ import annotations

import re

import pytest

from explain_pages import HOSTILE, PAGE, STORY
from tamis.core.parse.tree import Element, Tree, parse_html
from tamis.model import LAYOUT_ATTRIBUTE, Box, Layout, Page
from tamis.settings.extraction import Settings
from tamis.write.explaining import PagePicture, explain, report_html, report_to_dict, write_report_html
from tamis.write.explaining.plots import MOST_BARS, ratio_plot, score_plot
from tamis.write.explaining.report import LineRatios

CUTER = Settings(strategy="cuter")


def tree(page: Page) -> Tree:
    return parse_html(write_report_html(explain(page, CUTER)))


def text_of(element: Element) -> str:
    return " ".join(element.text.split())


def test_every_block_is_there_in_order_with_its_verdict() -> None:
    report = explain(PAGE, CUTER)
    items = tree(PAGE).select("ol.blocks > li")
    assert [item.attr("data-verdict") for item in items] == ["kept" if b.kept else "dropped" for b in report.blocks]
    for item, block in zip(items, report.blocks, strict=True):
        words = text_of(item.select("summary .words")[0])
        assert words == " ".join(block.text.split())
        # Told apart by words and signs, not only by colour.
        assert text_of(item.select("summary b")[0]) == ("✓ kept" if block.kept else "✕ dropped")


def test_a_block_tells_role_score_reason_path_and_line() -> None:
    home = next(item for item in tree(PAGE).select("ol.blocks > li") if "Home" in item.text)
    told = {text_of(row.select("dt")[0]): text_of(row.select("dd")[0]) for row in home.select("dl div")}
    assert told["role"] == "navigation"
    assert told["score"] == "0"
    assert "links" in told["reason"]
    assert told["XPath"] == "/html/body/nav/ul/li[1]"
    assert told["source"].startswith("line 3, ")


def test_the_head_has_outcome_confidence_and_metadata() -> None:
    head = text_of(tree(PAGE).select("header")[0])
    article = explain(PAGE, CUTER).article
    assert "✓ article" in head
    assert f"confidence {article.confidence:.0%}" in head
    assert article.outcome_reason in head
    assert "Ada Moor" in head


def test_a_page_without_an_article_says_why() -> None:
    page = Page(html="<title>x</title><p>Too little.</p>")
    head = text_of(tree(page).select("header")[0])
    assert "✕ too short" in head
    assert explain(page, CUTER).article.outcome_reason in head


def test_nothing_is_loaded_and_nothing_of_the_page_can_run() -> None:
    found = tree(HOSTILE)
    assert len(found.select("script")) == 1
    assert len(found.select("style")) == 1
    assert not found.select("img, iframe, object, embed, link, base, form, x-")
    for element in found.select("*"):
        assert not [name for name in element.attrs if name.startswith("on") or name in ("style", "src")]
        assert not (element.attr("href") or "#").startswith("javascript")
    ids = [element.attr("id") for element in found.select("[id]")]
    assert len(ids) == len(set(ids))


def test_the_policy_lets_in_no_other_script() -> None:
    html = write_report_html(explain(PAGE, CUTER))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]


@pytest.mark.parametrize("html", ["", "no tags", "<div>" * 2000 + "deep", "<p>\x00\ud800\x1b[31m</p>"])
def test_odd_pages_are_written(html: str) -> None:
    written = write_report_html(explain(Page(html=html), CUTER))
    written.encode("utf-8")
    assert "\x1b" not in written


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_html, "MOST_BLOCKS", 3)
    monkeypatch.setattr(report_html, "MOST_NODES", 2)
    report = explain(PAGE, CUTER)
    written = parse_html(write_report_html(report))
    assert len(written.select("ol.blocks > li")) == 3
    assert len(written.select("ol.nodes > li")) == 2
    assert f"The first 3 of {len(report.blocks)} blocks" in written.text


def test_plots_of_long_pages_stay_small() -> None:
    report = explain(Page(html=f"<p>{STORY}</p>" * 3000), Settings(strategy="all"))
    assert score_plot(report.blocks).count('class="bar"') == MOST_BARS
    many = LineRatios([1.0] * 5000, [1.0] * 5000, [True] * 5000)
    drawn = ratio_plot(many)
    assert drawn.count('class="bar"') == MOST_BARS
    assert drawn.count('class="band"') == 1


def test_the_band_marks_what_is_kept() -> None:
    drawn = ratio_plot(LineRatios([1.0, 2.0, 4.0, 0.0], [1.0] * 4, [False, True, False, True]))
    assert re.findall(r'class="band" x="([\d.]+)"', drawn) == ["200.00", "600.00"]
    assert re.findall(r'class="bar" [^>]*height="([\d.]+)"', drawn) == ["30.00", "60.00", "120.00", "0.00"]


def test_blocks_of_a_rendered_page_are_drawn_on_its_picture() -> None:
    tags = [f"<p {LAYOUT_ATTRIBUTE}={number}>" for number in range(3)]
    html = f"{tags[0]}Seen &lt;b&gt;</p>{tags[1]}Unseen</p>{tags[2]}Not drawn</p>"
    layout = Layout({0: Box(10, 20, 300, 40), 1: Box(10, 80, 300, 40)}, hidden={1: "opacity: 0", 2: "display: none"})
    report = explain(Page(html, layout=layout), Settings(strategy="all"), PagePicture(b"JPEG", 400, 300))
    written = write_report_html(report)
    assert '<svg viewBox="0 0 400 300"' in written
    assert 'href="data:image/jpeg;base64,SlBFRw=="' in written
    assert '<a href="#block-0" class="kept" data-block="0"><title>✓ kept' in written
    assert '<rect x="7" y="17" width="306" height="46" rx="3"/>' in written
    assert '<a href="#block-1" class="unseen"' in written
    assert "1 are not drawn" in written
    assert "<b></title>" not in written
    assert report_to_dict(report)["blocks"][0]["box"] == [10, 20, 300, 40]


def test_without_a_picture_there_is_no_page_view() -> None:
    written = write_report_html(explain(Page("<p>Text</p>"), Settings(strategy="all")))
    assert 'data-view="page"' not in written
    assert "<image" not in written
