"""Training of the models of tamis on labeled pages. Needs the extra `learn`."""
