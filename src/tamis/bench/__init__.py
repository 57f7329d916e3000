"""Quality and speed, measured on labelled pages."""
