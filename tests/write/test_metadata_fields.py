"""One table says what the formats write of the metadata."""

from __future__ import annotations

import dataclasses
import json
from importlib.resources import files

import pytest

from tamis import Article, Metadata
from tamis.write.metadata_fields import (
    FRONT_MATTER_FIELDS,
    JSON_FIELDS,
    LONG_REPORT_FIELDS,
    OWN_JSON_FIELDS,
    SHORT_REPORT_FIELDS,
    XML_FIELDS,
)

FIELDS = {field.name for field in dataclasses.fields(Metadata)}
TABLES = (FRONT_MATTER_FIELDS, XML_FIELDS, LONG_REPORT_FIELDS, SHORT_REPORT_FIELDS, OWN_JSON_FIELDS)


def test_json_has_every_field_of_the_metadata() -> None:
    written = {field.attribute for field in JSON_FIELDS.values()} | set(OWN_JSON_FIELDS.values())
    assert written - {"url"} == FIELDS


@pytest.mark.parametrize("table", TABLES)
def test_rows_name_what_an_article_has(table: dict[str, str]) -> None:
    assert [name for name in table.values() if not hasattr(Article, name)] == []


def test_the_schemas_know_every_name() -> None:
    schema = json.loads(files("tamis.write").joinpath("article.schema.json").read_text("utf-8"))
    assert [name for name in JSON_FIELDS if name not in schema["properties"]] == []
    rules = files("tamis.write").joinpath("cuter-output.rng").read_text("utf-8")
    assert [name for name in XML_FIELDS if f'name="{name}"' not in rules] == []
