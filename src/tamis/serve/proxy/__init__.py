"""The cleaning proxy: pages with their look, without their clutter, and with every URL inside the server."""
