"""What commands that look at a single page have in common: how it is had, and what happens if it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tamis.cli.messages import say
from tamis.cli.sources import sources_from
from tamis.errors import FetchError, TamisError
from tamis.fetching import Fetcher, FetchSettings
from tamis.settings import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.model import Page

NOTHING, NOT_FETCHED = 1, 3


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which a page is had."""
    options = (
        click.option("--url", help="URL of a file or of standard input: makes links absolute."),
        click.option("--title", help="Title from a feed."),
        click.option(
            "--max-characters",
            type=click.IntRange(min=1),
            default=Limits().max_characters,
            show_default=True,
            help="Largest page, in characters.",
        ),
        click.option(
            "--max-elements",
            type=click.IntRange(min=1),
            default=Limits().max_elements,
            show_default=True,
            help="Largest page, in elements.",
        ),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=20.0,
            show_default=True,
            help="Seconds to fetch the page, redirects included.",
        ),
        click.option("--allow-private", is_flag=True, help="Allow private addresses (your own network)."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def have_page(source: str, *, url: str | None, title: str | None, timeout: float, allow_private: bool) -> Page:
    """The page that a source stands for. Raises `TamisError` if it cannot be had."""
    if url and not url.lower().startswith(("http://", "https://")):
        raise click.UsageError(f"--url {url}: begin it with https:// or http://")
    settings = FetchSettings(
        timeout=timeout,
        connect_timeout=min(timeout, FetchSettings().connect_timeout),
        allow_private=allow_private,
    )
    with Fetcher(settings) as fetcher:
        (found,) = sources_from((source,), fetcher, url=url, title=title, from_xml=False)
        return found.page()


def stop(source: str, error: TamisError) -> SystemExit:
    """Say what went wrong, and how the command is to end."""
    message = str(error)
    say(f"tamis: {message if message.startswith(source) else f'{source}: {message}'}")
    return SystemExit(NOT_FETCHED if isinstance(error, FetchError) else NOTHING)
