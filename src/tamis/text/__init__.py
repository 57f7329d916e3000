"""Words and languages: what is true of text wherever it comes from."""
