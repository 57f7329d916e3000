"""Writers: an article as text, Markdown, HTML, JSON, XML, TEI, speech and chunks; the report on every block."""
