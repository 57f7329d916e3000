"""Looking into pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from pathlib import Path


def texts(file: Path) -> list[str]:
    """The texts of an SVG, in order."""
    return [element.text or "" for element in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")]
