"""Every `tamis …` command in the docs, on the pages of the service and in messages is one that there is."""

from __future__ import annotations

import ast
import json
import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

import click
import pytest

from tamis.cli import COMMANDS, main

from . import manual

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SOURCE = manual.ROOT / "src" / "tamis"
TEMPLATES = SOURCE / "serve" / "pages" / "templates"
NOT_CHECKED = frozenset({"CHANGELOG.md", "tour.md"})
"""The first tells of commands that there were; those of the second are run, mistakes that it shows included."""
SHELL_SIGNS = frozenset({"|", ">", ">>", "<", "2>", "&", "&&", "||", ";", "\\"})
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|\{[^{}]*\}")
_CODE = re.compile(r"<code>(.*?)</code>", re.DOTALL)
_INLINE = re.compile(r"`+(tamis [^`\n]+)`+")
_SHELL_LINE = re.compile(rf"^(?:\$ (?=tamis )|(?=tamis (?:{'|'.join(COMMANDS)})\b))(.+)$", re.MULTILINE)
"""After the sign of a shell anything; without it, what begins with a command, not what the program says of itself."""
_QUOTED = re.compile(r"['`](tamis [a-z][^'`\n]*)['`]")
_IN_A_SENTENCE = re.compile(r"\btamis (?:[a-z]+ )+--[a-z-]+")
"""A command with an option in the middle of a message: its words and the option are checked, what follows is prose."""


EXAMPLES = manual.ROOT / "examples"
_NO_COMMANDS = frozenset({".jsonl", ".pyc", ".png", ".jpg"})
_EXAMPLE = re.compile(rf"(?<![\w-])tamis (?:{'|'.join(COMMANDS)})\b(?!:)[^`\n]*")


class Command(NamedTuple):
    """A command that somebody is told to type, or that is only named."""

    place: str
    words: str
    is_name: bool = False
    """True if an option at its end may lack its value."""


def problem(words: str, *, is_name: bool = False) -> str | None:
    """Tell what is wrong with a command by the parser of click; None if nothing is."""
    arguments = _arguments(words)
    command: click.Command = main
    context = click.Context(command, info_name="tamis", **command.context_settings)
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        name = arguments.pop(0)
        found = command.get_command(context, name)
        if found is None:
            return f"{context.command_path} has no command {name!r}"
        context = click.Context(found, parent=context, info_name=name, **found.context_settings)
        command = found
    if is_name and arguments and _lacks_value(command, arguments[-1]):
        arguments.append("X")
    try:
        _, left, _ = command.make_parser(context).parse_args(arguments)
    except click.UsageError as error:
        return error.format_message()
    return f"unexpected: {' '.join(left)}" if left else None


def _lacks_value(command: click.Command, word: str) -> bool:
    """Tell whether a word is an option that wants another word after it."""
    options = (option for option in command.params if isinstance(option, click.Option) and word in option.opts)
    return any(not option.is_flag and not option.count for option in options)


def _arguments(words: str) -> list[str]:
    """The words after ``tamis``, up to the next command of the shell."""
    split = shlex.split(_PLACEHOLDER.sub("X", words).replace("…", " ").replace("...", " "), comments=True)[1:]
    end = next((number for number, word in enumerate(split) if word in SHELL_SIGNS), len(split))
    return split[:end]


def in_templates() -> Iterator[Command]:
    for file in sorted(TEMPLATES.glob("*.html")):
        for code in _CODE.findall(file.read_text("utf-8")):
            yield from (Command(file.name, line) for line in code.splitlines() if line.startswith("tamis "))


def in_docs() -> Iterator[Command]:
    for page in manual.PAGES:
        if page.name in NOT_CHECKED:
            continue
        text = manual.text(page)
        for language in ("console", "text", "sh", "bash", ""):
            for fence in manual.fences(page, language):
                code = fence.code.replace("\\\n", " ")
                yield from (Command(manual.name(page), line) for line in _SHELL_LINE.findall(code))
        yield from (Command(manual.name(page), line, is_name=True) for line in _INLINE.findall(text))


def in_scripts() -> Iterator[Command]:
    """Commands in the scripts and styles of the service."""
    for file in sorted(SOURCE.rglob("*.js")):
        yield from (
            Command(file.name, words, is_name=True)
            for pattern in (_QUOTED, _IN_A_SENTENCE)
            for words in pattern.findall(file.read_text("utf-8"))
        )


def in_examples() -> Iterator[Command]:
    """Commands in the examples: lines of a shell, also in comments, those that a service starts, and JSON lists."""
    for file in sorted(EXAMPLES.rglob("*")):
        if not file.is_file() or file.suffix in _NO_COMMANDS or EXAMPLES / "site" in file.parents:
            continue
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("CMD ["):
                line = shlex.join(json.loads(line.removeprefix("CMD ")))
            if found := _EXAMPLE.search(line):
                yield Command(file.name, found[0])


def in_messages() -> Iterator[Command]:
    for file in sorted(SOURCE.rglob("*.py")):
        for text in _texts(file):
            place = file.relative_to(SOURCE).as_posix()
            for pattern in (_QUOTED, _IN_A_SENTENCE):
                yield from (Command(place, words, is_name=True) for words in pattern.findall(text))


def _texts(file: Path) -> list[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("found", [in_templates, in_docs, in_examples, in_messages, in_scripts])
def test_every_command_that_people_are_told_to_type_exists(found: Callable[[], Iterator[Command]]) -> None:
    commands = list(found())
    assert commands or found is in_scripts  # the scripts name none today
    wrong = {
        command: why for command in commands if (why := problem(command.words, is_name=command.is_name)) is not None
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "words",
    [
        "tamis crawl https://news.example/ --library",
        "tamis feed add https://news.example/feed.xml",
        "tamis digest https://news.example/ --library",
        "tamis library keep",
        "tamis fetch",
    ],
)
def test_a_command_that_there_is_not_is_found(words: str) -> None:
    assert problem(words) is not None
