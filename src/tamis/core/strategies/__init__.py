"""Extraction strategies: methods that label every block. One file each, one protocol, looked up by name in one table.

Other packages can add strategies through the entry point group ``tamis.strategies``: a name, and a class that can be
called without arguments.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Protocol, cast, runtime_checkable

from tamis.errors import BadSettings
from tamis.settings.options import from_text
from tamis.settings.unknown_names import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from importlib.metadata import EntryPoint

    from tamis.core.parse import Document
    from tamis.model import Labels

__all__ = [
    "NAMES", "Labelling", "Strategy", "TextFirst", "by_name", "names", "split_specification", "with_parameters",
]  # fmt: skip


@runtime_checkable
class Strategy(Protocol):
    """An extraction method: a frozen dataclass whose fields are the method's parameters."""

    name: ClassVar[str]

    def label(self, document: Document) -> Labels:
        """Label every block: whether it is kept, how sure that is, what it is, and why."""
        ...


class Labelling(Protocol):
    """A page with its text already chosen, and the labels of its blocks still to be computed."""

    thread: float
    """Probability that the page is a thread of posts; 0 if the strategy does not determine it."""

    def labels(self) -> Labels:
        """Return the labels of all blocks."""
        ...

    def text_blocks(self) -> Sequence[bool] | None:
        """Mark the blocks that are kept as text. None if only `labels` can tell."""
        ...

    def leaning(self, strategy: Strategy) -> Labelling | None:
        """Return the choice of another strategy that can use what this one has computed; None if it cannot."""
        ...


@runtime_checkable
class TextFirst(Protocol):
    """A strategy that can find the plain text without labeling every block, for callers that need only the text."""

    def begin(self, document: Document) -> Labelling:
        """Choose the blocks to keep."""
        ...


NAMES: dict[str, str] = {
    "adsc": "tamis.papers.adsc:AdvancedSlopeCurves",
    "all": "tamis.core.strategies.everything:Everything",
    "boilerpipe": "tamis.papers.boilerpipe:Boilerpipe",
    "bte": "tamis.papers.bte:BodyText",
    "ccb": "tamis.papers.ccb:CodeBlurring",
    "cetr": "tamis.papers.cetr:Cetr",
    "clipper": "tamis.papers.clipper:Clipper",
    "cuter": "tamis.papers.cuter:Cuter",
    "dsc": "tamis.papers.dsc:SlopeCurves",
    "fe": "tamis.papers.fe:FeatureExtractor",
    "ferreira": "tamis.papers.ferreira:Ferreira",
    "filters": "tamis.papers.filters:Filters",
    "kfe": "tamis.papers.kfe:KFeatureExtractor",
    "learned": "tamis.core.strategies.learned:Learned",
    "lp": "tamis.papers.lp:LargestPagelet",
    "lqf": "tamis.papers.lqf:LinkQuota",
    "lsi": "tamis.papers.lsi:LargestSizeIncrease",
    "mss": "tamis.papers.mss:Subsequence",
    "vips": "tamis.papers.vips:Vips",
    "vote": "tamis.core.strategies.vote:Vote",
}
"""The built-in strategies: name, then module and class."""

ENTRY_POINTS = "tamis.strategies"


def names() -> tuple[str, ...]:
    """Return the sorted names of all strategies, built-in and added by other packages."""
    return tuple(sorted({*NAMES, *(point.name for point in _entry_points())}))


@lru_cache(maxsize=64)
def by_name(name: str) -> Strategy:
    """Return the named strategy with its default parameters, or with those given: ``cetr:method=kmeans,alpha=4``."""
    plain, values = split_specification(name)
    return with_parameters(_strategy_class(plain)(), values)


def with_parameters(strategy: Strategy, values: Mapping[str, str]) -> Strategy:
    """Return the strategy with other values in some of its fields. Plus signs separate the entries of a list."""
    return from_text(type(strategy), values, strategy) if values else strategy


def split_specification(text: str) -> tuple[str, dict[str, str]]:
    """Split ``name:field=value,field=value`` into the name and the parameters."""
    name, _, rest = text.partition(":")
    parameters: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in rest.split(","))):
        field, equals, value = pair.partition("=")
        if not equals or not field.strip():
            raise BadSettings(f"{text}: {pair!r} is not of the form FIELD=VALUE")
        parameters[field.strip()] = value.strip()
    return name.strip(), parameters


@cache
def _strategy_class(name: str) -> Callable[[], Strategy]:
    if name in NAMES:
        module, _, attribute = NAMES[name].partition(":")
        return cast("Callable[[], Strategy]", getattr(import_module(module), attribute))
    for point in _entry_points(name):
        return cast("Callable[[], Strategy]", point.load())
    raise BadSettings(f"there is no strategy {name!r}; {suggestion(name, names())}")


def _entry_points(name: str | None = None) -> Iterable[EntryPoint]:
    """Find the strategies of other packages. Imports here, because `importlib.metadata` is slow and seldom needed."""
    from importlib.metadata import entry_points

    points = entry_points(group=ENTRY_POINTS)
    return [point for point in points if name is None or point.name == name]
