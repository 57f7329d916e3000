"""Why a page came out as it did: a report on every block, and a comparison of strategies. Pure; nothing is fetched."""

from __future__ import annotations

from tamis.explaining.comparison import ComparedBlock, Comparison, compare
from tamis.explaining.comparison_html import write_comparison_html
from tamis.explaining.overlay import overlay_page
from tamis.explaining.report import BlockReport, PagePicture, Report, explain
from tamis.explaining.report_html import write_report_html
from tamis.explaining.report_json import report_to_dict, write_report_json

__all__ = [
    "BlockReport",
    "ComparedBlock",
    "Comparison",
    "PagePicture",
    "Report",
    "compare",
    "explain",
    "overlay_page",
    "report_to_dict",
    "write_comparison_html",
    "write_report_html",
    "write_report_json",
]
