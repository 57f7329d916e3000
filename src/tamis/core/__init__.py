"""Extraction: from a page to its article, as a pure function without network, files, clock or state.

`tamis.core.pipeline` is the list of stages.
"""
