"""Count the lines of each package that inputs reach: ``make fuzz-coverage``.

Every target runs over its corpus and what fuzzing added to it (``out/fuzz/corpus``), without mutations.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import coverage

from .targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROOT = Path(__file__).parents[2] / "src" / "tamis"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the targets and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="*", help=", ".join(TARGETS))
    parser.add_argument("--grown", type=Path, default=Path("../out/fuzz/corpus"))
    parser.add_argument("--most", type=int, default=500, help="inputs of each target")
    chosen = parser.parse_args(arguments)
    measured = coverage.Coverage(source=[str(_ROOT)], data_file=None)
    measured.start()
    for name in chosen.target or TARGETS:
        target = TARGETS[name]
        grown = sorted((chosen.grown / name).glob("*")) if (chosen.grown / name).is_dir() else []
        for data in [*target.seeds(), *(path.read_bytes() for path in grown[: chosen.most])]:
            try:
                target.check(data)
            except Exception as error:  # noqa: BLE001 (coverage is asked for here, faults by the run itself)
                print(f"{name}: {type(error).__name__}", file=sys.stderr)
    measured.stop()
    print(_table(measured))
    return 0


def _table(measured: coverage.Coverage) -> str:
    lines: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    for path in sorted(_ROOT.rglob("*.py")):
        _, statements, _, missing, _ = measured.analysis2(str(path))
        package = ".".join(path.relative_to(_ROOT).parent.parts[:2]) or "tamis"
        lines[package] += len(statements)
        reached[package] += len(statements) - len(missing)
    rows = [f"| {name} | {lines[name]:,} | {reached[name] / max(1, lines[name]):.0%} |" for name in sorted(lines)]
    total = f"| all | {lines.total():,} | {reached.total() / lines.total():.0%} |"
    return "\n".join(["| package | lines | reached |", "|---|--:|--:|", *rows, total])


if __name__ == "__main__":
    raise SystemExit(main())
