"""Summaries of articles: the best sentences, in their order, each with its scores and its position in the source.

The modules that do the work are imported on first use, because every command reads the settings.
"""

from typing import TYPE_CHECKING

from tamis._lazy import lazy_names
from tamis.settings.summary import SummarySettings

if TYPE_CHECKING:
    from tamis.core.summarizing.relations import RelatedBy
    from tamis.core.summarizing.summaries import Summary, SummarySentence, summarize, summarize_text

__all__ = ["RelatedBy", "Summary", "SummarySentence", "SummarySettings", "summarize", "summarize_text"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(
        __name__,
        {
            "RelatedBy": "tamis.core.summarizing.relations",
            "Summary": "tamis.core.summarizing.summaries",
            "SummarySentence": "tamis.core.summarizing.summaries",
            "summarize": "tamis.core.summarizing.summaries",
            "summarize_text": "tamis.core.summarizing.summaries",
        },
    )
