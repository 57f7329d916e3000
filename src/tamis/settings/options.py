"""Options: name, type, default, choices, range, help and place in a form of every field of a settings class.

A field is declared once, with `option`. Everything else is derived from that: the check of its value (`check`), the
readers of plain values (`from_mapping`: TOML, JSON) and of text (`from_text`: command line, query string, form), the
options of the commands and the tables in the docs. Fields of other dataclasses, such as a strategy of another package,
are read by their annotation and default alone.
"""

from __future__ import annotations

import math
import re
import sys
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import lru_cache, wraps
from inspect import get_annotations
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, cast, get_args, get_origin

from tamis.errors import BadSettings
from tamis.settings.unknown_names import check_names, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from _typeshed import DataclassInstance

Value = TypeVar("Value")
Dataclass = TypeVar("Dataclass", bound="DataclassInstance")

IGNORE, ADVANCED, OUTPUT = "Ignore", "Advanced", "Output"
"""Groups of the settings forms, after the figures of Agarwal et al."""

_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_BETWEEN_ENTRIES = re.compile(r"[,+\s]+")
_KEY = "tamis"


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a settings class."""

    name: str
    type: type
    """Type: bool, int, float, str, Path, tuple (of strings), dict (pairs of strings), a settings class, or object.

    object is for values that only Python code can give.
    """
    default: Any
    help: str = ""
    choices: tuple[str, ...] = ()
    optional: bool = False
    """True if None is a value too."""
    exact: bool = True
    """False if the annotation names a type that cannot be looked up; then objects of other types may pass."""
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    """Exclusive lower bound."""
    below: float | None = None
    group: str = ADVANCED
    label: str = ""
    """Name of the field in a form."""
    source: str = ""
    """Source of the default: a section of a paper, or a choice of tamis."""
    off: str = ""
    """Name of the switch that turns it off; by default ``no-`` and its name."""
    metavar: str = ""
    """Placeholder for the value in the help of a command."""
    switches: tuple[tuple[str, str], ...] = ()
    """Choices that are separate switches on the command line, in place of one option with a value, with their help."""

    @property
    def is_plain(self) -> bool:
        """True if it can be read from plain values or text."""
        return self.type is not object and not self._is_optional_class

    @property
    def _is_optional_class(self) -> bool:
        """True if it is an object that may be missing (`SiteProfile | None`), and so not a group of settings."""
        return self.optional and is_dataclass(self.type)

    @property
    def range(self) -> str:
        """The range in words; empty without one."""
        if self.minimum is not None and self.maximum is not None:
            return f"from {self.minimum:,g} to {self.maximum:,g}"
        if self.above is not None and self.below is not None:
            return f"between {self.above:,g} and {self.below:,g}"
        words = (("at least", self.minimum), ("over", self.above), ("at most", self.maximum), ("below", self.below))
        return " and ".join(f"{word} {bound:,g}" for word, bound in words if bound is not None)

    def check(self, value: object) -> None:
        """Raise `BadSettings` for a value of another type, out of its range or not among the choices."""
        if (value is None and self.optional) or not self.is_plain:
            return
        if not self._is_typed(value):
            if self.exact or isinstance(value, _SCALARS):
                raise self._refused(_SAID.get(self.type, f"a {self.type.__name__}"), value)
            return
        if self.type in (int, float) and not self._is_within(cast("float", value)):
            raise self._refused(self.range or "a finite number", value)
        if self.choices and any(entry not in self.choices for entry in _entries(value)):
            raise self._refused(f"{'among' if self.type is tuple else 'one of'} {', '.join(self.choices)}", value)

    def read(self, value: object) -> object:
        """Read the field's value from a plain one, as in TOML and JSON."""
        value = self._as_entries(value)
        if self.type is dict and isinstance(value, dict):
            value = tuple(value.items())
        elif self.type is Path and isinstance(value, str):
            value = Path(value)
        self.check(value)
        return value

    def _as_entries(self, value: object) -> object:
        """Return a list of texts, or one text, as the tuple that the field has."""
        if self.type is not tuple:
            return value
        if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
            return tuple(value)
        return (value,) if isinstance(value, str) else value

    def set_in(self, settings: object) -> None:
        """Check the field's value in settings that are being made; a list of texts becomes a tuple."""
        value = getattr(settings, self.name)
        entries = self._as_entries(value)
        self.check(entries)
        if entries is not value:
            object.__setattr__(settings, self.name, entries)

    def parse(self, text: str | Sequence[str]) -> object:
        """Parse the field's value from text, or from the several texts that a query or a form can have for one name."""
        texts = [text] if isinstance(text, str) else list(text)
        if self.type is tuple:
            return self._checked(tuple(part for text in texts for part in _BETWEEN_ENTRIES.split(text) if part))
        if self.type is dict:
            lines = [line for text in texts for line in text.splitlines() if line.strip()]
            return self._checked(tuple(self._pair(line) for line in lines))
        last = texts[-1].strip() if texts else ""
        if not last and self.optional:
            return None
        try:
            return self._checked(_READERS.get(self.type, str)(last))
        except (KeyError, ValueError) as error:
            raise self._refused(_SAID[self.type], last) from error

    def _pair(self, line: str) -> tuple[str, str]:
        name, colon, value = line.partition(":")
        if not colon:
            raise self._refused("lines of the form NAME: VALUE", line)
        return name.strip(), value.strip()

    def _checked(self, value: object) -> object:
        self.check(value)
        return value

    def _is_typed(self, value: object) -> bool:
        if self.type is bool or isinstance(value, bool):
            return self.type is bool and isinstance(value, bool)
        if self.type is int:
            return isinstance(value, Integral)
        if self.type is float:
            return isinstance(value, Real)
        if self.type is tuple:
            return isinstance(value, tuple) and all(isinstance(entry, str) for entry in value)
        if self.type is dict:
            return isinstance(value, tuple) and all(_is_pair(entry) for entry in value)
        return isinstance(value, self.type)

    def _is_within(self, value: float) -> bool:
        return (
            math.isfinite(value)
            and (self.minimum is None or value >= self.minimum)
            and (self.maximum is None or value <= self.maximum)
            and (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
        )

    def _refused(self, wanted: str, value: object) -> BadSettings:
        return BadSettings(f"{self.name} must be {wanted}, not {value!r}")


_SCALARS = (str, bool, int, float, type(None))
_READERS: dict[type, Callable[[str], object]] = {
    bool: lambda text: _TRUTH[text.lower()],
    int: int,
    float: float,
    Path: Path,
}
_SAID = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    tuple: "a list of texts",
    dict: "pairs of texts",
}


