"""The report of a batch: one HTML page with plots, without scripts and external resources."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from tamis._version import __version__
from tamis.batch.tally import MILLISECONDS, WORDS
from tamis.text.characters import one_line

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from tamis.batch.local import BatchReport
    from tamis.batch.output import Output

REPORT = "report.html"
MOST_BARS = 20
"""Maximum number of bars in a plot of names; the rest shares one more bar."""
LONGEST_NAME = 34
WIDTH, ROW, NAMES_WIDTH, COUNT_WIDTH = 520, 24, 230, 90
HISTOGRAM_HEIGHT = 200


def write_report(output: Output, report: BatchReport) -> None:
    """Write the report into the folder of the batch."""
    with output.whole_file(REPORT) as file:
        file.write(report_html(report).encode())


def report_html(report: BatchReport) -> str:
    """Write the report as an HTML page."""
    tally = report.tally
    style = files("tamis.batch").joinpath("report.css").read_text("utf-8")
    plots = [
        ("Outcomes", _bars(tally.outcomes, good=("article",), bad=("error",))),
        ("Rejects by reason", _bars(tally.rejected)),
        ("Documents by CPU time", _histogram(tally.milliseconds, MILLISECONDS, "ms")),
        ("Articles by length", _histogram(tally.words, WORDS, "words")),
        ("Domains", _bars(tally.domains)),
        ("Contents of archives", _bars(tally.passed_over)),
    ]
    sections = [f"<section>\n<h2>{name}</h2>\n{plot}</section>\n" for name, plot in plots if plot]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Batch: {_text(report.output)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<h1>Batch {_text(report.output)}</h1>\n<p class="note">{_note(report)}</p>\n'
        f"{_facts(report)}<main>\n{''.join(sections)}</main>\n</body>\n</html>\n"
    )


def _note(report: BatchReport) -> str:
    return (
        f"tamis {_text(__version__)}. The last run did {report.new_documents:,} documents in {report.seconds:,.0f} s; "
        "the figures are of all runs of this batch."
    )


def _facts(report: BatchReport) -> str:
    tally = report.tally
    per_page = f"{tally.cpu_seconds / tally.documents * 1000:.1f} ms" if tally.documents else "–"
    pairs = [
        ("documents", f"{tally.documents:,}"),
        ("articles", f"{tally.articles:,}"),
        ("rejects", f"{sum(tally.rejected.values()):,}"),
        ("CPU for a document", per_page),
        ("CPU in all", f"{tally.cpu_seconds:,.0f} s"),
    ]
    if report.duplicates is not None:
        pairs.append(("near-duplicates", f"{report.duplicates:,}"))
    return "<dl>" + "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in pairs) + "</dl>\n"


def _bars(counts: Counter[str], good: Sequence[str] = (), bad: Sequence[str] = ()) -> str:
    """Draw horizontal bars, the longest first."""
    if not counts:
        return ""
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown, rest = ranked[:MOST_BARS], ranked[MOST_BARS:]
    if rest:
        shown.append((f"{len(rest):,} others", sum(count for _, count in rest)))
    most = max(count for _, count in shown)
    room = WIDTH - NAMES_WIDTH - COUNT_WIDTH
    lines = []
    for number, (name, count) in enumerate(shown):
        kind = "good" if name in good else "bad" if name in bad else ""
        width = max(1.5, count / most * room)
        middle = number * ROW + 16
        lines.append(
            f'<text x="0" y="{middle}">{_text(_clipped(name))}</text>'
            f'<rect class="{kind}" x="{NAMES_WIDTH}" y="{number * ROW + 4}" width="{width:.1f}" height="{ROW - 8}"/>'
            f'<text class="count" x="{NAMES_WIDTH + width + 6:.1f}" y="{middle}">{count:,}</text>\n'
        )
    return _svg(len(shown) * ROW, lines, f"{len(shown)} bars, the longest {shown[0][0]} with {shown[0][1]:,}")


def _histogram(counts: Counter[str], ends: Sequence[int], unit: str) -> str:
    """Draw vertical bars, one for each interval."""
    if not counts:
        return ""
    values = [counts.get(str(number), 0) for number in range(len(ends) + 1)]
    most, step = max(values), WIDTH / len(values)
    base = HISTOGRAM_HEIGHT - 24
    lines = [f'<line class="axis" x1="0" y1="{base}" x2="{WIDTH}" y2="{base}"/>\n']
    for number, value in enumerate(values):
        height = max(1.5, value / most * (base - 24)) if value else 0
        left = number * step
        end = _short(ends[number]) if number < len(ends) else unit
        lines.append(
            f'<rect x="{left + 2:.1f}" y="{base - height:.1f}" width="{step - 4:.1f}" height="{height:.1f}">'
            f"<title>{_interval(number, ends)} {unit}: {value:,}</title></rect>"
            f'<text class="count" x="{left + step / 2:.1f}" y="{base - height - 5:.1f}" text-anchor="middle">'
            f"{_short(value) if value else ''}</text>"
            f'<text class="count" x="{left + step:.1f}" y="{HISTOGRAM_HEIGHT - 6}" text-anchor="end">{end}</text>\n'
        )
    return _svg(HISTOGRAM_HEIGHT, lines, f"A histogram; the highest bar has {most:,}")


def _interval(number: int, ends: Sequence[int]) -> str:
    if number == len(ends):
        return f"{ends[-1]:,} and more"
    return f"{ends[number - 1] if number else 0:,} to {ends[number]:,}"


def _short(value: int) -> str:
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return str(value)


def _svg(height: int, lines: Iterable[str], label: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{_text(label)}">\n{"".join(lines)}</svg>\n'


def _clipped(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _text(words: str) -> str:
    return escape(one_line(words))
