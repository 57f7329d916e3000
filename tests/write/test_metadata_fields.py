"""One table says what the formats write of the metadata."""

from __future__ import annotations

import dataclasses
import json
from importlib.resources import files

from tamis import Article, Metadata
from tamis.write.metadata_fields import JSON_FIELDS, METADATA_FIELDS, OWN_JSON_FIELDS, XML_FIELDS, fields_in_order

FIELDS = {field.name for field in dataclasses.fields(Metadata)}


def test_json_has_every_field_of_the_metadata() -> None:
    written = {field.attribute for fields in (JSON_FIELDS, OWN_JSON_FIELDS) for field in fields.values()}
    assert written - {"url"} == FIELDS


def test_rows_name_what_an_article_has() -> None:
    assert [field.attribute for field in METADATA_FIELDS if not hasattr(Article, field.attribute)] == []


def test_an_order_has_every_field_once() -> None:
    ordered = fields_in_order("license", "title")
    assert [field.attribute for field in ordered[:3]] == ["license", "title", "subtitle"]
    assert sorted(ordered) == sorted(METADATA_FIELDS)


def test_the_schemas_know_every_name() -> None:
    schema = json.loads(files("tamis.write").joinpath("article.schema.json").read_text("utf-8"))
    assert [name for name in JSON_FIELDS if name not in schema["properties"]] == []
    rules = files("tamis.write").joinpath("cuter-output.rng").read_text("utf-8")
    assert [name for name in XML_FIELDS if f'name="{name}"' not in rules] == []
