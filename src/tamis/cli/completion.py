"""Shell completion: files for sources, names and parameters for strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from tamis.core.strategies import by_name, names
from tamis.errors import TamisError
from tamis.settings.options import options_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.settings.options import Option


class StrategyType(click.ParamType):  # type: ignore[type-arg]  # generic in later versions only
    """A strategy with its parameters: ``cetr:method=kmeans``."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 (click's signature)
        """List the names with this beginning; after a colon or a comma the fields, after an equals sign the values."""
        return [CompletionItem(text) for text in complete_strategy(incomplete)]


STRATEGY = StrategyType()
SOURCE = click.Path(allow_dash=True)
"""Type of a source, which may be a file, so shells offer files."""


def complete_strategy(begun: str) -> list[str]:
    """List whatever can follow the beginning of ``name:field=value,field=value``, with that beginning."""
    name, colon, rest = begun.partition(":")
    if not colon:
        return [known for known in names() if known.startswith(begun)]
    done, _, last = rest.rpartition(",")
    head = f"{name}:{done}," if done else f"{name}:"
    return [head + text for text in _assignments(name) if text.startswith(last)]


def _assignments(name: str) -> Iterator[str]:
    try:
        fields = options_of(type(by_name(name)))
    except TamisError:
        return
    for setting in fields:
        if setting.is_plain:
            yield from (f"{setting.name}={value}" for value in _values(setting))


def _values(setting: Option) -> tuple[str, ...]:
    """List the values that a field can have; one empty value if they cannot be listed, so that the field's name is
    offered."""
    return ("true", "false") if setting.type is bool else setting.choices or ("",)
