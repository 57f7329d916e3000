"""Article Clipper: keeps the run of text segments that looks most like an article on the rendered page.

J. Fan, P. Luo, S. H. Lim, S. Liu, P. Joshi, J. Liu: *Article Clipper: A System for Web Article Extraction*, KDD 2011,
pp. 743-746.

A trained classifier F scores each segment by its look (position, width, font, color, links): how much it is like the
body of an article, from -1 to 1. With v = F(s) * length(s), the run of segments with the greatest sum of v is the
body. Four refinements follow. They drop text in a smaller font than the body's, text that does not overlap the
paragraphs horizontally, text with another alignment than most, and text in a frame that does not hold the whole
article. The title is the candidate above the body with the greatest Q.

On a page that a browser has not rendered, fonts are those that browsers give to tags, positions are the order of
blocks, and features that only a layout gives are left out.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path  # noqa: TC003 (tamis.settings.options reads the annotations)
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from tamis.core.enrich.title import DrawnTitle
from tamis.core.parse.layout import PLAIN_FONT, TAG_FONTS
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.errors import BadInput
from tamis.model import Kind, Style
from tamis.settings.options import check, option
from tamis.text.max_sum import max_sum_run
from tamis.text.rules import Objection, first_objection

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.model import Box, Labels

    Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]
    Vector = np.ndarray[tuple[int], np.dtype[np.float64]]

FEATURES = (
    "constant", "length", "link share", "all links", "off center", "width", "place", "font size", "body font", "bold",
    "other color", "aligned otherwise", "heading", "list item", "in a frame", "ends a sentence", "punctuation",
)  # fmt: skip
"""Names of the features of a segment for F, in order."""
_SENTENCE_ENDS = frozenset(".!?…。！？”\"'»)")
_PUNCTUATION = frozenset(".,;:!?…。，、；：！？")
_BOLD = 600
_ALL_LINKS = 0.9  # all but a character or two
_LONGEST_LENGTH = 8.0  # log of characters beyond which length says nothing more
_MAX_FONT = 3.0
_DENSE = re.compile("[\u3040-\u9fff]")  # kana and Han
_DENSITY = 3.5  # an English word with its space has about 6 characters, a Chinese word 1.7
_LEFT, _CENTER, _RIGHT, _END = "left", "center", "right", "end"
_SIDES = {_LEFT: _LEFT, "-webkit-left": _LEFT, _CENTER: _CENTER, "-webkit-center": _CENTER, _RIGHT: _RIGHT,
          "-webkit-right": _RIGHT, _END: _END}  # fmt: skip
"""The side of the lines by the value of `text-align`. With all others, lines begin at the side where reading begins."""


@dataclass(frozen=True, slots=True)
class Clipper:
    """The Article Clipper strategy, for rendered pages and, less precisely, for others."""

    name: ClassVar[str] = "clipper"

    refine: bool = option(True, "The four refinements after the run is found.", source="the paper")
    min_overlap: float = option(
        0.3, "Least share of a segment's width that overlaps the paragraphs.", minimum=0, maximum=1, source="chosen"
    )
    font_tolerance: float = option(
        0.97, "A font smaller than this share of the body's is smaller.", minimum=0, maximum=1, source="chosen"
    )
    whole_frame: float = option(
        0.8, "A frame with this share of the body holds the whole article.", minimum=0, maximum=1, source="chosen"
    )
    model: Path | None = option(None, "A model from `tamis learn clipper`; without, the packaged one.", metavar="FILE")

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the segments of the body."""
        return self.segment(document, read_model(self.model))

    def segment(self, document: Document, model: LookModel) -> Labels:
        """Keep the segments of the body, found with the given model."""
        kept, scores, reasons = self._body(document, model)
        return labels_from_choice(document, document.visible(), kept, ((scores + 1) / 2).tolist(), reasons)

    def title(self, document: Document, *, decides: bool) -> DrawnTitle | None:
        """Find the title of a rendered page by its look; None if the look suggests none."""
        kept, _, _ = self._body(document, read_model(self.model))
        return drawn_title(document, kept, decides=decides)

    def _body(self, document: Document, model: LookModel) -> tuple[list[bool], Vector, list[str]]:
        """Find the segments of the body: for each block whether it is one, its score F, and the reason."""
        visible = document.visible()
        look = Look.of(document)
        scores = model.scores(segment_features(document, look), look.is_rendered)
        is_text = np.asarray([seen and bool(text) for seen, text in zip(visible, document.texts, strict=True)])
        values = np.where(is_text, scores * np.minimum(text_sizes(document), _MOST_CHARACTERS), 0.0)
        first, last = max_sum_run(values)
        inside = "in the run of segments that looks most like an article"
        reasons = [inside if first <= block < last else "before or after the run" for block in range(len(document))]
        kept = [first <= block < last and bool(is_text[block]) for block in range(len(document))]
        if self.refine:
            self._refine(document, look, kept, reasons)
        return kept, scores, reasons

    def _refine(self, document: Document, look: Look, kept: list[bool], reasons: list[str]) -> None:
        """Apply steps (1) to (4) of the paper's refinement, each to what those before it have left of the run."""
        steps = (
            (partial(_smaller, tolerance=self.font_tolerance), "in a smaller font than the body"),
            (partial(_beside, least=self.min_overlap), "not below or above the paragraphs"),
            (_aligned_otherwise, "aligned otherwise than the body"),
            (partial(_framed, whole=self.whole_frame), "in a frame within the article"),
        )
        for step, reason in steps:
            for block in step(document, look, kept):
                kept[block], reasons[block] = False, reason


