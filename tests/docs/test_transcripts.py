"""The transcripts of docs/tour.md: every command is run, and says what the page shows."""

from __future__ import annotations

import shlex
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread
from typing import IO, TYPE_CHECKING

import pytest

from cli.running import run
from tamis.cli import COMMANDS

from . import manual

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow


TOUR = "docs/tour.md"
LEFT_OUT = "…"
SERVED = "http://127.0.0.1:8000"
"""Place in which the page has the example site."""


def transcripts() -> list[tuple[str, list[str]]]:
    """Each command of the page, with the lines that it shows."""
    found: list[tuple[str, list[str]]] = []
    for fence in manual.fences(TOUR, "console"):
        for line in fence.code.splitlines():
            if line.startswith("$ tamis "):
                found.append((line.removeprefix("$ tamis "), []))
            else:
                found[-1][1].append(line)
    return found


def fits(shown: list[str], said: list[str]) -> bool:
    """Tell whether the output is what is shown: a lone sign stands for any lines, one at the end for the rest."""
    if not shown:
        return not said
    if shown[0] == LEFT_OUT:
        return any(fits(shown[1:], said[at:]) for at in range(len(said) + 1))
    if not said:
        return False
    begun, sign, _ = shown[0].partition(LEFT_OUT)
    alike = said[0].startswith(begun.rstrip()) if sign else said[0].rstrip() == shown[0]
    return alike and fits(shown[1:], said[1:])


class _WithoutDelay(SimpleHTTPRequestHandler):
    """The example site, whose robots.txt asks for no delay."""

    def send_head(self) -> IO[bytes] | None:  # type: ignore[override]
        if self.path != "/robots.txt":
            return super().send_head()
        lines = (manual.ROOT / "examples/site/robots.txt").read_bytes().splitlines(keepends=True)
        self.send_response(200)
        self.end_headers()
        return BytesIO(b"".join(line for line in lines if not line.lower().startswith(b"crawl-delay")))

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served() -> Iterator[str]:
    handler = partial(_WithoutDelay, directory=str(manual.ROOT / "examples/site"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_commands_say_what_the_tour_shows(served: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(manual.ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for command, shown in transcripts():
        said = run(*shlex.split(command.replace(SERVED, served))).output.splitlines()
        assert fits(shown, said), f"{command}: {said[:20]}"


def test_the_tour_has_every_command() -> None:
    assert {command.split()[0] for command, _ in transcripts()} >= set(COMMANDS)


@pytest.mark.parametrize(("shown", "said"), [(["a"], ["b"]), (["a"], []), ([], ["a"]), (["…", "b"], ["a"])])
def test_other_words_do_not_fit(shown: list[str], said: list[str]) -> None:
    assert not fits(shown, said)
