"""Forms generated from settings classes: a field that is added to one is on its form without further code.

Pure. `form_of` turns a settings object into what a template shows; `read_form` turns what a browser sends back into
settings, with the same checks as everywhere (`tamis.settings.options`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from tamis.errors import BadSettings
from tamis.settings.options import changed, values_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.settings.options import Option

Settled = TypeVar("Settled")

MOST_TEXT = 4_000
"""Maximum number of characters that a form accepts for one field."""
OFF = "off"
"""Value that a switch sends before its own: browsers send nothing for one that is off."""


class Control(StrEnum):
    """The kind of control that shows a field."""

    SWITCH = "switch"
    NUMBER = "number"
    CHOICE = "choice"
    """One of several values, in a list."""
    CHOICES = "choices"
    """Any of several values."""
    WORDS = "words"
    """A list of words on one line."""
    LINES = "lines"
    """Pairs of values, one on each line."""
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form."""

    name: str
    """Name with that of its table: ``filters.remove_scripts``."""
    label: str
    help: str
    control: Control
    value: str
    """Value as text; ``on`` or ``off`` for a switch."""
    chosen: tuple[str, ...] = ()
    """Chosen values of a field that takes several."""
    choices: tuple[str, ...] = ()
    optional: bool = False
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    default: str = ""
    source: str = ""
    error: str = ""

    @property
    def id(self) -> str:
        """The id of the HTML element, for its label."""
        return self.name.replace(".", "-")

    @property
    def is_on(self) -> bool:
        """True if a switch is on."""
        return self.value == "on"

    @property
    def is_changed(self) -> bool:
        """True if the value differs from the default."""
        return self.value != self.default


def form_of(
    settings: object,
    table: str,
    *,
    group: str | None = None,
    default: object = None,
    skip: frozenset[str] = frozenset(),
    errors: Mapping[str, str] | None = None,
) -> tuple[Field, ...]:
    """List the fields of one group of a settings class, or of all groups, with their values."""
    base = {setting.name: value for setting, value in values_in(default if default is not None else type(settings)())}
    return tuple(
        _field(setting, table, value, base.get(setting.name), (errors or {}).get(setting.name, ""))
        for setting, value in values_in(settings)
        if setting.name not in skip and (group is None or setting.group == group)
    )


def read_form(settings: Settled, table: str, sent: Mapping[str, Sequence[str]]) -> tuple[Settled, dict[str, str]]:
    """Apply what a form sent for this table to the settings. Return them and the errors of fields left unchanged."""
    values: dict[str, object] = {}
    errors: dict[str, str] = {}
    for setting, _ in values_in(settings):
        texts = sent.get(f"{table}.{setting.name}")
        if texts is None:
            continue
        try:
            values[setting.name] = setting.parse(_bounded(setting, texts))
            changed(settings, {setting.name: values[setting.name]})
        except BadSettings as error:
            values.pop(setting.name, None)
            errors[setting.name] = str(error)
    try:
        return changed(settings, values), errors
    except BadSettings as error:  # fields that are valid one by one but not together
        return settings, errors | {"": str(error)}


def _bounded(setting: Option, texts: Sequence[str]) -> str | Sequence[str]:
    if sum(map(len, texts)) > MOST_TEXT:
        raise BadSettings(f"{setting.name} must have at most {MOST_TEXT:,} characters")
    if setting.type is tuple:
        return [text for text in texts if text != OFF or OFF in setting.choices]
    return texts[-1:] if texts else ""


def _field(setting: Option, table: str, value: object, default: object, error: str) -> Field:
    low = setting.minimum if setting.minimum is not None else setting.above
    high = setting.maximum if setting.maximum is not None else setting.below
    return Field(
        name=f"{table}.{setting.name}",
        label=setting.label,
        help=_help(setting),
        control=_control(setting),
        value=as_text(setting, value),
        chosen=tuple(map(str, value)) if isinstance(value, tuple) and setting.type is tuple else (),
        choices=setting.choices,
        optional=setting.optional,
        minimum=_number(low),
        maximum=_number(high),
        step="1" if setting.type is int else "any",
        default=as_text(setting, default),
        source=setting.source,
        error=error,
    )


def _help(setting: Option) -> str:
    """Return the help of an option; nothing if its label says the same (Remove buttons: Buttons.)."""
    return "" if setting.help.rstrip(".").lower() in setting.label.lower() else setting.help.replace("`", "")


def _control(setting: Option) -> Control:
    if setting.type is bool and not setting.optional:
        return Control.SWITCH
    if setting.type is tuple:
        return Control.CHOICES if setting.choices else Control.WORDS
    if setting.type is dict:
        return Control.LINES
    if setting.choices or setting.type is bool:
        return Control.CHOICE
    return Control.NUMBER if setting.type in (int, float) else Control.TEXT


def as_text(setting: Option, value: object) -> str:
    """Write a value as a form shows it, and as `Option.parse` reads it back."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "on" if value else OFF
    if setting.type is dict and isinstance(value, tuple):
        return "\n".join(f"{name}: {text}" for name, text in value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return _number(value) if isinstance(value, float) else str(value)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) and value < 1e6 else str(value)
