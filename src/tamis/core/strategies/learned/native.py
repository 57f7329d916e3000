"""The model in C: the columns of a page in, its verdicts out (`tamis.core._native`).

What is computed stands in Python, in the modules of this package, with every constant: the constants are handed to C
with the weights of the model. These are read without numpy, whose import takes longer than the first page. `reference`
does the same with numpy, where nothing is compiled.
"""

from __future__ import annotations

import re
import struct
import sys
import zlib
from array import array
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.core import compiled
from tamis.core.strategies import part_hints
from tamis.core.strategies.learned import block_table, cutoff, features, page_hints, page_type, places, rule_adjustments
from tamis.core.strategies.learned import model as models
from tamis.core.strategies.learned.judged import Verdict
from tamis.core.strategies.markup_hints import name_scores
from tamis.model import Kind
from tamis.text.phrases import words
from tamis.text.words import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.learned.model import Model
    from tamis.core.strategies.learned.page_hints import PageHints

MODULE: Any = compiled.load() if sys.byteorder == "little" else None
"""The compiled module; None if there is none."""
_ENTRY, _END = b"PK\x01\x02", b"PK\x05\x06"  # of ZIP files
_DEFLATED = 8
_HEADER = re.compile(rb"'descr': '([^']+)', 'fortran_order': False, 'shape': \(([0-9, ]*)\)")


