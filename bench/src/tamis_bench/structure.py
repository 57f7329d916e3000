"""Scores of structure: code, formulas, tables and footnotes in the Markdown of a page, beside those of the truth.

Each true piece is compared with one that was found, the most similar pair first.

- Code: the share of blocks that are verbatim (but for the indentation of the whole, space at the ends of lines, and
  empty lines at both ends), the mean edit similarity, and the share of blocks with the right language among those whose
  truth has one.
- Formulas, on lines of their own and within a line: the share that is right (but for spaces, braces, `\\displaystyle`,
  `\\left` and `\\right`, and TeX that is drawn alike, such as `\\le` and `\\leq`, `\\overset{\\cdot}{x}` and
  `\\dot{x}`) and of the right kind, and the mean edit similarity.
- Tables: the share with at least `MIN_CELLS` of their cells in the right rows, and the mean of TEDS
  (`tamis_bench.table_similarity`).
- Footnotes: the share of pages on which all are defined, with their text.

Truths are drafted by machines and by other tools, so nobody reaches 1.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from dataclasses import dataclass
from functools import partial
from hashlib import md5
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import urlsplit

from rapidfuzz.distance import Levenshtein

from tamis_bench.contenders import functions
from tamis_bench.metrics import mean, word_score, words_and_characters
from tamis_bench.progress import run
from tamis_bench.structure_libraries import highlighter, math_library
from tamis_bench.structure_reading import folded, read_markdown
from tamis_bench.table_similarity import MOST_NODES, teds
from tamis_bench.tables import Table
from tamis_bench.time_limit import OutOfTime, quiet, time_cap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tamis_bench.samples import Sample
    from tamis_bench.structure_reading import Code, Structure
    from tamis_bench.table_similarity import Node

MIN_CELLS = 0.8
"""Minimum share of a table's cells in the right rows."""
MIN_NOTE_F1 = 0.8
"""Minimum word F1 of a footnote that is found."""
SAME_LANGUAGE = (
    {"bash", "console", "sh", "shell", "zsh"},
    {"c#", "cs", "csharp"},
    {"c++", "cpp"},
    {"html", "markup", "xml"},
    {"javascript", "js", "jsx"},
    {"kotlin", "kt"},
    {"markdown", "md"},
    {"py", "python"},
    {"rb", "ruby"},
    {"rs", "rust"},
    {"ts", "tsx", "typescript"},
    {"yaml", "yml"},
)
"""Names of one language."""
NO_LANGUAGE = {"", "plain", "plaintext", "text", "txt"}

_SPACE = re.compile(r"\s+")
_SPACING = re.compile(r"(?<!\\)\\(?:(?:displaystyle|textstyle|quad|qquad)(?![A-Za-z])|[,;:!])|~")
_DRAWING = re.compile(r"\\(?:left|right|limits|[bB]igg?[lr]?)(?![A-Za-z])\s*\.?")
"""Commands that only say how large a delimiter is, or where the bounds of an operator stand."""
_DRAWN_ALIKE = (
    (re.compile(r"\\left\s*<"), r"\\langle "),
    (re.compile(r"\\right\s*>"), r"\\rangle "),
    (re.compile(r"\\(?:stackrel|overset)\s*\{\s*(?:˙|\\cdot)\s*\}"), r"\\dot "),
    (re.compile(r"\\(?:stackrel|overset)\s*\{\s*(?:→|\\(?:to|rightarrow))\s*\}"), r"\\vec "),
    (
        re.compile(r"\\begin\{array\}\s*\{\s*r\s*l\s*\}(.*?)\\end\{array\}", re.DOTALL),
        r"\\begin{aligned}\1\\end{aligned}",
    ),
    (re.compile(r"(?:\\\\\s*)?\\(begin|end)\{(?:split|align(?:ed)?|eqnarray)\*?\}"), r"\\\1{aligned}"),
    (re.compile(r"\\(?:mathrm|text)\s*\{\s*(\\[A-Za-z]+)\s*\}"), r"\1 "),
    (re.compile(r"\^\s*(?:\\prime|\{\s*(?:\\prime|')\s*\})"), "'"),
    (re.compile(r"\\genfrac\s*\{\}\s*\{\}\s*\{0(?:pt)?\}\s*\{\}"), r"\\genfrac{}{}{0pt}{}"),
)
"""TeX with other TeX that is drawn alike: accents, alignment, primes."""
_GROUPING = re.compile(r"(?<!\\)[{}]")
_STACKED = re.compile(r"\(\\genfrac0pt([^()]*)\)")
"""A binomial that is written as a fraction without a line."""
_SECOND_NAMES = {
    "le": r"\leq",
    "ge": r"\geq",
    "ne": r"\neq",
    "rightarrow": r"\to",
    "leftarrow": r"\gets",
    "dots": r"\ldots",
    "lt": "<",
    "gt": ">",
    "ast": "*",
    "bot": r"\perp",
    "dotsc": r"\ldots",
    "dotsb": r"\cdots",
    "hdots": r"\cdots",
    "dfrac": r"\frac",
    "tfrac": r"\frac",
    "rm": r"\mathrm",
    "bf": r"\mathbf",
    "text": r"\mathrm",
    "textrm": r"\mathrm",
    "operatorname": r"\mathrm",
    **dict.fromkeys(("lvert", "rvert", "vert", "mid"), "|"),
    **dict.fromkeys(("lVert", "rVert", "Vert", "parallel"), r"\|"),
}
"""Commands with the other name of each."""
_SIGNS = {"×": r"\times ", "±": r"\pm ", "∞": r"\infty ", "∂": r"\partial ", "∇": r"\nabla "}
_SIGN = re.compile(f"[{''.join(_SIGNS)}]")
_SECOND_NAME = re.compile(rf"\\({'|'.join(_SECOND_NAMES)})(?![A-Za-z])")

