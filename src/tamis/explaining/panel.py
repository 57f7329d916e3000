"""A list of things with buttons to choose among them: blocks, nodes, blocks on which strategies differ."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis.explaining.shell import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


def write_panel(name: str, heading: str, note: str, groups: Sequence[str], items: Iterable[str]) -> Iterator[str]:
    """A section with its buttons and its list. Buttons show once the script runs; without it, all is shown."""
    yield f'<section class="panel" id="{name}" aria-labelledby="{name}-heading">\n'
    yield f'<h2 id="{name}-heading">{text(heading)}</h2>\n'
    yield f'<p class="note">{text(note)}</p>\n' if note else ""
    yield f'<div class="filters" hidden>{"".join(groups)}<output class="count" aria-live="polite"></output></div>\n'
    yield f'<ol class="{name}" role="list">\n'
    yield from items
    yield "</ol>\n</section>\n"


def button_group(label: str, field: str, choices: Mapping[str, int], every: str, total: int, *, first: str = "") -> str:
    """Buttons of which one is pressed. `field` names the data attribute that they look at; `first` is pressed first."""
    if len(choices) < 2:
        return ""
    buttons = [_button(field, "", every, total, pressed=True)]
    buttons += [
        _button(field, value, value, count, pressed=False, first=value == first) for value, count in choices.items()
    ]
    return f'<div class="group" role="group" aria-label="{text(label)}">{"".join(buttons)}</div>'


def tally(values: Iterable[str]) -> dict[str, int]:
    """How often each value occurs, the commonest first."""
    return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))


def facts(pairs: Iterable[tuple[str, str | None]]) -> str:
    """A list of terms with what is said of them, which is HTML. Terms without anything are left out."""
    rows = [f"<div><dt>{text(name)}</dt><dd>{value}</dd></div>" for name, value in pairs if value]
    return f"<dl>{''.join(rows)}</dl>"


def _button(field: str, value: str, words: str, count: int, *, pressed: bool, first: bool = False) -> str:
    return (
        f'<button type="button" data-field="{field}" data-value="{text(value)}"{" data-first" if first else ""} '
        f'aria-pressed="{"true" if pressed else "false"}">{text(words)} <small>{count}</small></button>'
    )
