"""The cleaning proxy: pages with their look, without their clutter, and with every address inside of the server."""