Piece = TypeVar("Piece")
Points = TypeVar("Points")


class CodeScore(NamedTuple):
    """The score of a code block."""

    similarity: float = 0.0
    is_verbatim: bool = False
    is_language_right: bool | None = None
    """None if the truth has no language."""


class FormulaScore(NamedTuple):
    """The score of a formula."""

    similarity: float = 0.0
    is_right: bool = False


class TableScore(NamedTuple):
    """The score of a table."""

    cells: float = 0.0
    """Share of its cells in the right rows."""
    teds: float | None = 0.0
    """None if one of the tables is too large to compare."""


@dataclass(frozen=True, slots=True)
class StructurePage:
    """The scores of one page for one contender."""

    set: str
    id: str
    contender: str
    failure: str | None
    code: tuple[CodeScore, ...]
    display: tuple[FormulaScore, ...]
    inline: tuple[FormulaScore, ...]
    tables: tuple[TableScore, ...]
    notes: int
    """Number of footnotes in the truth."""
    notes_found: int
    given: dict[str, int]
    """Number of pieces that the contender gave, by kind."""
    highlighter: str
    math_library: str


class Markdown(NamedTuple):
    """The Markdown that a contender gives for a page."""

    text: str
    failure: str | None = None


def markdown_of(contender: str, sample: Sample, cap: float) -> Markdown:
    """Have a contender write one page as Markdown within a time limit. A crash or timeout gives an empty text."""
    write = functions(contender).markdown
    if write is None:
        raise ValueError(f"{contender} writes no Markdown")
    try:
        with quiet(), time_cap(cap):
            return Markdown(write(sample.html, sample.url))
    except OutOfTime:
        return Markdown("", f"took more than {cap:g} seconds")
    except Exception as error:  # noqa: BLE001 (a contender that dies on a page is counted, not fatal)
        return Markdown("", f"{type(error).__name__}: {error}"[:200])


def structured(samples: Iterable[Sample]) -> list[Sample]:
    """Return the pages whose truth has code, formulas, tables or footnotes."""
    return [sample for sample in samples if sample.truth.markdown and any(read_markdown(sample.truth.markdown))]


def half_of(sample: Sample) -> str:
    """Return the half that a page belongs to, by its host, or by its name if it has no URL: `first` or `second`."""
    host = (urlsplit(sample.url).hostname if sample.url else None) or sample.id
    return "first" if md5(host.removeprefix("www.").encode(), usedforsecurity=False).digest()[0] % 2 else "second"


def measure(samples: Sequence[Sample], contenders: Sequence[str], cap: float, jobs: int = 1) -> list[StructurePage]:
    """Score every page that has structure for every contender."""
    pages = run(partial(_score, contenders=tuple(contenders), cap=cap), structured(samples), jobs, "structure")
    return [page for several in pages for page in several]


def _score(sample: Sample, contenders: Sequence[str], cap: float) -> list[StructurePage]:
    return [compare(sample, contender, markdown_of(contender, sample, cap)) for contender in contenders]


