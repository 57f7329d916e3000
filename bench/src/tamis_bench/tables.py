"""Tables of results: on the terminal, in Markdown, in JSON."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from rich.table import Table as RichTable

Value = str | int | float | None


@dataclass(slots=True)
class Table:
    """A title, the names of the columns, the rows, and notes below."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Value, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    winners: set[tuple[int, int]] = field(default_factory=set)
    """Cells in bold, by row and column."""

    def add(self, *row: Value) -> None:
        """Append a row; it must have a value for each column."""
        if len(row) != len(self.columns):
            raise ValueError(f"{len(row)} values for the {len(self.columns)} columns of {self.title!r}")
        self.rows.append(row)

    def mark_winners(self, columns: Iterable[str]) -> None:
        """Put the highest number of each of these columns in bold, or all that share it."""
        for number in map(self.columns.index, columns):
            values = [row[number] for row in self.rows]
            numbers = [value for value in values if isinstance(value, int | float)]
            self.winners |= {(place, number) for place, value in enumerate(values) if numbers and value == max(numbers)}

    def to_dict(self) -> dict[str, Any]:
        """Convert the table for JSON: numbers stay numbers."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows, "notes": self.notes}

    def to_markdown(self) -> str:
        """Write the table in GitHub's Markdown, under a heading."""
        numeric = [self._numeric(column) for column in range(len(self.columns))]
        lines = [
            f"## {self.title}",
            "",
            _line(self.columns),
            _line("--:" if right else "---" for right in numeric),
        ]
        lines += [_line(self._marked(place, row)) for place, row in enumerate(self.rows)]
        lines += ["", *self.notes] if self.notes else []
        return "\n".join(lines) + "\n"

    def to_rich(self) -> RichTable:
        """Convert the table for the terminal."""
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(title=self.title, title_justify="left", caption="\n".join(self.notes), caption_justify="left")
        for number, column in enumerate(self.columns):
            table.add_column(column, justify="right" if self._numeric(number) else "left", overflow="fold")
        for place, row in enumerate(self.rows):
            styles = ("bold" if (place, number) in self.winners else "" for number in range(len(row)))
            table.add_row(*(Text(shown(value), style) for value, style in zip(row, styles, strict=True)))
        return table

    def _marked(self, place: int, row: Sequence[Value]) -> Iterator[str]:
        for number, value in enumerate(row):
            yield f"**{shown(value)}**" if (place, number) in self.winners else shown(value)

    def _numeric(self, column: int) -> bool:
        values = [row[column] for row in self.rows if row[column] is not None]
        return bool(values) and not any(isinstance(value, str) for value in values)


def shown(value: Value) -> str:
    """Format a value for people: three decimals, a dash for nothing."""
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _line(cells: Any) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def print_tables(tables: Sequence[Table]) -> None:
    """Print the tables, as wide as the terminal; to a file or a pipe, `FILE_WIDTH` wide."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=FILE_WIDTH)
    for table in tables:
        console.print(table.to_rich())
        console.print()


FILE_WIDTH = 200  # columns, where the output is a file or a pipe


def write_json(path: Path, content: object) -> None:
    """Write JSON to a temporary name, then rename."""
    write_file(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def write_markdown(path: Path, heading: str, tables: Sequence[Table], picture: Path | None = None) -> None:
    """Write a report of all tables, and show a picture, if there is one."""
    shown_picture = f"![{heading}](<{os.path.relpath(picture, path.parent)}>)\n\n" if picture else ""
    write_file(path, f"# {heading}\n\n{shown_picture}" + "\n".join(table.to_markdown() for table in tables))


def write_file(path: Path, text: str) -> None:
    """Write to a temporary name beside the file, then rename: a reader never sees half of it."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes to a temporary name beside the file, then rename."""
    temporary = path.with_name(f".{path.name[:40]}.{os.getpid()}.part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
