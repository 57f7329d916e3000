"""Everything that touches the web, a disk or other processes: fetching, rendering, files, workers."""
