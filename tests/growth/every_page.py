"""All pages of a folder through every stage, strategy, writer and report; fails on any exception that is no TamisError.

``make pages DATA=FOLDER``, or ``python -m growth.every_page FOLDER`` in the folder ``tests``. Pages are all files below
the folder that end in .html, .htm, .xhtml, .dat or .test or have no ending, also packed by gzip.
Names of uses (``text``, ``"filter to HTML"``) after the folder leave out the others.
"""

from __future__ import annotations

import gzip
import sys
import traceback
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import tamis
from tamis.core.strategies import by_name, names
from tamis.filter import filter_page, filter_text
from tamis.write.explaining import compare, explain, write_comparison_html, write_report_html, write_report_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ENDINGS = ("", ".html", ".htm", ".dat", ".test", ".xhtml")
_SHOWN = 5  # failures of a sort that are printed in full


def pages_below(folder: Path) -> Iterator[Path]:
    """The files that hold pages, in order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and Path(path.name.removesuffix(".gz")).suffix.lower() in _ENDINGS:
            yield path


def uses_of(data: bytes, url: str | None) -> dict[str, Callable[[], object]]:
    """Return what can be done with a page, by name."""
    article = tamis.extract(data, url)
    page = tamis.api.page_from(data, url)
    strategies = {name: by_name(name) for name in names()}

    def written(text: str) -> None:
        text.encode("utf-8")
        bad = [one for one in text if (one < " " and one not in "\n\t") or "\x7f" <= one <= "\x9f"]
        assert not bad, f"control characters: {sorted(set(bad))}"

    return {
        "text": lambda: written(article.to_text()),
        "markdown": lambda: written(article.to_markdown(front_matter=True)),
        "html": lambda: written(article.to_html()),
        "json": lambda: written(article.to_json()),
        "xml": lambda: written(article.to_xml()),
        "filter to HTML": lambda: written(filter_page(page)),
        "filter to text": lambda: written(filter_text(page)),
        "explain as HTML": lambda: written(write_report_html(explain(page))),
        "explain as JSON": lambda: written(write_report_json(explain(page))),
        "compare": lambda: written(write_comparison_html(compare(page, strategies, tamis.Limits()))),
    }


def main() -> None:
    """Try all pages; say what came of them."""
    counts: Counter[str] = Counter()
    folder, *wanted = sys.argv[1:]
    for path in pages_below(Path(folder)):
        data = path.read_bytes()
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        try:
            uses = uses_of(data, "https://page.example/folder/page.html")
        except tamis.TamisError as error:
            counts[f"refused: {error.code}"] += 1
            continue
        except Exception:  # noqa: BLE001 (that none gets here is what is tried)
            uses = dict.fromkeys(wanted or ("extract",), partial(_fail, traceback.format_exc()))
        counts["pages"] += 1
        for name, use in uses.items():
            if wanted and name not in wanted:
                continue
            try:
                use()
            except tamis.TamisError as error:
                counts[f"{name}: {error.code}"] += 1
            except Exception:  # noqa: BLE001
                counts[f"{name}: FAILED"] += 1
                if counts[f"{name}: FAILED"] <= _SHOWN:
                    print(path, name, traceback.format_exc(), sep="\n", flush=True)
    print(*(f"{count:6} {name}" for name, count in counts.items()), sep="\n")
    raise SystemExit(any("FAILED" in name for name in counts))


def _fail(text: str) -> None:
    raise AssertionError(text)


if __name__ == "__main__":
    main()
