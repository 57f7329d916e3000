"""The description of the API is true: requests made from it are answered as it says. And it grows by itself."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import click
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck
from hypothesis import settings as examples
from schemathesis.checks import not_a_server_error
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

import tamis
from tamis.cli.settings_options import settings_options, with_given
from tamis.io.fetching import FetchSettings, Response
from tamis.io.fetching.urls import web_url
from tamis.serve.api import openapi, operations, requests
from tamis.serve.api.answers import asked_for
from tamis.serve.app import app_of, make_app
from tamis.serve.context import Context
from tamis.serve.warming import WARM_UP
from tamis.settings.file import SettingsFile
from tamis.settings.options import OUTPUT, option
from tamis.settings.serve import ServeSettings

from .conftest import HERE, LONG
from .live import live_service
from .site import STORY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.io.fetching import Fetcher

pytestmark = pytest.mark.usefixtures("shared_workers")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
"""All but the one that wants every request of the right form accepted: a URL, a selector or the name of a strategy
has the right form and still leads nowhere."""


class OneStory:
    """A fetcher for which every URL leads to the same story."""

    settings = FetchSettings()

    def get(self, url: str, *_: object, **__: object) -> Response:
        asked = str(web_url(url))
        return Response(asked, asked, 200, STORY.encode(), "text/html")

    get_page = get

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a service for which every URL leads to the same story."""
    folder = tmp_path_factory.mktemp("described")
    chosen = ServeSettings(
        port=0,
        workers=1,
        deadline=LONG,
        patience=LONG,
        body_timeout=LONG,
        head_timeout=LONG,
        library=folder / "library.db",
        profiles=folder,
    )
    fetcher = cast("Fetcher", OneStory())
    with live_service(app_of(Context(chosen, warm_up=WARM_UP, fetcher=fetcher)), chosen) as url:
        yield url


@schemathesis.serializer("application/x-ndjson")
def lines_of(_context: schemathesis.SerializationContext, value: Any) -> bytes:
    """Several lines: what was made, twice."""
    return f"{json.dumps(value)}\n{json.dumps(value)}".encode()


@pytest.mark.slow
@pytest.mark.parametrize("name", operations.NAMES)
def test_requests_made_from_the_description_are_answered_as_it_says(name: str, service: str) -> None:
    """Requests are made here and not while tests are collected, because that takes seconds."""
    schema = schemathesis.openapi.from_dict(openapi.description())

    @examples(max_examples=12, suppress_health_check=list(HealthCheck))
    def answered(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(base_url=service, checks=CHECKS, timeout=LONG)

    config = HypothesisTestConfig(project=schema.config, modes=list(HypothesisTestMode))
    create_test(operation=schema[f"/api/{name}"]["POST"], test_func=answered, config=config)()


def test_the_description_is_served_and_has_every_operation(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert set(paths) == {*(f"/api/{name}" for name in operations.NAMES), "/{url}"}


def test_the_schema_of_the_article_fits_articles() -> None:
    found = openapi.description()
    article = {**found["components"]["schemas"]["Article"], "components": found["components"]}
    jsonschema.validate(tamis.extract(STORY).to_dict(), article)


@dataclass(frozen=True, slots=True)
class GrownSettings(tamis.Settings):
    """Settings with one field more."""

    shout: bool = option(False, "Write the title in capitals.", group=OUTPUT)


@dataclass(frozen=True, slots=True)
class GrownOptions(operations.ExtractOptions):
    extract: tamis.Settings = option(GrownSettings(), "How to extract.")


GrownOptions.__annotations__["extract"] = GrownSettings


def test_a_new_field_is_in_the_form_the_command_line_the_query_and_the_description(
    settings: ServeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = operations.operation_of("extract")
    grown = replace(own, options=GrownOptions, base=lambda _: GrownOptions())
    monkeypatch.setattr(operations, "_OWN", {**operations._OWN, "extract": grown})

    asked = asked_for(Context(), "extract")
    assert requests.with_query(asked, {"shout": ["yes"], "min_words": ["3"]}).options.extract.shout
    assert requests.with_json(asked, b'{"shout": true}').options.extract.shout
    described = openapi._operation(grown)
    assert "shout" in {parameter["name"] for parameter in described["parameters"]}
    body = described["requestBody"]["content"]["application/json"]["schema"]
    assert body["properties"]["shout"]["description"] == "Write the title in capitals."

    @click.command
    @settings_options(GrownSettings)
    def command(**given: Any) -> None:
        assert with_given(GrownSettings(), given).shout

    command(["--shout"], standalone_mode=False)

    with TestClient(make_app(settings, SettingsFile(extract=GrownSettings())), base_url=HERE) as client:
        form = client.get("/settings/output").text
        assert form.count('name="extract.shout"') == 2  # the switch, and what is sent while it is off
        assert "Write the title in capitals." in form
        assert 'name="extract.shout"' not in client.get("/settings/advanced").text
