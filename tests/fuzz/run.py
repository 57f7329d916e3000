"""Fuzz: ``make fuzz``, or ``python -m fuzz.run`` in the folder ``tests``.

With atheris, inputs are chosen by the code that they reach. Without it (``--plain``), the corpus and what atheris added
to it are mutated by a seed, which is some ten times as fast.
Each target runs in a process of its own, and goes on after a fault: what caused it is kept in ``--findings``, and
reproduced by ``python -m fuzz.run TARGET FILE``. Exits with 1 if there was a fault.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import resource
import subprocess
import sys
import time
import traceback
from collections import Counter
from contextlib import redirect_stderr
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from .mutations import MOST_BYTES, mutated
from .targets import TARGETS, Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SLOW = 10.0
"""Seconds of CPU after which an input counts as one that hangs."""
MOST_FINDINGS = 20
"""Different faults of a target that are kept."""


def inputs(target: Target, runs: int, seed: int, grown: Sequence[bytes] = ()) -> Iterator[bytes]:
    """Yield the corpus of a target with what it has grown to, and mutations of it."""
    seeds, words = [*target.seeds(), *grown], target.words()
    yield from seeds
    random = Random(f"{target.name} {seed}")
    for _ in range(runs):
        yield mutated(random, seeds, words)


class Tried:
    """The results of the inputs of a target."""

    def __init__(self, target: Target, findings: Path | None) -> None:
        self._check = target.check
        self._findings = findings
        self.name = target.name
        self.inputs = self.slow = 0
        self.slowest = 0.0
        self.faults: Counter[str] = Counter()
        """Number of faults, by the place that raised them."""

    def __call__(self, data: bytes) -> None:
        """Try an input."""
        self.inputs += 1
        before = time.process_time()
        try:
            self._check(data)
        except Exception as error:  # noqa: BLE001 (that none gets here is what is tried)
            self._note(error, data)
        seconds = time.process_time() - before
        self.slowest = max(self.slowest, seconds)
        if seconds > SLOW:
            self.slow += 1
            self._keep("slow", data)

    def _note(self, error: Exception, data: bytes) -> None:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} {Path(last.filename).name}:{last.lineno}"
        if type(error).__name__ == "Fault":
            frame = traceback.extract_tb(error.__traceback__)[-2]
            where = f"Fault {Path(frame.filename).name}:{frame.lineno}"
        self.faults[where] += 1
        if self.faults[where] == 1 and len(self.faults) <= MOST_FINDINGS:
            path = self._keep(where, data)
            print(
                f"FAULT in {self.name}: {error!s:.300}\n  {where} {path or data[:200]!r}", file=sys.stderr, flush=True
            )

    def _keep(self, where: str, data: bytes) -> Path | None:
        if self._findings is None:
            return None
        self._findings.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(where.encode() + data).hexdigest()[:12]
        path = self._findings / f"{self.name}-{name}"
        path.write_bytes(data)
        return path

    def row(self) -> dict[str, Any]:
        """The results as JSON."""
        return {
            "target": self.name, "inputs": self.inputs, "slow": self.slow, "slowest": round(self.slowest, 2),
            "faults": dict(self.faults), "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }  # fmt: skip


def try_plainly(
    target: Target, runs: int, seed: int, findings: Path | None = None, grown: Sequence[bytes] = (), seconds: int = 0
) -> Tried:
    """Try the corpus of a target and mutations of it, without coverage, until there are enough or time is up."""
    tried = Tried(target, findings)
    deadline = time.monotonic() + seconds
    for data in inputs(target, runs, seed, grown):
        tried(data)
        if seconds and time.monotonic() > deadline:
            break
    return tried


def _try_with_coverage(target: Target, chosen: argparse.Namespace) -> None:
    """Let libFuzzer choose the inputs, until there are enough of them."""
    import atheris

    with redirect_stderr(io.StringIO()), atheris.instrument_imports(include=["tamis"]):  # it names each module
        tried = Tried(target, chosen.findings)
        for seed in target.seeds()[:3]:
            tried._check(seed)
    grown = chosen.grown / target.name
    grown.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + chosen.seconds if chosen.seconds else None

    def try_one(data: bytes) -> None:
        tried(data)
        if tried.inputs >= chosen.runs or (deadline is not None and time.monotonic() > deadline):
            print(json.dumps(tried.row()), flush=True)
            os._exit(0)  # libFuzzer has its own end, which no code of ours would see

    options = [
        f"-max_len={MOST_BYTES}", f"-dict={target.dictionary}", f"-seed={chosen.seed}",
        "-timeout=120", "-rss_limit_mb=2048", "-verbosity=0",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(grown), str(target.corpus)], try_one)
    atheris.Fuzz()


def _report(rows: Sequence[dict[str, Any]]) -> str:
    lines = ["| target | inputs | faults | over 10 s | slowest | MB |", "|---|--:|--:|--:|--:|--:|"]
    lines += [
        f"| {row['target']} | {row['inputs']:,} | {sum(row['faults'].values())} | {row['slow']} | {row['slowest']} s "
        f"| {row['memory']} |"
        for row in rows
    ]
    return "\n".join(lines)


def _row_of(name: str, arguments: Sequence[str]) -> dict[str, Any]:
    """Try a target in a process of its own."""
    command = [sys.executable, "-m", "fuzz.run", name, "--row", *arguments]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    last = next((line for line in reversed(ended.stdout.splitlines()) if line.startswith('{"target"')), None)
    if last is None or ended.returncode:
        broken = {"target": name, "inputs": 0, "slow": 0, "slowest": 0, "memory": 0}
        return (json.loads(last) if last else broken) | {"faults": {f"ended with {ended.returncode}": 1}}
    row: dict[str, Any] = json.loads(last)
    return row


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="*", help=f"{', '.join(TARGETS)}, or one of them and files to try")
    parser.add_argument("--runs", type=int, default=10_000, help="inputs of each target")
    parser.add_argument("--seconds", type=int, default=0, help="time of each target; 0: until its runs are done")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="mutate the corpus, without atheris and coverage")
    parser.add_argument("--findings", type=Path, default=Path("../out/fuzz/findings"), help="inputs with faults")
    parser.add_argument("--grown", type=Path, default=Path("../out/fuzz/corpus"), help="inputs that reach new code")
    parser.add_argument("--row", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    names = [name for name in chosen.target if name in TARGETS]
    files = [Path(name) for name in chosen.target if name not in TARGETS]
    if files:
        for path in files:
            TARGETS[names[0]].check(path.read_bytes())
        return 0
    if not chosen.row:
        passed = [argument for argument in arguments or sys.argv[1:] if argument not in TARGETS]
        rows = [_row_of(name, passed) for name in names or TARGETS]
        print(_report(rows))
        return int(any(row["faults"] or row["slow"] for row in rows))
    target = TARGETS[names[0]]
    if chosen.plain:
        grown = [path.read_bytes() for path in sorted((chosen.grown / target.name).glob("*"))]
        tried = try_plainly(target, chosen.runs, chosen.seed, chosen.findings, grown, chosen.seconds)
        print(json.dumps(tried.row()))
    else:
        _try_with_coverage(target, chosen)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
