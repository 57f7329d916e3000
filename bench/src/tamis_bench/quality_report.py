"""The tables of the quality bench."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis_bench.agreement import Verdict
from tamis_bench.contenders import version
from tamis_bench.metrics import mean, mean_shingles, score_of
from tamis_bench.page_class import PageClass
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tamis_bench.metrics import Score
    from tamis_bench.quality import MetadataScores, PageScores, TextScores
    from tamis_bench.tables import Value

ALL_SETS = "all sets"
MIN_PAGES = 5  # minimum number of pages of a language that has its own row

_TEXT_COLUMNS = ("precision", "recall", "f1", "set_f1", "character_f1", "titled_f1", "cleaneval")
_TEXT_HEADINGS = ("precision", "recall", "F1", "F1 of sets", "F1, CJK by character", "F1 with the title", "CleanEval")
_ANSWERS = (Verdict.RIGHT, Verdict.WRONG, Verdict.INVENTED, Verdict.UNJUDGED)
_VERDICT_MEASURES = ("precision", "recall", "F1")
_VERDICTS = (Verdict.RIGHT, Verdict.WRONG, Verdict.MISSED, Verdict.INVENTED, Verdict.UNJUDGED)


def tables(scores: Sequence[PageScores]) -> list[Table]:
    """Build all tables, and return those that have rows."""
    made = [
        text_table(scores),
        loss_table(scores),
        kind_table(scores, "page type", lambda score: score.page.page_type),
        kind_table(scores, "language", lambda score: score.page.language),
        class_table(scores),
        shingle_table(scores),
        snippet_table(scores),
        comment_table(scores),
        metadata_table(scores, "Title", lambda row: row.title, lambda row: row.title_f1),
        metadata_table(scores, "Authors", lambda row: row.authors, lambda row: row.authors_f1),
        metadata_table(scores, "Date", lambda row: row.date, None),
        contender_table(scores),
    ]
    return [table for table in made if table.rows]


def text_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of the mean scores of the text, by set."""
    table = Table("Text: mean word scores", ("set", "contender", "pages", *_TEXT_HEADINGS))
    for (name, contender), rows in _groups(scores):
        texts = _texts(rows)
        if texts:
            means = (mean(getattr(text, column) for text in texts) for column in _TEXT_COLUMNS)
            table.add(name, contender, len(texts), *means)
    return table


def loss_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of lost pages and of missing paragraphs, by set and over all sets."""
    columns = ("pages", "F1", "lost", "with paragraphs", "with a hole", "with captions", "holes")
    table = Table("Lost pages and holes", ("set", "contender", *columns, "first missing", "last missing"))
    for (name, contender), rows in _groups(scores):
        if _texts(rows):
            table.add(name, contender, *_loss_cells(rows))
    if len({row[0] for row in table.rows}) > 1:
        for contender in _contenders(scores):
            table.add(ALL_SETS, contender, *_loss_cells([row for row in scores if row.contender == contender]))
    return table


def _loss_cells(rows: Sequence[PageScores]) -> tuple[Value, ...]:
    texts = _texts(rows)
    judged = [row.holes for row in rows if row.holes is not None]
    return (
        len(texts),
        mean(text.f1 for text in texts),
        sum(text.is_lost for text in texts),
        len(judged),
        sum(page.holes > 0 for page in judged),
        sum(row.captioned.holes > 0 for row in rows if row.captioned is not None),
        sum(page.holes for page in judged),
        sum(page.first_missing for page in judged),
        sum(page.last_missing for page in judged),
    )


def kind_table(scores: Sequence[PageScores], what: str, kind: Callable[[PageScores], str | None]) -> Table:
    """Build a table of the mean F1 by kind of page, with a column for each contender."""
    contenders = _contenders(scores)
    table = Table(f"Mean word F1 by {what}", ("set", what, "pages", *contenders))
    for name in _sets(scores):
        inside = [score for score in scores if score.page.set == name and score.text is not None]
        for value in sorted({kind(score) or "" for score in inside} - {""}):
            rows = [score for score in inside if kind(score) == value]
            pages = len(rows) // len(contenders)
            if pages >= MIN_PAGES or what == "page type":
                table.add(name, value, pages, *(_mean_f1(rows, contender) for contender in contenders))
    return table


def class_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of CUTER's accuracy and noise by its classes of pages."""
    columns = [f"{kind}: {measure}" for kind in PageClass for measure in ("pages", "accuracy", "noise")]
    table = Table("CUTER's accuracy Y/A and noise 1 - Y/X by class of page", ("set", "contender", *columns))
    for (name, contender), rows in _groups(scores):
        if any(row.page.page_class for row in rows):
            cells = [cell for kind in PageClass for cell in _class_cells(rows, kind)]
            table.add(name, contender, *cells)
    return table


