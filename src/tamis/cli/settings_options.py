"""Command-line options for settings: generated from the settings' declarations, and read back into settings.

An option that is not given has the value None, so that a settings file can set it; what neither sets has its default.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tamis.cli.completion import STRATEGY
from tamis.cli.help import INPUT, option
from tamis.core.site_profile import SiteProfile
from tamis.core.strategies import with_parameters
from tamis.errors import BadInput, TamisError
from tamis.settings.extraction import Limits
from tamis.settings.fetching import RENDER_MODES, RENDERING, FetchSettings, RenderSettings
from tamis.settings.file import PROFILE_NAME, SettingsFile, profiles_folder, read_rules, read_settings_file
from tamis.settings.options import ADVANCED, OUTPUT, changed, leaves_of, options_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from tamis.settings.options import Option

    Command: TypeAlias = Callable[..., Any]

Chosen = TypeVar("Chosen")

NOT_ON_COMMAND_LINE = frozenset(
    {"max_feed_bytes", "max_text_bytes", "max_image_bytes", "max_style_bytes", "keep_alive", "print_page", "positions"}
)
"""Settings of what no or few commands do; and `positions`, which the format decides."""
RENDER_OPTIONS = frozenset({"sandbox", "wait_for"})
"""Settings of the browser that are on the command line; a settings file has them all."""


def add_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options in the order of its arguments."""

    def add(command: Command) -> Command:
        for add_option in reversed(options):
            command = add_option(command)
        return command

    return add


def settings_options(
    kind: type, base: object = None, skip: frozenset[str] = frozenset(), group: str | None = None
) -> Callable[[Command], Command]:
    """Add an option for each field of a settings class, those of the output first. Defaults are those of `base`.

    The help lists them in the groups of the fields, or all in `group`, if it is given; "" is that of the common ones.
    """
    wanted = [setting for setting in leaves_of(kind) if setting.is_plain and setting.name not in skip]
    wanted.sort(key=lambda setting: setting.group != OUTPUT)
    return add_options(
        *(
            _click_option(
                setting if group is None else replace(setting, group=group),
                getattr(base, setting.name, setting.default),
            )
            for setting in wanted
        )
    )


def chosen_settings(settings_file: Path | None, given: dict[str, Any]) -> SettingsFile:
    """Read the settings file, if there is one, and override it with the given options. Raises a usage error if they do
    not fit."""
    try:
        base = read_settings_file(settings_file) if settings_file is not None else SettingsFile()
        extract, fetch = with_given(base.extract, given), with_given(base.fetch, _fetch_values(given))
        if isinstance(given.get("strategy"), str):
            extract = changed(extract, {"strategy": base.strategy(given["strategy"])})
        method = given.get("method")
        if method is not None:
            strategy = extract.strategy if not isinstance(extract.strategy, str) else base.strategy(extract.strategy)
            extract = changed(extract, {"strategy": with_parameters(strategy, {"method": method})})
        rules = tuple(rule for path in given.get("rules") or () for rule in read_rules(path))
        if rules:
            extract = changed(extract, {"rules": (*extract.rules, *rules)})
        if given.get("site_profile") is not None:
            extract = changed(extract, {"site_profile": _read_profile(given["site_profile"])})
        render = with_given(base.render, {name: given.get(name) for name in RENDER_OPTIONS})
        edition = with_given(base.edition, given)
        summary = with_given(base.summary, given)
        return replace(base, extract=extract, fetch=fetch, render=render, edition=edition, summary=summary)
    except TamisError as error:
        raise click.UsageError(str(error)) from error


def _read_profile(path: Path) -> SiteProfile:
    try:
        return SiteProfile.from_json(path.read_text(encoding="utf-8", errors="replace"))
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from error


def option_names(kind: type) -> frozenset[str]:
    """Return the names of the options that a class of settings has."""
    return frozenset(setting.name for setting in options_of(kind))


