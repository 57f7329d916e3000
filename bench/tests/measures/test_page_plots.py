"""Pictures of a page as CETR sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput, BadSettings
from tamis_bench.page_plots import MOST_LINES, PLOTS, plot_page

from .pictures import texts
from .test_threshold_curve import PAGE

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("what", PLOTS)
def test_every_picture_names_its_axes(tmp_path: Path, what: str) -> None:
    plot_page(PAGE, what, tmp_path / "x.svg", name="coast.html")
    found = set(texts(tmp_path / "x.svg"))
    assert "coast.html" in found
    if what == "scatter":
        assert {"smoothed tag ratio", "change"} <= found
    else:
        assert {"content", "no content", "line of the source, empty ones left out"} <= found


def test_a_title_is_shown_as_it_is_with_dollar_signs(tmp_path: Path) -> None:
    plot_page(PAGE, "tag-ratios", tmp_path / "x.svg", name=r"From $5 to $\frac{1}{0}$ in a day")
    assert r"From $5 to $\frac{1}{0}$ in a day" in texts(tmp_path / "x.svg")


def test_all_pictures_come_in_one(tmp_path: Path) -> None:
    plot_page(PAGE, "all", tmp_path / "x.svg")
    titles = [text for text in texts(tmp_path / "x.svg") if text.startswith(("Tag ratios", "Change", "Lines by"))]
    assert len(titles) == len(PLOTS)


def test_the_scatter_counts_the_lines_of_each_cluster(tmp_path: Path) -> None:
    plot_page(PAGE, "scatter", tmp_path / "x.svg", "cetr:clusters=2")
    labels = [text for text in texts(tmp_path / "x.svg") if text.endswith("lines)")]
    assert len(labels) == 2
    # 400 entries, the list's two lines, twelve paragraphs, two lines of the page's own elements.
    assert sum(int(label.rsplit("(", 1)[1].split()[0]) for label in labels) == 416


def test_the_threshold_is_drawn_where_it_decides(tmp_path: Path) -> None:
    for strategy, drawn in (("cetr:method=threshold,coefficient=0.5", True), ("cetr", False)):
        plot_page(PAGE, "smoothed", tmp_path / "x.svg", strategy)
        assert any(text.startswith("λσ") for text in texts(tmp_path / "x.svg")) is drawn


def test_pictures_are_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        plot_page(PAGE, "all", tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_long_page_does_not_make_a_large_file(tmp_path: Path) -> None:
    long = "<br>\n".join(f"{'word ' * (number % 17)}" for number in range(20 * MOST_LINES))
    plot_page(long, "all", tmp_path / "x.svg")
    assert (tmp_path / "x.svg").stat().st_size < 1_000_000


@pytest.mark.parametrize("html", ["<p>", "<br>\n" * 5, "<p>one line of text</p>"])
def test_pages_with_hardly_anything_can_be_drawn(tmp_path: Path, html: str) -> None:
    plot_page(html, "all", tmp_path / "x.svg")
    assert (tmp_path / "x.svg").exists()


def test_a_page_without_tags_has_no_ratios(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no tags"):
        plot_page("only text", "all", tmp_path / "x.svg")


@pytest.mark.parametrize(("what", "strategy", "problem"), [("nose", "cetr", "no picture"), ("all", "cuter", "cetr")])
def test_what_cannot_be_drawn_is_said(tmp_path: Path, what: str, strategy: str, problem: str) -> None:
    with pytest.raises(BadSettings, match=problem):
        plot_page(PAGE, what, tmp_path / "x.svg", strategy)
