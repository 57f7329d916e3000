"""A strategy's parameters from text: as the command line, a settings file or a form has them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from tamis.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tamis.strategies import Strategy

_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def split_specification(text: str) -> tuple[str, dict[str, str]]:
    """The name and the parameters of ``name:field=value,field=value``."""
    name, _, rest = text.partition(":")
    found: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in rest.split(","))):
        field, equals, value = pair.partition("=")
        if not equals or not field.strip():
            raise BadSettings(f"{text}: {pair!r} is not of the form FIELD=VALUE")
        found[field.strip()] = value.strip()
    return name.strip(), found


def with_parameters(strategy: Strategy, values: Mapping[str, str]) -> Strategy:
    """The strategy with other values in some of its fields. A list has plus signs between its entries."""
    if not values:
        return strategy
    made = cast("Any", strategy)
    known = {field.name: getattr(made, field.name) for field in fields(made)} if is_dataclass(made) else {}
    changed: dict[str, Any] = {}
    for field, value in values.items():
        if field not in known:
            there = f"it has {', '.join(known)}" if known else "it has none"
            raise BadSettings(f"the strategy {strategy.name} has no parameter {field!r}; {there}")
        changed[field] = _converted(strategy.name, field, value, known[field])
    return cast("Strategy", replace(made, **changed))


def _converted(name: str, field: str, value: str, like: object) -> object:
    """A value of the type that the field has now."""
    if isinstance(like, tuple):
        return tuple(part for part in value.split("+") if part)
    for kind, (convert, said) in _KINDS.items():
        if isinstance(like, kind):
            try:
                return convert(value)
            except (KeyError, ValueError) as error:
                raise BadSettings(f"{name}: {field} must be {said}, not {value!r}") from error
    return value


_KINDS: dict[type, tuple[Callable[[str], object], str]] = {
    bool: (lambda value: _TRUTH[value.lower()], "true or false"),  # before int, which it is one of
    int: (int, "a whole number"),
    float: (float, "a number"),
}
