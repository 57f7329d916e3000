"""Nothing that a page or a server sent steers the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from tamis.cli import main
from tamis.errors import ResponseNotHtml
from tamis.text.characters import for_terminal

if TYPE_CHECKING:
    from pathlib import Path

STEERING = "\x1b]0;owned\x07\x9b2J\x7f\u202e"
PAGE = f"<title>Tides{STEERING}</title><h1>Tides{STEERING}</h1><p title='{STEERING}'>" + (
    f"The sea came in and went out again.{STEERING} " * 40
)


def controls(text: str) -> set[str]:
    return {sign for sign in text if (sign < " " and sign not in "\n\t") or "\x7f" <= sign <= "\x9f"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "-v"),
        ("extract", "-f", "json", "-v"),
        ("extract", "--json-lines"),
        ("extract", "-f", "text"),
        ("extract", "-f", "html"),
        ("extract", "-f", "xml"),
        ("extract", "--front-matter"),
        ("filter",),
        ("filter", "-f", "text"),
        ("explain", "--json"),
        ("compare", "--strategy", "all", "--strategy", "bte"),
    ],
)
def test_no_command_passes_control_characters_on(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    result = CliRunner().invoke(main, [arguments[0], str(tmp_path / "page.html"), *arguments[1:]])
    assert result.exit_code == 0, result.output
    assert not controls(result.stdout) | controls(result.stderr)
    assert "\u202e" not in result.stderr


def test_a_message_with_what_a_server_sent_is_one_harmless_line() -> None:
    shown = for_terminal(str(ResponseNotHtml("https://a.example/", f"text/{STEERING}\nx")))
    assert not controls(shown)
    assert "\n" not in shown
    assert "\u202e" not in shown


def test_a_title_that_windows_keeps_for_devices_is_no_file_name(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<title>Con</title><h1>Con</h1><p>" + "The sea came in and went out again. " * 40, encoding="utf-8")
    assert CliRunner().invoke(main, ["extract", str(page), "-o", f"{tmp_path}/out/"]).exit_code == 0
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["con-page.md", "index.jsonl"]
