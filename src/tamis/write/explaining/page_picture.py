"""The blocks of a rendered page in color, over its screenshot: an SVG that scales to any screen.

Each block is a link to its entry in the list of blocks, so that it works without a script; with one, arrow keys go from
block to block, and a card shows the verdict on the one under the pointer.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from tamis.write.explaining.shell import clipped, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.write.explaining.report import BlockReport, PagePicture, Report

MOST_RECTANGLES = 3_000
_SHOWN = 240  # characters of a block in a tooltip
_EDGE = 3.0  # CSS pixels around a block


def picture_panel(report: Report) -> Iterator[str]:
    """Write the section with the screenshot; nothing if the page was not rendered."""
    picture = report.picture
    if picture is None:
        return
    placed = [block for block in report.blocks if block.box is not None and _is_on(block, picture)]
    yield '<section class="panel-picture" id="page" aria-labelledby="page-heading">\n'
    yield '<h2 id="page-heading">The page as a browser draws it</h2>\n'
    yield f'<p class="note">{_note(len(placed), report)}</p>\n'
    yield (
        '<p class="legend"><span class="kept">✓ kept</span> <span class="dropped">✕ dropped</span> '
        '<span class="unseen">◌ hidden from readers</span></p>\n'
    )
    yield '<div class="drawn">\n'
    yield (
        f'<svg viewBox="0 0 {picture.width:.0f} {picture.height:.0f}" role="group" aria-label="Blocks on the page">'
        f'<image width="{picture.width:.0f}" height="{picture.height:.0f}" href="{_data(picture)}"/>\n'
    )
    yield from map(_rectangle, placed[:MOST_RECTANGLES])
    yield '</svg>\n<div class="card" aria-live="polite" hidden></div>\n</div>\n</section>\n'


def _note(placed: int, report: Report) -> str:
    elsewhere = len(report.blocks) - placed
    note = f"{placed} of {len(report.blocks)} blocks at their positions."
    return f"{note} {elsewhere} are not drawn, or the picture ends before them." if elsewhere else note


def _is_on(block: BlockReport, picture: PagePicture) -> bool:
    box = block.box
    return (
        box is not None
        and box.left < picture.width
        and box.top < picture.height
        and box.left + box.width > 0
        and box.top + box.height > 0
    )


def _rectangle(block: BlockReport) -> str:
    box = block.box
    if box is None:
        return ""
    name = "unseen" if block.hidden else "kept" if block.kept else "dropped"
    verdict = "✓ kept" if block.kept else "✕ dropped"
    reason = " ".join(block.reason.split())
    words = f"{verdict}, {block.role.value}: {reason}\n{clipped(block.text, _SHOWN)}"
    return (
        f'<a href="#block-{block.index}" class="{name}" data-block="{block.index}"><title>{lines(words)}</title>'
        f'<rect x="{box.left - _EDGE:.0f}" y="{box.top - _EDGE:.0f}" width="{box.width + 2 * _EDGE:.0f}" '
        f'height="{box.height + 2 * _EDGE:.0f}" rx="3"/></a>\n'
    )


def _data(picture: PagePicture) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(picture.jpeg).decode()}"
