"""The text that a page carries as data: found, read as HTML, and used where the page shows less of it."""
