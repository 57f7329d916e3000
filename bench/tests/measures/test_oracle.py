from __future__ import annotations

from tamis_bench.datasets import Sample, Truth
from tamis_bench.oracle import measure, measure_vips, page_oracle, summary, vips_oracle, vips_table, worst

PAGE = """<nav><a href="/">Home</a> <a href="/s">Sport</a></nav>
<div>First words of the story.<br><br>Second words of the story.</div>
<p style="display:none">Hidden words of the story.</p>
<p>Wanted words beside a lot of unwanted ones in one block</p>
<footer>Subscribe</footer>"""


def sample(truth: str | None, page_type: str | None = None, number: int = 1) -> Sample:
    known = frozenset({"text"}) if truth is not None else frozenset({"title"})
    return Sample("mine", f"{number:04}", "https://a.example/", PAGE, Truth(text=truth, known=known), page_type)


def test_blocks_cut_rightly_lose_nothing() -> None:
    page = page_oracle(sample("First words of the story. Second words of the story."))
    assert page.score.f1 == 1
    assert page.kept == 2


def test_hidden_blocks_take_part() -> None:
    assert page_oracle(sample("Hidden words of the story.")).score.f1 == 1


def test_words_that_are_in_no_block_are_listed() -> None:
    page = page_oracle(sample("First words of the story. Lost lost treasure."))
    assert page.missing == ("lost×2", "treasure")
    assert (page.missing_count, page.missing_in_source) == (3, 0)


def test_missing_words_that_the_source_has_are_counted() -> None:
    assert page_oracle(sample("First words of the story. display")).missing_in_source == 1


def test_mixed_blocks_cost_precision() -> None:
    page = page_oracle(sample("Wanted words beside a lot"))
    assert page.score.recall == 1
    assert page.extra_count == 6


def test_an_empty_truth_is_met_by_keeping_nothing() -> None:
    page = page_oracle(sample(""))
    assert (page.score.f1, page.kept) == (1, 0)


def test_only_pages_with_a_text_in_the_truth_count() -> None:
    assert measure([sample(None)]) == []


def test_the_summary_has_all_and_each_page_type() -> None:
    pages = measure([sample("First words of the story.", "article"), sample("nothing of it", "forum", 2)])
    rows = [(row[1], row[2], row[5]) for row in summary(pages).rows]
    second = pages[1].score.f1
    assert rows == [("all", 2, (1 + second) / 2), ("article", 1, 1.0), ("forum", 1, second)]


def test_the_worst_pages_come_first() -> None:
    pages = measure([sample("First words of the story."), sample("nothing like it", number=2)])
    assert [row[1] for row in worst(pages, 1).rows] == ["0002"]


def test_vips_with_a_perfect_choice_is_as_good_as_its_visual_blocks() -> None:
    """Section 6.3 of CETR's paper: the best parameters, and the best combination of segments."""
    story = "The ferry left at noon and came back in the evening. " * 5
    html = f"<h1>Ferries</h1><p>{story}</p><h1>Menu</h1><p>{'Fish and chips, tea and cake. ' * 9}</p>"
    page = vips_oracle(Sample("mine", "1", None, html, Truth(text=story, known=frozenset({"text"}))))
    assert page.score.f1 == 1
    assert page.score.f1 >= page.default.f1 >= page.strategy.f1
    assert page.strategy.f1 < 1
    table = vips_table(measure_vips([Sample("mine", "1", None, html, Truth(text=story, known=frozenset({"text"})))]))
    assert [row[-1] for row in table.rows] == [page.strategy.f1, page.default.f1, 1]
