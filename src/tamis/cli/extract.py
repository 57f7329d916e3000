"""`tamis extract`: pages in, articles out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli.help import HELP
from tamis.cli.messages import say
from tamis.cli.outputs import FORMATS, Destination
from tamis.cli.sources import Source, sources_from
from tamis.cli.strategy_options import chosen_strategy, strategy_options
from tamis.errors import FetchError, TamisError
from tamis.fetching import Fetcher, FetchSettings
from tamis.model import Outcome
from tamis.pipeline import run
from tamis.settings import Limits, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.model import Article

DONE, NOTHING, WRONG_USE, NOT_FETCHED = 0, 1, 2, 3


@click.command(context_settings=HELP)
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="markdown",
    show_default=True,
    help="Output format.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="File, or folder for one file per source. Default: standard output.",
)
@click.option("--json-lines", is_flag=True, help="One JSON object per line, failed sources included.")
@click.option("--url", help="URL of a file or of standard input: makes links absolute.")
@click.option("--title", help="Title from a feed.")
@strategy_options
@click.option("--images/--no-images", default=True, show_default=True, help="Keep pictures and players.")
@click.option(
    "--embedded/--no-embedded",
    default=True,
    show_default=True,
    help="Use embedded text (JSON-LD, script state) if the page shows less.",
)
@click.option("--front-matter", is_flag=True, help="Markdown with YAML front matter.")
@click.option(
    "--min-words",
    type=click.IntRange(min=0),
    default=25,
    show_default=True,
    help="A body with fewer words is not an article.",
)
@click.option(
    "--max-characters",
    type=click.IntRange(min=1),
    default=Limits().max_characters,
    show_default=True,
    help="Largest page, in characters.",
)
@click.option(
    "--max-elements",
    type=click.IntRange(min=1),
    default=Limits().max_elements,
    show_default=True,
    help="Largest page, in elements.",
)
@click.option(
    "--from-xml",
    is_flag=True,
    help="Sources are XML files that carry pages (docs/xml.md), as CUTER takes them.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="Seconds to fetch a page, redirects included.",
)
@click.option(
    "--max-bytes",
    type=click.IntRange(min=1),
    default=10_000_000,
    show_default=True,
    help="Largest response, compressed and decompressed.",
)
@click.option("--user-agent", help="User-Agent header.")
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    help="Cache fetched pages here; they are always revalidated.",
)
@click.option("--allow-private", is_flag=True, help="Allow private addresses (your own network).")
@click.option("--insecure", is_flag=True, help="Do not verify TLS certificates.")
@click.option("-v", "--verbose", is_flag=True, help="Log what each stage found on standard error.")
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
def extract(
    sources: tuple[str, ...],
    form: str,
    output: str | None,
    json_lines: bool,
    url: str | None,
    title: str | None,
    strategy: str,
    method: str | None,
    images: bool,
    embedded: bool,
    front_matter: bool,
    min_words: int,
    max_characters: int,
    max_elements: int,
    from_xml: bool,
    timeout: float,
    max_bytes: int,
    user_agent: str | None,
    cache: Path | None,
    allow_private: bool,
    insecure: bool,
    verbose: bool,
    quiet: bool,
) -> None:
    """Extract the article of each SOURCE: a URL, a file, or - for standard input.

    If one of several sources fails, the others are still processed; the exit status is 3 if a fetch failed, else 1 if a
    source has no article, else 0.
    """
    if not sources:
        if sys.stdin.isatty():
            raise click.UsageError("name a SOURCE: a URL, a file, or - for standard input")
        sources = ("-",)
    if url and not url.lower().startswith(("http://", "https://")):
        raise click.UsageError(f"--url {url}: begin it with https:// or http://")
    if (url or title) and len(sources) > 1:
        raise click.UsageError("--url and --title are for a single source")
    settings = Settings(
        strategy=chosen_strategy(strategy, method),
        images=images,
        min_words=min_words,
        limits=Limits(max_characters=max_characters, max_elements=max_elements),
        embedded=embedded,
        positions=json_lines or form == "json",  # the only form that shows them
    )
    try:
        fetching = FetchSettings(
            timeout=timeout,
            connect_timeout=min(timeout, FetchSettings().connect_timeout),
            max_bytes=max_bytes,
            max_compressed_bytes=max_bytes,
            user_agent=user_agent or FetchSettings().user_agent,
            cache=cache,
            allow_private=allow_private,
            verify=not insecure,
        )
        destination = Destination(
            "json-lines" if json_lines else form, output, many=len(sources) > 1 or from_xml, front_matter=front_matter
        )
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    with Fetcher(fetching) as fetcher:
        found = sources_from(sources, fetcher, url=url, title=title, from_xml=from_xml)
        work = _Work(settings, destination, verbose)
        for source in _progress(found, len(sources), quiet or verbose):
            work.do(source)
        work.finish()
    raise SystemExit(work.status)


@dataclass
class _Work:
    """The sources one after another, and the worst that came of them."""

    settings: Settings
    destination: Destination
    verbose: bool
    status: int = DONE

    def do(self, source: Source) -> None:
        try:
            article = run(source.page(), self.settings)
        except FetchError as error:
            self._fail(source, error, NOT_FETCHED)
        except TamisError as error:
            self._fail(source, error, NOTHING)
        else:
            self._write(source, article)

    def finish(self) -> None:
        self.destination.close()

    def _fail(self, source: Source, error: TamisError, status: int) -> None:
        self.status = max(self.status, status)
        say(f"tamis: {_named(source.name, str(error))}")
        self.destination.add_error(source.name, error)

    def _write(self, source: Source, article: Article) -> None:
        if self.verbose:
            for step in article.trace:
                say(f"{source.name}: {step.stage}: {step.note}")
            say(f"{source.name}: {article.outcome.value}: {article.outcome_reason}")
        if article.outcome is not Outcome.ARTICLE:
            self.status = max(self.status, NOTHING)
            say(f"tamis: {source.name}: no article ({article.outcome.value}): {article.outcome_reason}")
        self.destination.add(source.name, article)


def _named(name: str, message: str) -> str:
    return message if message.startswith(name) else f"{name}: {message}"


def _progress(sources: Iterable[Source], count: int, quiet: bool) -> Iterator[Source]:
    if count < 2 or quiet or not sys.stderr.isatty():
        yield from sources
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(sources, total=count, description="extracting", console=Console(stderr=True), transient=True)
