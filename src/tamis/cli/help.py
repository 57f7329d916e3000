"""Settings that all commands share."""

from __future__ import annotations

from typing import Any

HELP: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""Context settings of every command, also of one that is called without its parent group."""
