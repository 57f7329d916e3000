"""Link classifier: which links of a page lead to articles, each verdict with its reasons.

A linear model over named features of the URL, the text and the place of a link (`tamis.news.link_features`), so that a
verdict is a sum and its reasons are the largest contributions. The URL patterns of a site count as well: URLs built
like those of its known articles, from its feed or from pages that were read (`SiteHabits`). `tamis learn links` trains
the weights; they are data beside this file.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from tamis.errors import BadInput
from tamis.news.link_features import LinkFacts, features_of, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SHIPPED = Path(__file__).with_name("link_model.json")
REASONS = 3
"""Maximum number of reasons."""
MIN_WEIGHT = 0.15
"""Smaller contributions are not given as a reason."""
KNOWN_FORM, OTHER_FORM = 4.0, -1.0
"""Weights of a URL that is built like known articles of the site, and of one that is built like none of them. Chosen,
not trained: the labeled links have too few of each site."""
MIN_KNOWN = 2
"""Minimum number of known articles that share a URL pattern before it counts."""
MIN_HABIT = 10
"""Minimum number of known articles before it is a reason that a URL is built differently."""


class LinkVerdict(NamedTuple):
    """The verdict on the target of a link."""

    score: float
    """Probability of an article, from 0 to 1."""
    reasons: tuple[str, ...]
    """Reasons for the verdict, strongest first."""

    @property
    def is_article(self) -> bool:
        """True if it is more likely an article than not."""
        return self.score > 0.5

    @property
    def reason(self) -> str:
        """The reasons in one line."""
        return ", ".join(self.reasons)


def link_record(link: LinkFacts, verdict: LinkVerdict) -> dict[str, Any]:
    """Convert a link and its verdict to plain values."""
    return {
        "url": link.url,
        "text": link.text,
        "place": link.place.value,
        "isArticle": verdict.is_article,
        "score": round(verdict.score, 4),
        "reasons": list(verdict.reasons),
    }


@dataclass(frozen=True, slots=True)
class SiteHabits:
    """The URL patterns of a site's articles."""

    forms: Mapping[str, int] = field(default_factory=dict)
    """Number of known articles with each URL pattern."""

    @classmethod
    def of(cls, urls: Iterable[str]) -> SiteHabits:
        """Collect the patterns from the URLs of known articles: of a feed, or of pages that were read."""
        return cls(dict(sorted(Counter(form_of(url) for url in set(urls)).items())))

    def known(self, url: str) -> int:
        """Count the known articles whose URL has the same pattern."""
        return self.forms.get(form_of(url), 0)

    @property
    def total(self) -> int:
        """The number of known articles."""
        return sum(self.forms.values())


_NUMBER = re.compile(r"\d+")
_SLUG_WORDS = 3


def form_of(url: str) -> str:
    """Return the pattern of a URL: its host, then the form of each path segment (a number, a headline or a word)."""
    parts = split(url)
    names = [unquote(name).lower() for name in parts.path.split("/") if name]
    return "/".join([parts.hostname or "", *map(_part_form, names)]) + ("/" if parts.path.endswith("/") else "")


def _part_form(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    if not dot or len(ending) > 5:
        stem, ending = name, ""
    if stem.isdecimal():
        form = "#" * min(len(stem), 5)
    elif len(re.split("[-_+ ]+", stem)) >= _SLUG_WORDS:
        form = "headline" + ("-#" if _NUMBER.search(stem) else "")
    else:
        form = _NUMBER.sub("#", stem)
    return f"{form}.{ending}" if ending else form


@dataclass(frozen=True, slots=True)
class LinkModel:
    """The weights of a linear model over link features."""

    weights: Mapping[str, float]

    @classmethod
    def shipped(cls) -> LinkModel:
        """Return the model that comes with tamis."""
        return _shipped()

    @classmethod
    def read(cls, path: Path) -> LinkModel:
        """Read a model that `tamis learn links` wrote. Raises `BadInput` for anything else."""
        try:
            weights = json.loads(path.read_text(encoding="utf-8"))["weights"]
            return cls({str(name): float(weight) for name, weight in weights.items()})
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"{path}: not a model of links: {error}") from error

    def write(self, path: Path) -> None:
        """Write the model, so that `read` can load it."""
        content = {"weights": {name: round(weight, 4) for name, weight in sorted(self.weights.items())}}
        path.write_text(json.dumps(content, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")

    def judge(self, links: Sequence[LinkFacts], habits: SiteHabits | None = None) -> list[LinkVerdict]:
        """Judge each link."""
        return [self.verdict(link, habits) for link in links]

    def verdict(self, link: LinkFacts, habits: SiteHabits | None = None) -> LinkVerdict:
        """Judge one link."""
        parts = self.parts(link)
        if habits is not None and "another site" not in parts:
            parts |= _habit_parts(link.url, habits)
        total = sum(parts.values())
        return LinkVerdict(1 / (1 + math.exp(-max(-30.0, min(30.0, total)))), _reasons(parts, total > 0))

    def parts(self, link: LinkFacts) -> dict[str, float]:
        """Compute what each feature of a link adds to the sum."""
        weights = self.weights
        return {name: weights[name] * value for name, value in features_of(link).items() if name in weights}


@cache
def _shipped() -> LinkModel:
    return LinkModel.read(SHIPPED)


def _habit_parts(url: str, habits: SiteHabits) -> dict[str, float]:
    known = habits.known(url)
    if known >= MIN_KNOWN:
        return {f"built like {known} known articles of the site": KNOWN_FORM}
    return {"not built like the site's known articles": OTHER_FORM} if habits.total >= MIN_HABIT else {}


def _reasons(parts: Mapping[str, float], is_article: bool) -> tuple[str, ...]:
    """List the reasons for the verdict; if no single feature counts enough, say so."""
    sign = 1 if is_article else -1
    speaking = [name for name, value in parts.items() if sign * value >= MIN_WEIGHT and name != "always"]
    best = sorted(speaking, key=lambda name: (-sign * parts[name], name))[:REASONS]
    return tuple(map(_in_words, best)) or ("nothing in the URL or the words says otherwise",)


_WORDS_FOR = {
    "shape:single": "the URL of a single page",
    "shape:list": "the URL of a list",
    "shape:home": "the URL of a home page",
    "shape:section": "the URL of a section",
    "shape:unknown": "a URL that says little",
    "place:main": "in the main part of the page",
    "place:heading": "in a heading",
    "place:navigation": "in a menu",
    "place:footer": "in a footer",
}


def _in_words(name: str) -> str:
    kind, _, rest = name.partition(":")
    return f"the path has '{rest}'" if kind == "word" else _WORDS_FOR.get(name, name)
