"""`tamis mcp`: tools for language models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tamis.cli.help import HELP, Command
from tamis.cli.settings_options import chosen_settings, fetch_options, settings_file_option
from tamis.errors import MissingExtra
from tamis.settings.serve import ServeSettings


@click.command(cls=Command, context_settings=HELP)
@click.option(
    "--library",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File of the library. Default: the one that tamis library uses.",
)
@settings_file_option
@fetch_options
def mcp(library: Path | None, settings_file: Path | None, **given: Any) -> None:
    """Serve tools for language models over standard input and output, by the Model Context Protocol (docs/mcp.md).

    The tools read web pages (extract, summarize, links) and the library (search), and add to it (save).
    """
    chosen = chosen_settings(settings_file, given)
    try:
        from tamis.serve.mcp_server import make_server
    except ImportError as error:
        raise click.UsageError(str(MissingExtra("tamis mcp", "mcp"))) from error
    make_server(ServeSettings(workers=1, library=library), chosen).run("stdio")
