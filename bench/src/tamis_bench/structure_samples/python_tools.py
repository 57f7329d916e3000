"""Tools in Python: Pygments, Python-Markdown, Sphinx and Jupyter's nbconvert."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import markdown
import nbconvert
import nbformat.v4
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from sphinx.cmd.build import build_main

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
    from tamis_bench.structure_samples.texts import Listing

_FORMATS: dict[str, dict[str, Any]] = {
    "pygments": {},
    "pygments-table": {"linenos": "table"},
    "pygments-inline": {"linenos": "inline"},
    "pygments-styles": {"noclasses": True, "linenos": "inline", "linenostart": 8},
    "pygments-anchors": {"linespans": "line", "lineanchors": "at", "anchorlinenos": True, "linenos": "table"},
}
_OUTPUT = "42.0\n6.0"


def code() -> dict[str, list[str]]:
    """Render the listings, by tool."""
    return {tool: [_pygments(listing, options) for listing in LISTINGS] for tool, options in _FORMATS.items()}


def _pygments(listing: Listing, options: dict[str, Any]) -> str:
    return str(highlight(listing.code, get_lexer_by_name(listing.language, stripnl=False), HtmlFormatter(**options)))


def documents() -> dict[str, str]:
    """Render the document, by tool."""
    extensions = ["extra", "codehilite"]
    return {
        "python-markdown": markdown.markdown(_without_math(document_markdown()), extensions=extensions[:1]),
        "python-markdown-codehilite": markdown.markdown(_without_math(document_markdown()), extensions=extensions),
        "sphinx": _sphinx(),
    }


def _without_math(text: str) -> str:
    """Escape the backslashes and underscores of formulas, as people who write them in Markdown must."""
    for formula in (FORMULAS[0], FORMULAS[4], FORMULAS[6]):
        text = text.replace(formula.tex, formula.tex.replace("\\", "\\\\").replace("_", r"\_"))
    return text


def _sphinx() -> str:
    """Build a page and return the part with the text, as Sphinx's own theme has it."""
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder, "source"), Path(folder, "built")
        source.mkdir()
        (source / "conf.py").write_text("extensions = ['sphinx.ext.mathjax']\nhtml_theme = 'basic'\n")
        (source / "index.rst").write_text(_restructured_text())
        if build_main(["-q", "-W", "-b", "html", str(source), str(built)]):
            raise RuntimeError("Sphinx failed")
        html = (built / "index.html").read_text()
    begin = html.index("</h1>") + len("</h1>")
    return html[begin : html.index('<div class="clearer">', begin)]


def _restructured_text() -> str:
    def block(listing: Listing, options: str = "") -> str:
        lines = "\n".join(f"   {line}".rstrip() for line in listing.code.split("\n"))
        return f".. code-block:: {listing.language}\n{options}\n{lines}"

    rule = "  ".join(("=" * 20,) * len(TABLE[0]))
    head, *rows = ("  ".join(cell.ljust(20) for cell in row).rstrip() for row in TABLE)
    return "\n\n".join(
        (
            "Fees\n====",
            PROSE[0],
            block(LISTINGS[0], "   :linenos:\n"),
            f"{PROSE[1]} [#]_",
            f".. math:: {FORMULAS[0].tex}",
            f"{PROSE[2]} Here :math:`{FORMULAS[4].tex}` is the depth, and :math:`{FORMULAS[6].tex}` always holds.",
            "\n".join((rule, head, rule, *rows, rule)),
            f"{PROSE[3]} [#]_",
            block(LISTINGS[1]),
            PROSE[4],
            *(f".. [#] {note}" for note in NOTES),
            "",
        )
    )


def notebooks() -> dict[str, str]:
    """Render a notebook with code, output, a table and formulas, by template."""
    book = nbformat.v4.new_notebook()
    book.metadata = {"language_info": {"name": "python"}, "kernelspec": {"name": "python3", "display_name": "Python"}}
    output = nbformat.v4.new_output("stream", name="stdout", text=f"{_OUTPUT}\n")
    formulas = "\n\n".join((f"$${FORMULAS[0].tex}$$", f"So we take ${FORMULAS[4].tex}$ as given."))
    book.cells = [
        nbformat.v4.new_markdown_cell(PROSE[0]),
        nbformat.v4.new_code_cell(LISTINGS[0].code, execution_count=1, outputs=[output]),
        nbformat.v4.new_markdown_cell(PROSE[1]),
        nbformat.v4.new_markdown_cell(formulas),
        nbformat.v4.new_markdown_cell(PROSE[2]),
    ]
    made = {}
    for template in ("lab", "classic"):
        html, _ = nbconvert.HTMLExporter(template_name=template).from_notebook_node(book)
        made[f"nbconvert-{template}"] = html[html.index("<body") : html.rindex("</body>")].partition(">")[2]
    return made


def notebook_markdown() -> str:
    """Write what is to come out of a notebook."""
    output = f"```\n{_OUTPUT}\n```"
    formulas = map(formula_markdown, (FORMULAS[0], FORMULAS[4]))
    return "\n\n".join((PROSE[0], code_markdown(LISTINGS[0]), output, PROSE[1], *formulas, PROSE[2]))