def _constants() -> dict[str, float]:
    """Collect the constants that C needs, by the names that they have there."""
    block, cut, kinds = block_table, cutoff, block_table.KIND_NUMBERS
    rule, place, tags = rule_adjustments, places, block_table.TAG_NUMBERS
    return {
        "CHARACTERS_PER_WORD": block.CHARACTERS_PER_WORD, "LONG": block.LONG, "PROSE": block.PROSE,
        "LINKED_RUNNING": block.LINKED, "NO_SENTENCE": block.NO_SENTENCE,
        "FAR": features.FAR, "UNKNOWN": features.UNKNOWN, "FAR_BLOCKS": features.FAR_BLOCKS,
        "FAR_WORDS": features.FAR_WORDS, "NEAR_DATES": features.NEAR, "MOST_DATES": features.MOST_DATES,
        "MOST_MENUS": features.MOST_MENUS, "MIN_ITEMS": features.MIN_ITEMS, "MIN_POSTS": features.MIN_POSTS,
        "POST_WORDS": features.POST_WORDS, "NEAREST": 1 << features.DOUBLINGS, "NAMES_REACH": features.REACH,
        "CONTAINER": features.CONTAINER, "FRAME": features.FRAME,
        "MOST_TIMES": page_type.MOST_TIMES, "MAX_LINE": page_type.MAX_LINE, "MIN_LINES": page_type.MIN_LINES,
        "WIDE": page_type.WIDE, "MIN_BEFORE": page_type.MIN_BEFORE, "SIGNATURE": page_type.SIGNATURE,
        "NEAR_START": page_type.NEAR_START, "FORUM_SIGNS": page_type.FORUM_SIGNS, "MIN_FORUM": page_type.MIN_FORUM,
        "NETWORK": models.NETWORK, "NETWORK_ON_THREADS": models.NETWORK_ON_THREADS, "DRAWN_IN_FOREST": models.DRAWN,
        "MOST": models.MOST, "MOST_WORDS_OF_MEAN": models.MOST_WORDS,
        "COMMENTS_GAIN": place.COMMENTS_GAIN, "SHARED": place.SHARED, "MIN_ALIKE_ROWS": place.MIN_ALIKE,
        "MOST_WORDS_OF_PLACE": place.MOST_WORDS, "SURE_LOG_ODDS": place.SURE, "MIN_SURE": place.MIN_SURE,
        "MIN_SURE_WORDS": place.MIN_SURE_WORDS, "MIN_DOUBTFUL_WORDS": place.MIN_DOUBTFUL_WORDS, "DRAWN": place.DRAWN,
        "MOST_OF_PAGE": rule.MOST, "OVER_THE_PAGE": rule.OVER_THE_PAGE, "DOUBTFUL": rule.DOUBTFUL, "LEAN": rule.LEAN,
        "LEAN_IN_MAIN": rule.LEAN_IN_MAIN, "CLEAN": rule.CLEAN, "MAX_CLEAN_LINKS": rule.MAX_CLEAN_LINKS,
        "MAX_CLEAN_LINES": rule.MAX_CLEAN_LINES, "LINK": rule.LINK, "LOSS": rule.LOSS,
        "LOSS_BY_SIGNATURE": rule.LOSS_BY_SIGNATURE, "MIN_WORDS": rule.MIN_WORDS, "ENOUGH": rule.ENOUGH,
        "MIN_ARTICLE": rule.MIN_ARTICLE, "LEAST_PARTS": rule.LEAST, "LONGEST_PARTS": rule.LONGEST,
        "LINKED_PARTS": rule.LINKED_PARTS, "LIST_LEVELS": rule.LEVELS, "NO_LISTS": rule.NO_LISTS, "LISTED": rule.LISTED,
        "ALL_TEXT": rule.ALL_TEXT, "LISTS_BONUS": rule.LISTS_BONUS,
        "SURE": cut.SURE, "STRICT": cut.STRICT, "MIN_LIKELIEST": cut.MIN_LIKELIEST, "MIN_BETWEEN": cut.MIN_BETWEEN,
        "MIN_HEADING": cut.MIN_HEADING, "MIN_HEADING_OF_PART": cut.MIN_HEADING_OF_PART, "MIN_TABLE": cut.MIN_TABLE,
        "MIN_SENTENCE": cut.MIN_SENTENCE, "MIN_ALIKE": cut.MIN_ALIKE, "MAX_SUBHEAD": cut.MAX_SUBHEAD,
        "MIN_SUBHEAD": cut.MIN_SUBHEAD, "MIN_SUBHEADS": cut.MIN_SUBHEADS, "MAX_SENTENCES": cut.MAX_SENTENCES,
        "MAX_BESIDE": cut.MAX_BESIDE, "MIN_NEIGHBORS": cut.MIN_NEIGHBORS, "MIN_OF_LIST": cut.MIN_OF_LIST,
        "MIN_ITEM": cut.MIN_ITEM, "MIN_LINKED_ITEM": cut.MIN_LINKED_ITEM, "MIN_OF_HEADINGS": cut.MIN_OF_HEADINGS,
        "MIN_HEADINGS": cut.MIN_HEADINGS, "MIN_LIKE_OTHERS": cut.MIN_LIKE_OTHERS, "MIN_LEADING": cut.MIN_LEADING,
        "MIN_LINKED_LIST": cut.MIN_LINKED_LIST, "MAX_LINKED": cut.MAX_LINKED, "LINK_ITEM": cut.LINK,
        "LINKED_LINE": cut.LINKED, "NEVER": cut.NEVER, "LINKED_HEADING": cut.LINKED_HEADING,
        "LINKED_SUBHEAD": cut.LINKED_SUBHEAD, "SENTENCE_WORDS": cut.SENTENCE, "MOSTLY_LINKED": cut.MOSTLY_LINKED,
        "SHORT_LINE": cut.SHORT_LINE, "NEAR_CODE": cut.NEAR_CODE, "MIN_TABLE_AT_EDGE": cut.MIN_TABLE_AT_EDGE,
        "TELLING": cut.TELLING, "FORMULA": page_hints.FORMULA, "DATA": page_hints.DATA,
        "CALLOUT": page_hints.CALLOUT, "DEFINITION": page_hints.DEFINITION,
        "NOT_MAIN": part_hints.NOT_MAIN, "MAIN": part_hints.MAIN, "ARTICLE": part_hints.ARTICLE,
        "COMMENTS": part_hints.COMMENTS, "DATE": part_hints.DATE,
        **{f"KIND_{kind.name}": kinds[kind] for kind in Kind},
        **{f"TAG_{tag.upper()}": number for tag, number in tags.items() if tag.isalnum()},
        "TAGS": len(tags),
        "TYPE_ARTICLE": page_type.ARTICLE, "TYPE_FORUM": page_type.FORUM,
    }  # fmt: skip


def _tables() -> dict[str, array[int] | array[float]]:
    """Collect the lists of numbers that C needs, by the names that they have there."""
    bits = part_hints.BITS
    longs: dict[str, Iterable[int]] = {
        "unspaced": chain.from_iterable(UNSPACED),
        "sentence ends": map(ord, block_table.SENTENCE_ENDS),
        "colons": map(ord, cutoff.COLONS),
        "questions": map(ord, cutoff.QUESTIONS),
        "marks": map(bits.__getitem__, features.MARKS),
        "end lines": map(bits.__getitem__, features.END_LINES),
        "end parts": map(bits.__getitem__, features.END_PARTS),
        "named": map(bits.__getitem__, page_type.NAMED),
        "said": map(bits.__getitem__, page_type.SAID),
        "code of tag": features.CODES_OF_TAGS,
        "list tags": (
            number in map(block_table.TAG_NUMBERS.get, cutoff.LIST_TAGS)
            for number in range(len(block_table.TAG_NUMBERS) + 1)
        ),
        "between": (kind in cutoff.KINDS_BETWEEN for kind in block_table.KIND_NUMBERS),
    }
    losses = {
        "parts": rule_adjustments.PARTS,
        "parts of articles": rule_adjustments.PARTS_OF_ARTICLES,
        "lines": rule_adjustments.LINES,
    }
    return {name: array("q", values) for name, values in longs.items()} | {
        name: array("d", chain.from_iterable(pairs)) for name, pairs in losses.items()
    }


