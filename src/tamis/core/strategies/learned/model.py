"""The trained model, its file format, and the packaged model: a file beside this module, read once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO, IOBase
from typing import IO, TYPE_CHECKING, Any, cast
from zipfile import BadZipFile

import numpy as np

from tamis.core.strategies.learned.forest import Forest
from tamis.core.strategies.learned.network import Network, Scaling, split_features
from tamis.core.strategies.learned.page_type import FORUM, TypeForest
from tamis.core.strategies.learned.places import drawn_to_places
from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tamis.core.strategies.learned.arrays import Floats, Ints
    from tamis.core.strategies.learned.features import Matrix

FORMAT = 5
FILE = "extractor.npz"
NETWORK, NETWORK_ON_THREADS = 0.5, 1.0
"""Weight of the network's log-odds against the forest's, on pages that are surely no thread and on those that surely
are: there the network sees what the posts have in common. Chosen on two of the five folds."""
DRAWN = 0.4
"""Share of the mean of its place in the forest's log-odds of a row: the network sees what the rows of a place have in
common, the forest does not. Chosen by cross-validation; values from 0.3 to 0.6 do as well."""
_LAYER = "layer "  # prefix of the names of the network's layers in the file


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A trained model: everything that was learned."""

    names: tuple[str, ...]
    """Names of the features, in the order of the matrix."""
    lexicon: Mapping[str, float]
    forest: Forest
    network: Network
    types: TypeForest
    """The forest that predicts the type of a page."""
    confidence: Floats
    """Weights of the regression for a page's confidence; see `tamis.core.strategies.learned.confidence`."""
    about: Mapping[str, str]
    """Notes on the training: the data, when, and with which version."""

    def log_odds(self, matrix: Matrix, types: Floats, forms: Ints, words: Floats) -> Floats:
        """Compute the log-odds that each row of a page is wanted, as a weighted mean of the forest's and the network's.

        `types` has the probability of each type of page, `forms` a number for each row, the same for rows at the same
        kind of place.
        """
        share = NETWORK + (NETWORK_ON_THREADS - NETWORK) * float(types[FORUM])
        result: Floats = (1.0 - share) * drawn_to_places(self.forest.log_odds(matrix), forms, words, DRAWN)
        result += share * self.network.log_odds(matrix, forms, words)
        return result

    def write(self, file: Path) -> int:
        """Write the model to a file, whole or not at all, and return the file's size."""
        buffer = BytesIO()
        self.save(buffer)
        draft = file.with_name(f"{file.name}.part")
        draft.write_bytes(buffer.getvalue())
        draft.replace(file)
        return len(buffer.getvalue())

    def save(self, file: IO[bytes]) -> None:
        """Write the model to an open file; the same model gives the same bytes."""
        tokens = sorted(self.lexicon)
        arrays: dict[str, Any] = {
            "format": np.array(FORMAT),
            "names": _packed("\n".join(self.names)),
            "tokens": _packed("\n".join(tokens)),
            "scores": np.array([self.lexicon[token] for token in tokens], dtype=np.float16),
            "features": self.forest.features,
            "borders": self.forest.borders,
            "leaves": self.forest.leaves,
            "shares": self.forest.shares.astype(np.float16),
            "bias": np.array(self.forest.bias),
            "network_middle": self.network.scaling.middle,
            "network_scale": self.network.scaling.scale,
            **{_LAYER + name: values.astype(np.float16) for name, values in self.network.layers.items()},
            "type_features": self.types.features,
            "type_borders": self.types.borders,
            "type_leaves": self.types.leaves,
            "confidence": self.confidence,
            "about": _packed(json.dumps(dict(self.about), sort_keys=True)),
        }
        np.savez_compressed(file, **arrays)


def load(file: Path | IO[bytes]) -> Model:
    """Read a model from a file; raise `BadInput` if it is not one."""
    try:
        content = file.read() if isinstance(file, IOBase) else cast("Path", file).read_bytes()
        with np.load(BytesIO(content), allow_pickle=False) as arrays:
            if int(arrays["format"]) != FORMAT:
                raise BadInput(f"{file}: a model of format {int(arrays['format'])}; this version reads format {FORMAT}")
            tokens = _unpacked(arrays["tokens"]).split("\n")
            names = tuple(_unpacked(arrays["names"]).split("\n"))
            return Model(
                names=names,
                lexicon=dict(zip(tokens, arrays["scores"].astype(np.float64).tolist(), strict=True)),
                forest=Forest(
                    features=arrays["features"],
                    borders=arrays["borders"],
                    leaves=arrays["leaves"],
                    shares=arrays["shares"].astype(np.float32),
                    bias=float(arrays["bias"]),
                ),
                network=_network(names, arrays),
                types=TypeForest(
                    features=arrays["type_features"], borders=arrays["type_borders"], leaves=arrays["type_leaves"]
                ),
                confidence=arrays["confidence"],
                about=json.loads(_unpacked(arrays["about"])),
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BadInput(f"{file}: not a model of tamis; train one with 'tamis learn extractor'") from error


def _network(names: Sequence[str], arrays: Mapping[str, Any]) -> Network:
    scaling = Scaling(*split_features(names), arrays["network_middle"], arrays["network_scale"])
    layers = {name.removeprefix(_LAYER): arrays[name].astype(np.float32) for name in arrays if name.startswith(_LAYER)}
    return Network(scaling, layers)


@cache
def packaged() -> Model:
    """Return the model that comes with tamis."""
    return load(BytesIO(files(__package__).joinpath(FILE).read_bytes()))


def _packed(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer(text.encode("utf-8"), dtype=np.uint8)


def _unpacked(array: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> str:
    return array.tobytes().decode("utf-8")
