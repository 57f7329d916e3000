"""Token model of MSS: naive Bayes on three features estimates how likely a token is part of an article.

The features of a token are the classes of the token and its two neighbors, the tag around it, and, if it is a word, the
word. Classes are the names of tags and the shapes of words: lower-case or capital letters, a number, with a comma or a
full stop at the end. So most of the model holds in any language. `tamis_bench.learn.subsequence` trains it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tamis.core.parse.tokens import Tokens

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

FILE = "mss.npz"
STEP = 1 / 16
"""Unit of the weights in a file, which stores them as small whole numbers."""
_SHAPES = ("number", "small", "capital", "capitals", "letter", "sign")
_ENDS = ("", ",", ".")
EDGE, OTHER_START, OTHER_END = 0, 1, 2
"""Classes of the edge of the page, and of start and end tags without a class in `TAGS`."""
_FIRST_SHAPE = 3
_VOID = "area br col embed hr img input link meta param source track wbr".split()
_TAG_NAMES = """
    a abbr address article aside audio b bdi blockquote body button canvas caption center circle cite code dd del
    details dfn dialog div dl dt em fieldset figcaption figure font footer form g h1 h2 h3 h4 h5 h6 head header hgroup
    html i iframe ins kbd label legend li main map mark menu nav noscript object ol optgroup option p path picture pre q
    rect rt ruby s samp section select small span strike strong style sub summary sup svg symbol table tbody td template
    textarea tfoot th thead time title tr tt u ul use var video
""".split()
TAGS: dict[str, int] = {
    name: _FIRST_SHAPE + len(_SHAPES) * len(_ENDS) + at
    for at, name in enumerate([*(f"<{name}" for name in (*_VOID, *_TAG_NAMES)), *(f"</{name}" for name in _TAG_NAMES)])
}
"""Classes of tags. All classes have to fit into a byte."""
CLASSES = 256
_STOPS, _COMMAS, _CLOSING = frozenset(".!?…。！？"), frozenset(",;:、，；："), frozenset("\"”’')]»")
_MARKS = ".,;:!?…\"“”„'‘’()[]«»"
_NEVER_OPEN = frozenset(_VOID)
# An end tag closes the nearest of this many open elements; one that closes none of them is ignored.
_DEEPEST = 12


@dataclass(frozen=True, slots=True, eq=False)
class Stream:
    """The sequence of a page's tokens, words and tags, in columns."""

    classes: Ints
    parents: Ints
    """Class of the innermost open tag around each token."""
    texts: Ints
    """Number of the text that a word is in; -1 for tags."""
    vocabulary: Sequence[str]
    """The distinct words of the page, in lower case and without punctuation."""
    words: Ints
    """Index of each word in the vocabulary; -1 for tags."""
    weights: Floats
    """Number of words that a token counts as: more than one in scripts without spaces."""

    def triples(self) -> Ints:
        """Pack the classes of each token and its neighbors into one number."""
        before = np.concatenate(([EDGE], self.classes[:-1]))[: len(self.classes)]
        after = np.concatenate((self.classes[1:], [EDGE]))[: len(self.classes)]
        result: Ints = (before << 16) | (self.classes << 8) | after
        return result


