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
from mcp.shared.exceptions import MCPError

import tamis
from tamis.library import Library
from tamis.text.token_counts import estimate_tokens

from .site import FRONT, STORY, local_site

if TYPE_CHECKING:
    from pathlib import Path

    from .site import Site

pytestmark = pytest.mark.slow  # a server in a process of its own

TOOLS = {"extract", "summarize", "links", "changes", "search", "save"}
FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("extract", {}, "bad_input"),
    ("extract", {"url": "http://169.254.169.254/"}, "refused_address"),
    ("extract", {"html": "<p>x", "selector": "p["}, "bad_settings"),
    ("extract", {"html": "", "url": "ftp://example.org/"}, "bad_url"),
    ("summarize", {"html": "<p>x"}, "no_article"),
    ("summarize", {"html": STORY, "sentences": 0}, "sentences"),
    ("extract", {"id": 99}, "no_such_article"),
    ("extract", {"id": 2**63}, "bad_input"),
    ("extract", {"html": STORY, "section": 99}, "bad_settings"),
    ("search", {"query": "is:blue"}, "bad_input"),
    ("save", {"url": "https://post.example/", "html": "<nav></nav>"}, "no_article"),
    ("changes", {}, "bad_input"),
    ("changes", {"id": 1}, "bad_input"),
    ("changes", {"url": "https://post.example/never"}, "bad_input"),
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
            "changes": {"html": STORY.replace("Seven", "Nine"), "url": "https://post.example/story"},
            "search": {"query": "breakwater"},
            "save": {"html": STORY.replace("open", "shut"), "url": "https://post.example/other", "tags": ["sea"]},
        }
        found["steps"] = steps = []

        async def progress(progress: float, total: float | None, message: str | None) -> None:
            steps.append(message)

        for name, arguments in calls.items():
            found[name] = await client.call_tool(name, arguments, progress_callback=progress)
        found["saved"] = await client.call_tool("extract", {"id": 1})
        found["found"] = await client.call_tool("search", {"query": "tag:sea"})
        found["outline"] = await client.call_tool("extract", {"html": STORY, "outline": True})
        found["query"] = await client.call_tool(
            "extract", {"html": STORY, "url": "https://post.example/story", "query": "engines"}
        )
        found["resources"] = (await client.list_resources()).resources
        found["templates"] = (await client.list_resource_templates()).resource_templates
        found["resource"] = (await client.read_resource("tamis://library/1")).contents
        found["missing"] = []
        for uri in ("tamis://library/99", "tamis://library/one"):
            try:
                await client.read_resource(uri)
            except MCPError as error:
                found["missing"].append(str(error))
        found["section"] = await client.call_tool("extract", {"html": STORY, "section": 0, "max_tokens": 60})
        found["faults"] = [await client.call_tool(name, arguments) for name, arguments, _ in FAULTS]
        found["afterwards"] = await client.call_tool("extract", {"html": STORY})
    return found


def text_of(result: Any) -> str:
    assert not result.is_error
    text: str = result.content[0].text
    return text


def test_every_tool_is_listed_with_a_description_and_a_schema_and_called(answers: dict[str, Any]) -> None:
    assert {tool.name for tool in answers["tools"]} == TOOLS
    assert all(tool.description and tool.output_schema["properties"] for tool in answers["tools"])
    assert {tool.name for tool in answers["tools"] if not tool.annotations.read_only_hint} == {"save"}
    assert set(answers) >= TOOLS


def test_extract_is_the_article_as_markdown_and_as_data(answers: dict[str, Any]) -> None:
    article = tamis.extract(STORY, url="https://post.example/story")
    assert text_of(answers["extract"]) == article.to_markdown(head=True)
    assert 'url: "https://post.example/story"\n' in text_of(answers["extract"])
    data = answers["extract"].structured_content
    assert (data["title"], data["url"]) == (article.title, "https://post.example/story")
    assert data["text"] == text_of(answers["extract"])
    assert data["tokens"] == estimate_tokens(data["text"])


