"""Measure tamis on labeled pages, and train what it learns from them. See docs/bench.md."""
