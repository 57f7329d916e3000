"""Writers: an article as text, Markdown, HTML, JSON and XML."""
