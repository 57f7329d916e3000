"""`tamis serve`: the web service."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.help import HELP, Command
from tamis.cli.settings_options import chosen_settings, settings_file_option, settings_options, with_given
from tamis.errors import MissingExtra, TamisError
from tamis.settings.serve import ServeSettings, is_loopback

if TYPE_CHECKING:
    from pathlib import Path

TOKEN_VARIABLE = "TAMIS_TOKEN"  # noqa: S105 (the name of a variable)
TOKEN_BYTES = 15
"""Random bytes of a token that is suggested."""
SUGGESTION = """{host} can be reached from other machines, so readers need a secret. This one was drawn just now:

  TAMIS_TOKEN={token} tamis serve --host {host}

Type it once in each browser."""


@click.command(cls=Command, context_settings=HELP)
@settings_file_option
@click.option(
    "--token",
    envvar=TOKEN_VARIABLE,
    help=f"Secret that clients must send. Other users of this machine can see options: set {TOKEN_VARIABLE} instead.",
)
@settings_options(ServeSettings, skip=frozenset({"token"}))
def serve(settings_file: Path | None, **given: Any) -> None:
    """Serve the API, the reader and the cleaning proxy on this machine (docs/serve.md).

    Ctrl-C stops it after the requests in progress.
    """
    chosen = chosen_settings(settings_file, {})
    if given["host"] and not given["token"] and not is_loopback(given["host"]):
        raise click.UsageError(SUGGESTION.format(host=given["host"], token=token_urlsafe(TOKEN_BYTES)))
    try:
        settings = with_given(ServeSettings(), given)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    try:
        from tamis.serve.running import serve as run
    except ImportError as error:
        raise click.UsageError(str(MissingExtra("tamis serve", "serve"))) from error
    try:
        run(settings, chosen)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
