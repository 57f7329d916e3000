"""The files of the browser extension: what they ask for, and that all their code is in the folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "extension"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
SCRIPTS = sorted(FOLDER.glob("*.js"))


def test_it_asks_for_no_more_than_it_needs() -> None:
    assert set(MANIFEST["permissions"]) == {"activeTab", "contextMenus", "scripting", "storage"}
    assert MANIFEST["host_permissions"] == ["http://127.0.0.1/*"]
    assert "content_scripts" not in MANIFEST
    assert "externally_connectable" not in MANIFEST
    documented = (ROOT / "docs" / "extension.md").read_text(encoding="utf-8")
    for permission in (*MANIFEST["permissions"], *MANIFEST["host_permissions"]):
        assert f"`{permission}`" in documented


def test_the_documented_keys_are_those_of_the_manifest() -> None:
    documented = (ROOT / "docs" / "extension.md").read_text(encoding="utf-8")
    keys = [command["suggested_key"]["default"] for command in MANIFEST["commands"].values()]
    assert re.findall(r"`(Alt\+\S+)`", documented) == keys


def test_every_file_that_is_named_is_there() -> None:
    background = MANIFEST["background"]
    named = [*MANIFEST["icons"].values(), *MANIFEST["action"]["default_icon"].values(), *background["scripts"]]
    named += [background["service_worker"], MANIFEST["action"]["default_popup"], MANIFEST["options_ui"]["page"]]
    for page in FOLDER.glob("*.html"):
        named += re.findall(r'(?:src|href)="([^"]+)"', page.read_text(encoding="utf-8"))
    for script in SCRIPTS:
        named += re.findall(r'(?:importScripts\(|files: \[)"([^"]+)"', script.read_text(encoding="utf-8"))
    assert [name for name in named if not (FOLDER / name).is_file()] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_code_comes_from_elsewhere(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|import\(", text)
