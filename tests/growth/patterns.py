"""Every regular expression of tamis, tried on strings made of its own parts: how its cost grows with the string.

The expressions are found, not listed: in the namespaces of all modules, in classes and containers there, and where a
function calls `re` with a literal. For each, strings are built from its parsed form: what stands before a repeated
part, the part over and over, and an end that makes the match fail. Growth is the exponent of the cost between n and 4n
characters: 1 is linear, 2 is quadratic.

``python -m growth.patterns`` in the folder ``tests`` prints the table.
"""

from __future__ import annotations

import ast
import gc
import importlib
import inspect
import math
import pkgutil
import re
import signal
import time
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, AnyStr, NamedTuple, cast

import tamis
from tamis.core import compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_parser: Any = importlib.import_module("re._parser")
_constants: Any = importlib.import_module("re._constants")

_ALL_MATCHES = ("finditer", "findall", "sub", "subn", "split")
METHODS = ("search", "match", "fullmatch", *_ALL_MATCHES)
LINEAR = 1.45
"""Growth up to this counts as linear; between linear and quadratic, so that noise of the machine does not matter."""
_UNITS = 40  # repeats at which an exponential expression would not end
_CHARACTERS = 3_000  # at which a quadratic expression takes a hundred times what a linear one does
_LONG = 0.002  # seconds of CPU; faster ones are linear, or else too cheap to matter
_ENOUGH = 0.008  # seconds of CPU; what takes longer is measured on shorter strings
_SLOW = 0.02  # seconds of CPU; what takes as long is measured at once, and nothing else if it grows too fast
_GIVE_UP = 0.5  # seconds of CPU
_TICKS = 0.01  # seconds of CPU that are measured at least, against noise
_MEASURED = 6  # of the strings, those that cost most
_TRIES = 3  # how often what seems to grow is measured again, against noise
_SURE = 1.7  # growth at both steps that is no noise, and is not measured again
_LITERALS = 12  # characters of an expression itself that it is tried on
_SAMPLED_REPEATS = 2  # of what is repeated, in a string that a part matches
_ENDS = ("", "\0", "\n", "!")
_POOL = " \na0-<\"'=,.:/"


@dataclass(frozen=True)
class Found:
    """A compiled expression, where it is, and how it is called."""

    name: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


@dataclass(frozen=True)
class Growth:
    """The worst that was found for an expression."""

    found: Found
    exponent: float
    seconds: float = 0.0
    attack: str = ""


@cache
def all_patterns() -> tuple[Found, ...]:
    """Every expression of the package, once."""
    named: dict[re.Pattern[Any], str] = {}
    used: dict[re.Pattern[Any], set[str]] = defaultdict(set)
    for module in _modules():
        source = inspect.getsource(module)
        patterns = [(name, pattern) for name, value in vars(module).items() for pattern in _patterns_in(value, depth=0)]
        if not patterns and "re." not in source:  # parsing all others takes seconds
            continue
        tree = ast.parse(source)
        methods = _methods_by_name(tree) if patterns else {}
        for name, pattern in patterns:
            named.setdefault(pattern, f"{module.__name__.removeprefix('tamis.')}.{name}")
            used[pattern] |= methods.get(name, set())
        for name, method, pattern in _literals(module, tree):
            named.setdefault(pattern, name)
            used[pattern].add(method)
    return tuple(Found(name, pattern, frozenset(used[pattern] or {"search"})) for pattern, name in named.items())


NOT_INSTALLED = frozenset({"tamis.batch.nemo_extractor"})
"""Modules whose package is too large to be installed for tests; they have no expressions."""


def _modules() -> Iterator[Any]:
    for info in pkgutil.walk_packages(tamis.__path__, "tamis."):
        if not info.name.endswith("__main__") and info.name not in {compiled.NAME, *NOT_INSTALLED}:
            yield importlib.import_module(info.name)