def option(
    default: Value,
    help: str,  # noqa: A002 (what it is)
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    above: float | None = None,
    below: float | None = None,
    group: str = ADVANCED,
    label: str = "",
    source: str = "",
    off: str = "",
    metavar: str = "",
    switches: tuple[tuple[str, str], ...] = (),
) -> Value:
    """Declare a field of a settings class, with everything that is known about it."""
    known: dict[str, object] = {"help": help, "minimum": minimum, "maximum": maximum, "above": above, "below": below}
    known |= {"group": group, "label": label, "source": source, "off": off, "metavar": metavar}
    known |= {"switches": switches}
    made: Any = field(default=default, metadata={_KEY: known})  # to a type checker it is its default
    return cast("Value", made)


def options_of(kind: type) -> tuple[Option, ...]:
    """List the fields of a settings class in their order; none if it is not a dataclass."""
    return _options_of(cast("Hashable", kind)) if is_dataclass(kind) else ()


@lru_cache(maxsize=256)
def _options_of(kind: Any) -> tuple[Option, ...]:
    return tuple(_option_of(kind, setting) for setting in fields(kind) if setting.init)


def leaves_of(kind: type) -> tuple[Option, ...]:
    """List the fields as a flat form shows them: those of nested settings classes in place of the class."""
    found: list[Option] = []
    for setting in options_of(kind):
        found += leaves_of(setting.type) if is_dataclass(setting.type) and setting.is_plain else [setting]
    return tuple(found)


def check(settings: object) -> None:
    """Raise `BadSettings` if a field has a value that it cannot have. For ``__post_init__``.

    Where a tuple of texts belongs, a list or one text becomes one.
    """
    for setting in options_of(type(settings)):
        setting.set_in(settings)


def not_default(settings: object) -> str:
    """List the fields that differ from their defaults, for people: ``max_lp=0.4, names=False``."""
    values = ((setting, getattr(settings, setting.name)) for setting in options_of(type(settings)))
    return ", ".join(f"{setting.name}={value}" for setting, value in values if value != setting.default)


def from_mapping(kind: type[Value], values: Mapping[str, object], base: Value | None = None) -> Value:
    """Make settings from plain values by field name. Other fields are taken from `base`, or have their defaults."""
    known = {setting.name: setting for setting in options_of(kind)}
    new: dict[str, Any] = {}
    for name, value in values.items():
        setting = _known(kind, known, name)
        inner = cast("type[object]", setting.type)
        if is_dataclass(inner) and isinstance(value, dict):
            new[name] = from_mapping(inner, value, getattr(base, name) if base is not None else None)
        else:
            new[name] = setting.read(value)
    return kind(**new) if base is None else _replaced(base, new)


def from_text(kind: type[Value], values: Mapping[str, str | Sequence[str]], base: Value | None = None) -> Value:
    """Make settings from text by field name, including the fields of nested settings classes."""
    known = {setting.name: setting for setting in leaves_of(kind)}
    parsed = {name: _known(kind, known, name).parse(text) for name, text in values.items()}
    return changed(base if base is not None else kind(), parsed)