_MOST_CHARACTERS = 5_000
"""Number of characters of one segment that count: a page with one long segment has nothing to compare it with."""


class Look(NamedTuple):
    """The look of a page's blocks: boxes, styles and frames."""

    boxes: Sequence[Box | None]
    styles: Sequence[Style]
    frames: Sequence[int]
    width: float
    height: float
    is_rendered: bool

    @classmethod
    def of(cls, document: Document) -> Look:
        """Read the look from the browser's layout, or guess it from tags alone."""
        layout = document.page.layout
        if layout is not None and document.boxes is not None and document.styles is not None:
            styles = [style or _by_tag(document, block) for block, style in enumerate(document.styles)]
            frames = document.frames or [-1] * len(document)
            return cls(document.boxes, styles, frames, max(layout.width, 1.0), max(layout.height, 1.0), True)
        styles = [_by_tag(document, block) for block in range(len(document))]
        return cls([None] * len(document), styles, [-1] * len(document), 1.0, 1.0, False)


def _by_tag(document: Document, block: int) -> Style:
    tag = document.tags[document.block_nodes[block]]
    is_heading = document.kinds[block] is Kind.HEADING
    return Style(TAG_FONTS.get(tag, PLAIN_FONT), 700 if is_heading else 400)


def text_sizes(document: Document) -> Vector:
    """Count the characters of each block; kana and Han count as many as English needs to say as much."""
    sizes = document.sizes().astype(np.float64)
    for block, text in enumerate(document.texts):
        if not text.isascii():
            sizes[block] += (_DENSITY - 1) * len(_DENSE.findall(text))
    return sizes


