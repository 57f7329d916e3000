"""Formulas in words: fractions, powers, indices and roots are named, symbols stay characters, which voices know."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from tamis.write.mathml import write_mathml
from tamis.write.speech.wording import announcements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element


def spoken_formula(tex: str, language: str | None) -> str:
    """Write a formula in TeX as words and symbols in a row."""
    tree = ElementTree.fromstring(write_mathml(tex))  # noqa: S314 (not the page's: tamis has just written it)
    words = _Words(announcements(language).say)
    return " ".join(" ".join(words.of(tree)).split())


class _Words:
    """A reader of MathML, from the root down."""

    def __init__(self, say: Callable[[str], str]) -> None:
        self._say = say

    def of(self, element: Element) -> Iterator[str]:
        """Yield the words of an element."""
        name = element.tag.rpartition("}")[2]
        parts = list(element)
        if not parts:
            yield (element.text or "").strip()
        elif name == "mfrac" and len(parts) == 2:
            yield from self._joined(parts, "over")
        elif name == "msqrt":
            yield self._say("root")
            yield from self._all(parts)
        elif name == "mroot" and len(parts) == 2:
            yield from self.of(parts[1])
            yield self._say("root")
            yield from self.of(parts[0])
        elif name in ("msub", "munder") and len(parts) == 2:
            yield from self._joined(parts, "index")
        elif name in ("msup", "mover") and len(parts) == 2:
            yield from self._raised(parts)
        elif name in ("msubsup", "munderover") and len(parts) == 3:
            yield from self._joined(parts[:2], "index")
            yield from self._raised(parts[2:])
        elif name in ("mtr", "mtd"):
            yield from self._all(parts)
            yield ","
        else:
            yield from self._all(parts)

    def _all(self, parts: list[Element]) -> Iterator[str]:
        for part in parts:
            yield from self.of(part)

    def _joined(self, parts: list[Element], key: str) -> Iterator[str]:
        yield from self.of(parts[0])
        yield self._say(key)
        yield from self.of(parts[1])

    def _raised(self, parts: list[Element]) -> Iterator[str]:
        """Yield a power, or a sign above: a prime, an accent, a degree."""
        *base, script = parts
        yield from self._all(base)
        if any(map(str.isalnum, "".join(script.itertext()))):
            yield self._say("power")
        yield from self.of(script)
