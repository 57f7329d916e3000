"""Tables of the papers' form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tamis_bench import paper_figures, papers
from tamis_bench.contenders import ask, field, strategy_of
from tamis_bench.metrics import mean
from tamis_bench.page_class import PageClass
from tamis_bench.paper_figures import CETR_BY_SOURCE, CETR_F1, CETR_SOURCES, FERREIRA_ON_CNN
from tamis_bench.quality import PageFacts, PageScores, text_scores

from .test_command import run

if TYPE_CHECKING:
    from pathlib import Path

TRUTH = "the sea came in over the mud"


def page(strategy: str, text: str, of: str = "coast", kind: str | None = None) -> PageScores:
    facts = PageFacts(of, "1", None, kind, None, PageClass.SINGLE)
    return PageScores(f"tamis:{strategy}", facts, text_scores(text, TRUTH), *[None] * 7)


def test_the_papers_f1_is_that_of_its_precision_and_recall() -> None:
    means = {"CleanEval", "Big 5"}  # whose F1 is the mean of others
    known = [one for sources in CETR_BY_SOURCE.values() for name, one in sources.items() if name not in means]
    for recall, precision, f1 in [*known, *FERREIRA_ON_CNN.values()]:
        if recall is not None and precision is not None:
            assert 2 * recall * precision / (recall + precision) == pytest.approx(f1, abs=0.05)


def test_the_papers_averages_are_those_of_its_sources() -> None:
    for method, figures in CETR_F1.items():
        if method.name != "VIPS":
            assert mean(figures[:-1]) == pytest.approx(figures[-1], abs=0.01)
        assert len(figures) == len(CETR_SOURCES)


def test_big_5_is_the_mean_of_its_five_sites() -> None:
    for sources in CETR_BY_SOURCE.values():
        five = [sources[name] for name in ("NY Post", "Freep", "Suntimes", "Techweb", "Tribune")]
        assert mean(one.recall for one in five) == pytest.approx(sources["Big 5"].recall, abs=0.01)
        assert mean(one.precision for one in five) == pytest.approx(sources["Big 5"].precision, abs=0.01)


def test_cleaneval_is_the_mean_of_its_two_languages() -> None:
    for sources in CETR_BY_SOURCE.values():
        both = [sources[name] for name in ("CleanEval Eng", "CleanEval Zh")]
        assert mean(one.recall for one in both) == pytest.approx(sources["CleanEval"].recall, abs=0.01)
        assert mean(one.precision for one in both) == pytest.approx(sources["CleanEval"].precision, abs=0.01)


def test_only_strategies_that_are_there_are_asked() -> None:
    asked = papers.strategies()
    assert {"fe", "kfe", "lqf", "lp", "cuter", "ferreira", "all"} <= set(asked)
    assert all(papers.is_there(name) for name in asked)
    assert len(asked) == len(set(asked))
    assert not papers.is_there("nobody")


def test_sources_are_sets_and_page_types_then_the_papers() -> None:
    method = next(iter(CETR_BY_SOURCE))
    name = method.strategy or ""
    scores = [page(name, TRUTH, kind="news"), page(name, "the sea", kind="blog"), page("fe", "")]
    first = papers.tables(scores)[0]
    assert [row[:2] for row in first.rows[:4]] == [
        ("coast", 2),
        ("coast: blog", 1),
        ("coast: news", 1),
        ("paper: CleanEval Eng", None),
    ]
    assert first.rows[2][2:] == (1.0, 1.0, 1.0)
    assert first.rows[3][2:] == (0.9752, 0.9092, 0.9410)
    # Recall 1 and 2/7, precision 1 and 1: their means are 9/14 and 1.
    assert first.rows[0][2:] == pytest.approx((9 / 14, 1, 18 / 23))


def test_the_winner_of_each_source_is_bold() -> None:
    table = papers.comparison_table([page("fe", "the sea"), page("lp", TRUTH), page("all", TRUTH + " and more")])
    names = [row[0] for row in table.rows]
    assert (names.index("LP"), 1) in table.winners
    assert (names.index("CETR"), len(table.columns) - 1) in table.winners
    assert names[-1] == "all"
    assert "MSS *" in names
    assert "BTE" in names
    assert any("trained" in note for note in table.notes)


def test_cuters_classes_stand_beside_the_papers() -> None:
    table = papers.cuter_table([page("cuter", TRUTH), page("all", "no")])
    assert table.rows[0] == ("coast", "single body", 1, 1.0, 0.0, 0.0, 0.9671, 0.034)
    assert table.rows[2][2:5] == (0, None, None)


def test_ferreiras_table_counts_words_as_a_set() -> None:
    table = papers.ferreira_table([page("ferreira", "the the the sea sand")])
    assert table.rows[0][:2] == ("coast", "proposed system")
    assert table.rows[0][3] == pytest.approx(2 / 3)
    assert table.rows[0][4] == pytest.approx(2 / 6)


def test_the_command_prints_all_tables(data: Path) -> None:
    result = run("papers", "--data", data, "--limit", 1)
    assert result.exit_code == 0, result.output
    for title in ("CETR, table 1", "CETR, table 2", "CETR, table 3", "CETR, table 4", "CUTER, table 2", "Ferreira"):
        assert title in result.stdout


def test_methods_can_be_measured_without_embedded_text() -> None:
    """FE keeps one block; where that is little, text from the page's data would take its place."""
    (whole,), (shown,) = field(["fe"], ()), field(["fe"], (), embedded=False)
    assert (strategy_of(whole), strategy_of(shown)) == ("fe", "fe")
    story = " ".join(f"The sea came in for the {at}th time and nobody on the quay said a word." for at in range(30))
    data = json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "articleBody": story})
    html = f"<script type=application/ld+json>{data}</script><p>The sea came in for the first time today, at six.</p>"
    assert len(ask(whole, html, None, 30).text) > len(story) - 10
    assert ask(shown, html, None, 30).text == "The sea came in for the first time today, at six."


def test_figures_that_the_paper_has_are_there() -> None:
    """The averages are those of the sources."""
    for method, figures in paper_figures.CETR_F1.items():
        values = [figure for figure in figures[:-1] if figure is not None]
        assert len(values) == 6 or method.name == "MSS"
        assert abs(sum(values) / len(values) - (figures[-1] or 0)) < 0.05
    for figures_by_source in paper_figures.CETR_BY_SOURCE.values():
        recall, precision, f1 = figures_by_source["Myriad 40"]
        assert recall is not None
        assert precision is not None
        assert abs(2 * recall * precision / (recall + precision) - f1) < 0.02
