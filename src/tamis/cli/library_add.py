"""`tamis library add`: store the articles of pages in the library."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import DONE, NOTHING, status_of
from tamis.cli.extract import extraction_by
from tamis.cli.help import HELP, Command
from tamis.cli.library import emit, json_option, with_library
from tamis.cli.library_views import print_picture_use
from tamis.cli.messages import complain, say
from tamis.cli.outputs import page_key
from tamis.cli.progress import each
from tamis.cli.settings_options import (
    NOT_ON_COMMAND_LINE,
    chosen_settings,
    fetch_options,
    input_list_option,
    method_option,
    render_options,
    rules_option,
    settings_file_option,
    settings_options,
)
from tamis.cli.sources import Reader, Web, all_names
from tamis.errors import TamisError
from tamis.library.exchange import add_fetched
from tamis.library.pictures import load_pictures
from tamis.library.records import Status
from tamis.library.site_profiles import refresh_site_profile, with_site_profile
from tamis.model import Outcome
from tamis.settings.extraction import Settings
from tamis.text.characters import for_terminal

if TYPE_CHECKING:
    from tamis.cli.extract import Extraction
    from tamis.cli.sources import Source
    from tamis.library import Added, Library
    from tamis.model import Article, Page
    from tamis.settings.fetching import RenderMode

MAX_LINKS = 100_000


@click.command("add", cls=Command, context_settings=HELP)
@click.argument("sources", nargs=-1, metavar="[SOURCE]...", type=SOURCE)
@click.option("--saved", is_flag=True, help="Also fetch the pages of stored links that have no text yet.")
@click.option("--tag", "tags", multiple=True, help="Tag for each of the articles; repeatable.")
@click.option(
    "--source/--no-source", "keeps_html", default=True, show_default=True, help="Store the HTML of the page as well."
)
@click.option(
    "--pictures/--no-pictures",
    "keeps_pictures",
    default=None,
    help="Store the pictures as well. Default: of pages from the web all, of files those beside them.",
)
@input_list_option
@click.option("--url", help="URL of a file or of standard input: makes links absolute, and is the page's key.")
@json_option
@settings_file_option
@rules_option
@method_option
@settings_options(Settings, skip=NOT_ON_COMMAND_LINE)
@fetch_options
@render_options
@with_library(begins=True)
def library_add(
    opened: Library,
    sources: tuple[str, ...],
    saved: bool,
    tags: tuple[str, ...],
    keeps_html: bool,
    keeps_pictures: bool | None,
    input_list: str | None,
    url: str | None,
    as_json: bool,
    settings_file: Path | None,
    render: RenderMode,
    **given: Any,
) -> None:
    """Add the article of each SOURCE: a URL, a file, a folder of pages, or - for standard input.

    Reports for each whether it is new, unchanged, revised (another text on the same page) or a duplicate (the same
    story from another page). The exit status is 3 if a fetch failed, else 2 if a file does not exist, else 1 if a
    source has no article, else 0.
    """
    if not sources and input_list is None and not saved:
        raise click.UsageError("name a SOURCE: a URL, a file, or - for standard input")
    chosen = chosen_settings(settings_file, given)
    try:
        names = all_names(sources, input_list) if sources or input_list is not None else []
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    if url and len(names) > 1:
        raise click.UsageError("--url is for a single source")
    if saved:
        names += [record.url for record in opened.newest("is:link", limit=MAX_LINKS) if record.url]
    settings = replace(chosen.extract, positions=True)
    with Web(chosen.fetch) as web, extraction_by(render, chosen, web) as extraction:
        adding = Adding(opened, settings, extraction, web, tags, keeps_html, keeps_pictures, as_json)
        reader = Reader(web, url, limits=settings.limits, respects=bool(settings.respect))
        for source in each(reader.sources(names), len(names), "adding"):
            adding.add(source)
    raise SystemExit(adding.status)


@click.command("pictures", cls=Command, context_settings=HELP)
@click.argument("query", nargs=-1)
@click.option("--fetch", is_flag=True, help="Load the pictures of articles that have none yet.")
@click.option("--prune", "most", type=click.IntRange(min=0), metavar="MB", help="Remove pictures until they have MB.")
@json_option
@settings_file_option
@fetch_options
@with_library()
def library_pictures(
    opened: Library,
    query: tuple[str, ...],
    fetch: bool,
    most: int | None,
    as_json: bool,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """Show how many pictures the library has of each article, load missing ones, or make room.

    QUERY chooses the articles whose pictures --fetch loads. --prune begins with articles that were read, then takes
    the oldest; starred articles keep their pictures.
    """
    if fetch:
        records = [record for record in opened.newest(" ".join(query), limit=MAX_LINKS) if not record.is_link]
        with Web(chosen_settings(settings_file, given).fetch) as web:
            for record in each(records, len(records), "pictures"):
                if not opened.picture_digests(record.id):
                    kept, problems = load_pictures(opened.article(record.id), web.fetcher)
                    opened.add_pictures(record.id, kept)
                    for problem in problems:
                        say(f"tamis: {record.id}: {problem}")
    if most is not None:
        pruned = opened.prune_pictures(most * 1_000_000)
        say(f"{pruned} {'article' if pruned == 1 else 'articles'} lost the pictures")
    if as_json:
        for use in opened.picture_use():
            emit(use._asdict())
    else:
        print_picture_use(opened.picture_use(), opened.picture_bytes())


@dataclass
class Adding:
    """The loop that adds pages to the library, and the worst exit status so far."""

    library: Library
    settings: Settings
    extraction: Extraction
    web: Web
    tags: tuple[str, ...] = ()
    keeps_html: bool = True
    keeps_pictures: bool | None = None
    as_json: bool = False
    status: int = DONE

    def add(self, source: Source) -> None:
        """Add the article of a page, and report the result."""
        try:
            page = source.page()
            settings = with_site_profile(self.settings, self.library, page.url)
            article = self.extraction(page, settings).complete()
            if article.url is None:
                article = replace(article, url=page_key(source.name, None))
            if not article.outcome.has_story or not article.blocks:
                self._fail(source, f"no article ({article.outcome.value}): {article.outcome_reason}", NOTHING)
                return
            pictures = self._pictures(source, page, article) if self.keeps_pictures is not False else None
            added = add_fetched(self.library, source.name, article, page.html if self.keeps_html else None, pictures)
            if added.status is Status.NEW and article.outcome is Outcome.ARTICLE:
                refresh_site_profile(self.library, page, self.settings)
            if self.tags:
                self.library.tag(added.id, *self.tags)
        except TamisError as error:
            self._fail(source, str(error), status_of(error))
        else:
            self._say(source, article, added)

    def _pictures(self, source: Source, page: Page, article: Article) -> dict[str, tuple[str, bytes]]:
        file = Path(source.name)
        is_file = source.name != "-" and file.is_file()
        may_fetch = self.keeps_pictures or (not is_file and source.name != "-")
        kept, problems = load_pictures(
            article, self.web.fetcher if may_fetch else None, file.parent if is_file else None, page.files
        )
        for problem in problems if may_fetch else ():
            say(f"tamis: {problem}")
        return kept

    def _say(self, source: Source, article: Article, added: Added) -> None:
        if self.as_json:
            about = {name: value for name, value in added._asdict().items() if value}
            emit({"source": source.name, **about, "title": article.title})
            return
        click.echo(f"{added.id:>5}  {added.status.value:<9}  {for_terminal(article.title or source.name)}")
        if added.reason:
            say(f"tamis: {source.name}: {added.reason}")
        if added.duplicate_of is not None:
            click.echo(f"{'':>5}  the same story as {added.duplicate_of} ({100 * added.similarity:.0f} % in common)")

    def _fail(self, source: Source, message: str, status: int) -> None:
        self.status = max(self.status, status)
        complain(source.name, message)
