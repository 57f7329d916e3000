"""Lazy imports: names of a package that are imported on first use, so that importing the package costs little."""

from __future__ import annotations

import sys
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


_NONE: Mapping[str, str] = MappingProxyType({})


def lazy_names(
    package: str, modules: Mapping[str, str], right_names: Mapping[str, str] = _NONE, packages: Collection[str] = ()
) -> Callable[[str], object]:
    """Return the `__getattr__` of a package whose names come from the modules, loaded on first use.

    `right_names` says what names that people know from other libraries are called here. `packages` are the packages in
    this one that need no import of their own.
    Assign it under `if not TYPE_CHECKING`: a type checker that sees `__getattr__` would believe in every name.
    """

    def get(name: str) -> object:
        if name in packages:
            return import_module(f"{package}.{name}")
        if name not in modules:
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}{_hint(package, name, right_names, packages)}"
            )
        value: object = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return get


def answer_calls(package: str, right: str) -> None:
    """Let a package answer those who call it with what they may have meant."""

    class Package(ModuleType):
        """A package that says what to call."""

        def __call__(self, *_given: object, **_options: object) -> None:
            raise TypeError(f"{package} is a package; use {right}")

    sys.modules[package].__class__ = Package


def _hint(package: str, name: str, right_names: Mapping[str, str], packages: Collection[str]) -> str:
    if name.startswith("_"):
        return ""
    for inner in packages if name not in right_names else ():
        if name in import_module(f"{package}.{inner}").__all__:
            return f"; use {package}.{inner}.{name}"
    from tamis.model.right_names import right_name

    right = right_name(name, sys.modules[package].__all__, right_names)
    return f"; use {right}" if right else ""