def read_stream(tokens: Tokens) -> Stream:
    """Convert the tokens of a page to a stream."""
    split = [text.split() for text in tokens.texts]
    counts = np.fromiter(map(len, split), dtype=np.int64, count=len(split))
    raw = list(chain.from_iterable(split))
    places = {word: number for number, word in enumerate(dict.fromkeys(raw))}
    shapes = np.fromiter(map(_shape, places), dtype=np.int64, count=len(places))
    which = np.fromiter(map(places.__getitem__, raw), dtype=np.int64, count=len(raw))
    tag_classes, open_tags = _tags(tokens.names())

    # Words of the first text, first tag, words of the second text …
    steps = np.ones(2 * len(counts) - 1, dtype=np.int64)
    steps[::2], steps[1::2] = counts, tokens.is_tag
    is_word = np.repeat(np.arange(len(steps)) % 2 == 0, steps)
    classes = np.empty(len(is_word), dtype=np.int64)
    classes[is_word], classes[~is_word] = shapes[which], tag_classes[tokens.is_tag]
    text_of = np.repeat(np.arange(len(steps)) // 2, steps)
    words = np.full(len(is_word), -1, dtype=np.int64)
    words[is_word] = which
    spread = tokens.words / np.maximum(counts, 1)
    return Stream(
        classes=classes,
        parents=open_tags[text_of],
        texts=np.where(is_word, text_of, -1),
        vocabulary=[word.lower().strip(_MARKS) for word in places],
        words=words,
        weights=np.where(is_word, np.maximum(spread, 1)[text_of], 1.0),
    )


def _tags(names: Sequence[str]) -> tuple[Ints, Ints]:
    """Find the class of each tag, and the class of the innermost open tag around each text."""
    classes: list[int] = []
    current = EDGE
    inside = [current]
    opened: list[str] = []
    tags = TAGS
    for name in names:
        known = tags.get(name)
        if name[1:2] == "/":
            classes.append(OTHER_END if known is None else known)
            plain = name[2:]
            if opened and (opened[-1] == plain or plain in opened[-_DEEPEST:]):
                while opened.pop() != plain:
                    pass
                current = tags.get(f"<{opened[-1]}", OTHER_START) if opened else EDGE
        else:
            classes.append(OTHER_START if known is None else known)
            if name and name[1:] not in _NEVER_OPEN:
                opened.append(name[1:])
                current = classes[-1]
        inside.append(current)
    return np.array(classes, dtype=np.int64), np.array(inside, dtype=np.int64)


def _shape(word: str) -> int:
    """Return the class of a word by its shape."""
    first, last = word[0], word[-1]
    if last in _CLOSING and len(word) > 1:
        last = word[-2]
    end = 2 if last in _STOPS else 1 if last in _COMMAS else 0
    if first.isdigit():
        shape = 0
    elif first.islower():
        shape = 1
    elif first.isupper():
        shape = 3 if len(word) > 2 and word.isupper() else 2
    else:
        shape = 4 if first.isalpha() else 5
    return _FIRST_SHAPE + shape * len(_ENDS) + end


@dataclass(frozen=True, slots=True, eq=False)
class TokenModel:
    """A trained naive Bayes model. Its weights are what features add to the log-odds that a token is of the article."""

    prior: float
    triples: Ints
    """The known triples of classes, sorted."""
    triple_weights: Floats
    parent_weights: Floats
    """Weights of the tags around a token, by class."""
    word_weights: Mapping[str, float]

    def probabilities(self, stream: Stream) -> Floats:
        """Compute the probability that each token is part of the article. Unknown features count nothing."""
        odds = self.prior + self.parent_weights[stream.parents]
        triples = stream.triples()
        places = np.searchsorted(self.triples, triples).clip(max=len(self.triples) - 1)
        odds += np.where(self.triples[places] == triples, self.triple_weights[places], 0)
        known = np.array([self.word_weights.get(word, 0.0) for word in stream.vocabulary] + [0.0])
        odds += known[stream.words]  # for tags, the last entry
        result: Floats = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
        return result

    def write(self, path: Path) -> int:
        """Write the model to a file, and return its size in bytes."""
        words = sorted(self.word_weights)
        file = BytesIO()
        np.savez_compressed(
            file,
            prior=np.array(self.prior),
            triples=np.diff(self.triples, prepend=0).astype(np.uint32),
            triple_weights=_small(self.triple_weights),
            parent_weights=_small(self.parent_weights),
            words=_joined(words),
            word_weights=_small(np.array([self.word_weights[word] for word in words])),
        )
        return path.write_bytes(file.getvalue())


def read_model(data: bytes) -> TokenModel:
    """Read a model from the bytes that `TokenModel.write` wrote."""
    with np.load(BytesIO(data), allow_pickle=False) as file:
        words, weights = _parted(file["words"]), file["word_weights"].astype(np.float64) * STEP
        return TokenModel(
            prior=float(file["prior"]),
            triples=np.cumsum(file["triples"].astype(np.int64)),
            triple_weights=file["triple_weights"].astype(np.float64) * STEP,
            parent_weights=file["parent_weights"].astype(np.float64) * STEP,
            word_weights=dict(zip(words, weights.tolist(), strict=True)),
        )


@cache
def packaged_model() -> TokenModel:
    """Return the model that comes with tamis."""
    return read_model(files("tamis.papers").joinpath(FILE).read_bytes())


def _small(weights: Floats) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.clip(np.rint(weights / STEP), -127, 127).astype(np.int8)


def _joined(names: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer("\n".join(names).encode(), dtype=np.uint8)


def _parted(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> list[str]:
    text = data.tobytes().decode()
    return text.split("\n") if text else []
