"""Summaries of articles: the best sentences, in their order, each with its scores and its place in the source.

What does the work is imported when it is first used, because every command reads the settings.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tamis.summarizing.settings import SummarySettings

if TYPE_CHECKING:
    from tamis.summarizing.relations import RelatedBy
    from tamis.summarizing.summaries import Summary, SummarySentence, summarize, summarize_text

__all__ = ["RelatedBy", "Summary", "SummarySentence", "SummarySettings", "summarize", "summarize_text"]

_LAZY = {
    "RelatedBy": "relations",
    "Summary": "summaries",
    "SummarySentence": "summaries",
    "summarize": "summaries",
    "summarize_text": "summaries",
}


if not TYPE_CHECKING:  # a type checker that sees __getattr__ would believe in every name

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module 'tamis.summarizing' has no attribute {name!r}")
        value: object = getattr(import_module(f"tamis.summarizing.{_LAZY[name]}"), name)
        globals()[name] = value
        return value
