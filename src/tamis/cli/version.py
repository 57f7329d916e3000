"""`tamis version`."""

from __future__ import annotations

import platform

import click

from tamis._version import __version__
from tamis.cli.help import HELP, Command


@click.command(cls=Command, context_settings=HELP)
def version() -> None:
    """Print the version of tamis and of Python."""
    click.echo(f"tamis {__version__} (Python {platform.python_version()})")
