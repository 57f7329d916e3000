"""Pages of the example site, and what tamis keeps of them: the first part of `tamis demo`.

It also serves as an example: `extracted` makes an article, `dropped` answers why a block is not in it, and `write_all`
turns articles into files.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

import tamis
from tamis.cli.demo.example_site import SITE
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from tamis.write.explaining import Report

SHOWN = {
    "harbour-tunnel.html": "An article with a picture",
    "wind-farm-vote.html": "A body in pieces, cut by ads and pull quotes",
    "night-trains.html": "More comments than article",
    "hafenfest-de.html": "German",
    "legacy-1999.html": "1999: layout tables and <FONT>, in ISO-8859-1",
    "budget-tables.html": "Tables between the paragraphs",
}
"""Description of each page that the terminal shows. The folder gets every page of the site."""
FIRST_BLOCKS = 4
TABLE_ROWS = 6
REASONS = 4
PERCENTAGE = re.compile(r"(?<!\d)(\d++(?:\.\d++)?)%")


@dataclass(frozen=True)
class Extracted:
    """An article, with the report on its page."""

    file: str
    report: Report

    @property
    def article(self) -> tamis.Article:
        """The article of the page."""
        return self.report.article

    @property
    def words(self) -> int:
        """The number of words in the article's body."""
        return count_words(self.article.text)

    @property
    def words_on_page(self) -> int:
        """The number of words on the page, including menus."""
        return sum(block.words for block in self.report.blocks)


def extracted(path: Path) -> Extracted:
    """Extract the article of a saved page, with the verdict on each of the page's blocks."""
    # A web page has a URL, and url="https://…" makes its links absolute. Here they stay relative, so that the articles
    # in the folder link to each other.
    # tamis.extract gives the article alone; tamis.explain gives it with a report on the whole page.
    return Extracted(path.name, tamis.explain(path.read_bytes()))


def dropped(page: Extracted) -> list[tuple[int, str, str]]:
    """Count dropped blocks by reason. Return the number, the reason, and the text of one of them."""
    found: dict[str, list[tuple[float, str]]] = {}
    for block in page.report.blocks:
        if not block.kept:
            share = PERCENTAGE.search(block.reason)
            case = (float(share[1]) if share else 0, block.text)
            found.setdefault(PERCENTAGE.sub("%", block.reason), []).append(case)
    rows = []
    for reason, cases in found.items():
        least, most = min(cases)[0], max(cases)[0]
        example = max((text for _, text in cases), key=len)
        shares = f"{least:g}%" if least == most else f"{least:g}–{most:g}%"
        rows.append((len(cases), reason.replace("%", shares), " ".join(example.split())))
    return sorted(rows, reverse=True)


def show(console: Console, page: Extracted, description: str) -> None:
    """Show one page on the terminal."""
    article = page.article
    console.print()
    console.rule(Text.assemble((description, "bold"), f" · {page.file}"), align="left", style="cyan")
    console.print(Text(article.title or "(no title)", style="bold"))
    console.print(byline(article), style="dim")
    console.print(
        Text.assemble(
            (article.outcome.value, "green" if article.outcome is tamis.Outcome.ARTICLE else "red"),
            f", confidence {article.confidence:.2f}: {page.words:,} of {page.words_on_page:,} words kept, "
            f"{sum(block.kept for block in page.report.blocks)} of {len(page.report.blocks)} blocks",
        )
    )
    console.print()
    console.print(Text(textwrap.indent("\n\n".join(first_blocks(article, console.width - 4)), "  ")))
    console.print()
    console.print(reasons(dropped(page), console.width))


def byline(article: tamis.Article) -> Text:
    """Write author, date and language in one line."""
    author = ", ".join(article.authors) or "no author found"
    published = article.published.date().isoformat() if article.published else "no date found"
    return Text(f"{author} · {published} · {article.language or 'language unknown'}")


