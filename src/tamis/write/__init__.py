"""From an article to text, Markdown, HTML, JSON and XML."""
