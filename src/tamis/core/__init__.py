"""From a page to its article, pure: no network, files, clock or state. `tamis.core.pipeline` is the list of stages."""
