"""Embedded text, which a page carries as data: found, read as HTML, and used if the page shows less of it."""
