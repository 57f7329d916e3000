"""Build the dictionaries of Chinese and Japanese words: `python tools/make_dictionaries.py JIEBA OPENCC JANOME`.

JIEBA is the folder ``jieba`` of the package jieba 0.42.1 (MIT), OPENCC the folder ``opencc`` of the package
opencc-python-reimplemented 0.1.7 (Apache-2.0), JANOME the folder that has the package janome 0.5.0 (Apache-2.0, with
the dictionary mecab-ipadic). Each file has a line for a word with its cost, the lower the more frequent; of Chinese
words those that can be a keyword are marked with ``n``. Frequent words and short ones are kept. Chinese words are in
simplified characters; the first line has the traditional ones and their simplified forms.
"""

from __future__ import annotations

import gzip
import importlib
import math
import re
import sys
from pathlib import Path

OUT = Path(__file__).parents[1] / "src/tamis/text/dictionaries"
MIN_TIMES = 20
"""Minimum frequency of a Chinese word in jieba's list."""
MAX_COST = 8000
"""Maximum cost of a Japanese noun in IPADIC."""
NOUNS = frozenset({1283, 1285, 1287, 1288, 1289, 1290, 1291, 1292, 1293, 1294})
"""Context numbers of IPADIC's nouns: general, verbal, adjectival, and names of things, people, places, groups."""
_HAN = re.compile("[\u3400-\u9fff]{1,4}")
_KANJI = re.compile("[\u4e00-\u9fff々]{1,6}")


def main(jieba: Path, opencc: Path, janome: Path) -> None:
    """Write both files."""
    OUT.mkdir(exist_ok=True)
    _write("zh", _chinese(jieba / "dict.txt", opencc / "dictionary" / "TSCharacters.txt"))
    _write("ja", _japanese(janome))


def _write(language: str, lines: list[str]) -> None:
    path = OUT / f"{language}.txt.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    print(language, len(lines), "lines,", path.stat().st_size, "bytes")


def _chinese(words: Path, characters: Path) -> list[str]:
    rows = [line.split() for line in words.read_text(encoding="utf-8").splitlines()]
    total = sum(int(times) for _, times, _ in rows)
    kept = []
    for word, times, kind in rows:
        if _HAN.fullmatch(word) and (int(times) >= MIN_TIMES or len(word) == 1):
            cost = round(-10 * math.log((int(times) or 1) / total))
            is_noun = kind[0] == "n" or kind in ("vn", "an", "j")
            kept.append(f"{word} {cost}{' n' if is_noun else ''}")
    pairs = [line.split() for line in characters.read_text(encoding="utf-8").splitlines()]
    table = [row[0] + row[1] for row in pairs if len(row[0]) == len(row[1]) == 1 and row[0] != row[1]]
    return ["".join(table), *sorted(kept)]


def _japanese(janome: Path) -> list[str]:
    sys.path.insert(0, str(janome))
    costs: dict[str, int] = {}
    for path in sorted((janome / "janome" / "sysdic").glob("entries_compact?.py")):
        entries = importlib.import_module(f"janome.sysdic.{path.stem}").DATA
        for word, left, _, cost in entries.values():
            if left in NOUNS and _KANJI.fullmatch(word) and cost <= MAX_COST:
                costs[word] = min(cost, costs.get(word, cost))
    return ["", *(f"{word} {max(1, costs[word] // 100)} n" for word in sorted(costs))]


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
