"""Changes as HTML, with ``<ins>`` and ``<del>``: a page, or its body for the reader."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tamis.model.changes import Change
from tamis.text.characters import one_line, printable
from tamis.write.changes.text import by_section, summary
from tamis.write.html import POLICY, style_hash, style_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.model.changes import Changes
    from tamis.write.changes.text import ShownChange

_STYLE = """
ins { background: color-mix(in srgb, #2da44e 22%, transparent); text-decoration: none; }
del { background: color-mix(in srgb, #cf222e 18%, transparent); }
.change b { font-size: 0.8em; color: var(--faint); }
pre.change { white-space: pre-wrap; }
"""
_TAGS = {Change.ADDED: "ins", Change.REMOVED: "del"}


def changes_page(changes: Changes) -> str:
    """Write the changed blocks as a self-contained HTML page."""
    title = next((block.text for block in changes.blocks if block.kind == "title"), "Changes")
    style = style_sheet() + _STYLE
    shown = escape(one_line(title))
    return (
        '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(style_hash(style))}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>{style}</style>\n</head>\n<body>\n<article>\n"
        f'<h1 dir="auto">{shown}</h1>\n{changes_body(changes)}</article>\n</body>\n</html>\n'
    )


def changes_body(changes: Changes) -> str:
    """Write the changed blocks as HTML without the page around them."""
    parts = [f'<p class="source">{escape(summary(changes))}</p>\n']
    for heading, shown in by_section(changes):
        if heading:
            parts.append(f'<h2 dir="auto">{escape(one_line(heading))}</h2>\n')
        parts += [_block(change) for change in shown]
    return "".join(parts)


def _block(shown: ShownChange) -> str:
    change = shown.block.change
    label = " ".join(filter(None, (shown.label, change.value)))
    tag = "pre" if shown.block.kind in ("code", "table") else "p"
    return f'<{tag} class="change {change.value}" dir="auto"><b>{escape(label)}:</b> {"".join(_runs(shown))}</{tag}>\n'


def _runs(shown: ShownChange) -> Iterator[str]:
    for run in shown.runs:
        tag = _TAGS.get(run.change)
        text = escape(printable(run.text))
        yield f"<{tag}>{text}</{tag}>" if tag else text