def test_a_long_page_is_read_by_its_outline_and_in_parts(answers: dict[str, Any]) -> None:
    assert text_of(answers["outline"]).startswith("- 0. The breakwater is open (")
    assert answers["outline"].structured_content["sections"][0]["heading"] == "The breakwater is open"
    section = text_of(answers["section"])
    assert "The breakwater is open" in section
    assert estimate_tokens(section) <= 60


def test_passages_that_answer_a_query_have_links_to_their_place(answers: dict[str, Any]) -> None:
    passage, *_ = answers["query"].structured_content["passages"]
    assert passage["link"].startswith("https://post.example/story#:~:text=")


def test_summaries_and_links_are_text_and_data(answers: dict[str, Any]) -> None:
    assert len(answers["summarize"].structured_content["sentences"]) == 2
    assert text_of(answers["summarize"]).count("\n- ") == 2
    assert len(answers["links"].structured_content["links"]) == 6
    assert text_of(answers["links"]).count("<https://post.example/") == 6


def test_the_library_is_searched_read_and_added_to(answers: dict[str, Any]) -> None:
    (hit,) = answers["search"].structured_content["articles"]
    assert (hit["id"], hit["title"]) == (1, "The breakwater is open")
    assert "breakwater" in hit["passage"]
    assert "breakwater" in hit["source"]["quote"]
    assert hit["source"]["link"].startswith("https://post.example/story")
    assert text_of(answers["saved"]).startswith('---\ntitle: "The breakwater is open"\n')
    assert answers["save"].structured_content["id"] == 2
    assert [hit["id"] for hit in answers["found"].structured_content["articles"]] == [2]


def test_saved_articles_are_resources(answers: dict[str, Any]) -> None:
    assert [resource.uri for resource in answers["resources"]] == ["tamis://library/2", "tamis://library/1"]
    assert [template.uri_template for template in answers["templates"]] == ["tamis://library/{id}"]
    assert answers["resource"][0].text == text_of(answers["saved"])
    assert "no_such_article" in answers["missing"][0]
    assert "bad_input" in answers["missing"][1]


def test_steps_are_told_to_clients_that_want_to_know(answers: dict[str, Any]) -> None:
    assert answers["steps"] == ["reading the page"] * 5


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


def test_a_call_that_is_canceled_does_not_hold_up_the_next() -> None:
    async def ask(site: Site) -> Any:
        command = ["-m", "tamis", "mcp", "--allow-private"]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        async with Client(server) as client:
            started = anyio.Event()

            async def progress(progress: float, total: float | None, message: str | None) -> None:
                started.set()

            async def wait_for_ever() -> None:
                await client.call_tool("extract", {"url": f"{site.url}/slow"}, progress_callback=progress)

            async with anyio.create_task_group() as tasks:
                tasks.start_soon(wait_for_ever)
                await started.wait()
                tasks.cancel_scope.cancel()
            answer = await client.call_tool("extract", {"html": STORY})
            site.hold.set()
            return answer

    with local_site() as site:
        assert "Seven old engines" in text_of(anyio.run(ask, site))


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


def test_failures_begin_with_their_code_and_say_nothing_of_the_server(answers: dict[str, Any]) -> None:
    for (name, arguments, code), result in zip(FAULTS, answers["faults"], strict=True):
        assert result.is_error, (name, arguments)
        text = result.content[0].text
        assert text.startswith((f"{code}: ", "Unknown tool: ", "bad_input: sentences: ")), text
        assert "pydantic" not in text


def test_the_list_of_tools_is_short_and_says_nothing_twice(answers: dict[str, Any]) -> None:
    listed = [
        {"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema}
        for tool in answers["tools"]
    ]
    written = json.dumps(listed, separators=(",", ":"))
    assert estimate_tokens(written) < 1_300
    assert '"title"' not in written
    assert '"null"' not in written
    extract = next(tool for tool in answers["tools"] if tool.name == "extract")
    assert extract.input_schema["properties"]["section"]["type"] == "integer"
    assert {"type": "null"} in extract.output_schema["properties"]["next_offset"]["anyOf"]
