"""Print editions: one story or a collection as PDF, EPUB or a single HTML file.

See docs/edition.md. What makes them is imported when it is first used: every command reads the settings.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tamis.edition.settings import FORMATS, EditionSettings

if TYPE_CHECKING:
    from tamis.edition.make import Edition, make_edition
    from tamis.edition.stories import Entry

__all__ = ["FORMATS", "Edition", "EditionSettings", "Entry", "make_edition"]

_LAZY = {"Edition": "tamis.edition.make", "Entry": "tamis.edition.stories", "make_edition": "tamis.edition.make"}


if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module 'tamis.edition' has no attribute {name!r}")
        value: object = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
