"""Summaries of articles: the best sentences, in their order, each with its scores and its place in the source.

What does the work is imported when it is first used, because every command reads the settings.
"""

from typing import TYPE_CHECKING

from tamis._lazy import lazy_names
from tamis.summarizing.settings import SummarySettings

if TYPE_CHECKING:
    from tamis.summarizing.relations import RelatedBy
    from tamis.summarizing.summaries import Summary, SummarySentence, summarize, summarize_text

__all__ = ["RelatedBy", "Summary", "SummarySentence", "SummarySettings", "summarize", "summarize_text"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(
        __name__,
        {
            "RelatedBy": "tamis.summarizing.relations",
            "Summary": "tamis.summarizing.summaries",
            "SummarySentence": "tamis.summarizing.summaries",
            "summarize": "tamis.summarizing.summaries",
            "summarize_text": "tamis.summarizing.summaries",
        },
    )