class Weights(NamedTuple):
    """The weights and tables of the model, as bytes."""

    names: tuple[str, ...]
    numbers: dict[str, bytes]
    codes: Iterable[tuple[int, int]]
    """Indices of the features that are codes, each with the number of its values."""
    width: int
    """Width of the network."""
    bias: float
    depths: tuple[int, int]
    """Depths of the trees of the forest, and of those of the types."""


class Built(NamedTuple):
    """A model in C, with the words that it knows."""

    model: Any
    lexicon: Mapping[str, float]


@cache
def packaged() -> Built | None:
    """Build the model that comes with tamis."""
    content = files(__package__).joinpath(models.FILE).read_bytes()
    stored = read_arrays(content)
    model = build(stored_weights(stored))
    tokens = stored["tokens"].data.decode("utf-8").split("\n")
    return None if model is None else Built(model, dict(zip(tokens, stored["scores"].floats(), strict=True)))


def build_from(model: Model) -> Built | None:
    """Build the model in C from one in Python; None if it is one that C cannot compute."""
    built = build(weights_of(model))
    return None if built is None else Built(built, model.lexicon)


def build(weights: Weights) -> Any:
    """Build the model in C; None if it is one that C cannot compute."""
    if MODULE is None or weights.names != MODULE.FEATURES:
        return None
    try:
        return MODULE.Model(*parts_of(weights))
    except ValueError:  # other shapes than those of the packaged model
        return None


def stored_weights(stored: Mapping[str, StoredArray]) -> Weights:
    """Return the weights of a model as it is stored."""
    names = tuple(stored["names"].data.decode("utf-8").split("\n"))
    forest = ("features", "borders", "leaves")
    numbers = {name: stored[name].data for name in forest}
    numbers |= {f"type {name}": stored[f"type_{name}"].data for name in forest}
    numbers |= {"middle": stored["network_middle"].data, "scale": stored["network_scale"].data}
    numbers["confidence"] = stored["confidence"].data
    layers = {name: layer for name, layer in stored.items() if name.startswith(models.LAYER)}
    numbers |= {name: array("f", layer.floats()).tobytes() for name, layer in layers.items()}
    return Weights(
        names,
        numbers,
        models.codes_of(names),
        stored[f"{models.LAYER}in"].shape[1],
        stored["bias"].floats()[0],
        (stored["features"].shape[1], stored["type_features"].shape[1]),
    )


def weights_of(model: Model) -> Weights:
    """Return the weights of a model."""
    forest, types, network = model.forest, model.types, model.network
    scaling = network.scaling
    numbers = {
        "features": forest.features, "borders": forest.borders, "leaves": forest.leaves,
        "type features": types.features, "type borders": types.borders, "type leaves": types.leaves,
        "middle": scaling.middle, "scale": scaling.scale, "confidence": model.confidence,
        **{f"{models.LAYER}{name}": values for name, values in network.layers.items()},
    }  # fmt: skip
    return Weights(
        model.names,
        {name: values.tobytes() for name, values in numbers.items()},  # type: ignore[attr-defined]
        scaling.codes,
        network.layers["in"].shape[1],
        forest.bias,
        (forest.features.shape[1], types.features.shape[1]),
    )


def parts_of(weights: Weights) -> tuple[Any, ...]:
    """Return what a model in C is made from."""
    coded = [feature for feature, _ in weights.codes]
    tables: dict[str, Any] = {**_tables(), **weights.numbers}
    tables["numbers"] = array("q", (number for number in range(len(weights.names)) if number not in coded))
    tables["codes"] = array("q", chain.from_iterable(weights.codes))
    tables["distances"] = array("q", (*models.DILATIONS, models.POOLED_AFTER))
    tables["shape"] = array("q", (weights.width,))
    phrases = tuple(phrase.encode("utf-8", "surrogatepass") for phrase in words("forum_phrase"))
    return _constants(), tables, block_table.TAG_NUMBERS, tuple(Kind), phrases, weights.bias, *weights.depths