def shingle_table(scores: Sequence[PageScores]) -> Table:
    """Build a table with the score of Scrapinghub's article extraction benchmark."""
    table = Table("Shingles of four words (Scrapinghub's score)", ("set", "contender", "precision", "recall", "F1"))
    for (name, contender), rows in _groups(scores):
        texts = _texts(rows)
        if texts:
            table.add(name, contender, *mean_shingles([text.shingles for text in texts]))
    return table


def snippet_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of the snippets that must and that must not appear."""
    table = Table("Snippets", ("set", "contender", "pages", "wanted, found", "unwanted, avoided"))
    for (name, contender), rows in _groups(scores):
        judged = [row for row in rows if row.with_share is not None or row.without_share is not None]
        if judged:
            wanted, unwanted = (row.with_share for row in judged), (row.without_share for row in judged)
            table.add(name, contender, len(judged), mean(wanted), mean(unwanted))
    return table


def comment_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of the comment lines in the text."""
    table = Table("Comments in the text", ("set", "contender", "pages", "lines", "leaked", "share"))
    for (name, contender), rows in _groups(scores):
        judged = [row.comments for row in rows if row.comments is not None]
        if judged:
            lines, leaked = sum(one.all for one in judged), sum(one.leaked for one in judged)
            table.add(name, contender, len(judged), lines, leaked, leaked / lines)
    return table


def metadata_table(
    scores: Sequence[PageScores],
    title: str,
    verdict: Callable[[MetadataScores], Verdict],
    soft: Callable[[MetadataScores], float | None] | None,
) -> Table:
    """Build a table of the verdicts by set, with precision, recall and F1; leave out contenders that never answer."""
    columns: tuple[str, ...] = ("set", "contender", *(str(one) for one in _VERDICTS), *_VERDICT_MEASURES)
    table = Table(title, (*columns, "soft F1") if soft else columns)
    for (name, contender), rows in _groups(scores):
        judged = [row.metadata for row in rows if row.metadata is not None]
        counts = Counter(verdict(row) for row in judged)
        measures = _verdict_measures(counts)
        if measures is None or not any(counts[one] for one in _ANSWERS):
            continue
        cells: list[Value] = [*(counts[one] for one in _VERDICTS), *measures]
        if soft:
            cells.append(mean(soft(row) for row in judged))
        table.add(name, contender, *cells)
    return table


def _verdict_measures(counts: Counter[Verdict]) -> Score | None:
    """Compute precision (the share of judged answers that are right) and recall (the share of true values found)."""
    answered = counts[Verdict.RIGHT] + counts[Verdict.WRONG] + counts[Verdict.INVENTED]
    named = counts[Verdict.RIGHT] + counts[Verdict.WRONG] + counts[Verdict.MISSED]
    return score_of(counts[Verdict.RIGHT], answered, named) if named else None


def contender_table(scores: Sequence[PageScores]) -> Table:
    """Build a table of the contenders' versions and failures."""
    table = Table("Contenders", ("contender", "version", "pages", "failures", "most frequent failure"))
    for contender in _contenders(scores):
        rows = [score for score in scores if score.contender == contender]
        failures = [row.failure for row in rows if row.failure]
        table.add(contender, version(contender), len(rows), len(failures), _most_frequent(failures))
    return table


def _groups(scores: Sequence[PageScores]) -> Iterable[tuple[tuple[str, str], list[PageScores]]]:
    groups: dict[tuple[str, str], list[PageScores]] = {}
    for score in scores:
        groups.setdefault((score.page.set, score.contender), []).append(score)
    return groups.items()


def _contenders(scores: Sequence[PageScores]) -> list[str]:
    return list(dict.fromkeys(score.contender for score in scores))


def _sets(scores: Sequence[PageScores]) -> list[str]:
    return list(dict.fromkeys(score.page.set for score in scores))


def _texts(rows: Iterable[PageScores]) -> list[TextScores]:
    return [row.text for row in rows if row.text is not None]


def _mean_f1(rows: Sequence[PageScores], contender: str) -> float | None:
    return mean(text.f1 for text in _texts(row for row in rows if row.contender == contender))


def _class_cells(rows: Sequence[PageScores], kind: PageClass) -> tuple[Value, Value, Value]:
    texts = _texts(row for row in rows if row.page.page_class == kind)
    return len(texts), mean(text.accuracy for text in texts), mean(text.noise for text in texts)


def _most_frequent(failures: Sequence[str]) -> str:
    return max(sorted(set(failures)), key=failures.count, default="")
