"""Turn a page into its article, as a pure function: no network, files, clock or state.

`tamis.core.pipeline` is the list of stages.
"""
