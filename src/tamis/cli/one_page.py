"""Commands on a single page: loading it, and ending if that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tamis.cli.exit_status import status_of
from tamis.cli.messages import complain
from tamis.cli.sources import Reader, Web, check_url
from tamis.errors import NoSuchSource, TamisError

if TYPE_CHECKING:
    from tamis.io.fetching import FetchSettings
    from tamis.model import Page
    from tamis.settings.extraction import Limits


def load_page(
    source: str, settings: FetchSettings, limits: Limits, *, url: str | None = None, title: str | None = None
) -> Page:
    """Load the page of a source. Raises `TamisError` if there is none."""
    check_url(url)
    with Web(settings) as web:
        try:
            return Reader(web, url, title, limits=limits).source(source).page()
        except NoSuchSource as error:
            raise click.UsageError(str(error)) from error


def stop(source: str, error: TamisError) -> SystemExit:
    """Print what went wrong. Return the exit with its status, to be raised."""
    complain(source, error)
    return SystemExit(status_of(error))
