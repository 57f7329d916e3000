"""Versions of tamis: the source of a commit, and processes that extract pages with it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import tamis
from tamis.errors import BadInput
from tamis_bench import version_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

Item = TypeVar("Item")
Result = TypeVar("Result")

_PACKAGE = "src/tamis"


class Extracted(NamedTuple):
    """The answer of some version of tamis to a page."""

    text: str
    confidence: float
    outcome: str
    """Outcome of the extraction, or the reason why it failed."""


def own_source() -> Path:
    """Return the folder that this version is imported from."""
    return Path(tamis.__file__).resolve().parents[1]


@contextmanager
def source_of(commit: str) -> Iterator[Path]:
    """Yield a temporary folder with the source of a commit of the repository around the current folder."""
    top = _git("rev-parse", "--show-toplevel", problem="the current folder is in no git repository: go to a clone")
    here = ("-C", os.fsdecode(top.strip()))
    revision = ("--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    name = _git(*here, "rev-parse", *revision, problem=f"{commit}: neither a file nor a commit").decode().strip()
    archive = _git(*here, "archive", name, _PACKAGE, problem=f"the commit {commit} has no {_PACKAGE}")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as members:
            if hasattr(tarfile, "data_filter"):
                members.extractall(folder, filter="data")
            else:  # Python 3.11 before 3.11.4; git wrote the archive, so its members are sound
                members.extractall(folder)  # noqa: S202
        yield Path(folder, _PACKAGE).parent


def _git(*arguments: str, problem: str) -> bytes:
    git = shutil.which("git")
    if git is None:
        raise BadInput("git is not installed, and a commit cannot be had without; name a file that --save wrote")
    done = subprocess.run([git, *arguments], capture_output=True, check=False)  # noqa: S603 (git, without a shell)
    if done.returncode:
        raise BadInput(problem)
    return done.stdout


def extract_all(
    source: Path, items: Sequence[Item], extract: Callable[[Worker, Item], Result], jobs: int, seconds: float
) -> Iterator[Result]:
    """Yield the result of each item in order; `extract` is called with one of `jobs` workers of that source."""
    idle: SimpleQueue[Worker] = SimpleQueue()

    def work(item: Item) -> Result:
        worker = idle.get()
        try:
            return extract(worker, item)
        finally:
            idle.put(worker)

    with ExitStack() as stack:
        for _ in range(jobs):
            idle.put(stack.enter_context(Worker(source, seconds)))
        threads = stack.enter_context(ThreadPoolExecutor(jobs))
        yield from threads.map(work, items)


class Worker:
    """A process that extracts pages with the version of tamis in a folder; see `tamis_bench.version_worker`."""

    def __init__(self, source: Path, seconds: float) -> None:
        self._source = source
        self._seconds = seconds
        self._process = self._start()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def extract(self, html: str, url: str | None) -> Extracted:
        """Extract a page. If the process dies of it, the answer says so, and the next page gets a new one."""
        answer = _talk(self._process, {"html": html, "url": url})
        if answer is None:
            self._process.communicate()
            self._process = self._start()
            return Extracted("", 0.0, "crashed")
        return Extracted(**answer)

    def _start(self) -> subprocess.Popen[str]:
        path = os.pathsep.join((str(self._source), str(Path(version_worker.__file__).parents[1])))
        command = [sys.executable, "-P", "-m", version_worker.__name__, str(self._seconds)]
        environment = os.environ | {"PYTHONPATH": path}
        with tempfile.TemporaryFile("w+", encoding="utf-8") as messages:
            process = subprocess.Popen(  # noqa: S603 (this interpreter, our own module)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=messages,
                encoding="utf-8",
                env=environment,
            )
            first = _talk(process, None)
            if first is None:
                process.communicate()
                messages.seek(0)
                reason = messages.read().strip().splitlines()[-1:] or ["no reason given"]
                raise BadInput(f"the version in {self._source} does not start: {reason[0]}")
        if not Path(first["file"]).resolve().is_relative_to(self._source.resolve()):
            process.kill()
            process.communicate()
            raise BadInput(f"tamis came from {first['file']} and not from {self._source}")
        return process


def _talk(process: subprocess.Popen[str], message: dict[str, Any] | None) -> dict[str, Any] | None:
    """Send a message, if there is one, and return the answer; None if the process has ended."""
    if process.stdin is None or process.stdout is None:
        return None
    try:
        if message is not None:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
        line = process.stdout.readline()
    except BrokenPipeError:
        return None
    return json.loads(line) if line.endswith("\n") else None
