"""`tamis print`: make a print edition of pages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import NOTHING, WRONG_USE, status_of
from tamis.cli.extract import extraction_by
from tamis.cli.help import HELP, Command
from tamis.cli.messages import complain, say, say_problems
from tamis.cli.outputs import check_edition, write_whole
from tamis.cli.progress import each, working
from tamis.cli.settings_options import (
    NOT_ON_COMMAND_LINE,
    chosen_settings,
    fetch_options,
    input_list_option,
    method_option,
    overwrite_option,
    print_page_option,
    quiet_option,
    render_options,
    rules_option,
    settings_file_option,
    settings_options,
    url_option,
)
from tamis.cli.sources import Reader, Web, all_names, check_url
from tamis.core.stitching import Paging
from tamis.edition import FORMATS, EditionSettings, Entry, make_edition
from tamis.errors import AlreadyThere, TamisError
from tamis.io.files import slug
from tamis.model import Outcome
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from tamis.cli.extract import Extraction
    from tamis.cli.sources import Source
    from tamis.edition import Edition
    from tamis.io.fetching import Fetcher
    from tamis.settings.fetching import RenderMode

# Pages with part of an article: better than nothing for a reader, and the edition says what is missing.


@click.command(cls=Command, context_settings=HELP)
@click.argument("sources", nargs=-1, metavar="SOURCE...", type=SOURCE)
@click.option(
    "-o",
    "--output",
    required=True,
    help="File (.pdf, .epub, .html), - for standard output, or with --individual a folder.",
)
@click.option("-f", "--format", "form", type=click.Choice(FORMATS), help="Format. Default: by the file's name.")
@click.option("--individual", is_flag=True, help="Make one edition for each source.")
@click.option("--all-pages", is_flag=True, help="Join the pages of an article that is split into several.")
@print_page_option
@overwrite_option
@input_list_option
@url_option
@settings_file_option
@quiet_option
@settings_options(EditionSettings)
@rules_option
@method_option
@settings_options(Settings, skip=NOT_ON_COMMAND_LINE)
@fetch_options
@render_options
def print(  # noqa: A001 (a command goes by its function's name)
    sources: tuple[str, ...],
    output: str,
    form: str | None,
    individual: bool,
    all_pages: bool,
    overwrite: bool,
    input_list: str | None,
    url: str | None,
    settings_file: Path | None,
    quiet: bool,
    render: RenderMode,
    **given: Any,
) -> None:
    """Make a print edition of the articles of each SOURCE: a URL, a file, or - for standard input.

    Several sources become a collection with cover, contents and sources, or with --individual a file each. Pictures are
    fetched and put into the file; those of a saved page are taken from the files beside it.

    A source that fails is left out; the exit status is 3 if a fetch failed, else 2 if a file does not exist, else 1 if
    a source has no article, else 0.
    """
    if not sources and input_list is None:
        raise click.UsageError("name a SOURCE: a URL, a file, or - for standard input")
    check_url(url)
    chosen = chosen_settings(settings_file, given)
    form = form or _form_by_name(output, individual)
    try:
        check_edition(form)
        names = all_names(sources, input_list)
        if not individual:
            _refuse_existing(output, overwrite)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    if url and len(names) > 1:
        raise click.UsageError("--url is for a single source")
    paging = Paging(all_pages=all_pages, print_page=chosen.fetch.print_page)
    if any(paging) and render != "never":
        raise click.UsageError("--all-pages and --print-page read pages without a browser; leave out --render")
    with Web(chosen.fetch) as web:
        with extraction_by(render, chosen, web, paging) as extraction:
            gathering = _Gathering(replace(chosen.extract, positions=False), extraction)
            reader = Reader(web, url, limits=chosen.extract.limits, respects=bool(chosen.extract.respect))
            for source in each(reader.sources(names), len(names), "extracting", quiet=quiet):
                gathering.add(source)
        printing = _Printing(form, chosen.edition, web.fetcher, gathering, overwrite, quiet)
        if individual:
            printing.print_each(Path(output))
        else:
            printing.print_all(output)
    raise SystemExit(gathering.status)


def _refuse_existing(path: str, overwrite: bool) -> None:
    if not overwrite and Path(path).is_file():
        raise AlreadyThere(path)


def _form_by_name(output: str, individual: bool) -> str:
    suffix = Path(output).suffix.lower().lstrip(".")
    form = {"htm": "html", "xhtml": "html"}.get(suffix, suffix)
    if form in FORMATS and not individual:
        return form
    raise click.UsageError(f"-o {output}: name the format with -f {'|'.join(FORMATS)}, or end the name with it")


@dataclass
class _Gathering:
    """The articles with the names of their sources, and the exit status for the sources that failed."""

    settings: Settings
    extraction: Extraction
    entries: list[tuple[str, Entry]] = field(default_factory=list)
    status: int = 0

    def add(self, source: Source) -> None:
        try:
            page = source.page()
            article = self.extraction(page, self.settings).complete()
        except TamisError as error:
            self.fail(source.name, str(error), status_of(error))
            return
        if article.outcome is not Outcome.ARTICLE:
            self.fail(source.name, f"no article ({article.outcome.value}): {article.outcome_reason}", NOTHING)
        for missing in article.missing_pages:
            say(f"tamis: {source.name}: without the page {missing.url}: {missing.reason}")
        if article.blocks and article.outcome.has_story:
            file = Path(source.name)
            folder = file.parent if source.name != "-" and file.is_file() else None
            self.entries.append((source.name, Entry(article, folder, page.files)))

    def fail(self, name: str, message: str, status: int) -> None:
        self.status = max(self.status, status)
        complain(name, message)


@dataclass
class _Printing:
    form: str
    settings: EditionSettings
    fetcher: Fetcher
    gathering: _Gathering
    overwrite: bool
    quiet: bool

    def print_all(self, output: str) -> None:
        """Print one edition of all articles."""
        edition = self._edition(output, [entry for _, entry in self.gathering.entries])
        if edition is None:
            return
        if output == "-":
            click.echo(edition.data, nl=False)
        else:
            write_whole(Path(output), edition.data)

    def print_each(self, folder: Path) -> None:
        """Print an edition of each article, in a folder."""
        used: set[str] = set()
        for source, entry in self.gathering.entries:
            stem = name = slug(entry.article.title or "") or slug(Path(source).stem) or "article"
            while name in used:
                name = f"{stem}-{len(used) + 1}"
            used.add(name)
            path = folder / f"{name}.{self.form}"
            try:
                _refuse_existing(str(path), self.overwrite)
            except AlreadyThere as error:
                self.gathering.fail(source, str(error), WRONG_USE)
                continue
            edition = self._edition(source, [entry])
            if edition is not None:
                write_whole(path, edition.data)

    def _edition(self, name: str, entries: list[Entry]) -> Edition | None:
        if not entries:
            self.gathering.fail(name, "nothing to print", NOTHING)
            return None
        try:
            with working(f"printing {name}", quiet=self.quiet):
                edition = make_edition(entries, self.form, self.settings, fetcher=self.fetcher)
        except TamisError as error:
            self.gathering.fail(name, str(error), NOTHING)
            return None
        say_problems(edition.problems, "picture")
        return edition
