"""Where a page's title stands among its blocks. For every strategy that leaves it to the metadata."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.parse import Document

_HEADING = Kind.HEADING
_WORDS = re.compile(r"\w+")
# A heading is the title when it shares this part of its words with it.
_AGREEMENT = 0.6


def find_title_heading(document: Document, visible: Sequence[bool]) -> int:
    """The block that is the title's heading, or -1."""
    wanted = set(_WORDS.findall((document.title or "").lower()))
    if wanted:
        for block, kind in enumerate(document.kinds):
            if kind is _HEADING and visible[block]:
                words = set(_WORDS.findall(document.texts[block].lower()))
                if words and len(words & wanted) >= _AGREEMENT * max(len(words), len(wanted)):
                    return block
    return -1
