"""A report as one self-contained HTML page: the outcome, two plots, every block, every node.

All text from the page is escaped. Blocks are `details` elements, which open by click, tap and key without any script;
the page's own script adds filters and arrow keys.

Of a rendered page it shows the blocks in color over the screenshot, an SVG that scales to any screen. Each block is a
link to its entry in the list of blocks, so that it works without a script; with one, arrow keys go from block to block,
and a card shows the verdict on the one under the pointer.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from tamis.model import DecidedBy, Image, Kind, Moment, Outcome, Rights
from tamis.text.urls.safety import safe_link
from tamis.write.explaining.nodes import outline
from tamis.write.explaining.plots import ratio_plot, score_plot
from tamis.write.explaining.shell import button_group, clipped, facts, lines, tally, text, whole_page, write_panel
from tamis.write.html_inline import attribute
from tamis.write.metadata_fields import LONG_REPORT_FIELDS, SHORT_REPORT_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Article
    from tamis.write.explaining.nodes import NodeReport, NodeRow
    from tamis.write.explaining.report import BlockReport, PagePicture, Report

MOST_BLOCKS = 10_000
"""Maximum number of blocks; more are left out of the HTML, and it says so: browsers get slow. JSON has them all."""
MOST_NODES = 3_000
MOST_CLOSE_CALLS = 20
MOST_HIDDEN = 500
_MOST_INDENT = 16
_REASON_SHOWN = 160
_URL_SHOWN = 300
_KINDS = {Kind.LIST_ITEM: "item", Kind.HEADING: "heading", Kind.CODE: "code", Kind.IMAGE: "picture",
          Kind.MEDIA: "picture", Kind.QUOTE: "quote", Kind.CAPTION: "caption"}  # fmt: skip
_NODES_NOTE = (
    "What CUTER makes of each element: advertisement, navigation, text, multimedia or empty. Elements in which all is "
    "of one character are shown as one line."
)


def write_report_html(report: Report) -> str:
    """Write the report as a page."""
    title = report.article.title or report.article.url or "a page"
    return whole_page(f"{title} – explained", report_body(report))


def report_body(report: Report) -> str:
    """Write the report without the page around it, for a page that has the style and the script of reports."""
    return "".join(_body(report))


def _body(report: Report) -> Iterator[str]:
    yield "<main>\n"
    yield from _head(report)
    yield from _close_calls(report)
    yield from _hidden_texts(report)
    yield from _plots(report)
    page = '<button type="button" data-view="page" aria-pressed="false">Page</button>' if report.picture else ""
    yield (
        f'<nav class="views" hidden aria-label="Views">{page}'
        '<button type="button" data-view="blocks" aria-pressed="true">Blocks</button>'
        '<button type="button" data-view="nodes" aria-pressed="false">Nodes</button>'
        '<span class="keys"><kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> opens</span></nav>\n'
    )
    yield from picture_panel(report)
    yield from _block_panel(report)
    yield from _node_panel(report.nodes)
    yield "</main>\n"


def _head(report: Report) -> Iterator[str]:
    article = report.article
    is_article = article.outcome is Outcome.ARTICLE
    yield "<header>\n"
    yield f'<p class="by">tamis explain · strategy <code>{text(report.article.strategy)}</code></p>\n'
    yield f'<h1 dir="auto">{text(article.title or "No title")}</h1>\n'
    link = safe_link(article.url)
    if link and not link.startswith("#"):
        yield f'<p class="url"><a{attribute("href", link)} rel="noopener noreferrer">{text(link)}</a></p>\n'
    name = article.outcome.value.replace("_", " ")
    percent = f"{article.confidence:.0%}"
    yield (
        f'<p class="outcome {"found" if is_article else "none"}"><strong>{"✓" if is_article else "✕"} {name}</strong> '
        f'<span class="confidence">confidence {percent} '
        f'<meter min="0" max="1" value="{article.confidence:.3f}">{percent}</meter></span>'
        f'<span class="why">{text(article.outcome_reason)}</span></p>\n'
    )
    if report.data_blocks:
        yield (
            f'<p class="notice">The article was taken from {text(report.data_source or "data")} in the page: it '
            "shows less of it. Those blocks come first below; the page’s own follow, as the strategy judged them.</p>\n"
        )
    yield _about(report)
    steps = "".join(f"<li><b>{text(stage)}</b> {text(note)}</li>" for stage, note in article.trace)
    yield f'<details class="trace"><summary>What each stage found</summary><ol>{steps}</ol></details>\n</header>\n'


def _about(report: Report) -> str:
    groups = (LONG_REPORT_FIELDS, SHORT_REPORT_FIELDS)
    shown = (facts((label, _fact(report.article, name)) for label, name in group.items()) for group in groups)
    return f'<div class="about">{"".join(shown)}</div>\n'


def _fact(article: Article, attribute: str) -> str | None:
    """Write one metadata field as HTML; None or empty if the page does not declare it."""
    value = getattr(article.metadata, attribute)
    if attribute == "title" and value:
        return f"{text(value)} <small>from {text(article.title_source)}</small>"
    if attribute == "description" and value == article.subtitle:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Moment):
        return _moment(value)
    if isinstance(value, Image):
        link = safe_link(value.src)
        return f"<code>{text(clipped(link, _URL_SHOWN))}</code>" if link else None
    if isinstance(value, Rights):
        value = value.declarations
    return text(", ".join(value) if isinstance(value, tuple) else value or "")


def _moment(moment: Moment) -> str:
    source = f" <small>from {text(moment.source)}</small>" if moment.source else ""
    return f"{text(moment.isoformat())}{source}"


def _close_calls(report: Report) -> Iterator[str]:
    """List the close calls, which somebody who wonders about the result should look at first."""
    close = report.close_calls
    if not close:
        return
    shown = close[:MOST_CLOSE_CALLS]
    count = f"{len(shown)} of {len(close)}" if len(close) > len(shown) else str(len(close))
    items = "".join(
        f'<li><a href="#block-{block.index}">{"✓ kept" if block.kept else "✕ dropped"}, {block.score:.0%}</a> '
        f'<span dir="auto">{text(clipped(block.text, _REASON_SHOWN))}</span></li>\n'
        for block in shown
    )
    yield (
        '<section class="close-calls" aria-labelledby="close-heading">'
        f'<h2 id="close-heading">Close calls: {count}</h2>\n'
        '<p class="note">Blocks with a probability from 30 to 70 %, the closest first.</p>\n'
        f"<ol>\n{items}</ol></section>\n"
    )


def _hidden_texts(report: Report) -> Iterator[str]:
    """List the texts that readers of the page do not see."""
    hidden = report.hidden_texts
    if not hidden:
        return
    shown = hidden[:MOST_HIDDEN]
    count = f"{len(shown)} of {len(hidden)}" if len(hidden) > len(shown) else str(len(hidden))
    items = "".join(
        f"<li><b>{text(part.vector.value)}</b>, {'in the article' if part.in_article else 'left out'}"
        f"{f', line {part.line}' if part.line else ''} "
        f'<span dir="auto">{text(clipped(part.text, _REASON_SHOWN))}</span></li>\n'
        for part in shown
    )
    yield (
        f'<details class="trace"><summary>Text that readers do not see: {count}</summary><ol>\n{items}</ol></details>\n'
    )


def _plots(report: Report) -> Iterator[str]:
    yield '<div class="plots">\n'
    if report.blocks:
        yield (
            f"<figure>{score_plot(report.blocks)}<figcaption><b>Scores along the page.</b> A bar for each block; the "
            "band below marks what is kept.</figcaption></figure>\n"
        )
    if report.ratios is not None:
        yield (
            f"<figure>{ratio_plot(report.ratios)}<figcaption><b>Tag ratios by line.</b> Characters for each tag of the "
            "source, and smoothed as a line; the band marks what CETR takes for content.</figcaption></figure>\n"
        )
    yield "</div>\n"


def _block_panel(report: Report) -> Iterator[str]:
    everything = [*report.data_blocks, *report.blocks]
    shown = everything[:MOST_BLOCKS]
    kept = sum(block.kept for block in shown)
    groups = (
        button_group("Kept or dropped", "verdict", {"kept": kept, "dropped": len(shown) - kept}, "all", len(shown)),
        button_group("Role", "role", tally(block.role.value for block in shown), "any role", len(shown)),
    )
    note = "" if everything else "This page has no blocks."
    if len(everything) > len(shown):
        note = f"The first {len(shown)} of {len(everything)} blocks; --json has them all."
    roles = {node.number: node.role.value for node in report.nodes}
    items = (_block(block, roles.get(block.node)) for block in shown)
    yield from write_panel("blocks", "Blocks", note, groups, items)


def _block(block: BlockReport, node_role: str | None) -> str:
    verdict = "kept" if block.kept else "dropped"
    own = f' id="block-{block.index}"' if block.node >= 0 else ""
    words = lines(block.text) or f"({text(block.kind.value)})"
    role = text(block.role.value)
    return (
        f'<li class="{verdict}"{own} data-verdict="{verdict}" data-role="{role}"><details><summary>'
        f'<span class="label"><b>{"✓" if block.kept else "✕"} {verdict}</b> <i>{role}</i> '
        f'<span class="why">{text(clipped(block.reason, _REASON_SHOWN))}</span></span>'
        f'<span class="words {_KINDS.get(block.kind, "plain")}" dir="auto">{words}</span></summary>'
        f"{_block_facts(block, node_role)}</details></li>\n"
    )


def _block_facts(block: BlockReport, node_role: str | None) -> str:
    span = block.span
    place = f"line {span.line}, characters {span.start}–{span.end}" if span else "not known"
    url = f"<code>{text(clipped(block.url, _URL_SHOWN))}</code>" if block.url else None
    return facts(
        (
            ("verdict", "kept" if block.kept else "dropped"),
            ("role", text(block.role.value)),
            ("kind", text(block.kind.value)),
            ("score", f"{block.score:.4g}"),
            ("reason", text(block.reason) or "none given"),
            ("words", f"{block.words}, {block.link_share:.0%} of the text in links"),
            ("decided by", "a site rule" if block.decided_by is DecidedBy.RULE else None),
            ("hidden", text(block.hidden or "")),
            ("URL", url),
            ("XPath", f"<code>{text(block.xpath)}</code>"),
            ("source", place if block.node >= 0 else "the page’s data"),
            ("its node", f"{text(node_role)}, by CUTER" if node_role else None),
        )
    )


def _node_panel(nodes: Sequence[NodeReport]) -> Iterator[str]:
    rows = list(outline(nodes))
    shown = rows[:MOST_NODES]
    roles = tally(row.node.role.value for row in shown)
    group = button_group("Character", "role", roles, "all", len(shown))
    note = _NODES_NOTE
    if len(rows) > len(shown):
        note += f" The first {len(shown)} of {len(rows)} lines; --json has all {len(nodes)} nodes."
    yield from write_panel("nodes", "Nodes, characterized", note, (group,), map(_node, shown))


def _node(row: NodeRow) -> str:
    node = row.node
    role = text(node.role.value)
    blocks = node.block_stop - node.block_start
    parts = [f"{blocks} block{'' if blocks == 1 else 's'}", f"{node.characters} characters"]
    if row.inside:
        parts.append(f"with {row.inside} element{'' if row.inside == 1 else 's'} inside")
    detail = facts(
        (
            ("character", role),
            ("number", f"{node.number} in depth-first order"),
            ("blocks", f"{node.block_start} to {node.block_stop - 1}" if blocks else "none"),
            ("XPath", f"<code>{text(node.xpath)}</code>" if node.xpath else "too deep"),
            ("source", f"line {node.line}" if node.line else "put in by the parser"),
        )
    )
    return (
        f'<li class="{role} d{min(node.depth, _MOST_INDENT)}" data-role="{role}"><details><summary>'
        f'<span class="label"><i>{role}</i></span> <code class="name">{text(node.tag)}'
        f'<span>{text(clipped(node.names, 80))}</span></code> <span class="why">{" · ".join(parts)}</span></summary>'
        f"{detail}</details></li>\n"
    )


MOST_RECTANGLES = 3_000
_SHOWN = 240  # characters of a block in a tooltip
_EDGE = 3.0  # CSS pixels around a block


def picture_panel(report: Report) -> Iterator[str]:
    """Write the section with the screenshot; nothing if the page was not rendered."""
    picture = report.picture
    if picture is None:
        return
    placed = [block for block in report.blocks if block.box is not None and _is_on(block, picture)]
    yield '<section class="panel-picture" id="page" aria-labelledby="page-heading">\n'
    yield '<h2 id="page-heading">The page as a browser draws it</h2>\n'
    yield f'<p class="note">{_note(len(placed), report)}</p>\n'
    yield (
        '<p class="legend"><span class="kept">✓ kept</span> <span class="dropped">✕ dropped</span> '
        '<span class="unseen">◌ hidden from readers</span></p>\n'
    )
    yield '<div class="drawn">\n'
    yield (
        f'<svg viewBox="0 0 {picture.width:.0f} {picture.height:.0f}" role="group" aria-label="Blocks on the page">'
        f'<image width="{picture.width:.0f}" height="{picture.height:.0f}" href="{_data(picture)}"/>\n'
    )
    yield from map(_rectangle, placed[:MOST_RECTANGLES])
    yield '</svg>\n<div class="card" aria-live="polite" hidden></div>\n</div>\n</section>\n'


def _note(placed: int, report: Report) -> str:
    elsewhere = len(report.blocks) - placed
    note = f"{placed} of {len(report.blocks)} blocks at their positions."
    return f"{note} {elsewhere} are not drawn, or the picture ends before them." if elsewhere else note


def _is_on(block: BlockReport, picture: PagePicture) -> bool:
    box = block.box
    return (
        box is not None
        and box.left < picture.width
        and box.top < picture.height
        and box.left + box.width > 0
        and box.top + box.height > 0
    )


def _rectangle(block: BlockReport) -> str:
    box = block.box
    if box is None:
        return ""
    name = "unseen" if block.hidden else "kept" if block.kept else "dropped"
    verdict = "✓ kept" if block.kept else "✕ dropped"
    reason = " ".join(block.reason.split())
    words = f"{verdict}, {block.role.value}: {reason}\n{clipped(block.text, _SHOWN)}"
    return (
        f'<a href="#block-{block.index}" class="{name}" data-block="{block.index}"><title>{lines(words)}</title>'
        f'<rect x="{box.left - _EDGE:.0f}" y="{box.top - _EDGE:.0f}" width="{box.width + 2 * _EDGE:.0f}" '
        f'height="{box.height + 2 * _EDGE:.0f}" rx="3"/></a>\n'
    )


def _data(picture: PagePicture) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(picture.jpeg).decode()}"
