"""Make the samples, measure them, and print the table: ``make structure-samples``."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from dataclasses import asdict
from importlib.resources import as_file, files
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis_bench.contenders import OWN
from tamis_bench.samples import Sample, Truth
from tamis_bench.structure import by_group, half_of, measure
from tamis_bench.structure_samples import browser_tools, python_tools
from tamis_bench.structure_samples.texts import (
    FORMULAS,
    LISTINGS,
    NOTES,
    PROSE,
    TABLE,
    code_markdown,
    document_markdown,
    formula_markdown,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_PER_PAGE = 4
"""Listings of a page."""
_SECONDS = 30.0
_NAMELESS = ("ace", "codemirror-5", "python-markdown-codehilite", "shiki", "shiki-two-themes", "sugar-high")
"""Tools whose output does not say the language; nor does that of Pygments by itself."""
_MATHJAX = '<script src="https://cdn.jsdelivr.net/npm/mathjax@3/es5/tex-mml-chtml.js"></script>'
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>How the harbor counts its fees</title>{}</head><body>
<header><a href="/">The Quay</a><nav><ul><li><a href="/news">News</a><li><a href="/tides">Tides</a></ul></nav></header>
<main><article><h1>How the harbor counts its fees</h1><p class="byline">By Kari Nilsen, 3 May 2024</p>
<div class="content">
{}
</div></article>
<aside><h2>Related</h2><ul><li><a href="/dredging">Who pays for the dredging</a><li><a href="/ferry">The ferry is late
</a></ul></aside></main><footer><p>© The Quay</p><a href="/imprint">Imprint</a></footer></body></html>
"""


def main() -> None:
    """Make the samples and print what becomes of them, by tool."""
    arguments = _arguments()
    samples = list(_samples(arguments.node))
    _store(samples, arguments.out)
    half = arguments.half
    chosen = [sample for sample in samples if half in (None, half_of(sample))]
    pages = measure(chosen, [f"{OWN}learned"], _SECONDS)
    halves = {sample.id: half_of(sample) for sample in samples}
    table = by_group(pages, "Structure of samples, by tool", "tool", lambda page: page.id.partition("/")[0])
    sums = by_group(pages, "Structure of samples, by half", "half", lambda page: halves[page.id])
    sys.stdout.write(f"{table.to_markdown()}\n{sums.to_markdown()}")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(page) for page in pages]))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", type=Path, required=True, help="folder in which the npm packages are installed")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pages and truths, a set of the bench")
    parser.add_argument("--half", choices=("first", "second"), help="the half to look at, or the other")
    parser.add_argument("--json", type=Path, help="write the scores of every page here")
    return parser.parse_args()


def _samples(node: Path) -> Iterator[Sample]:
    """Render everything with every tool, and yield the pages."""
    rendered = _by_node(node)
    code = {**rendered["code"], **python_tools.code(), **browser_tools.code(node / "node_modules")}
    for tool, listings in code.items():
        for number in range(0, len(LISTINGS), _PER_PAGE):
            part = slice(number, number + _PER_PAGE)
            truth = [code_markdown(listing, is_named=_names_languages(tool)) for listing in LISTINGS[part]]
            yield _between_prose(tool, f"code-{number // _PER_PAGE + 1}", listings[part], truth)
    for tool, formulas in rendered["math"].items():
        written = [
            f"<div>{html}</div>" if formula.is_display else f"<p>So we take {html} as given.</p>"
            for formula, html in zip(FORMULAS, formulas, strict=True)
        ]
        yield _between_prose(tool, "math", written, [formula_markdown(formula) for formula in FORMULAS])
    documents = {**{tool: html for tool, (html,) in rendered["documents"].items()}, **python_tools.documents()}
    for tool, html in documents.items():
        yield _sample(tool, "document", html, _as_read(tool), _MATHJAX)
    for tool, html in python_tools.notebooks().items():
        yield _sample(tool, "notebook", html, python_tools.notebook_markdown(), _MATHJAX)


def _by_node(node: Path) -> dict[str, Any]:
    given = {
        "listings": [listing._asdict() for listing in LISTINGS],
        "formulas": [formula._asdict() for formula in FORMULAS],
        "markdown": document_markdown(),
        "asciidoc": _asciidoc(),
    }
    with as_file(files("tamis_bench.structure_samples") / "node.mjs") as script:
        done = subprocess.run(  # noqa: S603 (the script above)
            (_program("node"), str(script)),
            input=json.dumps(given),
            capture_output=True,
            check=False,
            cwd=node,
            text=True,
        )
    if done.returncode:
        raise SystemExit(f"node.mjs failed:\n{done.stderr}")
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise SystemExit(f"{name} is missing")
    return path


def _asciidoc() -> str:
    """Write the document in AsciiDoc, with a cell over two columns and a callout in the code."""

    def block(number: int) -> str:
        return f"[source,{LISTINGS[number].language}]\n----\n{LISTINGS[number].code}\n----"

    head, *rows = (" ".join(f"|{cell}" for cell in row) for row in TABLE)
    return "\n\n".join(
        (
            PROSE[0],
            block(0),
            f"{PROSE[1]}footnote:[{NOTES[0]}]",
            f"[stem]\n++++\n{FORMULAS[0].tex}\n++++",
            f"{PROSE[2]} Here stem:[{FORMULAS[4].tex}] is the depth, and stem:[{FORMULAS[6].tex}] always holds.",
            "\n".join(("|===", f"{head}\n", *rows, "|===")),
            f"{PROSE[3]}footnote:[{NOTES[1]}]",
            block(1),
            PROSE[4],
        )
    )


def _names_languages(tool: str) -> bool:
    return tool not in _NAMELESS and not tool.startswith("pygments")


def _as_read(tool: str) -> str:
    """Write what is to come out of a document, without what the tool cannot write."""
    text = document_markdown(is_named=_names_languages(tool))
    if tool == "marked":  # no footnotes
        text = "\n".join(line for line in text.split("\n") if not line.startswith("[^"))
        text = text.replace("[^1]", "").replace("[^2]", "")
    return text


def _between_prose(tool: str, name: str, pieces: Sequence[str], truth: Sequence[str]) -> Sample:
    texts = (PROSE[number % len(PROSE)] for number in range(len(pieces) + 1))
    prose = list(texts)
    html = chain.from_iterable(zip_longest((f"<p>{text}</p>" for text in prose), pieces, fillvalue=""))
    return _sample(tool, name, "\n".join(html), "\n\n".join(_alternately(prose, truth)))


def _alternately(prose: Iterable[str], truth: Iterable[str]) -> Iterator[str]:
    return filter(None, chain.from_iterable(zip_longest(prose, truth, fillvalue="")))


def _sample(tool: str, name: str, html: str, truth: str, head: str = "") -> Sample:
    url = f"https://{tool.replace('.', '-')}.example/{name}"
    known = Truth(markdown=truth, known=frozenset(("markdown",)))
    return Sample("structure-samples", f"{tool}/{name}", url, _PAGE.format(head, html), known)


def _store(samples: Sequence[Sample], folder: Path) -> None:
    """Write the pages and their truths as a set of the bench."""
    rows = []
    for sample in samples:
        file = Path("pages", f"{sample.id.replace('/', '--')}.html")
        (folder / file.parent).mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(sample.html)
        rows.append(
            {"id": sample.id, "url": sample.url, "html": str(file), "truth": {"markdown": sample.truth.markdown}}
        )
    (folder / "pages.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))


if __name__ == "__main__":
    main()
