"""`tamis demo`: extract the example site, crawl it and make an edition of it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tamis.cli.demo.pages import show_pages
from tamis.cli.help import HELP, Command
from tamis.cli.outputs import write_whole
from tamis.errors import MissingExtra
from tamis.io.installation import command_name
from tamis.settings.serve import ServeSettings

if TYPE_CHECKING:
    from tamis.cli.demo.editions import DemoEdition, LongStory

OUTPUT = Path("out/demo")
EDITION = "edition.html"
LIBRARY = "library.db"
MAX_WIDTH = 100  # columns


@click.command(cls=Command, context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=OUTPUT,
    show_default=True,
    help="Output folder.",
)
def demo(output: Path) -> None:
    """Show what tamis does, on a small news site that comes with it. No network.

    First the articles of some pages, with what was dropped and why; all pages are written as Markdown, HTML and JSON.
    A story on three pages becomes one file of Markdown, EPUB and, with the extra render and a browser, PDF.
    Then the site is served on this machine, crawled, and made into an edition: a front page by section with pictures
    and summaries, and every story. That needs the extra news. The stories are in a library, which tamis serve shows in
    the browser; that needs the extra serve.
    """
    console = Console(highlight=False)
    console.width = min(console.width, MAX_WIDTH)
    show_pages(output, console)
    _tell_story(console, output)
    try:
        with console.status("Crawling the site …"):
            made = _crawled(output / LIBRARY)
    except MissingExtra as error:
        console.print(f"The edition was left out: {error}", soft_wrap=True, markup=False)
        return
    write_whole(output / EDITION, made.html)
    _tell(console, made, output)


def _tell_story(console: Console, output: Path) -> None:
    """Join the story on three pages, write its files and say so."""
    with console.status("Joining a story on three pages …"):
        story = _long_story()
    for name, data in story.files.items():
        write_whole(output / name, data)
    console.print(
        f"A story on {len(story.article.pages)} pages, joined: [bold]{', '.join(story.files)}[/] in {output}.",
        soft_wrap=True,
    )
    if story.without_pdf:
        console.print(f"The PDF was left out: {story.without_pdf}", soft_wrap=True, markup=False)


def _long_story() -> LongStory:
    from tamis.cli.demo.editions import make_long_story

    return make_long_story()


def _crawled(library: Path) -> DemoEdition:
    from tamis.cli.demo.editions import make_demo_edition

    return make_demo_edition(library)


def _tell(console: Console, made: DemoEdition, output: Path) -> None:
    report, digest = made.report, made.digest
    console.print(
        f"The site, served on this machine and crawled: {report.fetched} pages, {report.articles} articles.\n"
        f"An edition of {len(digest.stories)} stories in {len(digest.sections)} sections: "
        f"[bold]{output / EDITION}[/]. Open it in a browser.",
        soft_wrap=True,
    )
    name, service = command_name(), ServeSettings()
    try:
        importlib.import_module("tamis.serve.running")
    except ImportError:
        console.print(str(MissingExtra("Reading them in the browser", "serve")), soft_wrap=True, markup=False)
    else:
        console.print(
            "\n[bold]Read them in your browser[/], also offline:\n"
            f"  {name} serve --library {output / LIBRARY}\n"
            f"  then open http://{service.host}:{service.port}/today, or paste a link of your own there",
            soft_wrap=True,
        )
    console.print(
        "\nNow a page, a site and a feed of your own:\n"
        f"  {name} extract https://example.org/story\n"
        f"  {name} digest https://example.org/ -o edition.html\n"
        f"  {name} digest https://example.org/feed.xml -o edition.epub",
        soft_wrap=True,
    )
