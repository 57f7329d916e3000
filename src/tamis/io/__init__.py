"""Input and output: fetching, rendering, files, workers. Everything that touches the web, a disk or other processes."""
