"""Contents of the samples of structure: listings, formulas, tables and notes, with the prose around them.

All of it is written for this purpose, so that no rule was made with it in view. It has what highlighters stumble over:
empty lines, an indented first line, tabs, comments, lines that look like markup.
"""

from __future__ import annotations

from typing import NamedTuple


class Listing(NamedTuple):
    """A piece of code."""

    language: str
    code: str


class Formula(NamedTuple):
    """A formula in TeX."""

    tex: str
    is_display: bool


LISTINGS: tuple[Listing, ...] = (
    Listing(
        "python",
        "def fee(length, *, winter=False):\n"
        '    """Return the fee of a boat."""\n'
        "    rate = 12 if length <= 8 else 19\n"
        "\n"
        "    # Boats that stay pay half.\n"
        "    return rate / 2 if winter else rate\n"
        "\n"
        "\n"
        "print(fee(7.5, winter=True))",
    ),
    Listing(
        "javascript",
        "const berths = new Map();\n"
        "\n"
        "export function moor(boat, berth = 1) {\n"
        "  if (berths.has(berth)) {\n"
        "    throw new Error(`Berth ${berth} is taken`);\n"
        "  }\n"
        "  berths.set(berth, { ...boat, since: Date.now() });\n"
        "}",
    ),
    Listing(
        "bash",
        "# Fetch the tide tables\n"
        "for port in bergen tromso; do\n"
        '  curl -s "https://tides.example/$port.csv" \\\n'
        '    | sort -t, -k2 > "$port.csv"\n'
        "done\n"
        "echo done && ls -l | head -n 3",
    ),
    Listing(
        "html",
        '<nav class="harbor">\n'
        '  <a href="/tides">Tides &amp; winds</a>\n'
        "\n"
        "  <!-- <pre>not code</pre> -->\n"
        "</nav>\n"
        "<p>1 &lt; 2</p>",
    ),
    Listing(
        "rust",
        "    let depth = soundings\n"
        "        .iter()\n"
        "        .filter(|s| s.meters > 0.0)\n"
        "        .map(|s| s.meters)\n"
        "        .fold(f64::INFINITY, f64::min);\n"
        "\n"
        '    println!("{depth:>8.2} m");',
    ),
    Listing(
        "yaml",
        "harbor:\n"
        "  name: North quay\n"
        "  berths: 42   # two of them are dry\n"
        "  lights:\n"
        "    - red\n"
        "    - green\n"
        "\n"
        "  notice: |\n"
        "    Keep clear of the ferry.\n"
        "    It does not stop.",
    ),
    Listing(
        "sql",
        "SELECT b.name, count(*) AS nights\n"
        "FROM boats b\n"
        "  JOIN stays s ON s.boat = b.id\n"
        "WHERE s.arrived >= '2024-05-01'\n"
        "GROUP BY b.name\n"
        "HAVING count(*) > 1\n"
        "ORDER BY 2 DESC;",
    ),
    Listing(
        "c",
        "#include <stdio.h>\n"
        "\n"
        "int main(void)\n"
        "{\n"
        "\tint tide[] = {\n"
        "\t\t1, 2,\n"
        "\t\t3\n"
        "\t};\n"
        "\n"
        "\tfor (int i = 0; i < 3; i++)\n"
        '\t\tprintf("%d\\n", tide[i]);\n'
        "\treturn 0;\n"
        "}",
    ),
)

FORMULAS: tuple[Formula, ...] = (
    Formula(r"E = \frac{1}{2} m v^2", is_display=True),
    Formula(r"\int_0^\infty e^{-x^2} \, dx = \frac{\sqrt{\pi}}{2}", is_display=True),
    Formula(r"\sum_{k=1}^{n} k = \frac{n(n+1)}{2}", is_display=True),
    Formula(r"A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}", is_display=True),
    Formula(r"x_i", is_display=False),
    Formula(r"\alpha + \beta", is_display=False),
    Formula(r"a \leq b", is_display=False),
    Formula(r"\sqrt{2}", is_display=False),
    Formula(r"v^2", is_display=False),
    Formula(r"\lambda \to 0", is_display=False),
)

TABLE = (
    ("Boat", "Length", "Fee"),
    ("Anna", "7.5 m", "12"),
    ("Berta", "8.9 m", "19"),
    ("Clara, the old one", "11 m", "19"),
)

NOTES = ("Half of it if the boat stays over the winter.", "Measured at low tide, by hand, in May.")

PROSE = (
    "The harbor keeps its books by hand, and on the last Friday of every month somebody adds them up twice, "
    "because the first sum is never trusted. This page describes how we moved that work to a small program, "
    "and what we learned.",
    "It took longer than we thought. The lines above look simple, but each of them stands for an evening in "
    "which somebody explained an exception that had been agreed on a quay, with a handshake, years before any "
    "of us came here.",
    "What follows is the part that people ask about most. Read it slowly; the order of the steps matters more "
    "than it seems to, and the ferry company was quite clear that it would not wait for us to find that out by "
    "ourselves.",
    "There is one more thing to say about it. The numbers are those of a calm summer, and nobody should plan a "
    "winter with them: wind from the north pushes the water out of the bay, and the small berths fall dry for "
    "an hour or two.",
    "With this in place the books close themselves. We still add them up by hand on the last Friday, out of "
    "habit and for the coffee, but for the second year in a row the two sums have been the same, and nobody "
    "has asked for a third.",
)


def code_markdown(listing: Listing, *, is_named: bool = True) -> str:
    """Write a listing as a fence, with its language if the page names it."""
    return f"```{listing.language if is_named else ''}\n{listing.code}\n```"


def formula_markdown(formula: Formula) -> str:
    """Write a formula between dollars."""
    return f"$$\n{formula.tex}\n$$" if formula.is_display else f"So we take ${formula.tex}$ as given."


def table_markdown() -> str:
    """Write the table with pipes."""
    head, *rows = TABLE
    return "\n".join(" | ".join(row).join(("| ", " |")) for row in (head, ("---",) * len(head), *rows))


def document_markdown(*, is_named: bool = True) -> str:
    """Write a page with everything, as the tools that read Markdown get it and as it is to come out."""
    notes = "\n\n".join(f"[^{number}]: {note}" for number, note in enumerate(NOTES, 1))
    return "\n\n".join(
        (
            PROSE[0],
            code_markdown(LISTINGS[0], is_named=is_named),
            f"{PROSE[1]}[^1]",
            formula_markdown(FORMULAS[0]),
            f"{PROSE[2]} Here ${FORMULAS[4].tex}$ is the depth, and ${FORMULAS[6].tex}$ always holds.",
            table_markdown(),
            f"{PROSE[3]}[^2]",
            code_markdown(LISTINGS[1], is_named=is_named),
            PROSE[4],
            notes,
        )
    )
