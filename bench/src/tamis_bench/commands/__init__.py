"""The commands that tamis-bench adds to tamis, through the entry points `tamis.commands`."""
