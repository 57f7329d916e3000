"""A settings file: one TOML file for all commands, with a table for each settings class.

::

    [extract]                # tamis.Settings
    strategy = "cetr"

    [extract.limits]         # tamis.Limits
    max_characters = 500_000

    [fetch]                  # tamis.FetchSettings
    languages = ["de", "en"]

    [render]                 # tamis.io.rendering.RenderSettings
    wait_for = "article p"

    [filters]                # what `tamis filter` takes out
    remove_forms = true

    [print]                  # tamis.edition.EditionSettings
    paper = "a5"

    [summary]                # tamis.SummarySettings
    sentences = 3

    [crawl]                  # tamis.settings.crawl.CrawlSettings
    delay = 2.0

    [reader]                 # tamis.settings.reader.ReaderSettings: the pages of `tamis serve`
    theme = "sepia"

    [batch]                  # tamis.batch.BatchSettings
    shard_rows = 10_000

    [strategies.cetr]        # the parameters of a strategy, wherever it is used
    method = "kmeans"

The file may begin with ``rules = ["sites"]``: files of rules for sites, or folders of them, beside the file.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from tamis.core.site_rules import RULE_KEYS, rules_from_toml
from tamis.core.strategies import by_name, split_specification, with_parameters
from tamis.errors import BadSettings
from tamis.settings.batch import BatchSettings
from tamis.settings.crawl import CrawlSettings
from tamis.settings.edition import EditionSettings
from tamis.settings.extraction import Limits, Settings
from tamis.settings.fetching import FetchSettings, RenderSettings
from tamis.settings.options import differences, from_mapping, options_of
from tamis.settings.reader import ReaderSettings
from tamis.settings.summary import SummarySettings
from tamis.settings.unknown_names import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from tamis.core.site_rules import SiteRule
    from tamis.core.strategies import Strategy
    from tamis.papers.filters import Filters

Settled = TypeVar("Settled")

TABLES = ("extract", "fetch", "render", "filters", "print", "summary", "crawl", "batch", "reader", "strategies")


PROFILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""Pattern of the names of saved profiles."""


def profiles_folder() -> Path:
    """Return the folder where profiles are saved by default."""
    from tamis.library.location import data_folder  # not needed by every command

    return data_folder() / "tamis" / "profiles"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """The contents of a settings file; defaults for what it does not mention."""

    extract: Settings = field(default_factory=Settings)
    fetch: FetchSettings = field(default_factory=FetchSettings)
    render: RenderSettings = field(default_factory=RenderSettings)
    filters: Filters | None = None
    """Filters of `tamis filter`; None if the file does not mention them."""
    strategies: Mapping[str, Strategy] = field(default_factory=dict)
    """Strategies by name, with the file's parameters."""
    edition: EditionSettings = field(default_factory=EditionSettings)
    """Settings of the table ``print``."""
    summary: SummarySettings = field(default_factory=SummarySettings)
    crawl: CrawlSettings = field(default_factory=CrawlSettings)
    reader: ReaderSettings = field(default_factory=ReaderSettings)
    batch: BatchSettings = field(default_factory=BatchSettings)

    def strategy(self, specification: str) -> Strategy:
        """Return the strategy ``name:field=value,…``; its own parameters override those of the file."""
        name, values = split_specification(specification)
        return with_parameters(self.strategies.get(name) or by_name(name), values)


def page_filters() -> Filters:
    """Return the filters of `tamis filter` without a file. Imported here, because what they need is slow to import."""
    from tamis.filter.page import PAGE_FILTERS

    return PAGE_FILTERS


