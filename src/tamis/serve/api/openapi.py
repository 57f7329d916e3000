"""OpenAPI description of the API, generated from the operations and their settings classes; nothing is repeated."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import is_dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis._version import __version__
from tamis.serve.api.operations import HTML, JSON, JSON_LINES, NAMES, operation_of
from tamis.serve.api.prefix import FORMATS, HEADERS
from tamis.serve.api.requests import fields_of
from tamis.serve.faults import STATUSES

if TYPE_CHECKING:
    from tamis.serve.api.operations import Operation
    from tamis.settings.options import Option

Schema = dict[str, Any]
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", tuple: "array", dict: "object"}
_ERROR: Schema = {
    "type": "object",
    "required": ["tamis"],
    "properties": {
        "tamis": {
            "type": "object",
            "required": ["outcome", "error"],
            "properties": {
                "outcome": {"const": "error"},
                "error": {
                    "type": "object",
                    "required": ["code", "message"],
                    "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
                },
                "source": {"type": "string"},
            },
        }
    },
}


@cache
def description() -> Schema:
    """Build the whole description: OpenAPI 3.1."""
    paths = {f"/api/{name}": {"post": _operation(operation_of(name))} for name in NAMES}
    paths["/{url}"] = {"get": _prefix()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "tamis", "version": __version__, "description": "Articles out of web pages."},
        "paths": paths,
        "components": {
            "schemas": {"Error": _ERROR, **_article_schemas()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def schema_of(setting: Option) -> Schema:
    """Build the JSON Schema of a field of a settings class."""
    kind: Any = _TYPES.get(setting.type, "string")
    schema: Schema = {"type": [kind, "null"] if setting.optional else kind, "description": setting.help}
    bounds = {"minimum": setting.minimum, "maximum": setting.maximum}
    bounds |= {"exclusiveMinimum": setting.above, "exclusiveMaximum": setting.below}
    schema |= {name: bound for name, bound in bounds.items() if bound is not None}
    entries: Schema = {"type": "string"}
    if setting.choices and setting.type is not tuple:
        schema["enum"] = [*setting.choices, None] if setting.optional else list(setting.choices)
    elif setting.choices:
        entries["enum"] = list(setting.choices)
    if setting.type is tuple:
        schema["items"] = entries
    elif setting.type is dict:
        schema["additionalProperties"] = entries
    if setting.default is not None and not is_dataclass(setting.default) and not isinstance(setting.default, Path):
        schema["default"] = list(setting.default) if isinstance(setting.default, tuple) else setting.default
    return schema


def _operation(operation: Operation) -> Schema:
    fields = fields_of(operation)
    request = {
        "type": "object",
        "properties": {setting.name: schema_of(setting) for setting in fields},
        "additionalProperties": False,
    }
    # Without a type, because every text is a page, and a line that is not a request is answered with its error.
    page: Schema = {"description": "The page itself."}
    lines: Schema = {"description": "A JSON object on each line; a line of JSON answers each."}
    answers = {media_type: _answer_schema(operation, media_type) for media_type in operation.media_types.values()}
    return {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": "The page is html, or the page at url, which is fetched. Options are in the query or the JSON.",
        "parameters": [_parameter(setting) for setting in fields if setting.name != "html"],
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": request},
                HTML: {"schema": page},
                JSON_LINES: {"schema": lines},
            },
        },
        "responses": {
            "200": {
                "description": operation.summary,
                "content": answers | {JSON_LINES: {"schema": {"type": "string"}}},
            },
            **_error_responses(),
        },
    }


def _answer_schema(operation: Operation, media_type: str) -> Schema:
    if media_type != JSON:
        return {"schema": {"type": "string"}}
    return {"schema": {"$ref": "#/components/schemas/Article"} if operation.name == "extract" else {"type": "object"}}


def _parameter(setting: Option) -> Schema:
    schema = schema_of(setting)
    kind = schema["type"]
    schema["type"] = kind[0] if isinstance(kind, list) else kind
    if None in schema.get("enum", ()):
        schema["enum"] = [choice for choice in schema["enum"] if choice is not None]
    return {"name": setting.name, "in": "query", "description": schema.pop("description"), "schema": schema}


def _prefix() -> Schema:
    fields = {setting.name: setting for setting in fields_of(operation_of("extract"))}
    headers = [{**_parameter(fields[option]), "name": name, "in": "header"} for name, option in HEADERS.items()]
    url = {
        "name": "url",
        "in": "path",
        "required": True,
        "description": "URL of the page as it is, with its slashes and its query.",
        "schema": {"type": "string", "format": "uri"},
    }
    answers = {media_type: _answer_schema(operation_of("extract"), media_type) for media_type in FORMATS}
    return {
        "operationId": "read",
        "summary": "The article of the page whose URL follows the first slash",
        "parameters": [url, *headers],
        "responses": {"200": {"description": "The article", "content": answers}, **_error_responses()},
    }


def _error_responses() -> Schema:
    codes: dict[int, list[str]] = defaultdict(list)
    for code, status in STATUSES.items():
        codes[status].append(code)
    content = {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        str(status): {"description": "Codes: " + ", ".join(names), "content": content}
        for status, names in sorted(codes.items())
    }


def _article_schemas() -> Schema:
    """Read the schema of an article, with its parts moved to the components of the description."""
    text = files("tamis.write").joinpath("article.schema.json").read_text(encoding="utf-8")
    article = json.loads(text.replace("#/$defs/", "#/components/schemas/"))
    parts = article.pop("$defs", {})
    for name in ("$schema", "$id"):
        article.pop(name, None)
    return {"Article": article, **parts}
