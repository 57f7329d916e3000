"""Soak of extraction: memory over thousands of pages in one process, and the same bytes every time.

The pages repeat until enough have been extracted. Every time a page comes again, its JSON must be the same to the
byte; also in several threads, and in fresh interpreters with other hash seeds.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tamis_bench import memory
from tamis_bench.datasets import gather
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample

SAMPLES_OF_MEMORY = 200  # number over the whole run
WARM_UP_SHARE = 0.2  # share of the run at most; one round of the pages if that is shorter
EDGE_SHARE = 0.1  # growth is the mean of the last tenth after the warm-up minus that of its first tenth
HASH_SEEDS = ("1", "2")


@dataclass(slots=True)
class Soak:
    """The results of a soak."""

    pages: int
    different_pages: int
    memory: list[tuple[int, float]] = field(default_factory=list)
    """Number of pages done, and the megabytes in memory then."""
    changed: list[str] = field(default_factory=list)
    """Ids of pages whose result changed when they came again."""
    changed_in_threads: list[str] = field(default_factory=list)
    fingerprints: list[str] = field(default_factory=list)
    """Hashes of all results, from this process and from fresh ones."""

    @property
    def growth(self) -> float:
        """Megabytes that memory grew by after the warm-up."""
        warm = min(self.different_pages, int(self.pages * WARM_UP_SHARE))
        after = [megabytes for done, megabytes in self.memory if done > warm]
        edge = max(1, int(len(after) * EDGE_SHARE))
        return sum(after[-edge:]) / edge - sum(after[:edge]) / edge

    @property
    def same(self) -> bool:
        """True if every result was the same each time."""
        return not self.changed and not self.changed_in_threads and len(set(self.fingerprints)) <= 1


def run(samples: Sequence[Sample], pages: int, strategy: str, threads: int) -> Soak:
    """Extract this many pages, repeating the set, then each once more in threads."""
    result = Soak(pages, min(pages, len(samples)))
    first: dict[int, str] = {}
    every = max(1, pages // SAMPLES_OF_MEMORY)
    for number in track(range(pages), "soak"):
        place = number % len(samples)
        found = digest(samples[place], strategy)
        if first.setdefault(place, found) != found:
            result.changed.append(samples[place].id)
        if (number + 1) % every == 0:
            result.memory.append((number + 1, memory.resident()))
    seen = samples[: result.different_pages]
    with ThreadPoolExecutor(threads) as pool:
        again = list(pool.map(partial(digest, strategy=strategy), seen))
    pairs = zip(seen, first.values(), again, strict=True)
    result.changed_in_threads = [sample.id for sample, one, other in pairs if one != other]
    result.fingerprints.append(_joined(list(first.values())))
    return result


def digest(sample: Sample, strategy: str) -> str:
    """Hash a page's result, as JSON."""
    from tamis import Settings, extract

    article = extract(sample.html, url=sample.url, settings=Settings(strategy=strategy))
    return hashlib.sha256(article.to_json().encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint(data: str, sets: list[str], limit: int | None, strategy: str, pages: int) -> str:
    """Hash all results. Call it in a fresh interpreter."""
    return _joined([digest(sample, strategy) for sample in gather(Path(data), sets, limit)[:pages]])


def add_fingerprints(result: Soak, data: Path, sets: Sequence[str], limit: int | None, strategy: str) -> None:
    """Extract the same pages in fresh interpreters, each with its own hash seed."""
    arguments = {"data": str(data), "sets": list(sets), "limit": limit, "strategy": strategy}
    arguments["pages"] = result.different_pages
    for seed in track(HASH_SEEDS, "fresh interpreters"):
        result.fingerprints.append(memory.call(__name__, "fingerprint", arguments, PYTHONHASHSEED=seed))


def table(result: Soak, threads: int) -> Table:
    """Build a table of the results."""
    sizes = [megabytes for _, megabytes in result.memory]
    made = Table("Soak", ("what", "value"))
    made.add("pages extracted", f"{result.pages:,} ({result.different_pages:,} different)")
    made.add("memory at the first sample", f"{sizes[0]:.1f} MB")
    made.add("memory at the end", f"{sizes[-1]:.1f} MB")
    made.add("most", f"{max(sizes):.1f} MB")
    made.add("growth after the warm-up", f"{result.growth:+.1f} MB")
    made.add("different when they came again", _listed(result.changed))
    made.add(f"different in {threads} threads", _listed(result.changed_in_threads))
    made.add("different runs in fresh interpreters", str(len(set(result.fingerprints)) - 1))
    made.add("fingerprint", result.fingerprints[0])
    return made


def _joined(digests: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _listed(pages: Sequence[str]) -> str:
    return f"{len(pages)}: {', '.join(pages[:5])}" if pages else "0"
