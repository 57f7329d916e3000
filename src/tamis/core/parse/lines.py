"""The lines of a page's source, with the tags and the characters outside tags of each. Lines with neither are left out.

There are two ways to cut the source: at its own line ends or, for pages that are written on one line, by a number of
characters. Then the source, without scripts, styles and comments, is broken after that many characters, or at the next
place outside a tag.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np

if TYPE_CHECKING:
    from tamis.core.parse.tokens import Tokens

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a source and the runs of characters on them. A run belongs to one text and one line."""

    characters: Ints
    """Number of characters of each line outside tags, with white space folded."""
    tags: Ints
    """Number of tags of each line; a tag belongs to the line where it begins."""
    run_lines: Ints
    run_texts: Ints
    """Index of the text in the tokens that each run belongs to."""
    run_sizes: Ints

    def __len__(self) -> int:
        return len(self.characters)

    def text_sums(self, weights: Floats, texts: int) -> Floats:
        """Sum the characters of each text, weighted by their lines."""
        result: Floats = np.bincount(self.run_texts, self.run_sizes * weights[self.run_lines], texts).astype(np.float64)
        return result


def source_lines(tokens: Tokens) -> Lines:
    """Cut the source at its line ends."""
    runs = _cut(tokens.text_starts, tokens.text_ends, tokens.line_starts)
    return _lines(
        runs, tokens.counted(runs.texts, runs.starts, runs.ends), tokens.tag_starts[tokens.is_tag], tokens.line_starts
    )


def broken_lines(tokens: Tokens, width: int) -> Lines:
    """Break the source after a number of characters, or at the next place outside a tag."""
    # Positions once white space is folded and all that is neither text nor tag is removed.
    text_sizes = tokens.counted(np.arange(len(tokens.texts)), tokens.text_starts, tokens.text_ends)
    tag_sizes = np.append(np.where(tokens.is_tag, tokens.text_starts[1:] - tokens.tag_starts, 0), 0)
    tag_ends = np.cumsum(text_sizes + tag_sizes)
    tag_starts = tag_ends - tag_sizes
    breaks = _breaks(tag_starts.tolist(), tag_ends.tolist(), width)
    runs = _cut(tag_starts - text_sizes, tag_starts, breaks)
    return _lines(runs, runs.ends - runs.starts, tag_starts[:-1][tokens.is_tag], breaks)


def _breaks(tag_starts: list[int], tag_ends: list[int], width: int) -> Ints:
    """Compute the offsets where broken lines begin."""
    breaks = []
    offset = 0
    while offset < tag_ends[-1]:
        breaks.append(offset)
        offset += width
        tag = bisect_left(tag_starts, offset) - 1
        if tag >= 0 and offset < tag_ends[tag]:
            offset = tag_ends[tag]
    return np.array(breaks or [0], dtype=np.int64)


class _Runs(NamedTuple):
    starts: Ints
    ends: Ints
    texts: Ints


def _cut(text_starts: Ints, text_ends: Ints, line_starts: Ints) -> _Runs:
    """Cut texts where lines begin."""
    texts = np.flatnonzero(text_ends > text_starts)
    starts, ends = text_starts[texts], text_ends[texts]
    if not len(texts):
        return _Runs(starts, ends, texts)
    around = np.searchsorted(starts, line_starts, side="right") - 1
    begun = line_starts[(around >= 0) & (line_starts > starts[around]) & (line_starts < ends[around])]
    run_starts = np.sort(np.concatenate((starts, begun)))
    text_of = np.searchsorted(starts, run_starts, side="right") - 1
    return _Runs(run_starts, np.minimum(ends[text_of], np.append(run_starts[1:], ends[-1])), texts[text_of])


def _lines(runs: _Runs, sizes: Ints, tag_starts: Ints, line_starts: Ints) -> Lines:
    run_lines = np.searchsorted(line_starts, runs.starts, side="right") - 1
    tag_lines = np.searchsorted(line_starts, tag_starts, side="right") - 1
    characters = np.bincount(run_lines, weights=sizes, minlength=len(line_starts)).astype(np.int64)
    tags = np.bincount(tag_lines, minlength=len(line_starts))
    there = (characters > 0) | (tags > 0)
    places = np.cumsum(there) - 1
    filled = sizes > 0
    return Lines(characters[there], tags[there], places[run_lines[filled]], runs.texts[filled], sizes[filled])