def segment_features(document: Document, look: Look) -> Matrix:
    """Compute the features for F: a row for each block."""
    sizes = text_sizes(document)
    font = _most_frequent(look, sizes, lambda style: round(style.font_size))
    color = _most_frequent(look, sizes, lambda style: style.color)
    align = _most_frequent(look, sizes, lambda style: style.align)
    count = max(len(document), 1)
    rows = np.zeros((len(document), len(FEATURES)))
    for block, (text, style, box) in enumerate(zip(document.texts, look.styles, look.boxes, strict=True)):
        size = float(sizes[block])
        links = document.link_sizes[block] / len(text) if text else 0.0
        kind = document.kinds[block]
        rows[block] = (
            1.0,
            min(math.log1p(size), _LONGEST_LENGTH) / _LONGEST_LENGTH,
            links,
            float(links > _ALL_LINKS),
            abs(box.left + box.width / 2 - look.width / 2) / look.width if box else 0.0,
            min(box.width / look.width, 1.0) if box else 0.0,
            min(max(box.top / look.height, 0.0), 1.0) if box else block / count,
            min(style.font_size / font, _MAX_FONT) if font else 1.0,
            float(round(style.font_size) == font),
            float(style.font_weight >= _BOLD),
            float(style.color != color),
            float(style.align != align),
            float(kind is Kind.HEADING),
            float(kind is Kind.LIST_ITEM),
            float(look.frames[block] >= 0),
            float(text[-1:] in _SENTENCE_ENDS),
            min(sum(character in _PUNCTUATION for character in text) / size * 20, 1.0) if size else 0.0,
        )
    return rows


def _most_frequent(look: Look, sizes: Vector | Any, of: Any) -> Any:
    """Find the value of a style property that most characters of the page have."""
    found: Counter[Any] = Counter()
    for style, size in zip(look.styles, sizes, strict=True):
        found[of(style)] += int(size)
    return found.most_common(1)[0][0] if found else None


@dataclass(frozen=True, slots=True)
class LookModel:
    """F: a logistic regression, scaled to -1 … 1, with weights for rendered pages and for others."""

    rendered: tuple[float, ...]
    plain: tuple[float, ...]

    def scores(self, features: Matrix, is_rendered: bool) -> Vector:
        """Compute F for each segment."""
        weights = np.asarray(self.rendered if is_rendered else self.plain)
        result: Vector = np.tanh(features @ weights / 2)
        return result

    def to_json(self) -> str:
        """Write the model as the JSON that `read_model` reads."""
        rows = {
            name: {feature: round(weight, 4) for feature, weight in zip(FEATURES, weights, strict=True)}
            for name, weights in (("rendered", self.rendered), ("plain", self.plain))
        }
        return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


@lru_cache(maxsize=4)
def read_model(path: Path | None = None) -> LookModel:
    """Read the packaged model, or one from a file; raise `BadInput` if it is not one."""
    try:
        text = (path or files("tamis.papers") / "clipper.json").read_text(encoding="utf-8")
        found = json.loads(text)
        rendered, plain = (tuple(float(found[name][feature]) for feature in FEATURES) for name in ("rendered", "plain"))
        return LookModel(rendered, plain)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path}: not a model of clipper; make one with tamis learn clipper") from error


def _smaller(document: Document, look: Look, kept: Sequence[bool], tolerance: float) -> list[int]:
    """Find the text of step (1): in a smaller font than the body's, which is the one with most characters."""
    sizes: Counter[float] = Counter()
    for block, keep in enumerate(kept):
        if keep:
            sizes[look.styles[block].font_size] += len(document.texts[block])
    if not sizes:
        return []
    body = sizes.most_common(1)[0][0]
    return [
        block
        for block, keep in enumerate(kept)
        if keep and look.styles[block].font_size < body * tolerance and document.kinds[block] is not Kind.CODE
    ]


def _beside(document: Document, look: Look, kept: Sequence[bool], least: float) -> list[int]:
    """Find the text of step (2): it does not overlap the paragraphs horizontally, as columns beside the article."""
    spans = [
        (box.left, box.left + box.width, len(document.texts[block]))
        for block, keep in enumerate(kept)
        if keep and document.kinds[block] is Kind.PARAGRAPH and (box := look.boxes[block]) is not None
    ]
    if not spans:
        return []
    # The span of the paragraphs: from the median left edge to the median right edge, weighted by characters.
    left = _middle([(start, size) for start, _, size in spans])
    right = _middle([(stop, size) for _, stop, size in spans])
    return [
        block
        for block, keep in enumerate(kept)
        if keep
        and (box := look.boxes[block]) is not None
        and max(min(box.left + box.width, right) - max(box.left, left), 0.0)
        < least * min(box.width, max(right - left, 1.0))
    ]


