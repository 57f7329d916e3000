from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tamis.cli.reference import RULES, SCHEMA, WIDTH, reference, with_elements, with_names, with_tables
from tamis.core.strategies import NAMES

from . import manual

if TYPE_CHECKING:
    from pathlib import Path


def test_the_reference_is_what_the_commands_say() -> None:
    assert manual.text("docs/cli.md") == reference(), "run `make docs`"


@pytest.mark.parametrize("page", manual.PAGES, ids=manual.name)
def test_tables_of_settings_are_what_the_code_says(page: Path) -> None:
    assert with_tables(manual.text(page)) == manual.text(page), "run `make docs`"


def test_the_json_schema_lists_what_the_code_has() -> None:
    schema = SCHEMA.read_text(encoding="utf-8")
    assert with_names(schema) == schema, "run `make docs`"
    without = json.loads(schema)
    del without["properties"]["keywords"]
    del without["$defs"]["tamis"]["properties"]["pageType"]
    without["$defs"]["tamis"]["properties"]["outcome"]["enum"].remove("hub_page")
    without["$defs"]["block"]["properties"]["role"]["enum"].remove("byline")
    assert json.loads(with_names(json.dumps(without))) == json.loads(schema)


@pytest.mark.parametrize(
    "line", ["<value>hub_page</value>", '<optional><element name="site"><text/></element></optional>']
)
def test_the_xml_schema_lists_what_the_code_has(line: str) -> None:
    rules = RULES.read_text(encoding="utf-8")
    assert with_elements(rules) == rules, "run `make docs`"
    without = rules.replace(line, "")
    assert without != rules
    assert with_elements(without) == rules


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"all"}))
def test_every_strategy_has_its_table(name: str) -> None:
    assert f"<!-- options: {name} -->" in manual.text(f"docs/strategies/{name}.md")


def test_the_reference_is_the_same_on_every_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = reference()
    monkeypatch.setenv("COLUMNS", "40")
    assert reference() == wide
    assert max(map(len, wide.split("```text", 1)[1].splitlines())) <= WIDTH


def test_every_command_has_its_section() -> None:
    headings = {line.lstrip("# ") for line in reference().splitlines() if line.startswith("#")}
    assert headings >= {
        "tamis",
        "tamis extract",
        "tamis doctor",
        "tamis version",
        "tamis library add",
    }


@pytest.mark.slow
def test_the_module_prints_the_reference() -> None:
    command = [sys.executable, "-m", "tamis.cli.reference"]
    printed = subprocess.run(
        command, capture_output=True, check=True, encoding="utf-8", env=os.environ | {"PYTHONUTF8": "1"}
    )
    assert printed.stdout == reference()