class NativePage:
    """A page that the model in C has read; the same as `reference.ReferencePage`."""

    def __init__(
        self,
        built: Built,
        document: Document,
        hints: PageHints,
        page_type_name: str,
        lists: str,
        *,
        keeps_features: bool = False,
    ) -> None:
        """Read and judge a page. Without `keeps_features`, `matrix` is empty: it takes more memory than all else."""
        names = hints.names
        scores = name_scores(names, built.lexicon)
        columns = (
            _list(document.texts), _list(document.kinds), _list(document.hidden), _list(hints.visible),
            _list(document.tags), document.title_block, _longs(document.block_nodes), _longs(document.link_sizes),
            _longs(document.parents), _longs(document.block_start), _longs(document.block_stop),
            _longs(names.of_nodes), hints.inherited, hints.lines, array("q", chain.from_iterable(names.menus)),
            hints.set_pieces, scores.totals, scores.counts, scores.id_nodes, scores.id_totals, scores.id_counts,
        )  # fmt: skip
        forced = -1 if page_type_name == "auto" else page_type.TYPES.index(page_type_name)
        declared = array("d", page_type.declared_numbers(document))
        keeps = lists == "keep", keeps_features
        self._page = MODULE.Page(built.model, columns, declared, forced, hints.is_clean, *keeps)
        self._drop_lists = lists == "drop"
        self.title: int = self._page.title
        self.types: Sequence[float] = array("d", self._page.column("types")).tolist()
        self.rows: list[int] = array("q", self._page.column("rows")).tolist()

    def choose(self, favor: float, *, hidden: bool, shift: Sequence[float] | None = None) -> Verdict:
        """Choose the rows to keep. `shift` is added to their log-odds."""
        moved = None if shift is None else array("d", shift)
        kept, chosen, first, probabilities, confidence = self._page.choose(favor, hidden, self._drop_lists, moved)
        return Verdict(kept, chosen, first, array("d", probabilities).tolist(), round(confidence, 2))

    def words(self) -> list[float]:
        """Return the number of words of each row."""
        return array("d", self._page.column("words")).tolist()

    def matrix(self) -> bytes:
        """Return the features, if they were kept: a line of 32-bit floats for each, with an entry for each row."""
        matrix: bytes = self._page.column("matrix")
        return matrix


def _list(values: Sequence[Any]) -> list[Any]:
    return values if type(values) is list else list(values)


def _longs(values: Sequence[int]) -> array[int]:
    return values if type(values) is array and values.typecode == "q" else array("q", values)


class StoredArray(NamedTuple):
    """An array as numpy stores it: type, shape and bytes."""

    kind: str
    shape: tuple[int, ...]
    data: bytes

    def floats(self) -> tuple[float, ...]:
        """Return the numbers of an array of floats of any size."""
        size = {"<f2": "e", "<f4": "f", "<f8": "d"}[self.kind]
        return struct.unpack(f"<{len(self.data) // struct.calcsize(size)}{size}", self.data)


def read_arrays(content: bytes) -> dict[str, StoredArray]:
    """Read the arrays of a file that `numpy.savez_compressed` wrote."""
    end = content.rindex(_END)
    count, _, offset = struct.unpack_from("<HII", content, end + 10)
    arrays = {}
    for _ in range(count):
        if not content.startswith(_ENTRY, offset):
            raise ValueError("not a ZIP file")
        method, *_, packed, _, name_size, extra, comment = struct.unpack_from("<HHHIIIHHH", content, offset + 10)
        local = struct.unpack_from("<I", content, offset + 42)[0]
        name = content[offset + 46 : offset + 46 + name_size].decode("utf-8")
        begin = local + 30 + sum(struct.unpack_from("<HH", content, local + 26))
        data = content[begin : begin + packed]
        arrays[name.removesuffix(".npy")] = _array(zlib.decompress(data, -15) if method == _DEFLATED else data)
        offset += 46 + name_size + extra + comment
    return arrays


def _array(data: bytes) -> StoredArray:
    """Read one array in numpy's format."""
    size = struct.unpack_from("<H", data, 8)[0]
    header = _HEADER.search(data, 10, 10 + size)
    if header is None:
        raise ValueError("not an array of numpy")
    shape = tuple(int(length) for length in header[2].decode("ascii").split(",") if length.strip())
    return StoredArray(header[1].decode("ascii"), shape, data[10 + size :])