def take(given: dict[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """Move the options with these names out of all that were given."""
    return {name: given.pop(name) for name in tuple(given) if name in names}


def with_given(settings: Chosen, given: dict[str, Any]) -> Chosen:
    """Replace the fields of the settings that were given."""
    names = {setting.name for setting in leaves_of(type(settings)) if setting.is_plain or setting.name == "strategy"}
    return changed(settings, {name: value for name, value in given.items() if name in names and value is not None})


def _fetch_values(given: dict[str, Any]) -> dict[str, Any]:
    """Apply one size limit on the command line to the compressed page too, unless the other is given as well."""
    if given.get("max_bytes") is not None and given.get("max_compressed_bytes") is None:
        return given | {"max_compressed_bytes": given["max_bytes"]}
    return given


def flags_of(setting: Option) -> tuple[str, ...]:
    """Return the names of an option on the command line: one, or two for a switch, on and off."""
    flag = setting.name.replace("_", "-")
    if setting.switches:
        return tuple(f"--{choice}" for choice, _ in setting.switches)
    if setting.type is not bool:
        return (f"--{flag}",)
    off = setting.off or (flag.replace("remove-", "keep-", 1) if flag.startswith("remove-") else f"no-{flag}")
    return (f"--{flag}", f"--{off}")


def _click_option(setting: Option, default: Any) -> Callable[[Command], Command]:
    flags = flags_of(setting)
    if setting.switches:
        return add_options(*(_switch(setting, choice, text) for choice, text in setting.switches))
    if setting.type is bool:
        text = f"{_plain(setting.help)} [default: {flags[0 if default else 1].removeprefix('--')}]"
        return option("/".join(flags), setting.name, default=None, help=text, group=setting.group)
    is_many = setting.type in (tuple, dict)
    return option(
        *flags,
        setting.name,
        type=_click_type(setting),
        multiple=is_many,
        default=None,
        metavar=setting.metavar or ("A,B" if setting.type is tuple else None),
        callback=_parse(setting) if setting.type in (tuple, dict) else None,
        help=f"{_plain(setting.help)}{_shown(default)}",
        group=setting.group,
    )


def _switch(setting: Option, choice: str, text: str) -> Callable[[Command], Command]:
    """Make a choice a separate switch. With another of them it is a usage error."""

    def choose(context: click.Context, _parameter: click.Parameter, is_given: bool) -> None:
        if not is_given:
            return
        before = context.params.get(setting.name)
        if before not in (None, choice):
            raise click.UsageError(f"--{before} and --{choice} contradict each other")
        context.params[setting.name] = choice

    return option(
        f"--{choice}", is_flag=True, expose_value=False, callback=choose, help=_plain(text), group=setting.group
    )


def _parse(setting: Option) -> Callable[[click.Context, click.Parameter, str | Sequence[str] | None], object]:
    def parse(_context: click.Context, _parameter: click.Parameter, text: str | Sequence[str] | None) -> object:
        try:
            return setting.parse(text) if text and any(text) else None
        except TamisError as error:
            raise click.UsageError(str(error)) from error

    return parse


def _click_type(setting: Option) -> Any:
    if setting.choices and setting.type is str:
        return click.Choice(setting.choices)
    low, high = (
        (setting.minimum if setting.above is None else setting.above),
        (setting.maximum if setting.below is None else setting.below),
    )
    bounds: dict[str, Any] = {
        "min": low,
        "max": high,
        "min_open": setting.above is not None,
        "max_open": setting.below is not None,
    }
    if setting.type is int:
        return click.IntRange(**bounds) if low is not None or high is not None else int
    if setting.type is float:
        return click.FloatRange(**bounds) if low is not None or high is not None else float
    if setting.name == "strategy":
        return STRATEGY
    return click.Path(path_type=Path) if setting.type is Path else str


def _shown(default: Any) -> str:
    if default in (None, "", ()):
        return ""
    return f" [default: {','.join(default) if isinstance(default, tuple) else default}]"


def _plain(text: str) -> str:
    """Remove the backquotes around code."""
    return text.replace("`", "")


class SettingsPath(click.Path):
    """A settings file, by its path or by the name of a profile that the pages of `tamis serve` saved."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """Convert the value to a path. A file in the current folder comes before a profile of the same name."""
        saved = profiles_folder() / f"{value}.toml"
        is_name = isinstance(value, str) and PROFILE_NAME.fullmatch(value) is not None
        known = saved if is_name and not Path(value).is_file() and saved.is_file() else value
        return super().convert(known, parameter, context)


settings_file_option = click.option(
    "--settings",
    "--profile",
    "settings_file",
    type=SettingsPath(),
    metavar="FILE|NAME",
    help="TOML file with settings (docs/settings.md), or a profile saved in tamis serve; options override it.",
)
rules_option = option(
    "--rules",
    group=ADVANCED,
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="TOML file with your own rules for a site, or a folder of such files (docs/rules.md); repeatable.",
)
site_profile_option = option(
    "--site-profile",
    group=ADVANCED,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What 'tamis site-profile learn' learned from other pages of the site.",
)
overwrite_option = option("--overwrite", group=OUTPUT, is_flag=True, help="Overwrite existing files.")
input_list_option = option(
    "--input-list",
    group=INPUT,
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="File with one source per line; - for standard input.",
)
method_option = option(
    "--method", group=ADVANCED, help="Variant of the strategy, such as threshold, kmeans or 2d of cetr."
)
fetch_options = settings_options(FetchSettings, skip=NOT_ON_COMMAND_LINE)
render_options = add_options(
    option(
        "--render",
        group=RENDERING,
        type=click.Choice(RENDER_MODES),
        default="never",
        show_default=True,
        help="Render pages in a browser: all, or those with no good article otherwise (auto). Needs the extra render.",
    ),
    settings_options(
        RenderSettings, skip=frozenset(setting.name for setting in leaves_of(RenderSettings)) - RENDER_OPTIONS
    ),
)
url_option = click.option("--url", help="URL of a file or of standard input: makes links absolute.")
title_option = option("--title", group=INPUT, help="Title from a feed.")
quiet_option = click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
print_page_option = option(
    "--print-page/--no-print-page",
    group=ADVANCED,
    default=None,
    help="Use the print version of a page if there is one. [default: no-print-page, or what the settings file says]",
)
page_options = add_options(
    url_option,
    title_option,
    settings_file_option,
    settings_options(Limits),
    fetch_options,
)
"""Options of every command that reads one page."""
