"""The crawl benchmark: the command crawls a generated site, and the site's own log is used to judge it.

It counts the articles found and missed, the requests that robots.txt forbids and the pages sent twice, and measures
the shortest gap between two requests. It then does the same with the command killed (SIGKILL) at random moments and
restarted, and once more on the unchanged site.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis_bench.news_server import NewsServer
from tamis_bench.news_site import NewsSite
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis_bench.news_server import Entry

RETRY_WAIT = 0.2
OK, NOT_MODIFIED = 200, 304
HALF = 0.5
LONGEST_LIFE = 0.9
"""Longest life of a killed run, as a share of the time of an undisturbed run; the kills of a crawl divide it."""


@dataclass(frozen=True)
class CrawlPlan:
    """The size and seed of the site to crawl, and the options of the crawl."""

    pages: int = 5_000
    seed: int = 8
    delay: float = 0.02
    concurrency: int = 4
    processes: int = 0
    timeout: float = 3.0
    """Seconds after which a stalled response is abandoned."""


@dataclass
class CrawlScore:
    """The result of one crawl, with all its runs and kills."""

    name: str
    articles: frozenset[str] = frozenset()
    """Numbers of the articles that were stored."""
    recall: float = 0.0
    precision: float = 0.0
    requests: int = 0
    forbidden: int = 0
    """Number of requests that robots.txt forbids."""
    doubles: int = 0
    """Number of times that a page was sent whole again, in all runs together."""
    shortest_gap: float = 0.0
    kills: int = 0
    unchanged: float = 0.0
    """Share of the requests that were answered with 304."""
    rewritten: int = 0
    """Number of files that were written again, and of articles that changed or are gone."""
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    """Pages that were stored and should not have been."""
    missed: list[str] = field(default_factory=list)


def measure(
    plan: CrawlPlan, kill_runs: int, kills: int, say: Callable[[str], None] = lambda _: None
) -> list[CrawlScore]:
    """Measure one undisturbed crawl, a second run of it, and crawls that are killed `kills` times each."""
    with tempfile.TemporaryDirectory() as scratch, NewsServer(NewsSite(plan.pages, plan.seed)) as server:
        folder = Path(scratch, "undisturbed")
        first = _undisturbed(server, plan, folder)
        say(f"{first.name}: {len(first.articles)} articles in {first.seconds:.0f} s")
        scores = [first, _second_run(server, plan, folder)]
        say(f"{scores[1].name}: {scores[1].unchanged:.3f} unchanged in {scores[1].seconds:.0f} s")
    for number in range(1, kill_runs + 1):
        chance = random.Random(plan.seed * 1_000 + number)  # noqa: S311 (moments of kills)
        with tempfile.TemporaryDirectory() as scratch, NewsServer(NewsSite(plan.pages, plan.seed)) as server:
            scores.append(_killed(server, plan, Path(scratch), number, kills, first, chance))
            say(f"{scores[-1].name}: {len(scores[-1].articles)} articles, {scores[-1].doubles} pages sent again")
    return scores


def _undisturbed(server: NewsServer, plan: CrawlPlan, folder: Path) -> CrawlScore:
    start = time.monotonic()
    _finish(_started(server, plan, folder))
    score = scored("undisturbed", server.site, server.log, folder)
    score.seconds = time.monotonic() - start
    return score


def _second_run(server: NewsServer, plan: CrawlPlan, folder: Path) -> CrawlScore:
    before, articles = _files(folder), _stored_json(folder)
    first_requests = len(server.log)
    start = time.monotonic()
    _finish(_started(server, plan, folder))
    log = server.log[first_requests:]
    score = scored("second run", server.site, log, folder)
    score.seconds = time.monotonic() - start
    answered = [entry for entry in log if entry.is_whole and entry.status in (OK, NOT_MODIFIED)]
    score.unchanged = sum(entry.status == NOT_MODIFIED for entry in answered) / max(1, len(answered))
    after, now = _files(folder), _stored_json(folder)
    score.rewritten = sum(before.get(name) != moment for name, moment in after.items())
    score.rewritten += sum(articles.get(key) != text for key, text in now.items()) + len(articles.keys() - now.keys())
    return score


def _killed(
    server: NewsServer,
    plan: CrawlPlan,
    folder: Path,
    number: int,
    kills: int,
    undisturbed: CrawlScore,
    chance: random.Random,
) -> CrawlScore:
    """Run a crawl and kill it `kills` times: the command alone, or all its processes at once."""
    start = time.monotonic()
    done = 0
    for _ in range(kills):
        process = _started(server, plan, folder)
        try:
            process.wait(chance.uniform(0, undisturbed.seconds * LONGEST_LIFE / kills))
        except subprocess.TimeoutExpired:
            done += 1
            _kill(process, whole_group=chance.random() < HALF)
        else:
            _finish(process)
    _finish(_started(server, plan, folder))
    score = scored(f"killed, run {number}", server.site, server.log, folder)
    score.kills, score.seconds = done, time.monotonic() - start
    return score


def _kill(process: subprocess.Popen[bytes], *, whole_group: bool) -> None:
    if whole_group:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()


def _started(server: NewsServer, plan: CrawlPlan, folder: Path) -> subprocess.Popen[bytes]:
    """Start the command in its own session, so that it can be killed with all its processes."""
    options = {
        "--delay": plan.delay,
        "--concurrency": plan.concurrency,
        "--workers": plan.processes,
        "--max-pages": plan.pages * 10,
        "--retry-wait": RETRY_WAIT,
        "--timeout": plan.timeout,
        "--format": "text",
        "--output": folder,
    }
    command = [sys.executable, "-m", "tamis", "crawl", server.url, "--allow-private"]
    command += [str(part) for pair in options.items() for part in pair]
    return subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)  # noqa: S603 (ourselves)


def _finish(process: subprocess.Popen[bytes]) -> None:
    _, messages = process.communicate()
    if process.returncode:
        raise BadInput(f"tamis crawl failed: {messages.decode('utf-8', 'replace')}")


def scored(name: str, site: NewsSite, log: Sequence[Entry], folder: Path) -> CrawlScore:
    """Judge a crawl by what it stored and by the site's log."""
    stored = [key.removeprefix(site.host) for (key,) in _rows(folder, "SELECT key FROM crawl_article")]
    numbers = Counter(site.wanted.get(target) for target in stored)
    right = sum(number is not None for number in numbers)
    wanted = set(site.wanted.values())
    whole = Counter(entry.target for entry in log if entry.status == OK and entry.is_whole)
    return CrawlScore(
        name,
        frozenset(str(number) for number in numbers if number is not None),
        right / len(wanted),
        right / max(1, len(stored)),
        len(log),
        sum(site.forbids(entry.target) for entry in log),
        sum(times - 1 for times in whole.values()),
        min((later.time - earlier.time for earlier, later in pairwise(log)), default=0.0),
        wrong=[target for target in stored if site.wanted.get(target) is None],
        missed=[site.stories[number].path for number in sorted(wanted - numbers.keys())],
    )


