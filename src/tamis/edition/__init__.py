"""Print editions: one story or a collection as PDF, EPUB or a single HTML file.

See docs/edition.md. What makes them is loaded when it is first used: the settings are wanted without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.edition.make import FORMATS, Edition, make_edition
    from tamis.edition.settings import EditionSettings
    from tamis.edition.stories import Entry

__all__ = ["FORMATS", "Edition", "EditionSettings", "Entry", "make_edition"]

_MODULES = {
    "FORMATS": "make",
    "Edition": "make",
    "EditionSettings": "settings",
    "Entry": "stories",
    "make_edition": "make",
}

if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'tamis.edition' has no attribute {name!r}")
        value: object = getattr(import_module(f"tamis.edition.{_MODULES[name]}"), name)
        globals()[name] = value
        return value
