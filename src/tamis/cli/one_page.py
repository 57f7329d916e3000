"""What commands that look at a single page have in common: fetching it, and what happens if that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tamis.cli.messages import complain
from tamis.cli.sources import Reader, Web
from tamis.errors import FetchError, NoSuchSource, TamisError

if TYPE_CHECKING:
    from tamis.fetching import FetchSettings
    from tamis.model import Page
    from tamis.settings import Limits

NOTHING, NOT_FETCHED = 1, 3


def have_page(
    source: str, settings: FetchSettings, limits: Limits, *, url: str | None = None, title: str | None = None
) -> Page:
    """The page that a source stands for. Raises `TamisError` if there is none."""
    if url and not url.lower().startswith(("http://", "https://")):
        raise click.UsageError(f"--url {url}: begin it with https:// or http://")
    with Web(settings) as web:
        try:
            return Reader(web, url, title, limits=limits).source(source).page()
        except NoSuchSource as error:
            raise click.UsageError(str(error)) from error


def stop(source: str, error: TamisError) -> SystemExit:
    """Say what went wrong, and how the command is to end."""
    complain(source, error)
    return SystemExit(NOT_FETCHED if isinstance(error, FetchError) else NOTHING)