def _patterns_in(value: object, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 4 and isinstance(value, dict):
        for inner in (*value.keys(), *value.values()):
            yield from _patterns_in(inner, depth + 1)
    elif depth < 4 and isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _patterns_in(inner, depth + 1)
    elif depth < 4 and type(value).__module__.startswith("tamis."):
        for name in (*getattr(value, "__dict__", ()), *getattr(value, "__slots__", ())):
            yield from _patterns_in(getattr(value, name, None), depth + 1)
    elif depth < 4 and inspect.isclass(value) and value.__module__.startswith("tamis."):
        for inner in vars(value).values():
            yield from _patterns_in(inner, depth + 1)
    elif hasattr(value, "cache_info") and "Pattern" in str(getattr(value, "__annotations__", {}).get("return")):
        yield from _patterns_in(cast("Callable[[], object]", value)(), depth + 1)


def _methods_by_name(tree: ast.Module) -> dict[str, set[str]]:
    """By the name of a module's variable, which methods are called on it, or on what a loop takes from it."""
    methods: dict[str, set[str]] = defaultdict(set)
    source: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in METHODS:
            methods[node.value.id].add(node.attr)
        elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Name):
            for name in ast.walk(node.target):
                if isinstance(name, ast.Name):
                    source[name.id].add(node.iter.id)
    for variable, containers in source.items():
        for container in containers:
            methods[container] |= methods.get(variable, set())
    return methods


def _literals(module: Any, tree: ast.Module) -> Iterator[tuple[str, str, re.Pattern[Any]]]:
    """Calls of `re` with the expression in place. One that is put together there cannot be found, and is an error."""
    for function in _outer_functions(tree):
        for node in ast.walk(function):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re"):
                continue
            if node.func.attr in (*METHODS, "compile"):
                place = f"{module.__name__.removeprefix('tamis.')}:{node.lineno}"
                expression = node.args[0]
                if isinstance(expression, ast.Name):  # a name of the module's is found there
                    expression = ast.Constant(getattr(module, expression.id))
                assert isinstance(expression, ast.Constant), f"{place}: move the expression to the module's level"
                method = "search" if node.func.attr == "compile" else node.func.attr
                yield place, method, re.compile(expression.value)


def _outer_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Go through the functions that are in no other."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            yield child
        else:
            yield from _outer_functions(child)


# The strings that try an expression.


@dataclass
class _Attacks:
    """For each repeated part, what stands before it and what it may be."""

    alphabet: str
    ignore_case: bool
    found: list[tuple[str, list[str]]] = field(default_factory=list)

    def walk(self, sequence: Iterable[Any], before: str) -> str:
        """Go through the parts of a sequence; gives a sample of all of it."""
        at = before
        for operation, argument in sequence:
            name = str(operation)
            if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
                least, most, inside = argument
                if most > _UNITS:
                    self.found.append((at, self._bodies(inside)))
                self.walk(inside, at)
                at += self.sample(inside) * max(least, 0 if most > 1 else 1)
            elif name == "BRANCH":
                for choice in argument[1]:
                    self.walk(choice, at)
                at += self.sample(argument[1][0])
            elif name == "SUBPATTERN":
                at = self.walk(argument[-1], at)
            elif name == "ATOMIC_GROUP":
                at = self.walk(argument, at)
            elif name in ("ASSERT", "ASSERT_NOT"):
                self.walk(argument[1], at)
            else:
                at += self.sample([(operation, argument)])
        return at

    def _bodies(self, inside: Any) -> list[str]:
        bodies = [character for character in self.alphabet if len(inside) == 1 and _fits(inside[0], character)]
        if len(inside) == 1 and str(inside[0][0]) == "SUBPATTERN":
            return bodies + self._bodies(inside[0][1][-1])
        if len(inside) == 1 and str(inside[0][0]) == "BRANCH":
            return bodies + [body for choice in inside[0][1][1] for body in self._bodies(choice)]
        return bodies[:8] or [self.sample(inside), self.sample(inside, more=1)]

    def sample(self, sequence: Iterable[Any], more: int = 0) -> str:
        """A string that the parts match, as short as can be, or with `more` of what is repeated."""
        pieces = []
        for operation, argument in sequence:
            name = str(operation)
            if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
                least, most, inside = argument
                pieces.append(self.sample(inside, more) * min(max(least, more), most))
            elif name == "BRANCH":
                pieces.append(self.sample(argument[1][-1 if more else 0], more))
            elif name == "SUBPATTERN":
                pieces.append(self.sample(argument[-1], more))
            elif name == "ATOMIC_GROUP":
                pieces.append(self.sample(argument, more))
            elif name in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
                part = (operation, argument)
                pieces.append(next((one for one in self.alphabet if _fits(part, one)), "a"))
                if name == "LITERAL":
                    pieces[-1] = chr(argument)
        return "".join(pieces)


