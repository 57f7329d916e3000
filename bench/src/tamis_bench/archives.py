"""Web archives, file by file: the records that tamis reads beside those that fastwarc and warcio find."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from tamis.batch.inputs import InputKind, Piece, Split
from tamis.batch.pages import PassedOver, RawPage
from tamis.batch.reading import Reading
from tamis.batch.records import RecordKind
from tamis.batch.rows import row_of
from tamis.errors import MissingExtra
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


@dataclass(slots=True)
class ArchiveCount:
    """Counts of the records, responses and articles in one archive file."""

    name: str
    records: int = 0
    responses: int = 0
    articles: int = 0
    broken: int = 0
    truncated: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """Number of documents without an article, by reason."""
    fastwarc: str = ""
    """Number of records that fastwarc finds, and the error that stopped it, if any."""
    warcio: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the fields as a dict of plain values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def count(path: Path) -> ArchiveCount:
    """Read an archive with tamis, fastwarc and warcio, and extract its pages."""
    found = ArchiveCount(path.name)
    for one in Reading(Split(0, (Piece(InputKind.ARCHIVE, str(path), path.stat().st_size),))):
        if isinstance(one, PassedOver):
            kind, _, name = one.name.partition(": ")
            if kind == "truncated":
                found.truncated[name] += 1
            else:
                found.records += 1
                found.broken += name == RecordKind.BROKEN
        elif isinstance(one, RawPage):
            row = row_of(one)
            found.responses += one.problem is None or one.problem.code != "broken_record"
            if row["rejected"] is None:
                found.articles += 1
            else:
                found.reasons[row["rejected"]] += 1
    found.fastwarc, found.warcio = _count(_by_fastwarc, path), _count(_by_warcio, path)
    return found


def _count(read: Callable[[Path], Any], path: Path) -> str:
    """Count the records that another reader finds; add the name of the error that stops it."""
    records = 0
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            for _ in read(path):
                records += 1
        except MissingExtra:
            raise
        except Exception as error:  # noqa: BLE001 (that is what is counted)
            return f"{records}, {type(error).__name__}"
    return str(records)


def _by_fastwarc(path: Path) -> Any:
    try:
        from fastwarc.warc import ArchiveIterator
    except ImportError as error:
        raise MissingExtra("a comparison with fastwarc", "archives", package="tamis-bench") from error
    with path.open("rb") as file:
        for record in ArchiveIterator(file, parse_http=False):
            yield record.reader.read()


def _by_warcio(path: Path) -> Any:
    try:
        from warcio.archiveiterator import ArchiveIterator
    except ImportError as error:
        raise MissingExtra("a comparison with warcio", "archives", package="tamis-bench") from error
    with path.open("rb") as file:
        for record in ArchiveIterator(file, arc2warc=True):
            yield record.content_stream().read()


def table(found: Sequence[ArchiveCount]) -> Table:
    """Build a table with a row for each file."""
    columns = (
        "file",
        "records",
        "fastwarc",
        "warcio",
        "responses",
        "articles",
        "broken",
        "truncated",
        "why no article",
    )
    made = Table("Web archives", columns)
    for one in found:
        words = (_words(one.truncated), _words(one.reasons))
        made.add(one.name, one.records, one.fastwarc, one.warcio, one.responses, one.articles, one.broken, *words)
    total = sum(one.records for one in found)
    made.notes.append(
        f"{len(found)} files, {total:,} records. fastwarc, warcio: records that they find, and their error."
    )
    return made


def _words(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.most_common())