def _middle(values: list[tuple[float, int]]) -> float:
    """Compute the weighted median."""
    values.sort()
    half, total = sum(weight for _, weight in values) / 2, 0
    for value, weight in values:
        total += weight
        if total >= half:
            return value
    return values[-1][0]


def _aligned_otherwise(document: Document, look: Look, kept: Sequence[bool]) -> list[int]:
    """Find the text of step (3): paragraphs aligned otherwise (left, center, right) than most of the text."""
    is_rtl = _is_right_to_left(document)
    sides = [_side(style.align, is_rtl) for style in look.styles]
    found: Counter[str] = Counter()
    for block, keep in enumerate(kept):
        if keep:
            found[sides[block]] += len(document.texts[block])
    most = found.most_common(1)[0][0] if found else _LEFT
    return [
        block
        for block, keep in enumerate(kept)
        if keep and sides[block] != most and document.kinds[block] is Kind.PARAGRAPH
    ]


def _side(align: str, is_rtl: bool) -> str:
    """Return the side of the lines: left, center or right. Justified text counts with where reading begins."""
    begin, end = (_RIGHT, _LEFT) if is_rtl else (_LEFT, _RIGHT)
    side = _SIDES.get(align, begin)
    return end if side == _END else side


def _is_right_to_left(document: Document) -> bool:
    outer = document.tree.select("html, body")
    return any((element.attr("dir") or "").lower() == "rtl" for element in outer)


def _framed(document: Document, look: Look, kept: Sequence[bool], whole: float) -> list[int]:
    """Find the text of step (4): in a frame that does not hold the whole article. Quotes and the like are spared."""
    sizes: Counter[int] = Counter()
    for block, keep in enumerate(kept):
        if keep:
            sizes[look.frames[block]] += len(document.texts[block])
    body = sizes.most_common(1)[0][0] if sizes else -1
    total = sum(sizes.values())
    small = {frame for frame, size in sizes.items() if frame not in (-1, body) and size < whole * total}
    spared = (Kind.QUOTE, Kind.CODE, Kind.TABLE, Kind.HEADING)
    return [
        block
        for block, keep in enumerate(kept)
        if keep and look.frames[block] in small and document.kinds[block] not in spared
    ]


def drawn_title(document: Document, kept: Sequence[bool], *, decides: bool = False) -> DrawnTitle | None:
    """Find the title of section 2.3: the block with the greatest Q among the candidates. Needs a rendered page.

    Q = (m + 0.5) * 1.15^(7 - h) * (0.1 + a)^2 * f, with m the similarity to the `title` element, h the level of a
    heading (7 for none), a the nearness to the body's left edge or center, and f the size of the font in points.
    """
    body = _Body.of(document, kept)
    if body is None:
        return None
    declared = _declared_title(document)
    drawn = list(_title_candidates(document, body))
    candidates = [title for title in drawn if first_objection(_NO_TITLE, title) is None]
    scored = [(_title_score(title, declared), -title.block, title) for title in candidates]
    if not scored:
        return None
    score, _, best = max(scored)
    is_above = not any(kept[: best.block])
    is_prominent = is_above and best.style.font_size > body.font_size
    beaten = [title.block for title in drawn if is_prominent and _is_beaten(title, best)]
    return DrawnTitle(best.block, score, frozenset(beaten), is_prominent, decides)


def _is_beaten(title: _TitleCandidate, best: _TitleCandidate) -> bool:
    """Tell whether a text is drawn as no title would be: beside the body or small, and smaller than the best."""
    is_refuted = _is_at_the_right(title) or _is_small(title) or _is_like_body(title)
    return is_refuted and title.style.font_size < best.style.font_size


