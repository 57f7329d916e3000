"""Messages on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tamis.text.characters import about, for_terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_PROBLEMS = 5
"""Maximum number of problems of one kind that are told one by one."""


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
