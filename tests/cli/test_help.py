"""Help of all commands: options by group, the common ones first, and one name for one thing."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from tamis.cli import COMMANDS, main
from tamis.cli.help import Command, option

if TYPE_CHECKING:
    from collections.abc import Iterator


def commands(group: click.Group, context: click.Context, path: str = "") -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        if path or name in COMMANDS:
            command = group.get_command(context, name)
            assert command is not None
            yield f"{path}{name}", command
            if isinstance(command, click.Group):
                yield from commands(command, click.Context(command, parent=context), f"{path}{name} ")


ALL = dict(commands(main, click.Context(main)))


def headings(text: str) -> dict[str, str]:
    """The options of each group, in the order of the groups."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            found[line[:-1]] = ""
        elif found:
            found[[*found][-1]] += f"{line}\n"
    return found


def test_common_options_come_first_and_others_by_group() -> None:
    found = headings(CliRunner().invoke(main, ["extract", "--help"]).output)
    assert [*found] == ["Options", "Output", "Input", "Advanced", "Fetching", "Rendering"]
    assert all(name in found["Options"] for name in ("--format", "--output", "--head", "--url", "--help"))
    assert "--timeout" in found["Fetching"]
    assert "SOURCE" not in found["Options"]


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_option_is_listed_once(name: str) -> None:
    command = ALL[name]
    if isinstance(command, click.Group):
        return
    assert isinstance(command, Command)
    written = CliRunner().invoke(main, [*name.split(), "--help"]).output
    listed = [
        line.split()[0].rstrip(",")
        for line in written.partition("\nOptions:\n")[2].splitlines()
        if line.startswith("  -")
    ]
    options = [one.opts[0] for one in command.params if isinstance(one, click.Option) and not one.hidden]
    assert sorted(listed) == sorted([*options, "-h"])


def test_a_group_of_ones_own_is_listed_where_it_is_first_used() -> None:
    @click.command(cls=Command)
    @option("--b", group="Second", help="b")
    @click.option("--a", help="a")
    @option("--c", group="Third", help="c")
    def own() -> None: ...

    found = headings(CliRunner().invoke(own, ["--help"]).output)
    assert [*found] == ["Options", "Second", "Third"]


SAME = {"--quiet", "--settings", "--overwrite", "--input-list", "--timeout", "--allow-private", "--rules", "--reader"}
"""Options that mean the same wherever they are."""


def test_one_name_means_one_thing() -> None:
    meanings: dict[str, set[str | None]] = defaultdict(set)
    short: dict[str, set[str]] = defaultdict(set)
    for command in ALL.values():
        for one in command.params:
            if isinstance(one, click.Option):
                long = next(name for name in one.opts if name.startswith("--"))
                meanings[long].add(one.help)
                for name in one.opts:
                    if not name.startswith("--"):
                        short[name].add(long)
    assert {name: texts for name in SAME if len(texts := meanings[name]) != 1} == {}
    assert {name: longs for name, longs in short.items() if len(longs) != 1} == {}
    assert "--processes" not in meanings