class _Body(NamedTuple):
    """The edges of the body on the rendered page, and the font of most of its text."""

    left: float
    right: float
    top: float
    bottom: float
    font_size: float

    @classmethod
    def of(cls, document: Document, kept: Sequence[bool]) -> _Body | None:
        """Measure the kept blocks; None if none of them has a box."""
        look = Look.of(document)
        blocks = [block for block, keep in enumerate(kept) if keep]
        boxes = [box for block in blocks if (box := look.boxes[block]) is not None]
        if not boxes:
            return None
        fonts: Counter[float] = Counter()
        for block in blocks:
            fonts[look.styles[block].font_size] += len(document.texts[block])
        return cls(
            min(box.left for box in boxes),
            max(box.left + box.width for box in boxes),
            min(box.top for box in boxes),
            max(box.top + box.height for box in boxes),
            fonts.most_common(1)[0][0],
        )

    @property
    def center(self) -> float:
        return (self.left + self.right) / 2


class _TitleCandidate(NamedTuple):
    """A visible block that may be the title."""

    block: int
    text: str
    box: Box
    style: Style
    level: int
    """Level of the heading, or `_NO_HEADING`."""
    body: _Body


def _title_candidates(document: Document, body: _Body) -> Iterator[_TitleCandidate]:
    look = Look.of(document)
    for block, (box, style) in enumerate(zip(look.boxes, look.styles, strict=True)):
        text = document.texts[block]
        if box is not None and text and document.hidden[block] is None and len(text) <= _LONGEST_TITLE:
            yield _TitleCandidate(block, text, box, style, _heading_level(document, block), body)


def _is_at_the_right(title: _TitleCandidate) -> bool:
    return title.box.left > title.body.center


def _is_below(title: _TitleCandidate) -> bool:
    return title.box.top > title.body.top + (title.body.bottom - title.body.top) / 4


def _is_small(title: _TitleCandidate) -> bool:
    return title.style.font_size < title.body.font_size


def _is_like_body(title: _TitleCandidate) -> bool:
    is_marked = title.level < _NO_HEADING or title.style.font_weight >= _BOLD
    return title.style.font_size == title.body.font_size and not is_marked


_NO_TITLE = (
    Objection("begins in the right half of the body", _is_at_the_right),
    Objection("below the first quarter of the body", _is_below),
    Objection("a smaller font than the body's", _is_small),
    Objection("the body's font, and neither a heading nor bold", _is_like_body),
)


def _declared_title(document: Document) -> str:
    element = document.elements[0].select_one("title") if document.elements else None
    return " ".join((element.text if element is not None else "").split())


def _title_score(title: _TitleCandidate, declared: str) -> float:
    """Compute Q."""
    text, box, body = title.text, title.box, title.body
    likeness = 1 - min(_distance(text, declared), len(declared)) / len(declared) if declared else 0.0
    edge, center = abs(box.left - body.left), abs(box.left + box.width / 2 - body.center)
    nearness = max(1 - min(edge, center) / max(body.right - body.left, 1.0), 0.0)
    size = title.style.font_size
    return (likeness + 0.5) * 1.15 ** (7 - title.level) * (0.1 + nearness) ** 2 * size * _POINTS


_LONGEST_TITLE = 300
_NO_HEADING = 7
_POINTS = 0.75  # per CSS pixel


def _heading_level(document: Document, block: int) -> int:
    tag = document.tags[document.block_nodes[block]]
    return int(tag[1]) if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456" else _NO_HEADING


def _distance(one: str, other: str) -> int:
    """Compute the Levenshtein distance of at most `_LONGEST_TITLE` characters each."""
    one, other = one[:_LONGEST_TITLE], other[:_LONGEST_TITLE]
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row[0] = row[0], number
        for at, wanted in enumerate(other, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != wanted))
    return row[-1]
