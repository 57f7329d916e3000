"""Report on a page, as data: every block with its verdict, every node with its class, the tag ratios by line.

`explain` is pure: it takes a page and settings and returns a `Report`. `tamis.write.explaining.report_html` and
`report_json` write it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, is_dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from tamis.core.parse.media import picture, player
from tamis.core.parse.positions import Positions
from tamis.core.parse.tokens import read_tokens
from tamis.core.parse.tree import Element
from tamis.core.pipeline import DEFAULT_SETTINGS, Extraction, extract_traced
from tamis.errors import BadSettings
from tamis.model import DecidedBy, Kind
from tamis.model.right_names import Answers
from tamis.papers.cetr import Cetr
from tamis.papers.cuter import Cuter
from tamis.text.words import count_words
from tamis.write.explaining.hidden_texts import HiddenText, find_hidden_texts
from tamis.write.explaining.nodes import InlineReport, NodeReport, report_inlines, report_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies import Strategy
    from tamis.model import Article, Box, Labels, Page, Role, Span
    from tamis.settings.extraction import Settings


class PagePicture(NamedTuple):
    """A screenshot of a page, from its top."""

    jpeg: bytes
    width: float
    height: float
    """Height in CSS pixels. Less than the page's if that is very long."""


LEAST_CLOSE, MOST_CLOSE = 0.3, 0.7
"""Bounds of the probability between which a decision is a close call."""


@dataclass(frozen=True, slots=True)
class BlockReport:
    """A block and the verdict on it."""

    index: int
    kept: bool
    kind: Kind
    role: Role
    score: float
    reason: str
    text: str
    """Text of the block; for a picture or a player, its name."""
    url: str | None
    """URL of a picture or a player."""
    words: int
    link_share: float
    """Share of its characters that are in links."""
    hidden: str | None
    xpath: str
    span: Span | None
    node: int
    """Number of the node that it is in; -1 for text that was taken from the page's data."""
    decided_by: DecidedBy
    """Strategy or site rule, whichever decided whether it is kept."""
    box: Box | None = None
    """Position on the page, if a browser rendered it."""


@dataclass(frozen=True, slots=True, repr=False)
class Report(Answers):
    """A report on how a page became an article, or why it did not."""

    article: Article
    strategy: str
    """Strategy with its parameters."""
    blocks: tuple[BlockReport, ...]
    """All blocks of the page, in order."""
    data_blocks: tuple[BlockReport, ...]
    """Blocks that were taken from the page's data instead of its own; usually none."""
    data_source: str | None
    """Source of these blocks, or of the choice of blocks."""
    nodes: tuple[NodeReport, ...]
    """Every structural element with its class; `inlines` has the inline elements."""
    inlines: tuple[InlineReport, ...]
    ratios: LineRatios | None
    """Tag ratios by line; None for a page without tags."""
    picture: PagePicture | None = None
    """Screenshot, if a browser rendered the page and took one."""
    hidden_texts: tuple[HiddenText, ...] = ()
    """Texts of the page that readers do not see, with the way in which each is hidden."""

    def __repr__(self) -> str:
        """Show the article and how many blocks were kept in one line; ``report.blocks`` has them."""
        kept = sum(block.kept for block in self.blocks)
        return f"<Report on {self.article!r}: {kept} of {len(self.blocks)} blocks kept>"

    def __iter__(self) -> Iterator[BlockReport]:
        """Yield the blocks of the page in order."""
        return iter(self.blocks)

    @property
    def close_calls(self) -> tuple[BlockReport, ...]:
        """The blocks of which the strategy was least sure: text with a probability near one half, the closest first.

        Empty if the strategy's scores are not probabilities.
        """
        if any(not 0.0 <= block.score <= 1.0 for block in self.blocks):
            return ()
        close = [block for block in self.blocks if LEAST_CLOSE <= block.score <= MOST_CLOSE and not block.url]
        return tuple(sorted(close, key=lambda block: (abs(block.score - 0.5), block.index)))

    def to_html(self) -> str:
        """Write the report as one self-contained HTML page."""
        from tamis.write.explaining.report_html import write_report_html

        return write_report_html(self)

    def save(self, file: str | Path) -> Path:
        """Write ``.html`` or ``.json``, by the suffix, replacing a file that exists, and return its path."""
        path = Path(file)
        write = {".html": self.to_html, ".htm": self.to_html, ".json": self.to_json}.get(path.suffix.lower())
        if write is None:
            raise BadSettings(f"{path.name}: a report is written as .html or .json")
        import_module("tamis.io.files").write_whole(path, write())  # by name: only who asks for a file writes one
        return path

    def to_json(self) -> str:
        """Write the report as JSON, with every block and every node."""
        from tamis.write.explaining.report_json import write_report_json

        return write_report_json(self)