def first_blocks(article: tamis.Article, width: int) -> list[str]:
    """Return the beginning of the Markdown, two lines of each block, and the beginning of the first table."""
    blocks = article.to_markdown().split("\n\n")[1:]
    first = [textwrap.fill(block, width, max_lines=2, placeholder=" …") for block in blocks[:FIRST_BLOCKS]]
    tables = [block.splitlines() for block in blocks if block.startswith("|")]
    if tables:
        first += ["…", "\n".join(row[:width] for row in tables[0][:TABLE_ROWS])]
    return first


def reasons(rows: Sequence[tuple[int, str, str]], width: int) -> Table:
    """Make a table of the most frequent reasons."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False, header_style="dim", width=width)
    table.add_column("left out", justify="right", no_wrap=True)
    table.add_column("because", ratio=3)
    table.add_column("such as", ratio=2, style="dim", no_wrap=True, overflow="ellipsis")
    for count, reason, example in rows[:REASONS]:
        table.add_row(str(count), Text(reason), Text(example or "(a picture)"))
    if rest := sum(count for count, _, _ in rows[REASONS:]):
        table.add_row(str(rest), "for other reasons", "")
    return table


def write_all(pages: Iterable[Extracted], folder: Path) -> Path:
    """Write Markdown, HTML and JSON of every article, and a page that links to them. Return that page."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(SITE / "img", folder / "img", dirs_exist_ok=True)
    rows = []
    for page in pages:
        stem = Path(page.file).stem
        stem = "home" if stem == "index" else stem
        save(folder / f"{stem}.md", page.article.to_markdown(front_matter=True))
        save(folder / f"{stem}.html", page.article.to_html())
        save(folder / f"{stem}.json", page.article.to_json(indent=2))
        rows.append(index_row(page, stem, os.path.relpath(SITE / page.file, folder)))
    index = folder / "index.html"
    save(index, INDEX.replace("ROWS", "\n".join(rows)))
    return index


def save(path: Path, text: str) -> None:
    """Write a file in UTF-8, with the same line ends on every system."""
    path.write_text(text, encoding="utf-8", newline="\n")


def index_row(page: Extracted, stem: str, original: str) -> str:
    """Write a row of the index page."""
    article = page.article
    title = html.escape(article.title or page.file)
    return (
        f'<tr><td><a href="{stem}.html">{title}</a>'
        f"<br><small>{page.file} · {html.escape(byline(article).plain)}</small>"
        f'<td><a href="{stem}.md">Markdown</a> <a href="{stem}.json">JSON</a> '
        f'<a href="{html.escape(Path(original).as_posix())}">original</a>'
        f'<td data-name="Outcome">{html.escape(article.outcome.value)}'
        f'<td data-name="Confidence">{article.confidence:.2f}'
        f'<td data-name="Words kept">{page.words:,} of {page.words_on_page:,}'
    )


INDEX = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>tamis: the example site, extracted</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .8rem .5rem 0; }
tr { border-bottom: 1px solid #8884; }
th, td:nth-child(n+2) { white-space: nowrap; }
td a { margin-right: .4rem; }
small { opacity: .7; }
@media (max-width: 40rem) {  /* a phone: each page as a card */
  tr:first-child { display: none; }
  tr, td { display: block; }
  td { padding: .1rem 0; overflow-wrap: anywhere; }
  td:nth-child(n+2) { white-space: normal; }
  td[data-name]::before { content: attr(data-name) ": "; opacity: .7; }
}
</style>
<h1>The Harrow Courier, extracted</h1>
<p>Every page of <code>examples/site</code>, as tamis reads it. The title leads to the article as HTML.</p>
<table>
<tr><th>Article<th>Other forms<th>Outcome<th>Confidence<th>Words kept
ROWS
</table>
"""


def show_pages(folder: Path, console: Console) -> Path:
    """Extract the example site, show some of it, write all of it. Return the index page."""
    pages = {path.name: extracted(path) for path in sorted(SITE.glob("*.html"))}
    for file, description in SHOWN.items():
        show(console, pages[file], description)
    index = write_all(pages.values(), folder)
    console.print()
    console.rule(style="cyan", characters="─")
    console.print(f"Every page as Markdown, HTML and JSON: [bold]{index}[/] leads to all {len(pages)}.", soft_wrap=True)
    return index
