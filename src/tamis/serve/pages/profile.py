"""The settings of a reader: the tables of a settings file, as the pages of the server change and store them.

They are stored in a cookie that the server signs, and can be saved as a profile, a TOML file that the commands read too
(``--profile``). Only what differs from the defaults is written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.core.strategies import NAMES
from tamis.errors import BadSettings
from tamis.filter.page import PAGE_FILTERS
from tamis.serve.pages.forms import form_of, read_form
from tamis.settings.edition import EditionSettings
from tamis.settings.extraction import Settings
from tamis.settings.file import settings_from, written_tables
from tamis.settings.options import changed, differences, values_in
from tamis.settings.reader import ReaderSettings
from tamis.settings.summary import SummarySettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.papers.filters import Filters
    from tamis.serve.pages.forms import Field

PURPOSE = "profile"
"""Purpose of the signature."""
MOST_CHARACTERS = 3_000
"""Maximum number of characters of a profile in a cookie: browsers keep 4,096 bytes (RFC 6265, section 6.1), with the
signature and in base 64."""
_ATTRIBUTES = {"filters": "filters", "extract": "extract", "print": "edition", "summary": "summary", "reader": "reader"}
"""Field of a profile for each table of a settings file, in the order of the forms."""
_NOT_FOR_READERS = frozenset({"captions", "max_characters", "max_elements", "positions", "print_timeout"})
"""Options that are for labels only, and limits of a page's cost, which the server decides."""
SUGGESTIONS = {"extract.strategy": tuple(NAMES)}
"""Suggestions that a form offers for fields with free text."""


@dataclass(frozen=True, slots=True)
class Profile:
    """All settings that a reader can choose."""

    filters: Filters = PAGE_FILTERS
    extract: Settings = field(default_factory=Settings)
    edition: EditionSettings = field(default_factory=EditionSettings)
    summary: SummarySettings = field(default_factory=SummarySettings)
    reader: ReaderSettings = field(default_factory=ReaderSettings)

    def tables(self) -> dict[str, dict[str, object]]:
        """Collect the values that differ from the defaults, as plain values by table and name."""
        found = {
            table: differences(getattr(self, name), getattr(DEFAULT, name), _kept_from_readers(getattr(self, name)))
            for table, name in _ATTRIBUTES.items()
        }
        return {table: values for table, values in found.items() if values}

    def to_toml(self) -> str:
        """Write the profile as a settings file."""
        return written_tables(self.tables())

    def fields(self, group: str, errors: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, tuple[Field, ...]]:
        """Build the form of one group, by table."""
        forms = {
            table: form_of(
                getattr(self, name),
                table,
                group=group,
                default=getattr(DEFAULT, name),
                skip=_kept_from_readers(getattr(self, name)),
                errors=(errors or {}).get(table),
            )
            for table, name in _ATTRIBUTES.items()
        }
        return {table: fields for table, fields in forms.items() if fields}

    def with_form(self, sent: Mapping[str, Sequence[str]]) -> tuple[Profile, dict[str, dict[str, str]]]:
        """Apply what a form sent. Return the profile and the errors, by table and field."""
        new: dict[str, Any] = {}
        errors: dict[str, dict[str, str]] = {}
        for table, name in _ATTRIBUTES.items():
            refused = {f"{table}.{field}" for field in _kept_from_readers(getattr(self, name))}
            allowed = {key: texts for key, texts in sent.items() if key not in refused}
            new[name], wrong = read_form(getattr(self, name), table, allowed)
            if wrong:
                errors[table] = wrong
        return replace(self, **new), errors

    def with_defaults(self, group: str) -> Profile:
        """Reset one group to the defaults."""
        new: dict[str, Any] = {}
        for name in _ATTRIBUTES.values():
            settings, default = getattr(self, name), getattr(DEFAULT, name)
            back = {setting.name: value for setting, value in values_in(default) if setting.group == group}
            new[name] = changed(settings, back)
        return replace(self, **new)


DEFAULT = Profile()


def profile_from(tables: Mapping[str, Any]) -> Profile:
    """Create a profile from the tables of a settings file. Raises `BadSettings`."""
    found = settings_from(tables)
    return Profile(found.filters or PAGE_FILTERS, found.extract, found.edition, found.summary, found.reader)


def to_cookie(profile: Profile) -> str:
    """Write the profile as text for a cookie, to be signed. Raises `BadSettings` if it is too long for one."""
    text = json.dumps(profile.tables(), ensure_ascii=True, separators=(",", ":"))
    if len(text) * 4 // 3 > MOST_CHARACTERS:
        raise BadSettings("these settings are too long for a cookie: save them as a profile")
    return text


def from_cookie(text: str | None) -> Profile:
    """Read the profile of a cookie whose signature was checked; return the defaults if its settings no longer exist."""
    try:
        return profile_from(json.loads(text)) if text else DEFAULT
    except (ValueError, BadSettings):
        return DEFAULT


def _kept_from_readers(settings: object) -> frozenset[str]:
    """List the fields that no form shows or accepts: `_NOT_FOR_READERS`, and files of the server."""
    return _NOT_FOR_READERS | {setting.name for setting, _ in values_in(settings) if setting.type is Path}
