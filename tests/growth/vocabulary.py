"""Vocabulary of the modules that read pages, collected from their source: tags, attributes, names, keys, phrases."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import tamis
from tamis.text import phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGES = ("core", "filter", "papers", "text")
"""Whose strings are read; the others never see a page's markup."""
_ELEMENTS = frozenset(
    """
    a abbr acronym address amp-img amp-video annotation applet area article aside audio b base bdi bdo big blockquote
    br button canvas caption center circle cite code col colgroup data datalist dd del details dfn dialog dir div dl dt
    em embed fieldset figcaption figure font footer foreignobject form g h1 h2 h3 h4 h5 h6 header hgroup hr i iframe
    image img input ins kbd label legend li link main map mark marquee math menu menuitem meta meter mfrac mi mn mo
    mrow msqrt msub msup mtable mtd mtext mtr nav nobr noembed noscript object ol optgroup option output p param path
    picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select semantics slot small source
    span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt
    u ul use var video wbr xmp
    """.split()
)
"""The elements of HTML, and those of SVG and MathML that pages have."""
_WORD = re.compile(r"[A-Za-z][\w:.-]{0,40}")
_ATTRIBUTE = re.compile(r"""\[([a-z]{2}[\w:-]*)(?:([~^$*|]?)=["']?([^"'\]]*))?""")
_CLASS = re.compile(r"(?<![\w/])[.#]([A-Za-z][\w-]+)")
_ATTRIBUTE_READERS = ("attr", "get", "startswith", "pop")
_NAME = re.compile(r"[a-z][a-z-]{1,30}")
_KEY = re.compile(r"@?[A-Za-z][A-Za-z_]{1,30}")


class Vocabulary(NamedTuple):
    """The vocabulary, each kind in alphabetical order."""

    tags: tuple[str, ...]
    attributes: tuple[tuple[str, str], ...]
    """Names with a value; the value is empty where any counts."""
    names: tuple[str, ...]
    """Words of classes and ids."""
    keys: tuple[str, ...]
    """Keys of data in scripts, of meta elements and of properties."""
    phrases: tuple[str, ...]
    """Two of each purpose and language."""


@cache
def vocabulary() -> Vocabulary:
    """Collect the vocabulary of the package."""
    strings = [text for package in _PACKAGES for text in _strings_below(package)]
    words = {word for text in strings for word in _WORD.findall(text)}
    pairs = {(name, value) for text in strings for name, _, value in _ATTRIBUTE.findall(text)}
    pairs |= {(name, "") for package in _PACKAGES for name in _attributes_read(package)}
    names = {name for text in strings for name in _CLASS.findall(text)}
    names |= {word for text in _strings_below("text/markup_names.py") for word in text.split() if _NAME.fullmatch(word)}
    keys = {text for text in strings if _KEY.fullmatch(text) or (":" in text and _WORD.fullmatch(text))}
    return Vocabulary(
        tuple(sorted(words & _ELEMENTS)),
        tuple(sorted(pairs)),
        tuple(sorted(names)),
        tuple(sorted(keys)),
        tuple(sorted(set(_phrases()))),
    )


@cache
def _trees(place: str) -> tuple[ast.Module, ...]:
    path = Path(tamis.__path__[0]) / place
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return tuple(ast.parse(file.read_text(encoding="utf-8")) for file in files)


def _strings_below(place: str) -> Iterator[str]:
    """Go through the strings of a package, without its docstrings."""
    for tree in _trees(place):
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                yield node.value


def _attributes_read(place: str) -> Iterator[str]:
    """Go through the names of attributes that a package asks elements for."""
    for tree in _trees(place):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                names = [name.value for name in node.args[:1] if isinstance(name, ast.Constant)]
                if node.func.attr in _ATTRIBUTE_READERS:
                    yield from (name for name in names if isinstance(name, str) and _NAME.fullmatch(name))


def _phrases() -> Iterator[str]:
    """Take the first and the last phrase of each purpose in each language."""
    for file in sorted(phrases.FOLDER.glob("*.txt")):
        for section in re.split(r"(?m)^\[", file.read_text(encoding="utf-8"))[1:]:
            _, _, body = section.partition("]")
            lines = [line for line in body.split("\n") if line.strip() and not line.startswith("#")]
            if lines:
                yield re.sub(r"[<>&]", " ", lines[0].split("|")[0].strip())
                yield re.sub(r"[<>&]", " ", lines[-1].split("|")[-1].strip())