def explain(page: Page, settings: Settings = DEFAULT_SETTINGS, picture: PagePicture | None = None) -> Report:
    """Extract a page's article, and report for every block why it was kept or dropped.

    `picture` is that of a rendered page (`tamis.io.rendering.Rendered.picture`); the HTML report shows the blocks on
    it.
    """
    return report_of(extract_traced(page, settings), settings.chosen_strategy(), picture)


def talkative(strategy: Strategy) -> Strategy:
    """Return the strategy with its reasons in full, if it has a switch for that."""
    known: set[str] = {field.name for field in fields(strategy)} if is_dataclass(strategy) else set()
    if "explain" not in known:
        return strategy
    settings: Any = strategy  # the protocol does not say that it is a dataclass
    return cast("Strategy", replace(settings, explain=True))


def report_of(examined: Extraction, strategy: Strategy, picture: PagePicture | None = None) -> Report:
    """Report on a page that has been through the pipeline."""
    cuter = strategy if isinstance(strategy, Cuter) else None
    own, chosen = examined.own, examined.chosen
    origin = chosen.document.origin
    is_from_data = origin is not None and origin.xpath is not None
    return Report(
        article=examined.article,
        strategy=str(strategy),
        blocks=report_blocks(*(own if is_from_data else chosen)),
        data_blocks=report_blocks(*chosen) if is_from_data else (),
        data_source=origin.source if origin is not None else None,
        nodes=report_nodes(own.document, cuter),
        inlines=report_inlines(own.document, cuter),
        ratios=line_ratios(own.document.page.html),
        picture=picture,
        hidden_texts=find_hidden_texts(own.document.page, examined.article),
    )


def report_blocks(document: Document, labels: Labels) -> tuple[BlockReport, ...]:
    """Report on every block, with its labels and its position."""
    positions, base = Positions(document), document.base_url
    is_from_data = document.origin is not None and document.origin.xpath is not None
    reports = []
    for index, (text, kind) in enumerate(zip(document.texts, document.kinds, strict=True)):
        leaves = document.leaves[index]
        shown, url = _pictured(kind, leaves[0], text, base)
        xpath, span = positions.of(index)
        score = float(labels.scores[index])
        reports.append(
            BlockReport(
                index=index,
                kept=bool(labels.kept[index]),
                kind=kind,
                role=labels.roles[index],
                score=score if math.isfinite(score) else 0.0,
                reason=labels.reasons[index],
                text=shown,
                url=url,
                words=count_words(text),
                link_share=min(1.0, document.link_sizes[index] / len(text)) if text else 0.0,
                hidden=document.hiding(index),
                xpath=xpath,
                span=span,
                node=-1 if is_from_data else document.block_nodes[index],
                decided_by=DecidedBy.RULE if index in labels.ruled else DecidedBy.STRATEGY,
                box=document.boxes[index] if document.boxes is not None else None,
            )
        )
    return tuple(reports)


def _pictured(kind: Kind, leaf: object, text: str, base: str | None) -> tuple[str, str | None]:
    """Return the text to show for a block, and the URL of its picture or player."""
    if type(leaf) is Element and kind is Kind.IMAGE:
        image = picture(leaf, base)
        return (image.alt or text, image.src) if image else (text, None)
    if type(leaf) is Element and kind is Kind.MEDIA:
        media = player(leaf, base)
        return (media.title or media.type, media.src) if media else (text, None)
    return text, None


class LineRatios(NamedTuple):
    """The tag ratios of lines with text or tags: characters per tag, smoothed, and whether CETR keeps the line."""

    ratios: Sequence[float]
    smoothed: Sequence[float]
    content: Sequence[bool]


def line_ratios(html: str) -> LineRatios | None:
    """Compute the tag ratios of a page; None if it has no tags. A page on one line is broken into lines first."""
    tokens = read_tokens(html)
    if not tokens.is_tag.any():
        return None
    measured = Cetr().measure(tokens)
    return LineRatios(measured.ratios.tolist(), measured.smoothed.tolist(), measured.content.tolist())
