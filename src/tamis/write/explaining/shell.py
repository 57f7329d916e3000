"""The page around a report: self-contained, without network requests, and with no script but its own."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from tamis.text.characters import one_line, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_POLICY = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; img-src data:; base-uri 'none'; form-action 'none'"
)


def whole_page(title: str, body: str) -> str:
    """Write a page with the style and the script of reports. The body must already be escaped."""
    style, script = packaged("report.css"), packaged("report.js")
    policy = _POLICY.format(script=_digest(script), style=_digest(style))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{body}<script>{script}</script>\n</body>\n</html>\n"
    )


@cache
def packaged(name: str) -> str:
    """Read a file of this package."""
    return files("tamis.write.explaining").joinpath(name).read_text("utf-8")


def text(words: str) -> str:
    """Escape text of a page, joined to one line."""
    return escape(one_line(words))


def lines(words: str) -> str:
    """Escape text of a page, with its line breaks."""
    return escape(printable(words))


def clipped(words: str, most: int) -> str:
    """Truncate a text that is too long, with an ellipsis."""
    return words if len(words) <= most else words[:most] + "…"


def _digest(content: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def write_panel(name: str, heading: str, note: str, groups: Sequence[str], items: Iterable[str]) -> Iterator[str]:
    """Write a section with its buttons and its list. Buttons show once the script runs; without it, all is shown."""
    yield f'<section class="panel" id="{name}" aria-labelledby="{name}-heading">\n'
    yield f'<h2 id="{name}-heading">{text(heading)}</h2>\n'
    yield f'<p class="note">{text(note)}</p>\n' if note else ""
    yield f'<div class="filters" hidden>{"".join(groups)}<output class="count" aria-live="polite"></output></div>\n'
    yield f'<ol class="{name}" role="list">\n'
    yield from items
    yield "</ol>\n</section>\n"


def button_group(label: str, field: str, choices: Mapping[str, int], every: str, total: int, *, first: str = "") -> str:
    """Write buttons of which one is pressed. `field` names the data attribute that they filter by; `first` starts
    pressed."""
    if len(choices) < 2:
        return ""
    buttons = [_button(field, "", every, total, pressed=True)]
    buttons += [
        _button(field, value, value, count, pressed=False, first=value == first) for value, count in choices.items()
    ]
    return f'<div class="group" role="group" aria-label="{text(label)}">{"".join(buttons)}</div>'


def tally(values: Iterable[str]) -> dict[str, int]:
    """Count how often each value occurs, the most frequent first."""
    return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))


def facts(pairs: Iterable[tuple[str, str | None]]) -> str:
    """Write a list of terms with their values, which are HTML. Terms without a value are left out."""
    rows = [f"<div><dt>{text(name)}</dt><dd>{value}</dd></div>" for name, value in pairs if value]
    return f"<dl>{''.join(rows)}</dl>"


def _button(field: str, value: str, words: str, count: int, *, pressed: bool, first: bool = False) -> str:
    return (
        f'<button type="button" data-field="{field}" data-value="{text(value)}"{" data-first" if first else ""} '
        f'aria-pressed="{"true" if pressed else "false"}">{text(words)} <small>{count}</small></button>'
    )