def _fits(part: tuple[Any, Any], character: str) -> bool:
    """Tell whether a part that stands for one character fits it."""
    name, argument = str(part[0]), part[1]
    code = ord(character)
    if name == "LITERAL":
        return bool(code == argument)
    if name == "NOT_LITERAL":
        return bool(code != argument)
    if name == "ANY":
        return character != "\n"
    if name == "RANGE":
        return bool(argument[0] <= code <= argument[1])
    if name == "CATEGORY":
        return _CATEGORIES[str(argument)](character)
    if name == "IN":
        negated = str(argument[0][0]) == "NEGATE"
        return any(_fits(one, character) for one in argument[1 if negated else 0 :]) != negated
    return False


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_SPACE": lambda character: not character.isspace(),
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_NOT_DIGIT": lambda character: not character.isdecimal(),
    "CATEGORY_WORD": _is_word,
    "CATEGORY_NOT_WORD": lambda character: not _is_word(character),
}


def attacks(pattern: re.Pattern[Any]) -> list[Callable[[int], str]]:
    """Ways to make a string of any number of repeats that may cost the expression dear."""
    tree = parsed(pattern)
    attack = _Attacks(_POOL + _characters(tree), bool(pattern.flags & re.IGNORECASE))
    whole = attack.walk(tree, "")
    shapes: dict[str, Callable[[int], str]] = {}

    def add(start: str, repeated: str, middle: str, body: str, end: str) -> None:
        def shape(units: int) -> str:
            half = units // 2 if repeated and body else units
            return start + repeated * half + middle + body * half + end

        shapes.setdefault(shape(6), shape)

    befores = list(dict.fromkeys(before for before, _ in attack.found))
    for end in _ENDS:
        add("", whole, "", "", end)
        add("", whole[:-1], "", "", end)
        for before, bodies in attack.found:
            for body in dict.fromkeys(bodies):
                add("", "", before, body, end)
                add("", before + body, "", "", end)
                add("", before, before, body, end)
                for earlier in befores[:4]:
                    if earlier and before.startswith(earlier) and earlier != before:
                        add("", earlier, before, body, end)
                        add("", earlier + body, before, body, end)
    return list(shapes.values())


def samples(pattern: re.Pattern[Any]) -> list[str]:
    """Return strings that the parts of an expression match, each by itself, in their order."""
    tree = parsed(pattern)
    attack = _Attacks(_POOL + _characters(tree), bool(pattern.flags & re.IGNORECASE))
    found: dict[str, None] = {}
    for sequence in sequences(tree):
        for part in (sequence, *([part] for part in sequence)):
            found.update(dict.fromkeys(attack.sample(part, more) for more in range(_SAMPLED_REPEATS + 1)))
    return [sample for sample in found if sample] + list(attack.alphabet)


def parsed(pattern: re.Pattern[Any]) -> Any:
    """Return the parts of an expression, as the compiler gets them."""
    flags = pattern.flags & ~re.UNICODE & ~re.LOCALE if isinstance(pattern.pattern, bytes) else pattern.flags
    return _parser.parse(pattern.pattern, flags)


def sequences(sequence: Any) -> Iterator[Any]:
    """Go through a sequence of parts and all the sequences in them, the outer ones first."""
    yield sequence
    for operation, argument in sequence:
        for inside in inside_of(operation, argument):
            yield from sequences(inside)


def inside_of(operation: Any, argument: Any) -> list[Any]:
    """Return the sequences that a part is made of."""
    match str(operation):
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return [argument[2]]
        case "BRANCH":
            return list(argument[1])
        case "SUBPATTERN" | "ASSERT" | "ASSERT_NOT":
            return [argument[-1]]
        case "ATOMIC_GROUP":
            return [argument]
        case "GROUPREF_EXISTS":
            return [branch for branch in argument[1:] if branch is not None]
        case _:
            return []


def _characters(tree: Any) -> str:
    """Return the literal characters of an expression, a dozen at most."""
    found: dict[str, None] = {}
    for sequence in sequences(tree):
        for operation, argument in sequence:
            for name, value in argument if str(operation) == "IN" else [(operation, argument)]:
                if str(name) == "LITERAL":
                    found[chr(value)] = None
                elif str(name) == "RANGE":
                    found[chr(value[0])] = None
    return "".join(list(found)[:_LITERALS])


# Measuring.


class _DoesNotEnd(Exception):
    pass


def _give_up(*_: object) -> None:
    raise _DoesNotEnd


class _Try(NamedTuple):
    """A string that was tried, and how many repeats of it take a time that is measured well and soon over."""

    seconds: float
    """At the length that all are tried at."""
    run: Callable[[Any], object]
    make: Callable[[int], Any]
    units: int


