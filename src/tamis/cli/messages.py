"""What commands say on standard error."""

from __future__ import annotations

import click

from tamis.write.characters import for_terminal


def say(message: str) -> None:
    """Say a line on standard error, without anything in it that could steer the terminal."""
    click.echo(for_terminal(message), err=True)


def complain(name: str, problem: object) -> None:
    """Say on standard error what went wrong with a source."""
    say(f"tamis: {about(name, str(problem))}")


def about(name: str, message: str) -> str:
    """A message that names what it is about, once."""
    return message if message.startswith(name) else f"{name}: {message}"
