"""Reports on extraction: why each block was kept or dropped, and a comparison of strategies. Pure: no fetching."""

from __future__ import annotations

from tamis.write.explaining.comparison import ComparedBlock, Comparison, compare
from tamis.write.explaining.comparison_html import write_comparison_html
from tamis.write.explaining.overlay import overlay_page
from tamis.write.explaining.report import BlockReport, PagePicture, Report, explain
from tamis.write.explaining.report_html import write_report_html
from tamis.write.explaining.report_json import report_to_dict, write_report_json

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