def growth_of(found: Found, characters: int = _CHARACTERS) -> Growth:
    """The worst growth over those of the strings that cost the expression most."""
    tries = []
    for shape in attacks(found.pattern):
        for method in _dearest(found.methods):
            tries.append(_tried(found.pattern, method, shape, characters))
            if tries[-1].seconds == math.inf:
                return Growth(found, math.inf, _GIVE_UP, shape(6))
            if tries[-1].seconds >= _SLOW and (growth := _growth(found, tries[-1])).exponent > _SURE:
                return growth
    tries.sort(key=lambda one: -one.seconds)
    worst = Growth(found, 1.0, tries[0].seconds if tries else 0.0)
    for one in tries[:_MEASURED]:
        if one.seconds >= _LONG and worst.exponent <= LINEAR:
            worst = max(worst, _growth(found, one), key=_exponent_of)
    return worst


def _growth(found: Found, one: _Try) -> Growth:
    return Growth(found, _exponent(one), one.seconds, str(one.make(6)))


def _exponent_of(growth: Growth) -> float:
    return growth.exponent


def _dearest(methods: frozenset[str]) -> set[str]:
    """Leave out the ways to call an expression that cost no more than another: the first match is one of all."""
    runs = {"finditer" if method in _ALL_MATCHES else method for method in methods}
    return runs - {"search"} if "finditer" in runs else runs


def _tried(pattern: re.Pattern[Any], method: str, shape: Callable[[int], str], characters: int) -> _Try:
    """Measure the cost of a string, at a length that is neither too short to measure nor too long."""

    def make(count: int) -> Any:
        string = shape(count)
        return string.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else string

    run = _runner(pattern, method)
    size = (len(shape(206)) - len(shape(6))) / 200
    units = max(int(characters / size), _UNITS) if size else characters
    if _seconds(run, make(min(_UNITS, units)), _GIVE_UP, 0.0) == math.inf:
        return _Try(math.inf, run, make, units)
    longest = seconds = _seconds(run, make(units), _GIVE_UP, 0.0)
    while seconds > _ENOUGH and units > 2 * _UNITS:
        units //= 2
        seconds = _seconds(run, make(units), _GIVE_UP, 0.0)
    return _Try(min(longest, _GIVE_UP), run, make, units)


def _exponent(one: _Try) -> float:
    """Measure the growth from n to 4n and, if that seems too fast, from 4n to 16n; the lesser one counts.

    At some length the matcher's stack is memory of its own, which the system gives page by page: one step up, while
    what is quadratic is so at every length.
    """
    exponent = math.inf
    for _ in range(_TRIES):
        for units in (one.units, 4 * one.units):
            small = _seconds(one.run, one.make(units), _GIVE_UP * units / one.units)
            if small == math.inf:
                break
            large = _seconds(one.run, one.make(4 * units), 30 * small)  # 30 is more than any square
            exponent = min(exponent, math.log(large / small, 4) if large < math.inf else math.inf)
            if exponent <= LINEAR:
                return exponent
        if exponent > _SURE:
            break
    return exponent


def _seconds(run: Callable[[Any], object], subject: Any, give_up: float, ticks: float = _TICKS) -> float:
    """Seconds of CPU of one run, over as many as the clock needs; infinite where it was given up."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    gc.disable()  # a collection would count, and what is raised in one is lost
    signal.setitimer(signal.ITIMER_VIRTUAL, max(give_up, 2 * _TICKS))
    started = time.process_time()
    count = 0
    try:
        while True:
            run(subject)
            count += 1
            spent = time.process_time() - started
            if spent >= ticks:
                return spent / count
            if count == 1 and spent < _TICKS / 2:  # the timer is for one run that does not end
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _DoesNotEnd:
        return math.inf
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        gc.enable()
        signal.signal(signal.SIGVTALRM, before)


def _runner(pattern: re.Pattern[AnyStr], method: str) -> Callable[[AnyStr], object]:
    if method in _ALL_MATCHES:
        return lambda subject: sum(1 for _ in pattern.finditer(subject))
    return getattr(pattern, method)  # type: ignore[no-any-return]


def main() -> None:
    """Print every expression with its growth, the worst first."""
    patterns = all_patterns()
    found = sorted(map(growth_of, patterns), key=lambda growth: (-growth.exponent, -growth.seconds))
    print(f"{len(found)} expressions\n")
    print(f"| expression | called | growth | ms at {_CHARACTERS:,} | string |\n|---|---|---|---|---|")
    for growth in found:
        methods = " ".join(sorted(growth.found.methods))
        cost = f"{growth.exponent:.2f} | {growth.seconds * 1000:.1f}"
        print(f"| {growth.found.name} | {methods} | {cost} | {growth.attack[:60]!r} |")


if __name__ == "__main__":
    main()
