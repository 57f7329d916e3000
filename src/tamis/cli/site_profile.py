"""`tamis site-profile`: learn and show what the pages of a site have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import NOTHING
from tamis.cli.help import HELP, Command
from tamis.cli.messages import number_of, say
from tamis.cli.one_page import load_page
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import chosen_settings, fetch_options, settings_file_option
from tamis.cli.sources import all_names
from tamis.core.site_profile import SiteProfile, site_name
from tamis.errors import BadInput, TamisError
from tamis.text.characters import about

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOWN = 20
"""Default number of places that a profile shows."""


@click.group(context_settings=HELP)
def site_profile() -> None:
    """Learn what the pages of a site have in common: which places hold the article, and which texts repeat.

    Hand the profile to 'tamis extract --site-profile', and other pages of the site come out better.
    """


@site_profile.command(cls=Command, context_settings=HELP)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=SOURCE)
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File of the profile (JSON)."
)
@click.option("--refresh", is_flag=True, help="Add the pages to the profile that is in the file.")
@click.option("--site", help="Name of the site in reasons. Default: the host of the first page.")
@settings_file_option
@fetch_options
def learn(
    sources: tuple[str, ...],
    output: Path,
    refresh: bool,
    site: str | None,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """Learn a profile from articles of one site: URLs, files or folders. Four pages and more are best."""
    chosen = chosen_settings(settings_file, given)
    from tamis.core.pipeline import extract_traced, profile_of_extraction

    found = _read(output) if refresh and output.exists() else None
    for name in all_names(sources, None):
        try:
            page = load_page(name, chosen.fetch, chosen.extract.limits, url=None, title=None)
            extraction = extract_traced(page, chosen.extract)
        except TamisError as error:
            say(f"tamis: {about(name, str(error))}")
            continue
        found = found or SiteProfile(site or site_name(page.url or extraction.article.canonical_url))
        found = found.merged(profile_of_extraction(extraction))
    if found is None or not found.places:
        say("tamis: there is nothing to learn from these pages")
        raise SystemExit(NOTHING)
    text = found.compact().to_json()
    write_whole(output, text + "\n")
    say(f"{output}: {found.site or 'a site'}, {number_of(found.pages, 'page')}, {len(text):,} characters")


@site_profile.command(cls=Command, context_settings=HELP)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-n", "--limit", type=click.IntRange(min=1), default=SHOWN, show_default=True, help="Most places to show."
)
def show(file: Path, limit: int) -> None:
    """Show what a profile knows: the probability that a block at each place belongs to the article.

    A page counts as much as the model was sure of it, so the number of pages is not whole.
    """
    known = _read(file)
    repeated = sum(pages > 1 for pages in known.texts.values())
    click.echo(
        f"{known.site or 'a site'}: {number_of(known.pages, 'page')}, {number_of(len(known.places), 'place')}, "
        f"{number_of(repeated, 'repeated text')}"
    )
    for line in _lines(known, limit):
        click.echo(line)


def _read(file: Path) -> SiteProfile:
    try:
        return SiteProfile.from_json(file.read_text(encoding="utf-8", errors="replace"))
    except BadInput as error:
        raise click.UsageError(f"{file}: {error}") from error


def _lines(known: SiteProfile, limit: int) -> Iterator[str]:
    """Yield a line for each place, those on most pages first."""
    from math import exp

    ranked = sorted(known.places.items(), key=lambda item: (-item[1].pages, -item[1].log_odds, item[0]))
    for name, place in ranked[:limit]:
        yield f"{1 / (1 + exp(-place.log_odds)):.2f}  on {place.pages:.1f} pages  {name}"
