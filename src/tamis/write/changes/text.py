"""Changes as plain text: a line for each changed block, with words as ``git diff --word-diff`` writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.model.changes import Change, ChangedWords
from tamis.text.characters import one_line, printable
from tamis.write.outline import hidden_mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.model.changes import ChangedBlock, Changes

AROUND = 8
"""Number of words that are shown before and after a change in a long block."""
MOVED_WORDS = 12
"""Number of words that are shown of a block that was moved."""
SIGNS = {Change.ADDED: "+", Change.REMOVED: "-", Change.CHANGED: "~", Change.MOVED: ">"}
NO_CHANGES = "no changes in the article"
_BRACKETS = {Change.REMOVED: ("[-", "-]"), Change.ADDED: ("{+", "+}"), Change.SAME: ("", "")}


class ShownChange(NamedTuple):
    """A changed block as it is shown: runs of words, with long parts that are the same cut short."""

    block: ChangedBlock
    runs: tuple[ChangedWords, ...]

    @property
    def label(self) -> str:
        """Kind of the block, if it is no paragraph."""
        return "" if self.block.kind == "paragraph" else self.block.kind.replace("_", " ")


def changes_text(changes: Changes) -> str:
    """Write the changed blocks as plain text."""
    lines = [summary(changes)]
    for heading, shown in by_section(changes):
        lines += ["", f"## {one_line(heading)}"] if heading else [""]
        lines += [_line(change) for change in shown]
    return printable("\n".join(lines)) + "\n"


def summary(changes: Changes) -> str:
    """Say in one line how many blocks were changed."""
    counts = [(changes.count(change), change.value) for change in SIGNS]
    told = ", ".join(f"{count} {word}" for count, word in counts if count)
    return told or NO_CHANGES


def by_section(changes: Changes) -> Iterator[tuple[str, list[ShownChange]]]:
    """Yield the changed blocks with the heading above them."""
    heading, group = "", list[ShownChange]()
    for block in changes.changed:
        if block.heading != heading and group:
            yield heading, group
            group = []
        heading = block.heading
        group.append(ShownChange(block, tuple(shown_runs(block))))
    if group:
        yield heading, group


def shown_runs(block: ChangedBlock) -> Iterable[ChangedWords]:
    """Return the runs of words to show of a changed block."""
    if block.change is Change.CHANGED:
        if any(run.change is not Change.SAME for run in block.words):
            return [_shortened(run, index, len(block.words)) for index, run in enumerate(block.words)]
        return [ChangedWords(Change.SAME, block.text)]  # its kind was changed, or words were struck out
    if block.change is Change.MOVED:
        words = block.text.split()
        more = " …" if len(words) > MOVED_WORDS else ""
        return [ChangedWords(Change.SAME, " ".join(words[:MOVED_WORDS]) + more)]
    return [ChangedWords(block.change, block.text)]


def _shortened(run: ChangedWords, index: int, count: int) -> ChangedWords:
    """Cut the middle of a long run that is the same; at the beginning and the end of a block, the outer part."""
    if run.change is not Change.SAME:
        return run
    words = run.text.split(" ")
    first = words[:AROUND] if index else []
    last = words[-AROUND:] if index < count - 1 else []
    if len(words) <= len(first) + len(last) + AROUND // 2:
        return run
    return ChangedWords(Change.SAME, " ".join([*first, "…", *last]))


def _line(shown: ShownChange) -> str:
    block, runs = shown
    if block.change is Change.CHANGED:
        words = "".join(f"{_BRACKETS[run.change][0]}{run.text}{_BRACKETS[run.change][1]}" for run in runs)
    else:
        words = "".join(run.text for run in runs)
    label = f"({shown.label}) " if shown.label else ""
    mark = next((hidden_mark(own) for own in (block.new_block, block.old_block) if own is not None), "")
    words = words if mark in words else mark + words
    sign = SIGNS[block.change]
    return f"{sign} {label}{words.strip()}".replace("\n", "\n  ")