def changed(settings: Value, values: Mapping[str, object]) -> Value:
    """Return the settings with other values in some fields, including those of nested settings classes."""
    kind = type(settings)
    own = {setting.name for setting in options_of(kind)}
    new = {name: value for name, value in values.items() if name in own}
    for setting in options_of(kind):
        inner = {leaf.name for leaf in leaves_of(setting.type)} if is_dataclass(setting.type) else set()
        inside = {name: value for name, value in values.items() if name in inner and name not in own}
        if inside:
            new[setting.name] = changed(getattr(settings, setting.name), inside)
    return _replaced(settings, new)


def with_options(settings: Dataclass, options: Mapping[str, object]) -> Dataclass:
    """Return settings with some fields changed. Raises `BadSettings` for a name that they do not have."""
    check_names(options, [field.name for field in fields(settings)])
    return replace(settings, **options)


def answering(kind: type[Value]) -> type[Value]:
    """Let the constructor of a settings class answer a field that it does not have with the right one."""
    construct = kind.__init__

    @wraps(construct)
    def answered(self: Value, *values: object, **options: object) -> None:
        try:
            construct(self, *values, **options)
        except TypeError:
            check_names(options, [field.name for field in fields(cast("Any", kind))])
            raise

    kind.__init__ = answered  # type: ignore[method-assign,assignment]
    return kind


def subject_of(kind: type) -> str:
    """Return the name of a settings class for use in messages."""
    name = getattr(kind, "name", None)
    return f"the strategy {name}" if isinstance(name, str) else kind.__name__


def _known(kind: type, known: Mapping[str, Option], name: str, others: Iterable[str] = ()) -> Option:
    found = known.get(name)
    if found is None or not found.is_plain:
        names = [*(setting.name for setting in known.values() if setting.is_plain), *others]
        raise BadSettings(f"{subject_of(kind)} has no setting {name!r}; {suggestion(name, names)}")
    return found


def _replaced(settings: Value, values: dict[str, Any]) -> Value:
    return cast("Value", replace(cast("Any", settings), **values)) if values else settings


def _is_pair(entry: object) -> bool:
    return isinstance(entry, tuple) and len(entry) == 2 and all(isinstance(part, str) for part in entry)


def _entries(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _option_of(kind: type, setting: Any) -> Option:
    default = setting.default if setting.default is not MISSING else _made(setting)
    annotation = _annotation(kind, setting.name)
    known = setting.metadata.get(_KEY, {})
    label = known.get("label") or setting.name.replace("_", " ").capitalize()
    return Option(setting.name, default=default, **_typing(annotation, default), **(known | {"label": label}))


def _made(setting: Any) -> Any:
    return setting.default_factory() if setting.default_factory is not MISSING else None


def _annotation(kind: type, name: str) -> Any:
    """Return a field's annotation; None if it names something that only type checkers see."""
    for owner in kind.__mro__:
        written = get_annotations(owner).get(name)
        if isinstance(written, str):
            try:
                return eval(written, vars(sys.modules[owner.__module__]))  # noqa: S307 (a class's own annotation)
            except Exception:  # noqa: BLE001 (whatever is there, the default is still of use)
                return None
        if written is not None:
            return written
    return None


def _typing(annotation: Any, default: object) -> dict[str, Any]:
    """Derive an option's type and choices, whether it can be None, and whether the type is exact."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType) and NoneType in parts:
        rest = [part for part in parts if part is not NoneType]
        return _typing(rest[0], default) | {"optional": True} if len(rest) == 1 else {"type": object}
    if origin is Literal:
        return {"type": str, "choices": tuple(map(str, parts))}
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return _typing_of_entries(parts[0])
    if annotation in _PLAIN or is_dataclass(annotation):
        return {"type": annotation}
    if annotation is None and type(default) in _PLAIN:
        return {"type": type(default), "exact": False}
    if annotation is None and isinstance(default, tuple) and all(isinstance(entry, str) for entry in default):
        return {"type": tuple, "exact": False}
    return {"type": object}


_PLAIN = (bool, int, float, str, Path)


def _typing_of_entries(entry: Any) -> dict[str, Any]:
    if entry is str:
        return {"type": tuple}
    if get_origin(entry) is Literal:
        return {"type": tuple, "choices": tuple(map(str, get_args(entry)))}
    return {"type": dict} if get_args(entry) == (str, str) else {"type": object}


def values_in(settings: object) -> Iterator[tuple[Option, object]]:
    """Yield the plain fields of a settings object with their values, including those of nested settings objects."""
    for setting in options_of(type(settings)):
        value = getattr(settings, setting.name)
        if is_dataclass(setting.type):
            yield from values_in(value) if value is not None else ()
        elif setting.is_plain:
            yield setting, value


def differences(settings: object, default: object, skip: frozenset[str] = frozenset()) -> dict[str, object]:
    """Collect the plain fields that differ from those of the default, as values for a settings file."""
    base = {setting.name: value for setting, value in values_in(default)}
    return {
        setting.name: _plain(value, setting.type)
        for setting, value in values_in(settings)
        if setting.name not in skip and value is not None and value != base.get(setting.name)
    }


def _plain(value: object, kind: type) -> object:
    if kind is dict and isinstance(value, tuple):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value if isinstance(value, (bool, int, float)) else str(value)