def compare(sample: Sample, contender: str, markdown: Markdown) -> StructurePage:
    """Score the Markdown of a contender for a page."""
    truth = read_markdown(sample.truth.markdown or "")
    found = read_markdown(markdown.text)
    return StructurePage(
        set=sample.set,
        id=sample.id,
        contender=contender,
        failure=markdown.failure,
        code=tuple(_best(truth.code, found.code, _code_score, CodeScore())),
        display=tuple(_best(truth.display, found.display, _formula_score, FormulaScore())),
        inline=tuple(_best(truth.inline, found.inline, _formula_score, FormulaScore())),
        tables=tuple(_best(truth.tables, found.tables, _table_score, TableScore())),
        notes=len(truth.notes),
        notes_found=sum(_best(truth.notes, found.notes, _is_note, False)),
        given=_given(found),
        highlighter=highlighter(sample.html),
        math_library=math_library(sample.html),
    )


def _given(found: Structure) -> dict[str, int]:
    return {name: len(getattr(found, name)) for name in found._fields}


def _best(
    truths: Sequence[Piece], found: Sequence[Piece], score: Callable[[Piece, Piece], Points], missing: Points
) -> list[Points]:
    """Score each true piece by one of those found, the most similar pair first; each is used once."""
    pairs: list[tuple[float, int, int, Points]] = []
    for place, truth in enumerate(truths):
        for other, piece in enumerate(found):
            points = score(piece, truth)
            pairs.append((-_rank(points), place, other, points))
    best: dict[int, Points] = {}
    used: set[int] = set()
    for rank, place, other, points in sorted(pairs, key=lambda pair: pair[:3]):
        if rank < 0 and place not in best and other not in used:
            best[place] = points
            used.add(other)
    return [best.get(place, missing) for place in range(len(truths))]


def _rank(score: object) -> float:
    """Return the first value of a score, by which the most similar piece is chosen."""
    return float(score[0] if isinstance(score, tuple) else bool(score))


def _code_score(found: Code, truth: Code) -> CodeScore:
    given, wanted = _plain_code(found.text), _plain_code(truth.text)
    is_right = None if truth.language in NO_LANGUAGE else _is_same_language(found.language, truth.language)
    return CodeScore(Levenshtein.normalized_similarity(given, wanted), given == wanted, is_right)


def _plain_code(text: str) -> str:
    lines = [line.rstrip() for line in text.replace("\xa0", " ").expandtabs(4).split("\n")]
    return textwrap.dedent("\n".join(lines)).strip("\n")


def _is_same_language(found: str, truth: str) -> bool:
    return found == truth or any(found in names and truth in names for names in SAME_LANGUAGE)


def _formula_score(found: str, truth: str) -> FormulaScore:
    given, wanted = _plain_formula(found), _plain_formula(truth)
    return FormulaScore(Levenshtein.normalized_similarity(given, wanted), given == wanted)


def _plain_formula(tex: str) -> str:
    """Return TeX without what converters write differently: spaces, the size of delimiters, braces."""
    for written, other in _DRAWN_ALIKE:
        tex = written.sub(other, tex)
    named = _SECOND_NAME.sub(lambda command: _SECOND_NAMES[command[1]], _SIGN.sub(lambda sign: _SIGNS[sign[0]], tex))
    plain = _GROUPING.sub("", _DRAWING.sub("", _SPACING.sub("", named)))
    return _STACKED.sub(r"\\binom\1", _SPACE.sub("", plain)).rstrip(".,;")


def _table_score(found: Node, truth: Node) -> TableScore:
    cells = _cells_in_rows(found.rows(), truth.rows())
    is_small = max(found.size, truth.size) <= MOST_NODES
    return TableScore(cells, teds(found, truth) if is_small and cells > 0 else None if cells > 0 else 0.0)


def _cells_in_rows(found: Sequence[Sequence[str]], truth: Sequence[Sequence[str]]) -> float:
    """Return the share of the true cells that stand together in a row; each row is used once."""
    left = [Counter(filter(None, map(_plain_cell, row))) for row in found]
    right = total = 0
    for row in truth:
        wanted = Counter(filter(None, map(_plain_cell, row)))
        total += wanted.total()
        overlaps = [(wanted & given).total() for given in left]
        if any(overlaps):
            right += max(overlaps)
            del left[overlaps.index(max(overlaps))]
    return right / total if total else 0.0


def _plain_cell(text: str) -> str:
    return folded(re.sub(r"[*_`\\$]", "", text)).lower()


