"""The commands that tamis-bench adds to tamis, by the entry points `tamis.commands`."""
