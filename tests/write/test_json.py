from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from tamis.errors import BadInput
from tamis.model import Article, Kind, Mark, Metadata, Outcome, Role
from tamis.write.json import article_from_json, article_to_dict, write_json

from .articles import article, full_article, nasty_articles, paragraph

SCHEMA: dict[str, Any] = json.loads(files("tamis.write").joinpath("article.schema.json").read_text("utf-8"))


def closed(schema: Any) -> Any:
    """The schema without room for fields it does not name."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return {**inner, "additionalProperties": False} if schema.get("type") == "object" else inner


VALIDATOR = Draft202012Validator(closed(SCHEMA))


@settings(max_examples=80, deadline=None)
@given(nasty_articles)
def test_round_trips(source: Article) -> None:
    assert article_from_json(write_json(source)) == source


@settings(max_examples=60, deadline=None)
@given(nasty_articles)
def test_fits_the_schema(source: Article) -> None:
    VALIDATOR.validate(json.loads(write_json(source)))


def test_full_article_fits_the_schema_and_round_trips() -> None:
    text = write_json(full_article(), indent=2)
    VALIDATOR.validate(json.loads(text))
    assert article_from_json(text) == full_article()
    assert article_from_json(text.encode()) == full_article()


def test_schema_names_every_kind_role_mark_and_outcome() -> None:
    block = SCHEMA["$defs"]["block"]["properties"]
    assert block["kind"]["enum"] == [kind.value for kind in Kind]
    assert block["role"]["enum"] == [role.value for role in Role]
    assert SCHEMA["$defs"]["tamis"]["properties"]["outcome"]["enum"] == [outcome.value for outcome in Outcome]
    assert SCHEMA["$defs"]["inlines"]["items"]["properties"]["marks"]["items"]["enum"] == sorted(
        mark.value for mark in Mark
    )


def field_names(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {name for part in schema for name in field_names(part)}
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own | {name for part in schema.values() for name in field_names(part)}


def test_every_field_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text("utf-8")
    assert [name for name in sorted(field_names(SCHEMA)) if f"`{name}`" not in page] == []


def test_uses_the_names_of_schema_org() -> None:
    fields = article_to_dict(full_article())
    assert list(fields)[:5] == ["@context", "@type", "headline", "alternativeHeadline", "author"]
    assert fields["@type"] == "NewsArticle"
    assert fields["author"] == [
        {"@type": "Person", "name": "Ada Byron"},
        {"@type": "Person", "name": "Émile «Z»"},
    ]
    assert fields["datePublished"] == "2024-05-03T10:00:00+00:00"
    assert fields["publisher"] == {"@type": "Organization", "name": "The Example"}
    assert fields["isAccessibleForFree"] is True
    assert fields["articleBody"].startswith("Bees dance.1\n\nThe map\n\nNorth\nSouth")
    assert fields["tamis"]["published"] == {"raw": "3 May 2024 10:00", "source": "json-ld"}


def test_leaves_out_what_is_not_known() -> None:
    fields = article_to_dict(article(paragraph("a")))
    assert "headline" not in fields
    assert fields["tamis"]["blocks"] == [
        {"kind": "paragraph", "text": "a", "index": 0, "xpath": "/html/body/p", "inlines": [{"text": "a"}]}
    ]


def test_half_characters_do_not_break_the_encoding() -> None:
    source = Article(metadata=Metadata(title="cut \ud83d"))
    assert json.loads(write_json(source).encode())["headline"] == "cut \ufffd"


def test_numbers_are_numbers_of_json() -> None:
    source = replace(full_article(), confidence=float("nan"))
    assert json.loads(write_json(source))["tamis"]["confidence"] == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not an object"),
        ("{}", "field tamis is missing"),
        ('{"tamis": {"schemaVersion": "2.0"}}', "schema version 2.0"),
        ('{"tamis": {"schemaVersion": 1}}', "tamis.schemaVersion should be of type str"),
        ('{"tamis": {"schemaVersion": "1.0", "outcome": "nice"}}', "tamis.outcome has the value 'nice'"),
        (
            '{"tamis": {"schemaVersion": "1.0", "outcome": "empty", "blocks": [1]}}',
            r"tamis.blocks\[0\] should be an",
        ),
        (
            '{"headline": true, "tamis": {"schemaVersion": "1.0", "outcome": "empty"}}',
            "headline should be of type str",
        ),
        (
            '{"datePublished": "May", "tamis": {"schemaVersion": "1.0", "outcome": "empty"}}',
            "datePublished has the val",
        ),
    ],
)
def test_says_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        article_from_json(text)


@pytest.mark.parametrize("place", [1, None, [[1], 2], [1, 2, 3]])
def test_says_that_the_places_of_a_post_are_no_pairs(place: object) -> None:
    fields = article_to_dict(full_article()) | {"hasPart": [{"text": "a", "blocks": [place]}]}
    with pytest.raises(BadInput, match=r"hasPart\[0\].blocks should be of type list of pairs"):
        article_from_json(json.dumps(fields))


def test_passes_over_fields_of_later_versions() -> None:
    fields = article_to_dict(full_article())
    fields["tamis"] |= {"schemaVersion": "1.7", "mood": "good"}
    assert article_from_json(json.dumps(fields)) == full_article()
