"""The command that adds an extra: it must work here, wherever tamis came from."""

from __future__ import annotations

import json
import os
import shlex
import sys
from typing import TYPE_CHECKING

import pytest

from tamis.io import installation
from tamis.io.installation import install_command

if TYPE_CHECKING:
    from pathlib import Path


class Recorded:
    """A distribution of which pip recorded this origin."""

    def __init__(self, origin: object) -> None:
        self._origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self._origin is None else json.dumps(self._origin)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "a clone"
    (folder / "bench").mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    (folder / "bench" / "pyproject.toml").touch()
    monkeypatch.setattr(installation, "_installer", lambda: "pip install")
    return folder


def came_from(monkeypatch: pytest.MonkeyPatch, origin: object) -> None:
    monkeypatch.setattr(installation, "distribution", lambda name: Recorded(origin))


@pytest.mark.parametrize(("editable", "option"), [(True, "-e "), (False, "")])
def test_from_a_clone_the_extra_comes_from_the_clone(
    clone: Path, monkeypatch: pytest.MonkeyPatch, editable: bool, option: str
) -> None:
    came_from(monkeypatch, {"url": clone.as_uri(), "dir_info": {"editable": True} if editable else {}})
    monkeypatch.chdir(clone)
    assert install_command("serve") == f"pip install {option}'.[serve]'"
    assert install_command(package="tamis-bench") == f"pip install {option}'./bench'"
    monkeypatch.chdir(clone.parent)
    assert install_command("serve") == f"pip install {option}'./a clone[serve]'"
    monkeypatch.chdir(clone / "bench")
    assert shlex.split(install_command("serve"))[-1] == f"{clone}[serve]"


def test_a_clone_that_is_gone_is_not_named(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    came_from(monkeypatch, {"url": clone.as_uri(), "dir_info": {}})
    (clone / "pyproject.toml").unlink()
    assert install_command("serve") == "pip install 'tamis[serve]'"


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install 'tamis[news]'"),
        (
            {"url": "https://code.example/tamis.git", "vcs_info": {"vcs": "git", "commit_id": "0"}},
            "pip install 'tamis[news] @ git+https://code.example/tamis.git'",
        ),
        (
            {"url": "file:///wheels/tamis-1.whl", "archive_info": {}},
            "pip install 'tamis[news] @ file:///wheels/tamis-1.whl'",
        ),
        ([], "pip install 'tamis[news]'"),
    ],
)
@pytest.mark.usefixtures("clone")
def test_an_index_a_repository_and_a_wheel(monkeypatch: pytest.MonkeyPatch, origin: object, command: str) -> None:
    came_from(monkeypatch, origin)
    assert install_command("news") == command
    assert install_command(package="tamis-bench") == "pip install tamis-bench"


def test_the_environment_that_runs_gets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    came_from(monkeypatch, None)
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("python", "pip"):
        (tools / name).touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(tools / "python"))
    monkeypatch.setenv("PATH", os.devnull)
    assert install_command("news").startswith("bin/python -m pip install ")
    monkeypatch.setenv("PATH", str(tools))
    assert install_command("news").startswith("pip install ")
    monkeypatch.setattr(installation, "find_spec", lambda name: None)
    assert install_command("news").startswith("uv pip install --python bin/python ")
