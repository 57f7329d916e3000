"""Training of what tamis learns from labelled pages. Needs the extra `learn`."""
