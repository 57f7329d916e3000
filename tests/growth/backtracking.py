"""Every regular expression of tamis that gives nothing back, beside the same one that does.

A possessive repeat (`[^>]*+`) or an atomic group (`(?>…)`) is there to make the cost linear, never to refuse what the
expression would match without it. So both must match the same in any string, on every supported Python; where the
interpreter is wrong, as CPython 3.11.0 to 3.11.4 are with possessive repeats of groups (gh-106052), they do not.
"""

from __future__ import annotations

import importlib
import random
from typing import TYPE_CHECKING, Any

from growth.patterns import Found, all_patterns, inside_of, parsed, samples, sequences

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_compiler: Any = importlib.import_module("re._compiler")
_constants: Any = importlib.import_module("re._constants")

STRINGS = 1000  # of each expression
MOST_PARTS = 8  # of a string, because an expression that gives back may cost the power of that
_SEED = 22


def giving_nothing_back() -> list[Found]:
    """Return every expression of the package that has a possessive or an atomic part."""
    return [found for found in all_patterns() if any(_held_parts(parsed(found.pattern)))]


def has_possessive_group(pattern: re.Pattern[Any]) -> bool:
    """Tell whether more than a single character is repeated possessively."""
    return any(
        operation is _constants.POSSESSIVE_REPEAT and not _compiler._simple(argument[2])
        for operation, argument in _held_parts(parsed(pattern))
    )


def _held_parts(sequence: Any) -> Iterator[tuple[Any, Any]]:
    for inside in sequences(sequence):
        for operation, argument in inside:
            if operation in (_constants.POSSESSIVE_REPEAT, _constants.ATOMIC_GROUP):
                yield operation, argument


def giving_back(pattern: re.Pattern[Any]) -> re.Pattern[Any]:
    """Return the same expression with greedy repeats and plain groups in place of those that give nothing back."""
    tree = parsed(pattern)
    _give_back(tree)
    return _compiler.compile(tree, tree.state.flags)  # type: ignore[no-any-return]


def _give_back(sequence: Any) -> None:
    for place, (operation, argument) in enumerate(sequence):
        if operation is _constants.ATOMIC_GROUP:
            sequence[place] = (_constants.SUBPATTERN, (None, 0, 0, _without_rounds(argument)))
        elif operation is _constants.POSSESSIVE_REPEAT:
            sequence[place] = (_constants.MAX_REPEAT, argument)
        for inside in inside_of(*sequence[place]):
            _give_back(inside)


def _without_rounds(sequence: Any) -> Any:
    """Return repeats in rounds (`tamis.text.expressions`) as one repeat: to give back rounds would be exponential."""
    operation, argument = sequence[0]
    if operation is _constants.MAX_REPEAT and argument[2][0][0] is _constants.ATOMIC_GROUP:
        (inner, (least, _, part)), *_ = argument[2][0][1]
        if len(sequence) == len(argument[2]) == 1 and inner is _constants.MAX_REPEAT and least == 1:
            sequence[0] = (operation, (*argument[:2], part))
    return sequence


def strings_of(pattern: re.Pattern[Any], count: int = STRINGS) -> Iterator[Any]:
    """Make strings of an expression's own parts, in any order and in its own order with some left out or doubled."""
    rng = random.Random(_SEED)
    parts = samples(pattern)
    for _ in range(count):
        chosen = rng.choices(parts, k=rng.randint(1, MOST_PARTS))
        if rng.random() < 0.5:
            chosen.sort(key=parts.index)
        string = "".join(chosen)
        yield string.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else string


def matches(pattern: re.Pattern[Any], string: Any) -> list[Any]:
    """Return all that an expression finds in a string, and what it finds at its beginning and in all of it."""
    found = [*pattern.finditer(string), pattern.match(string), pattern.fullmatch(string)]
    return [match and [match.span(group) for group in range(pattern.groups + 1)] for match in found]
