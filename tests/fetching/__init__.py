"""Fetching, against a badly behaved site on this computer."""
