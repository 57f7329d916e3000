"""The choice of the HTML parser, for the whole process and before its first page."""

from __future__ import annotations

import os
from enum import StrEnum

from tamis.errors import BadSettings

PARSER = "TAMIS_PARSER"
"""Environment variable that names the parser."""


class Parser(StrEnum):
    """An HTML parser."""

    TURBOHTML = "turbohtml"
    LEXBOR = "lexbor"
    """`tamis.core.parse.lexbor_tree`: the same blocks and texts, without source positions, and slower."""


def chosen() -> Parser:
    """Return the parser that the environment names. Raises `BadSettings` for one that is not known."""
    name = os.environ.get(PARSER, "").strip().lower() or Parser.TURBOHTML
    if name not in {parser.value for parser in Parser}:
        raise BadSettings(f"{PARSER}={name}: there is no such parser; there are {', '.join(Parser)}")
    return Parser(name)


IS_TURBOHTML = chosen() is Parser.TURBOHTML
"""True if pages are parsed by turbohtml, whose nodes the compiled walk reads."""
