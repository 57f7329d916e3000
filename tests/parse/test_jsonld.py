from __future__ import annotations

from tamis.core.parse import parse
from tamis.core.parse.jsonld import JsonLd
from tamis.model import Page

SCRIPT = '{"@type": "NewsArticle", "headline": "The tide", "author": {"@id": "#jane"}}'
PAGE = f'<script type="application/ld+json">{SCRIPT}</script><script type="application/json">{{"a": 1}}</script><p>Text'


def test_a_document_keeps_what_its_linked_data_says() -> None:
    document = parse(Page(PAGE))
    assert [entity["headline"] for entity in document.json_ld.data.candidates] == ["The tide"]
    assert document.json_ld.data is document.json_ld.data


def test_a_script_is_found_by_its_text() -> None:
    json_ld = parse(Page(PAGE)).json_ld
    assert [value["headline"] for value in json_ld.values_of(SCRIPT) if isinstance(value, dict)] == ["The tide"]
    assert json_ld.values_of('{"a": 1}') == ()


def test_a_page_without_linked_data_has_no_entities() -> None:
    json_ld = parse(Page("<p>Text")).json_ld
    assert isinstance(json_ld, JsonLd)
    assert json_ld.data.candidates == ()
