"""Writers: an article as text, Markdown, HTML, JSON, XML, TEI and chunks; the report on every block."""
