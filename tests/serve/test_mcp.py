"""Tools for language models, called by the official client over pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

import tamis
from tamis.library import Library
from tamis.text.token_counts import estimate_tokens

from .site import FRONT, STORY

if TYPE_CHECKING:
    from pathlib import Path

    from .site import Site

pytestmark = pytest.mark.slow  # a server in a process of its own

TOOLS = {"extract", "summarize", "links", "changes", "search_library", "read_saved"}
FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("extract", {}, "bad_input"),
    ("extract", {"url": "http://169.254.169.254/"}, "refused_address"),
    ("extract", {"html": "<p>x", "selector": "p["}, "bad_settings"),
    ("extract", {"html": "", "url": "ftp://example.org/"}, "bad_url"),
    ("summarize", {"html": "<p>x"}, "no_article"),
    ("summarize", {"html": STORY, "sentences": 0}, "sentences"),
    ("read_saved", {"id": 99}, "no_such_article"),
    ("read_saved", {"id": 2**63}, "bad_input"),
    ("search_library", {"query": "is:blue"}, "bad_input"),
    ("changes", {}, "bad_input"),
    ("changes", {"id": 1}, "bad_input"),
    ("changes", {"url": "https://post.example/other"}, "bad_input"),
    ("nothing", {}, "Unknown tool"),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what one session of the client got."""
    folder = tmp_path_factory.mktemp("mcp")
    with Library(folder / "library.db") as library:
        library.add(tamis.extract(STORY, url="https://post.example/story"))
    return anyio.run(_session, folder / "library.db")


async def _session(library: Path) -> dict[str, Any]:
    command = ["-m", "tamis", "mcp", "--library", str(library)]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    found: dict[str, Any] = {}
    async with Client(server) as client:
        found["tools"] = (await client.list_tools()).tools
        calls: dict[str, dict[str, Any]] = {
            "extract": {"html": STORY, "url": "https://post.example/story"},
            "summarize": {"html": STORY, "sentences": 2},
            "links": {"html": FRONT, "url": "https://post.example/"},
            "search_library": {"query": "breakwater"},
            "read_saved": {"id": 1},
            "changes": {"html": STORY.replace("Seven", "Nine"), "url": "https://post.example/story"},
        }
        for name, arguments in calls.items():
            found[name] = await client.call_tool(name, arguments)
        found["outline"] = await client.call_tool("extract", {"html": STORY, "format": "outline"})
        found["section"] = await client.call_tool("extract", {"html": STORY, "section": 0, "max_tokens": 60})
        found["faults"] = [await client.call_tool(name, arguments) for name, arguments, _ in FAULTS]
        found["afterwards"] = await client.call_tool("extract", {"html": STORY})
    return found


def text_of(result: Any) -> str:
    assert not result.is_error
    text: str = result.content[0].text
    return text


def test_every_tool_is_listed_with_a_description_and_called(answers: dict[str, Any]) -> None:
    assert {tool.name for tool in answers["tools"]} == TOOLS
    assert all(tool.description and tool.annotations.read_only_hint for tool in answers["tools"])
    assert set(answers) >= TOOLS


def test_extract_is_the_article_as_markdown(answers: dict[str, Any]) -> None:
    article = tamis.extract(STORY, url="https://post.example/story")
    assert text_of(answers["extract"]) == article.to_markdown(head=True)
    assert 'url: "https://post.example/story"\n' in text_of(answers["extract"])


def test_a_long_page_is_read_by_its_outline_and_in_parts(answers: dict[str, Any]) -> None:
    assert text_of(answers["outline"]).startswith("- 0. The breakwater is open (")
    section = text_of(answers["section"])
    assert "The breakwater is open" in section
    assert estimate_tokens(section) <= 60


def test_summaries_and_links_are_json(answers: dict[str, Any]) -> None:
    assert len(json.loads(text_of(answers["summarize"]))["sentences"]) == 2
    assert len(json.loads(text_of(answers["links"]))["links"]) == 6


def test_the_library_is_searched_and_read(answers: dict[str, Any]) -> None:
    found = json.loads(text_of(answers["search_library"]))
    assert (found["total"], found["articles"][0]["id"]) == (1, 1)
    assert "breakwater" in found["articles"][0]["passage"]
    assert text_of(answers["read_saved"]).startswith('---\ntitle: "The breakwater is open"\n')


def test_changes_are_told_and_not_the_page(answers: dict[str, Any]) -> None:
    text = text_of(answers["changes"])
    assert "[-Seven-]{+Nine+} old engines" in text
    assert "The bill arrived" not in text


@pytest.mark.parametrize("number", range(len(FAULTS)))
def test_faults_are_tool_errors_with_their_reason(answers: dict[str, Any], number: int) -> None:
    result = answers["faults"][number]
    assert result.is_error
    assert FAULTS[number][2] in result.content[0].text


def test_the_server_goes_on_after_faults(answers: dict[str, Any]) -> None:
    assert "Seven old engines" in text_of(answers["afterwards"])


def test_pages_are_fetched_under_the_command_s_settings(site: Site) -> None:
    async def ask() -> Any:
        command = ["-m", "tamis", "mcp", "--allow-private"]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        async with Client(server) as client:
            return await client.call_tool("extract", {"url": f"{site.url}/story"})

    assert "Seven old engines" in text_of(anyio.run(ask))


REQUEST = (
    '{"jsonrpc": "2.0", "id": %s, "method": "tools/call", "params": {"name": "extract", "arguments": {"html": "%s"}}}'
)
NO_MESSAGES: list[tuple[str, int, int | str | None]] = [
    (REQUEST % (7, r"\ud800"), -32700, 7),
    (REQUEST % ('"seven"', r"a\udfff"), -32700, "seven"),
    (REQUEST % (r'"\ud800"', "a"), -32700, None),
    (REQUEST % (8, "a") + "}", -32700, None),
    ("[" * 100_000, -32700, None),
    ("not json", -32700, None),
    ("[]", -32600, None),
    ('{"jsonrpc": "2.0", "id": 9, "method": 5}', -32600, 9),
    ('{"jsonrpc": "2.0", "id": true, "method": 5}', -32600, None),
    ('{"jsonrpc": "2.0", "id": 10, "result": "\\ud800"}', -32700, None),
]


def test_every_line_that_is_no_message_is_answered_with_an_error() -> None:
    lines = [line for line, _, _ in NO_MESSAGES]
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a test", "version": "1"}}
    initialize = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client})
    ran = subprocess.run(
        [sys.executable, "-m", "tamis", "mcp"],
        input="\n".join([lines[0], initialize, "", *lines[1:], ""]),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [answer["result"]["serverInfo"]["name"] for answer in answers if "result" in answer] == ["tamis"]
    errors = [(answer["error"]["code"], answer["id"]) for answer in answers if "error" in answer]
    assert errors == [(code, id_) for _, code, id_ in NO_MESSAGES]
    assert "surrogate" in next(answer["error"]["message"] for answer in answers if answer["id"] == 7)
