"""The report of a training: the tables of its cross-validation, written beside the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.strategies.learned.cutoff import GOOD
from tamis_bench.metrics import mean
from tamis_bench.reliability import reliability_table
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis_bench.learn.extractor import Training, Trial

_SHORT_HEAD = ("copies of", "pages", "precision", "recall", "F1")
HELD_OUT = "Sets held out, each by a model that saw no page of it"
MIN_PAGES = 3
"""Minimum number of pages of a language; languages with fewer are reported together."""


def tables(training: Training, worst: int = 20) -> list[Table]:
    """Build all tables: by set, page type and language; seeds, lost F1, reliability of confidence, worst pages."""
    trials = training.trials
    if not trials:
        return []
    return [
        _scores("Cross-validation, by set", trials, lambda trial: trial.set),
        _scores("By page type", trials, lambda trial: f"{trial.set}: {trial.page_type or 'all'}"),
        _short_copies(training),
        *([_repeats(training)] if len(training.repeats) > 1 else []),
        *([_scores(HELD_OUT, training.held_out, lambda trial: trial.set)] if training.held_out else []),
        _scores("By language", trials, _language(trials)),
        _errors(trials),
        _causes(trials),
        reliability_table(pairs(training), "Confidence, each by models that had not seen the page's fold"),
        _worst(trials, worst),
    ]


def _short_copies(training: Training) -> Table:
    table = Table("Short copies: articles with all but one to four paragraphs cut out", _SHORT_HEAD)
    groups = {name: [one for one in training.short if one.set == name] for name in {one.set for one in training.short}}
    for name, inside in (*sorted(groups.items()), ("all", training.short)):
        table.add(
            name,
            len(inside),
            mean(trial.precision for trial in inside),
            mean(trial.recall for trial in inside),
            mean(trial.f1 for trial in inside),
        )
    return table


def _repeats(training: Training) -> Table:
    """Build a table of the F1 by seed, their mean and their spread."""
    seeds = [repeat.seed for repeat in training.repeats]
    table = Table("By seed", ("pages of", *(f"seed {seed}" for seed in seeds), "mean", "spread"))
    names = dict.fromkeys(name for trial in training.trials for name in (trial.set, _kind(trial)))
    rows = {
        name: [mean(trial.f1 for trial in one.trials if name in (trial.set, _kind(trial))) for one in training.repeats]
        for name in names
    }
    rows["short copies, precision"] = [mean(trial.precision for trial in one.short) for one in training.repeats]
    for name, scores in rows.items():
        known = [score for score in scores if score is not None]
        if known:
            table.add(name, *known, mean(known), max(known) - min(known))
    return table


def _kind(trial: Trial) -> str:
    return f"{trial.set}: {trial.page_type}" if trial.page_type else trial.set


def pairs(training: Training) -> list[tuple[float, float]]:
    """Return confidence and word F1 of every page whose outcome is an article."""
    return [(trial.confidence, trial.f1) for trial in training.trials if trial.outcome == "article"]


def _scores(title: str, trials: Sequence[Trial], key: Callable[[Trial], str]) -> Table:
    table = Table(title, ("pages of", "pages", "precision", "recall", "F1", "truth not empty", f"F1 >= {GOOD}"))
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        groups.setdefault(key(trial), []).append(trial)
    for name, inside in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        table.add(
            name,
            len(inside),
            mean(trial.precision for trial in inside),
            mean(trial.recall for trial in inside),
            mean(trial.f1 for trial in inside),
            mean(trial.f1 for trial in inside if trial.truth_words),
            sum(trial.f1 >= GOOD for trial in inside) / len(inside),
        )
    return table


def _language(trials: Sequence[Trial]) -> Callable[[Trial], str]:
    counts: dict[str, int] = {}
    for trial in trials:
        counts[trial.language or "unknown"] = counts.get(trial.language or "unknown", 0) + 1

    def name(trial: Trial) -> str:
        language = trial.language or "unknown"
        return language if counts[language] >= MIN_PAGES else "others"

    return name


def _errors(trials: Sequence[Trial]) -> Table:
    """Build a table of the lost F1, by how well the pages did."""
    table = Table(
        "What is missing to 1, as parts of the mean F1", ("set", "empty truth", "F1 < 0.5", "0.5 to 0.9", "over 0.9")
    )
    for name in dict.fromkeys(trial.set for trial in trials):
        inside = [trial for trial in trials if trial.set == name]
        lost = {"empty": 0.0, "poor": 0.0, "fair": 0.0, "good": 0.0}
        for trial in inside:
            lost[_group(trial)] += (1 - trial.f1) / len(inside)
        table.add(name, *lost.values())
    table.notes.append("An empty truth says that the page has nothing to extract; most of these pages have.")
    return table


def _causes(trials: Sequence[Trial]) -> Table:
    """Build a table of the causes of the lost F1, by set and page type."""
    causes = ("empty truth", "not in the blocks", "too much", "too little")
    table = Table("Why it is missing", ("pages of", *causes))
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        groups.setdefault(trial.set, []).append(trial)
        if trial.page_type:
            groups.setdefault(f"{trial.set}: {trial.page_type}", []).append(trial)
    for name, inside in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        lost = dict.fromkeys(causes, 0.0)
        for trial in inside:
            for cause, part in _parts(trial).items():
                lost[cause] += part / len(inside)
        table.add(name, *lost.values())
    table.notes.append(
        "Not in the blocks: what a right choice of blocks would lack as well. The rest is shared out by the words "
        "that are too many and too few."
    )
    return table


def _parts(trial: Trial) -> dict[str, float]:
    missing = 1 - trial.f1
    if trial.truth_words == 0:
        return {"empty truth": missing}
    out_of_reach = min(missing, 1 - trial.oracle)
    too_few = trial.truth_words * (1 - trial.recall)
    # Without a common word, the number of kept words is unknown; as many as were wanted is a guess.
    kept = trial.truth_words * trial.recall / trial.precision if trial.precision else float(trial.truth_words)
    too_many = kept * (1 - trial.precision)
    share = too_many / (too_many + too_few) if too_many + too_few else 0.0
    rest = missing - out_of_reach
    return {"not in the blocks": out_of_reach, "too much": share * rest, "too little": (1 - share) * rest}


def _group(trial: Trial) -> str:
    if trial.truth_words == 0:
        return "empty"
    if trial.f1 < 0.5:
        return "poor"
    return "fair" if trial.f1 < 0.9 else "good"


def _worst(trials: Sequence[Trial], count: int) -> Table:
    table = Table("Worst pages with a truth", ("set", "id", "type", "precision", "recall", "F1", "words", "outcome"))
    told = [trial for trial in trials if trial.truth_words]
    for trial in sorted(told, key=lambda trial: (trial.f1, trial.set, trial.id))[:count]:
        table.add(
            trial.set, trial.id, trial.page_type or "", trial.precision, trial.recall, trial.f1, trial.truth_words,
            trial.outcome,
        )  # fmt: skip
    return table
