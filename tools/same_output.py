"""Hash what tamis writes, so that a change that should not alter any output can prove it: `make same`.

Every page of the example site under three strategies and, given a folder of data sets, every fifteenth page of
wcxb-dev under the default, as JSON and Markdown. `--save FILE` keeps the hashes of each page, `--against FILE` names
the pages that differ.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import tamis

if TYPE_CHECKING:
    from collections.abc import Iterator

STRATEGIES = ("learned", "cuter", "filters")
EXAMPLES = Path(__file__).parent.parent / "examples" / "site"
STEP, PAGES = 15, 100


def written(html: bytes, url: str | None, strategy: str) -> str:
    """Hash a page's JSON and Markdown, or the error that it gives."""
    try:
        article = tamis.extract(html, url, tamis.Settings(strategy=strategy))
        text = article.to_json() + article.to_markdown()
    except tamis.TamisError as error:
        text = f"{type(error).__name__}: {error}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def pages(data: Path | None) -> Iterator[tuple[str, str]]:
    """Yield the name and the hash of each page."""
    for path in sorted(EXAMPLES.glob("*.html")):
        for strategy in STRATEGIES:
            yield (
                f"{strategy} {path.name}",
                written(path.read_bytes(), f"https://courier.example/{path.name}", strategy),
            )
    if data is None:
        return
    records = (data / "wcxb-dev" / "pages.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n")
    for line in records[::STEP][:PAGES]:
        record = json.loads(line)
        html = gzip.decompress((data / "wcxb-dev" / record["html"]).read_bytes())
        yield f"learned {record['id']}", written(html, record["url"], STRATEGIES[0])


def main() -> int:
    """Print one hash over all pages; with `--against`, the pages that differ, and status 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder with the set wcxb-dev")
    parser.add_argument("--save", type=Path, help="write the hash of each page here")
    parser.add_argument("--against", type=Path, help="compare with hashes saved before")
    options = parser.parse_args()
    hashes = dict(pages(options.data))
    whole = hashlib.sha256("".join(hashes.values()).encode()).hexdigest()[:16]
    print(f"{whole}  {len(hashes)} extractions")
    if options.save:
        options.save.write_text(json.dumps(hashes, indent=1), encoding="utf-8")
    if not options.against:
        return 0
    before = json.loads(options.against.read_text(encoding="utf-8"))
    differing = [name for name in {**before, **hashes} if before.get(name) != hashes.get(name)]
    print(*(f"differs: {name}" for name in differing), sep="\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
