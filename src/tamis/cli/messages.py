"""Messages on standard error, and exit statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tamis.errors import BadXml, FetchError, MissingExtra, NoSuchSource, TamisError
from tamis.text.characters import about, for_terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

DONE, NOTHING, WRONG_USE, NOT_FETCHED = 0, 1, 2, 3
"""Exit statuses: success, no article, usage error, failed fetch."""

MOST_PROBLEMS = 5
"""Maximum number of problems of one kind that are told one by one."""


def status_of(error: TamisError) -> int:
    """Return the exit status for an error."""
    if isinstance(error, FetchError):
        return NOT_FETCHED
    return WRONG_USE if isinstance(error, NoSuchSource | MissingExtra | BadXml) else NOTHING


def say(message: str) -> None:
    """Print a line on standard error, without anything in it that could control the terminal."""
    click.echo(for_terminal(message), err=True)


def complain(name: str, problem: object) -> None:
    """Print on standard error what went wrong with a source."""
    say(f"tamis: {about(name, str(problem))}")


def say_problems(problems: Sequence[str], thing: str) -> None:
    """Print the first problems on standard error, and how many more things had one."""
    for problem in problems[:MOST_PROBLEMS]:
        say(f"tamis: {problem}")
    if more := len(problems[MOST_PROBLEMS:]):
        say(f"tamis: {number_of(more, thing)} more left out")


def number_of(number: int, thing: str) -> str:
    """Write a number of things: ``1 page``, ``1,200 pages``."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
