"""Published extraction methods, one file each, with their models. `tamis.core.strategies` loads them by name."""
