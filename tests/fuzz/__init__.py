"""Fuzzing: targets with oracles that can fail, a small corpus, and ways to run them (docs/proof.md)."""
