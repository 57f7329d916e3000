"""Published corpora on which extractors are usually measured, read in their original layout.

A folder is recognized by its contents; nothing needs to be renamed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis_bench.corpora import cleaneval, dragnet, l3s, scrapinghub, webkit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tamis_bench.samples import Entry


class Corpus(NamedTuple):
    """A corpus layout: its name, how to recognize it and how to read it."""

    name: str
    is_here: Callable[[Path], bool]
    read: Callable[[Path, str], list[Entry]]
    """Function that reads all pages of a folder into a set of the given name."""


CORPORA = (
    Corpus("scrapinghub", scrapinghub.is_here, scrapinghub.read),
    Corpus("dragnet", dragnet.is_here, dragnet.read),
    Corpus("L3S-GN1", l3s.is_here, l3s.read),
    Corpus("CleanEval", cleaneval.is_here, cleaneval.read),
    Corpus("MinerU-Webkit", webkit.is_here, webkit.read),
)


def corpus_of(folder: Path) -> Corpus | None:
    """Return the corpus whose layout a folder has, or None."""
    return next((corpus for corpus in CORPORA if corpus.is_here(folder)), None)
