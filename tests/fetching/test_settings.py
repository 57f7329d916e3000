from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from tamis import __version__
from tamis.errors import BadSettings
from tamis.io.fetching import FetchSettings


def test_the_user_agent_names_the_version() -> None:
    assert FetchSettings().user_agent.startswith(f"tamis/{__version__} ")


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        FetchSettings().timeout = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"timeout": 0}, "timeout must be over 0"),
        ({"timeout": float("nan")}, "timeout"),
        ({"timeout": float("inf")}, "timeout"),
        ({"timeout": 1e12}, "86,400"),
        ({"connect_timeout": -1}, "connect_timeout"),
        ({"max_bytes": 0}, "max_bytes must be at least 1"),
        ({"max_compressed_bytes": 0}, "max_compressed_bytes"),
        ({"max_redirects": -1}, "max_redirects must be at least 0"),
        ({"user_agent": " "}, "user_agent"),
        ({"user_agent": "a\r\nX: y"}, "user_agent"),
        ({"languages": ("en;q=1",)}, "languages"),
        ({"headers": (("X Y", "z"),)}, "not the name of a header"),
        ({"headers": (("X", "z\r\nHost: evil"),)}, "one line"),
        ({"headers": (("Host", "elsewhere"),)}, "set by tamis itself"),
        ({"headers": (("accept-encoding", "br"),)}, "set by tamis itself"),
    ],
)
def test_a_bad_setting_is_named(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSettings, match=words):
        FetchSettings(**settings)
