"""A report as JSON. docs/explain.md lists the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis._version import __version__
from tamis.write.json import article_to_dict, json_text

if TYPE_CHECKING:
    from tamis.write.explaining.nodes import NodeReport
    from tamis.write.explaining.report import BlockReport, LineRatios, Report


def write_report_json(report: Report) -> str:
    """Write the report as JSON text, which can always be encoded as UTF-8."""
    return json_text(report_to_dict(report), indent=1) + "\n"


def report_to_dict(report: Report) -> dict[str, Any]:
    """Convert the report to plain values."""
    article = report.article
    about = article_to_dict(article)
    body = ("articleBody", "tamis")
    return {
        "tamisVersion": __version__,
        "url": article.url,
        "strategy": report.strategy,
        "outcome": article.outcome.value,
        "outcomeReason": article.outcome_reason,
        "confidence": about["tamis"]["confidence"],
        "metadata": {name: value for name, value in about.items() if name not in body},
        "trace": [{"stage": stage, "note": note} for stage, note in article.trace],
        "dataSource": report.data_source,
        "hiddenTexts": [
            {
                "vector": hidden.vector.value,
                "text": hidden.text,
                "xpath": hidden.xpath,
                "line": hidden.line,
                "inArticle": hidden.in_article,
            }
            for hidden in report.hidden_texts
        ],
        "closeCalls": [block.index for block in report.close_calls],
        "blocks": [_block(block) for block in report.blocks],
        "dataBlocks": [_block(block) for block in report.data_blocks],
        "nodes": [_node(node) for node in report.nodes],
        "inlineNodes": [
            {"node": inline.node, "tag": inline.tag, "role": inline.role.value, "line": inline.line}
            for inline in report.inlines
        ],
        "tagRatios": _ratios(report.ratios) if report.ratios else None,
    }


def _block(block: BlockReport) -> dict[str, Any]:
    return {
        "index": block.index,
        "kept": block.kept,
        "kind": block.kind.value,
        "role": block.role.value,
        "score": block.score,
        "reason": block.reason,
        "text": block.text,
        "url": block.url,
        "words": block.words,
        "linkShare": round(block.link_share, 4),
        "hidden": block.hidden,
        "xpath": block.xpath,
        "span": block.span._asdict() if block.span else None,
        "node": block.node,
        "decidedBy": block.decided_by.value,
        "box": [round(edge, 1) for edge in block.box] if block.box is not None else None,
    }


def _node(node: NodeReport) -> dict[str, Any]:
    return {
        "number": node.number,
        "parent": node.parent,
        "tag": node.tag,
        "names": node.names,
        "role": node.role.value,
        "blocks": [node.block_start, node.block_stop],
        "characters": node.characters,
        "xpath": node.xpath,
        "line": node.line,
    }


def _ratios(lines: LineRatios) -> dict[str, Any]:
    return {
        "ratios": [round(value, 2) for value in lines.ratios],
        "smoothed": [round(value, 2) for value in lines.smoothed],
        "content": list(lines.content),
    }
