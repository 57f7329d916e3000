"""Settings files and rules for sites, in TOML.

Oracles: what is no setting is a `BadSettings`; numbers are within the ranges that their options state; settings that
are written are read again as they were.
"""

from __future__ import annotations

import tempfile
import tomllib
from contextlib import suppress
from pathlib import Path

from tamis.core.site_rules import rules_from_toml
from tamis.errors import BadSettings
from tamis.settings.file import SettingsFile, read_settings_file, settings_from, write_settings_file
from tamis.settings.options import values_in

from ..oracles import expect, same_twice


def check(data: bytes) -> None:
    """Read settings, and write them again; then read the same as rules."""
    text = data.decode("utf-8", "replace")
    with suppress(BadSettings):
        rules_from_toml(text)
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    try:
        found = same_twice(lambda: settings_from(tables))
    except BadSettings:
        return
    for settings in (found.extract, found.fetch, found.edition, found.summary, found.crawl, found.reader, found.batch):
        for option, value in values_in(settings):
            option.check(value)
    _is_written_and_read(found)


def _is_written_and_read(found: SettingsFile) -> None:
    with tempfile.TemporaryDirectory(prefix="tamis-fuzz-") as folder:
        path = Path(folder) / "settings.toml"
        write_settings_file(found, path)
        again = read_settings_file(path)
    expect(again.fetch == found.fetch, f"written and read, fetch is {again.fetch}, not {found.fetch}")
    expect(again.extract.limits == found.extract.limits, "written and read, the limits are others")
    expect(_shown(again) == _shown(found), f"written and read, {_shown(again)}, not {_shown(found)}")


def _shown(found: SettingsFile) -> str:
    """Show the settings for extraction, with a strategy by its name."""
    return str([(option.name, getattr(value, "name", value)) for option, value in values_in(found.extract)])
