"""Lines that an MCP client sends and that are no messages: an answer for each, so that no client waits for ever.

The server of the SDK drops them: broken JSON, a lone surrogate (`\\ud800`), a request without a method. By JSON-RPC 2.0
they are answered with an error, and with the id of the request where it can be read.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

if TYPE_CHECKING:
    from anyio.abc import ObjectSendStream
    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp_types import RequestId


class AnsweringServer(MCPServer[None]):
    """An MCP server that answers every line on standard input, also those that are no messages."""

    async def run_stdio_async(self) -> None:
        """Serve one client over standard input and output."""
        send, messages = anyio.create_memory_object_stream[SessionMessage | Exception]()
        server = self._lowlevel_server
        async with stdio_server() as (lines, answers), anyio.create_task_group() as tasks:
            tasks.start_soon(_pass_on, lines, send, answers)
            await server.run(messages, answers, server.create_initialization_options())
            tasks.cancel_scope.cancel()


async def _pass_on(
    lines: ReadStream[SessionMessage | Exception],
    messages: ObjectSendStream[SessionMessage | Exception],
    answers: WriteStream[SessionMessage],
) -> None:
    async with messages:
        async for message in lines:
            if not isinstance(message, ValidationError):
                await messages.send(message)
            elif (error := error_for(message)) is not None:
                await answers.send(SessionMessage(error))


def error_for(fault: ValidationError) -> JSONRPCError | None:
    """Return the answer to a line that is no message, or None for an empty line."""
    faults = fault.errors(include_url=False)
    if faults[0]["type"] == "json_invalid":
        line = str(faults[0]["input"])
        return _parse_error(line, faults[0]["msg"]) if line.strip() else None
    # A field that is missing comes with the object that lacks it; every request lacks those of responses.
    whole = next((part["input"] for part in faults if part["type"] == "missing"), None)
    return _error(INVALID_REQUEST, "Invalid request: the line is no JSON-RPC message", whole)


def _parse_error(line: str, reason: str) -> JSONRPCError:
    """Return the answer to a line that is no JSON; Python's reader accepts lone surrogates, and so finds the id."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return _error(PARSE_ERROR, reason, None)
    return _error(PARSE_ERROR, f"{reason} (a lone surrogate, such as \\ud800, is no character)", request)


def _error(code: int, message: str, request: Any) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=_request_id(request), error=ErrorData(code=code, message=message))


def _request_id(value: Any) -> RequestId | None:
    """Return the id of a request, or None where it has none that can be sent back."""
    if not (isinstance(value, dict) and "method" in value):
        return None  # the id of a response is that of a request of our own
    match value.get("id"):
        case bool():
            return None
        case int() as number:
            return number
        case str() as name if name.isprintable():
            return name
    return None