def read_settings_file(path: Path) -> SettingsFile:
    """Read a settings file. Raises `BadSettings`, with the file's name, for what it should not hold."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        places = _paths(tables.pop("rules", []))
        found = settings_from(tables)
        rules = [rule for name in places for rule in read_rules(path.parent / name)]
        return replace(found, extract=replace(found.extract, rules=tuple(rules))) if rules else found
    except (OSError, ValueError) as error:
        raise BadSettings(f"{path}: cannot be read as TOML: {error}") from error
    except BadSettings as error:
        raise BadSettings(f"{path}: {error}") from error


def read_rules(path: Path) -> tuple[SiteRule, ...]:
    """Read the rules in a file, or in all TOML files of a folder.

    Raises `BadSettings` with the file's name and the line.
    """
    if path.is_dir():
        return tuple(rule for file in sorted(path.glob("*.toml")) for rule in read_rules(file))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadSettings(f"{path}: cannot be read: {error}") from error
    return rules_from_toml(text, str(path))


def _paths(value: object) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadSettings("rules must be a list of files or folders")
    return texts


def settings_from(tables: Mapping[str, Any]) -> SettingsFile:
    """Read the settings from the tables themselves, as TOML and JSON readers return them."""
    for name in tables:
        if name not in TABLES:
            raise BadSettings(f"a settings file has no table [{name}]; {suggestion(name, TABLES)}")
    strategies = {
        name: _read(by_name(name), values, f"strategies.{name}")
        for name, values in _table(tables.get("strategies", {}), "strategies").items()
    }
    if "captions" in _table(tables.get("filters", {}), "filters"):
        raise BadSettings("[filters] captions is for labels; it belongs to [strategies.filters]")
    found = SettingsFile(
        extract=_read(Settings(), tables.get("extract", {}), "extract"),
        fetch=_read(FetchSettings(), tables.get("fetch", {}), "fetch"),
        render=_read(RenderSettings(), tables.get("render", {}), "render"),
        filters=_read(page_filters(), tables["filters"], "filters") if "filters" in tables else None,
        strategies=strategies,
        edition=_read(EditionSettings(), tables.get("print", {}), "print"),
        summary=_read(SummarySettings(), tables.get("summary", {}), "summary"),
        crawl=_read(CrawlSettings(), tables.get("crawl", {}), "crawl"),
        reader=_read(ReaderSettings(), tables.get("reader", {}), "reader"),
        batch=_read(BatchSettings(), tables.get("batch", {}), "batch"),
    )
    named = found.extract.strategy
    return replace(found, extract=replace(found.extract, strategy=found.strategy(str(named)))) if strategies else found


def written_tables(tables: Mapping[str, Mapping[str, object]]) -> str:
    """Write tables of plain values as TOML, which `read_settings_file` reads."""
    parts = [
        "\n".join([f"[{name}]", *(f"{key} = {_written(value)}" for key, value in values.items())])
        for name, values in tables.items()
        if values
    ]
    return "\n\n".join(parts) + "\n" if parts else ""


def write_settings_file(settings: SettingsFile, path: Path) -> None:
    """Write how pages are fetched and extracted as a settings file, with site rules in a file beside it."""
    strategy, strategies = settings.extract.strategy, dict(settings.strategies)
    of_limits = frozenset(limit.name for limit in options_of(Limits))
    extract = differences(settings.extract, Settings(), skip=of_limits)
    if not isinstance(strategy, str):
        extract["strategy"] = strategy.name
        strategies[strategy.name] = strategy
    tables = {"fetch": differences(settings.fetch, FetchSettings()), "extract": extract}
    tables["extract.limits"] = differences(settings.extract.limits, Limits())
    for name, chosen in strategies.items():
        tables[f"strategies.{name}"] = differences(chosen, by_name(name))
    first = ""
    if settings.extract.rules:
        beside = path.with_name(f"{path.stem}-rules.toml")
        beside.write_text(_written_rules(settings.extract.rules), encoding="utf-8")
        first = f"rules = {_written([beside.name])}\n\n"
    path.write_text(first + written_tables(tables), encoding="utf-8")


def _written_rules(rules: Iterable[SiteRule]) -> str:
    """Write rules for sites as TOML, which `read_rules` reads."""
    written = []
    for rule in rules:
        values = {"host": rule.hosts} | {name: value for name in RULE_KEYS if (value := getattr(rule, name))}
        written.append("\n".join(["[[site]]", *(f"{key} = {_written(value)}" for key, value in values.items())]))
    return "\n\n".join(written) + "\n"


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_written(key)} = {_written(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, (bool, int, float)):
        return json.dumps(value)
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")  # everything else is as in JSON


def _read(base: Settled, table: object, name: str) -> Settled:
    try:
        return from_mapping(type(base), _table(table, name), base)
    except BadSettings as error:
        raise BadSettings(f"[{name}] {error}") from error


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadSettings(f"{name} must be a table: [{name}]")
    return value
