"""The papers' tables for your sets, with the papers' own figures beside them.

The figures are not for the same pages: the papers' corpora are from 2008 to 2014, and their truths were made by other
rules. They show how the methods compared with each other, then and now.
"""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

from tamis.errors import BadSettings
from tamis_bench.contenders import strategy_of
from tamis_bench.metrics import f1_of_means, mean
from tamis_bench.page_class import PageClass
from tamis_bench.paper_figures import (
    CETR_BY_SOURCE,
    CETR_F1,
    CETR_SOURCES,
    CUTER_BY_CLASS,
    FERREIRA_ON_CNN,
    Figures,
    Method,
)
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis_bench.quality import PageScores, TextScores
    from tamis_bench.tables import Value

OTHERS = ("cuter", "ferreira", "boilerpipe", "filters", "learned", "all")
"""Strategies that CETR's table 4 does not have, added below it."""

TRAINED = frozenset({"learned", "mss"})
"""Strategies with a model: on the pages that it was trained on, they look better than they are."""

Scores = dict[tuple[str, str], list["TextScores"]]
"""Scores of the texts by strategy and source."""


def strategies() -> list[str]:
    """Return all strategies that the tables ask for and that exist."""
    methods = [*CETR_BY_SOURCE, *CETR_F1, *FERREIRA_ON_CNN]
    wanted = [method.strategy for method in methods if method.strategy] + list(OTHERS)
    return [name for name in dict.fromkeys(wanted) if is_there(name)]


def is_there(name: str) -> bool:
    """Tell whether the strategy exists, with these parameters."""
    from tamis.core.strategies import by_name

    try:
        by_name(name)
    except BadSettings:
        return False
    return True


def tables(scores: Sequence[PageScores]) -> list[Table]:
    """Build CETR's tables 1 to 4, CUTER's table 2 and Ferreira's table 2."""
    by_source = _by_source(scores)
    made = [cetr_table(number, method, by_source) for number, method in enumerate(CETR_BY_SOURCE, 1)]
    return [*made, comparison_table(scores), cuter_table(scores), ferreira_table(scores)]


def cetr_table(number: int, method: Method, by_source: Scores) -> Table:
    """Build a table of one CETR variant: recall, precision and F1 on each of our sources, then on the paper's."""
    title = f"CETR, table {number}: results for {method.name} on various domains"
    table = Table(title, ("source", "pages", "recall", "precision", "F1"))
    for (strategy, source), texts in by_source.items():
        if strategy == method.strategy:
            means = (mean(text.recall for text in texts), mean(text.precision for text in texts))
            table.add(source, len(texts), *means, f1_of_means(texts))
    for source, figures in CETR_BY_SOURCE[method].items():
        table.add(f"paper: {source}", None, *_fractions(figures))
    table.notes.append(
        "F1 is that of the mean recall and precision, as in the paper; table 4 has the mean of the pages'."
    )
    return table


def comparison_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of the F1 of each algorithm on each source, ours and the paper's."""
    by_set = _by_set(scores)
    sets = list(dict.fromkeys(name for _, name in by_set))
    measured = [*sets, "average"]
    reported = [f"paper: {source}" for source in CETR_SOURCES]
    table = Table("CETR, table 4: F1 of each algorithm on each source", ("algorithm", *measured, *reported))
    for method, figures in CETR_F1.items():
        table.add(_marked(method.name, method.strategy), *_f1_row(by_set, method.strategy, sets), *_fractions(figures))
    for name in OTHERS:
        if any(strategy == name for strategy, _ in by_set):
            table.add(_marked(name, name), *_f1_row(by_set, name, sets), *(None for _ in CETR_SOURCES))
    table.mark_winners([*measured, *reported])
    table.notes.append("Winners are bold. The average is over sources. A dash: not there, or not reported.")
    table.notes.append(
        "* trained, on pages of wcxb-dev and news among others: too good on these. tamis learn cross-validates, and "
        "docs/measured/scores.md has the figures."
    )
    table.notes.append("VIPS on Big 5, NYTimes and BBC: the paper's three figures, their order by likelihood.")
    return table


def cuter_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of CUTER's accuracy and noise by class of page."""
    columns = ("set", "class", "pages", "accuracy", "noise", "median noise", "paper: accuracy", "paper: noise")
    table = Table("CUTER, table 2: accuracy and noise of the system", columns)
    rows = [score for score in scores if strategy_of(score.contender) == "cuter" and score.text is not None]
    for name in dict.fromkeys(row.page.set for row in rows):
        for kind in PageClass:
            texts = [row.text for row in rows if row.page.set == name and row.page.page_class == kind and row.text]
            noises = [text.noise for text in texts]
            shares = mean(text.accuracy for text in texts), mean(noises), median(noises) if noises else None
            table.add(name, str(kind), len(texts), *shares, *_fractions(CUTER_BY_CLASS[kind]))
    table.notes.append("Classes are assigned automatically; see docs/bench.md.")
    return table


def ferreira_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of precision, recall and F-measure of words as a set, by source."""
    reported = ("paper: precision", "paper: recall", "paper: F1")
    columns = ("set", "algorithm", "pages", "precision", "recall", "F1", *reported)
    table = Table("Ferreira, table 2: evaluation of content extraction methods (words as a set)", columns)
    by_set = _by_set(scores)
    for name in dict.fromkeys(source for _, source in by_set):
        for method, figures in FERREIRA_ON_CNN.items():
            texts = by_set.get((method.strategy or "", name), [])
            fields = ("set_precision", "set_recall", "set_f1")
            measured = [mean(getattr(text, field) for text in texts) for field in fields]
            paper = _fractions((figures.precision, figures.recall, figures.f1))
            table.add(name, method.name, len(texts), *measured, *paper)
    if len({row[0] for row in table.rows}) == 1:
        table.mark_winners(columns[3:])
    table.notes.append("The paper's F1 is that of its mean precision and recall; ours is the mean of the pages'.")
    table.notes.append("Its text-to-tag ratio is the forerunner of CETR: CETR-TM stands for it here.")
    return table


def _by_source(scores: Iterable[PageScores]) -> Scores:
    """Group scores by set, and by page type where the set knows it: the sources of tables 1 to 3."""
    groups: Scores = defaultdict(list)
    for score in scores:
        if score.text is None:
            continue
        strategy = strategy_of(score.contender)
        groups[strategy, score.page.set].append(score.text)
        if score.page.page_type:
            groups[strategy, f"{score.page.set}: {score.page.page_type}"].append(score.text)
    return dict(sorted(groups.items(), key=lambda group: group[0][1]))


def _by_set(scores: Iterable[PageScores]) -> Scores:
    groups: Scores = defaultdict(list)
    for score in scores:
        if score.text is not None:
            groups[strategy_of(score.contender), score.page.set].append(score.text)
    return groups


def _f1_row(by_set: Scores, strategy: str | None, sets: Sequence[str]) -> list[Value]:
    means = [mean(text.f1 for text in by_set.get((strategy or "", name), [])) for name in sets]
    return [*means, mean(means)]


def _marked(name: str, strategy: str | None) -> str:
    return f"{name} *" if strategy in TRAINED else name


def _fractions(percent: Figures | Sequence[float | None]) -> list[Value]:
    return [None if value is None else value / 100 for value in percent]