def _rows(folder: Path, query: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(folder / "crawl.db")) as connection:
        return connection.execute(query).fetchall()


def _stored_json(folder: Path) -> dict[str, str]:
    return {row[0]: row[1] for row in _rows(folder, "SELECT key, json FROM crawl_article")}


def _files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("*.txt")}


def failures(scores: Sequence[CrawlScore], plan: CrawlPlan) -> list[str]:
    """List the figures that miss their targets; empty if all are met."""
    first, second, *killed = scores
    found = []
    if first.recall < LEAST_RECALL or first.precision < LEAST_PRECISION:
        found.append(f"recall {first.recall:.4f}, precision {first.precision:.4f}")
    for score in scores:
        if score.forbidden:
            found.append(f"{score.name}: {score.forbidden} requests against robots.txt")
        if score.doubles > score.kills * plan.concurrency:
            found.append(f"{score.name}: {score.doubles} pages sent again, {score.kills} kills")
        if score.shortest_gap < plan.delay:
            found.append(f"{score.name}: a gap of {score.shortest_gap:.4f} s")
    found += [f"{score.name}: other articles" for score in killed if score.articles != first.articles]
    if second.unchanged < LEAST_UNCHANGED or second.rewritten or second.articles != first.articles:
        found.append(f"second run: {second.unchanged:.4f} unchanged, {second.rewritten} rewritten")
    return found


LEAST_RECALL, LEAST_PRECISION, LEAST_UNCHANGED = 0.99, 0.98, 0.99


def table(scores: Sequence[CrawlScore], plan: CrawlPlan) -> Table:
    """Build a table of the figures of all crawls."""
    title = f"Crawl of a made-up site of {plan.pages:,} pages, delay {plan.delay:g} s, concurrency {plan.concurrency}"
    found = Table(
        title,
        (
            *("crawl", "recall", "precision", "same articles", "requests", "forbidden", "sent again", "kills"),
            *("shortest gap (s)", "304", "rewritten", "seconds"),
        ),
    )
    for score in scores:
        is_second = score is scores[1]
        found.add(
            score.name,
            round(score.recall, 4),
            round(score.precision, 4),
            "yes" if score.articles == scores[0].articles else "no",
            score.requests,
            score.forbidden,
            score.doubles,
            score.kills,
            round(score.shortest_gap, 4),
            round(score.unchanged, 4) if is_second else None,
            score.rewritten if is_second else None,
            round(score.seconds),
        )
    return found
