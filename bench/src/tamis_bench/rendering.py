"""Check of rendering: elements mapped, the same text as without a browser, and its cost.

Pages are rendered from their own HTML, without a network. Without scripts, the rendered page must give the text of the
page as sent. The text is extracted twice: with what markup alone hides, and with what the browser hides, to show what
the browser changes.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tamis.core import pipeline
from tamis.core.parse.tree import parse_html
from tamis.io.rendering import Browser, RenderSettings
from tamis.model import LAYOUT_ATTRIBUTE, Page, Rendering
from tamis_bench.metrics import mean, word_score, words
from tamis_bench.processes import cpu_below
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample

_NUMBERED = re.compile(rf'{LAYOUT_ATTRIBUTE}="(\d+)"')


@dataclass(slots=True)
class Trial:
    """The result of one page."""

    page: str
    rendering: str
    elements: int = 0
    mapped: int = 0
    text_f1: float | None = None
    """F1 of the text against that of the page as sent, if only markup tells what is hidden."""
    seen_f1: float | None = None
    """F1 of the text against that of the page as sent, if the browser tells what is hidden."""


@dataclass(slots=True)
class Run:
    """The results of all pages, and their cost in CPU seconds."""

    trials: list[Trial] = field(default_factory=list)
    own_cpu: float = 0.0
    driver_cpu: float = 0.0
    """CPU seconds of playwright's driver, between tamis and the browser."""
    browser_cpu: float = 0.0


def run(samples: Sequence[Sample], timeout: float) -> Run:
    """Render all pages in a row, without scripts and without a network."""
    result = Run()
    with Browser(RenderSettings(timeout=timeout, settle=1.0, scripts=False)) as browser:
        browser.render(Page("<p>The start of the browser is not a page's cost."))
        for sample in track(samples, "rendering"):
            result.trials.append(_compared(browser, sample, result))
    return result


def _compared(browser: Browser, sample: Sample, result: Run) -> Trial:
    page = Page(sample.html, sample.url)
    own, before = time.process_time(), cpu_below()
    rendered = browser.render(page).page
    result.own_cpu += time.process_time() - own
    after = cpu_below()
    # If the browser was replaced meanwhile, its CPU time is gone: then the page is not counted.
    result.browser_cpu += max(0.0, after["browser"] - before["browser"])
    result.driver_cpu += max(0.0, after["others"] - before["others"])
    trial = Trial(f"{sample.set}/{sample.id}", str(rendered.rendering))
    if rendered.layout is None:
        return trial
    numbers = set(_NUMBERED.findall(rendered.html))
    found = {element.attr(LAYOUT_ATTRIBUTE) for element in parse_html(rendered.html).select(f"[{LAYOUT_ATTRIBUTE}]")}
    trial.elements, trial.mapped = len(numbers), len(numbers & found)
    truth = words(pipeline.run(page).text)
    trial.text_f1 = word_score(words(pipeline.run(replace(rendered, layout=None)).text), truth).f1
    trial.seen_f1 = word_score(words(pipeline.run(rendered).text), truth).f1
    return trial


def tables(result: Run) -> list[Table]:
    """Build the tables of a run."""
    pages = result.trials
    elements = sum(trial.elements for trial in pages)
    table = Table("Rendering", ("measure", "value"))
    table.add("pages", len(pages))
    for outcome in Rendering:
        table.add(f"pages {outcome.value}", sum(trial.rendering == outcome.value for trial in pages))
    table.add("elements mapped, share", sum(trial.mapped for trial in pages) / elements if elements else None)
    table.add("text as without a browser, word F1", mean(trial.text_f1 for trial in pages))
    table.add("text that a reader sees, word F1", mean(trial.seen_f1 for trial in pages))
    if result.browser_cpu:
        table.add("our CPU, share of the browser's", result.own_cpu / result.browser_cpu)
        table.add("with playwright's driver", (result.own_cpu + result.driver_cpu) / result.browser_cpu)
        table.add("seconds of CPU a page: ours, the browser's", _per_page(result))
    worst = Table("Least like the text without a browser", ("page", "word F1", "word F1 seen"))
    for trial in sorted(pages, key=lambda one: one.text_f1 if one.text_f1 is not None else 2.0)[:5]:
        worst.add(trial.page, trial.text_f1, trial.seen_f1)
    return [table, worst]


def _per_page(result: Run) -> str:
    count = max(len(result.trials), 1)
    return f"{result.own_cpu / count:.2f}, {result.browser_cpu / count:.2f}"