def _is_note(found: str, truth: str) -> bool:
    return word_score(words_and_characters(found), words_and_characters(truth)).f1 >= MIN_NOTE_F1


_COLUMNS = (
    "code", "verbatim", "similar", "language",
    "display", "right", "similar ", "inline", "right ", "similar  ",
    "tables", "cells", "TEDS", "pages with notes", "all defined",
)  # fmt: skip


def summary(pages: Sequence[StructurePage]) -> list[Table]:
    """Build a table for each set, with a row for each contender."""
    tables = []
    for name in dict.fromkeys(page.set for page in pages):
        own = [page for page in pages if page.set == name]
        table = Table(f"Structure: {name}", ("contender", "pages", *_COLUMNS, "failed"))
        for contender in dict.fromkeys(page.contender for page in own):
            rows = [page for page in own if page.contender == contender]
            table.add(contender, len(rows), *_row(rows), sum(page.failure is not None for page in rows))
        tables.append(table)
    if tables:
        tables[-1].notes.append(
            f"verbatim, language, right: shares of the blocks or formulas; similar: mean edit similarity; cells: share "
            f"of tables with {MIN_CELLS:.0%} of their cells in rows; all defined: share of the pages with footnotes."
        )
    return tables


def by_library(pages: Sequence[StructurePage], contender: str) -> list[Table]:
    """Build a table of code by highlighter and one of formulas by library, over all sets."""
    own = [page for page in pages if page.contender == contender]
    code = Table(f"Code by highlighter: {contender}", ("highlighter", "pages", *_COLUMNS[:4]))
    for name, rows in _grouped([page for page in own if page.code], attrgetter("highlighter")):
        code.add(name, len(rows), *_row(rows)[:4])
    formulas = Table(f"Formulas by library: {contender}", ("library", "pages", *_COLUMNS[4:10]))
    for name, rows in _grouped([page for page in own if page.display or page.inline], attrgetter("math_library")):
        formulas.add(name, len(rows), *_row(rows)[4:10])
    return [code, formulas]


def by_group(pages: Sequence[StructurePage], title: str, name: str, key: Callable[[StructurePage], str]) -> Table:
    """Build a table with a row for each group of pages, and one for all."""
    table = Table(title, (name, "pages", *_COLUMNS))
    for group, rows in (*_grouped(pages, key), ("all", list(pages))):
        table.add(group, len(rows), *_row(rows))
    return table


def _grouped(
    pages: Sequence[StructurePage], key: Callable[[StructurePage], str]
) -> list[tuple[str, list[StructurePage]]]:
    names = sorted(set(map(key, pages)))
    return [(name, [page for page in pages if key(page) == name]) for name in names]


def by_page(pages: Sequence[StructurePage], contender: str) -> Table:
    """Build a table with a row for each page on which a contender misses something."""
    table = Table(f"Structure, by page: {contender}", ("page", *_COLUMNS))
    for page in pages:
        if page.contender == contender and _is_short(page):
            table.add(f"{page.set}/{page.id}", *_row([page]))
    return table


def _is_short(page: StructurePage) -> bool:
    return (
        any(not score.is_verbatim or score.is_language_right is False for score in page.code)
        or any(not score.is_right for score in (*page.display, *page.inline))
        or any(score.cells < MIN_CELLS for score in page.tables)
        or page.notes_found < page.notes
    )


def _row(pages: Sequence[StructurePage]) -> tuple[int | float | None, ...]:
    code = [score for page in pages for score in page.code]
    languages = [score.is_language_right for score in code if score.is_language_right is not None]
    tables = [score for page in pages for score in page.tables]
    noted = [page for page in pages if page.notes]
    return (
        len(code),
        _share(score.is_verbatim for score in code),
        _share(score.similarity for score in code),
        _share(languages),
        *_formulas([score for page in pages for score in page.display]),
        *_formulas([score for page in pages for score in page.inline]),
        len(tables),
        _share(score.cells >= MIN_CELLS for score in tables),
        _share(score.teds for score in tables if score.teds is not None),
        len(noted),
        _share(page.notes_found == page.notes for page in noted),
    )


def _formulas(scores: Sequence[FormulaScore]) -> tuple[int, float | None, float | None]:
    right = _share(score.is_right for score in scores)
    return len(scores), right, _share(score.similarity for score in scores)


def _share(values: Iterable[float]) -> float | None:
    numbers = [float(value) for value in values]
    return mean(numbers) if numbers else None
