"""A comparison of strategies as one self-contained HTML page. All text from the page is escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.text.urls.safety import safe_link
from tamis.write.explaining.shell import button_group, facts, lines, text, whole_page, write_panel
from tamis.write.html_inline import attribute

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.write.explaining.comparison import ComparedBlock, Comparison

MOST_BLOCKS = 4_000
"""Maximum number of blocks; more are left out, and the page says so: each comes with every strategy's reason."""
HIGH = 0.9
"""Minimum F1 at which two strategies keep nearly the same text."""
_DIFFER, _ALL, _NONE = "they differ", "all keep it", "none keeps it"


def write_comparison_html(comparison: Comparison) -> str:
    """Write the comparison as a page."""
    title = comparison.title or comparison.url or "a page"
    return whole_page(f"{title} – strategies compared", comparison_body(comparison))


def comparison_body(comparison: Comparison) -> str:
    """Write the comparison without the page around it, for a page that has the style and the script of reports."""
    return "".join(_body(comparison))


def _body(comparison: Comparison) -> Iterator[str]:
    yield f'<main>\n<header>\n<p class="by">tamis compare · {len(comparison.candidates)} strategies</p>\n'
    yield f'<h1 dir="auto">{text(comparison.title or "No title")}</h1>\n'
    link = safe_link(comparison.url)
    if link and not link.startswith("#"):
        yield f'<p class="url"><a{attribute("href", link)} rel="noopener noreferrer">{text(link)}</a></p>\n'
    yield "</header>\n"
    yield _summary(comparison)
    if len(comparison.candidates) > 1:
        yield _matrix(comparison)
    yield from _blocks(comparison)
    yield "</main>\n"


def _summary(comparison: Comparison) -> str:
    rows = [
        (
            candidate.name,
            [
                (str(candidate.blocks), ""),
                (str(candidate.words), ""),
                (f"{candidate.share:.0%}", ""),
                (f"{candidate.agreement:.2f}", ""),
            ],
        )
        for candidate in comparison.candidates
    ]
    caption = f"What each keeps of {len(comparison.blocks)} blocks and {comparison.words} words"
    return _table(caption, ("strategy", "blocks", "words", "share", "agreement"), rows)


def _matrix(comparison: Comparison) -> str:
    names = [candidate.name for candidate in comparison.candidates]
    rows = [
        (name, [_agreement(value, same=index == column) for column, value in enumerate(row)])
        for index, (name, row) in enumerate(zip(names, comparison.f1, strict=True))
    ]
    return _table(f"Agreement by pair: F1 of the words kept, bold from {HIGH}", ("", *names), rows)


def _agreement(value: float, *, same: bool) -> tuple[str, str]:
    if same:
        return "–", "same"
    return f"{value:.2f}".removeprefix("0"), "high" if value >= HIGH else ""


def _table(caption: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    head = "".join(f'<th scope="col">{text(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{text(name)}</th>'
        + "".join(f"<td{attribute('class', kind or None)}>{text(value)}</td>" for value, kind in cells)
        + "</tr>\n"
        for name, cells in rows
    )
    return (
        f'<h2>{text(caption)}</h2>\n<div class="scroll" tabindex="0" role="group" aria-label="{text(caption)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n"
    )


def _blocks(comparison: Comparison) -> Iterator[str]:
    shown = comparison.blocks[:MOST_BLOCKS]
    names = [candidate.name for candidate in comparison.candidates]
    verdicts = [_verdict(block) for block in shown]
    counts = {verdict: verdicts.count(verdict) for verdict in (_DIFFER, _ALL, _NONE) if verdict in verdicts}
    group = button_group("Which blocks", "verdict", counts, "all blocks", len(shown), first=_DIFFER)
    note = "Open a block to see what each strategy says of it."
    if len(comparison.blocks) > len(shown):
        note = f"The first {len(shown)} of {len(comparison.blocks)} blocks. {note}"
    items = (_block(block, names, verdict) for block, verdict in zip(shown, verdicts, strict=True))
    yield from write_panel("differences", "Blocks", note, (group,), items)


def _verdict(block: ComparedBlock) -> str:
    if block.is_disputed:
        return _DIFFER
    return _ALL if block.keepers else _NONE


def _block(block: ComparedBlock, names: Sequence[str], verdict: str) -> str:
    marks = "".join(
        f'<span class="yes">✓ {text(name)}</span>' if kept else f"<span>✕ {text(name)}</span>"
        for name, kept in zip(names, block.kept, strict=True)
    )
    kind = {_DIFFER: "some", _ALL: "all", _NONE: "none"}[verdict]
    said = [
        (name, f"{'✓ kept' if kept else '✕ dropped'}: {text(reason)}")
        for name, kept, reason in zip(names, block.kept, block.reasons, strict=True)
    ]
    places = [("XPath", f"<code>{text(block.xpath)}</code>"), ("source", f"line {block.line}" if block.line else None)]
    return (
        f'<li class="{kind}" id="block-{block.index}" data-verdict="{verdict}"><details><summary>'
        f'<span class="label"><b>{block.keepers} of {len(names)} keep it</b> <i>{text(block.kind.value)}</i></span>'
        f'<span class="words" dir="auto">{lines(block.text) or f"({text(block.kind.value)})"}</span>'
        f'{f"""<span class="marks">{marks}</span>""" if block.is_disputed else ""}</summary>'
        f"{facts([*said, *places])}</details></li>\n"
    )
