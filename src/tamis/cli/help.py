"""What all commands have in common."""

from __future__ import annotations

from typing import Any

HELP: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""The settings of every command, also of one that is called without the ones above it."""
