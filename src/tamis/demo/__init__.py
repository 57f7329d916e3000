"""What `tamis demo` shows: the example site extracted page by page, then crawled into an edition. No network."""
