"""Published extraction methods, one file each, with their models and what several share.

`tamis.core.strategies` loads them by name: a new one is a file here and a line in its `NAMES`.
"""
