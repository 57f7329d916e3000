"""Compare what two parsers make of the same pages: blocks, texts, Markdown, and what they cost.

``make compare-parsers DATA=FOLDER``, or ``python tools/compare_parsers.py FOLDER``. Every page below the folder goes
through turbohtml and through lexbor (`tamis.core.parse.parsers`), each in a process of its own. Printed are the pages
whose words, blocks or Markdown differ, by folder, and the CPU time of both. Exits with 1 if more pages than
``--most`` in a thousand have other words.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

_ENDINGS = ("", ".html", ".htm", ".xhtml")
_SHOWN = 5
PARSERS = ("turbohtml", "lexbor")


def pages_below(folder: Path, step: int) -> list[Path]:
    """The files that hold pages, in order; every `step`-th of each folder."""
    by_folder: dict[Path, list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and Path(path.name.removesuffix(".gz")).suffix.lower() in _ENDINGS:
            by_folder.setdefault(path.parent, []).append(path)
    return [path for paths in by_folder.values() for path in paths[::step]]


def _read(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def work() -> None:
    """Parse the pages named on standard input; write a line of JSON for each."""
    import tamis
    from tamis.core.parse import parse

    for line in sys.stdin:
        data = _read(Path(line.rstrip("\n")))
        before = time.process_time()
        try:
            page = tamis.api.page_from(data, "https://page.example/a")
            document = parse(page)
            parsed = time.process_time()
            markdown = tamis.extract(page).to_markdown()
        except tamis.TamisError as error:
            print(json.dumps({"error": error.code}), flush=True)
            continue
        row = {
            "words": _hash(" ".join(document.texts).split()),
            "blocks": _hash(list(document.texts)),
            "markdown": _hash([markdown]),
            "parse": parsed - before,
            "all": time.process_time() - before,
        }
        print(json.dumps(row), flush=True)


def _hash(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _worker(parser: str) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, "--work"]
    environment = {**os.environ, "TAMIS_PARSER": parser}
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603 (this program)


def _answers(workers: list[subprocess.Popen[str]], path: Path) -> list[dict[str, Any]]:
    answers = []
    for worker in workers:
        assert worker.stdin is not None  # noqa: S101 (pipes)
        assert worker.stdout is not None  # noqa: S101
        print(path, file=worker.stdin, flush=True)
        answers.append(json.loads(worker.stdout.readline()))
    return answers


def main() -> int:
    """Compare as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--step", type=int, default=1, help="every so many-th page of a folder")
    parser.add_argument("--most", type=float, default=5.0, help="pages in a thousand that may have other words")
    parser.add_argument("--names", action="store_true", help="name the pages that differ")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.work:
        work()
        return 0
    workers = [_worker(name) for name in PARSERS]
    counts: dict[str, Counter[str]] = {}
    costs: Counter[str] = Counter()
    for path in pages_below(chosen.folder, chosen.step):
        first, second = _answers(workers, path)
        top = path.relative_to(chosen.folder).parts[0]
        count = counts.setdefault(top if len(path.relative_to(chosen.folder).parts) > 1 else ".", Counter())
        count["pages"] += 1
        if "error" in first or "error" in second:
            count["errors"] += first.get("error") != second.get("error")
            continue
        for what in ("words", "blocks", "markdown"):
            count[what] += first[what] != second[what]
        if chosen.names and first["words"] != second["words"]:
            print(path, file=sys.stderr)
        for name, answer in zip(PARSERS, (first, second), strict=True):
            costs[f"{name} parse"] += answer["parse"]
            costs[f"{name} all"] += answer["all"]
    for worker in workers:
        worker.communicate()
    total: Counter[str] = sum(counts.values(), Counter())
    columns = ("pages", "errors", "words", "blocks", "markdown")
    print("| folder | pages | other errors | other words | other blocks | other Markdown |\n|---|--:|--:|--:|--:|--:|")
    for name, count in [*sorted(counts.items()), ("all", total)]:
        print(f"| {name} | {' | '.join(f'{count[column]:,}' for column in columns)} |")
    for what in ("parse", "all"):
        ratio = costs[f"lexbor {what}"] / max(1e-9, costs[f"turbohtml {what}"])
        print(
            f"\nCPU of lexbor for {'parsing and blocks' if what == 'parse' else 'Markdown'}: {ratio:.2f} of turbohtml's"
        )
    return int(total["words"] * 1000 > chosen.most * total["pages"])


if __name__ == "__main__":
    raise SystemExit(main())
