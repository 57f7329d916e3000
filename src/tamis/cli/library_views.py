"""Output of `tamis library`: tables and texts, in which nothing from a page can control the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tamis.cli.messages import say
from tamis.text.characters import for_terminal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.library import Highlight, Info, Interests, Library, Ranked, Record, Results, Snippet
    from tamis.library.pictures import PictureUse

FILE_WIDTH = 120
"""Number of columns if the output is not a terminal."""


def _console() -> Console:
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=FILE_WIDTH)


def _table(*columns: str, numbers: tuple[str, ...] = ("ID",)) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return table


def _plain(text: str | None, style: str = "") -> Text:
    return Text(for_terminal(text or ""), style)


def print_records(records: Sequence[Record]) -> None:
    """Print a line for each article."""
    if not records:
        say("no articles")
        return
    table = _table("ID", "", "title", "site", "date", "words", "tags", numbers=("ID", "words"))
    for record in records:
        day = (record.published or record.added)[:10]
        words = str(record.words) if record.words else ""
        tags = _plain(", ".join(record.tags), "cyan")
        table.add_row(str(record.id), _marks(record), _title(record), _plain(record.host, "dim"), day, words, tags)
    _console().print(table)


def print_picture_use(use: Sequence[PictureUse], total: int) -> None:
    """Print the pictures of each article, in numbers."""
    if not use:
        say("no pictures; tamis library pictures --fetch loads those of the articles")
        return
    table = _table("ID", "title", "pictures", "MB", numbers=("ID", "pictures", "MB"))
    for article in use:
        table.add_row(str(article.article), _plain(article.title), str(article.pictures), f"{article.bytes / 1e6:.1f}")
    _console().print(table)
    say(f"{total / 1e6:.1f} MB in all; equal pictures are stored once")


def _marks(record: Record) -> Text:
    """Write the marks of an article: starred, read, and a link without text."""
    marks = (
        ("★" if record.starred else "")
        + ("✓" if record.read else "")
        + ("↓" if record.is_link else "")
        + ("…" if record.is_stub else "")
    )
    return Text(marks, "yellow")


def _title(record: Record) -> Text:
    title = _plain(record.title or record.url or "untitled", "dim" if record.read else "")
    if record.revision > 1:
        title.append(f" (revision {record.revision})", "dim")
    if record.duplicate_of is not None:
        title.append(f" (same story as {record.duplicate_of}, {100 * (record.similarity or 0):.0f} %)", "dim")
    return title


def print_results(results: Results) -> None:
    """Print each article with a snippet."""
    console = _console()
    for hit in results.found:
        record = hit.record
        head = Text(f"{record.id:>5}  ", "bold")
        head.append_text(_marks(record))
        head.append(" " if _marks(record).plain else "")
        head.append_text(_title(record))
        console.print(head, soft_wrap=True)
        about = [record.host, (record.published or record.added)[:10], *(f"#{tag}" for tag in record.tags)]
        console.print(Text("       ") + _plain(" · ".join(filter(None, about)), "dim"), soft_wrap=True)
        if hit.snippet.text:
            console.print(Text("       ") + _marked(hit.snippet), soft_wrap=True)
    shown = len(results.found)
    least = "at least " if results.is_capped else ""
    of_all = f" of {least}{results.total:,}" if shown < results.total else ""
    say(f"{shown}{of_all} article{'' if results.total == 1 else 's'}")


def _marked(snippet: Snippet) -> Text:
    text = Text(snippet.text)
    for start, end in snippet.marks:
        text.stylize("bold", start, end)
    return Text(for_terminal(snippet.text)) if for_terminal(snippet.text) != snippet.text else text


def print_ranked(ranked: Sequence[Ranked[Record]]) -> None:
    """Print each article with its score and the reasons."""
    if not ranked:
        say("no articles")
        return
    table = _table("ID", "score", "title", "site", "why", numbers=("ID", "score"))
    for suggestion in ranked:
        record = suggestion.item
        table.add_row(
            str(record.id),
            f"{suggestion.score:.2f}",
            _title(record),
            _plain(record.host, "dim"),
            _plain(suggestion.why, "cyan"),
        )
    _console().print(table)


def print_about(library: Library, record: Record) -> None:
    """Print what the library knows about an article, on standard error."""
    marks = [name for name, moment in (("read", record.read), ("starred", record.starred)) if moment]
    facts = [f"article {record.id}", f"revision {record.revision}", *marks, *(f"#{tag}" for tag in record.tags)]
    say(" · ".join(facts))
    for other in library.duplicates(record.id):
        say(f"the same story: {other.id} {other.title} ({other.host})")
    for highlight in library.highlights(record.id):
        say(f"highlight {highlight.id}: {highlight.quote}" + (f" — {highlight.note}" if highlight.note else ""))


def print_highlights(highlights: Sequence[Highlight]) -> None:
    """Print each highlight with its position."""
    if not highlights:
        say("no highlights")
        return
    table = _table("no.", "passage", "note", "place", numbers=("no.",))
    for highlight in highlights:
        place = f"{highlight.start.xpath} {highlight.start.offset}" if highlight.start else "lost"
        edited = " (edited)" if highlight.anchoring == "edited" else ""
        table.add_row(
            str(highlight.id), _plain(highlight.quote, "yellow"), _plain(highlight.note), _plain(place + edited, "dim")
        )
    _console().print(table)


def print_counts(counts: Mapping[str, int], name: str, unit: str) -> None:
    """Print names with numbers."""
    table = _table(name, unit, numbers=(unit,))
    for key, value in counts.items():
        table.add_row(_plain(key), f"{value:,}")
    _console().print(table)


def print_info(info: Info) -> None:
    """Print the size of the library and its numbers."""
    table = _table("", "", numbers=())
    for name, value in info._asdict().items():
        if name == "bytes":
            table.add_row("size", f"{int(value) / 1e6:,.1f} MB")
        elif value is not None:
            table.add_row(name, f"{value:,}" if isinstance(value, int) else _plain(str(value)))
    _console().print(table)


def print_interests(interests: Interests, limit: int) -> None:
    """Print terms and sites, the most important first."""
    if not interests.articles:
        say("no interests yet: mark articles with tamis library read and tamis library star")
        return
    table = _table("term", "weight", "site", "share", numbers=("weight", "share"))
    terms, sites = list(interests.terms.items())[:limit], list(interests.sites.items())[:limit]
    for row in range(max(len(terms), len(sites))):
        term = (_plain(terms[row][0]), f"{terms[row][1]:.2f}") if row < len(terms) else ("", "")
        site = (_plain(sites[row][0]), f"{sites[row][1]:.2f}") if row < len(sites) else ("", "")
        table.add_row(*term, *site)
    _console().print(table)
    say(f"from {interests.articles} article{'' if interests.articles == 1 else 's'} that you read or starred")
