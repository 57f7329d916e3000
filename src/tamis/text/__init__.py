"""Functions on strings: words, languages, names, dates and URLs, wherever the text comes from."""
