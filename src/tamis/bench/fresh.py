"""A function of the bench called in a fresh interpreter, so that nothing of this one is measured.

The function takes and gives what JSON can hold.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from typing import Any

from tamis.errors import BadInput


def call(module: str, function: str, arguments: dict[str, Any], **environment: str) -> Any:
    """The result of `module.function(**arguments)`, computed in a process of its own."""
    command = [sys.executable, "-m", __spec__.name, module, function, json.dumps(arguments)]
    done = subprocess.run(  # noqa: S603 (this interpreter, this module)
        command, capture_output=True, text=True, env=os.environ | environment, check=False
    )
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
        raise BadInput(f"{module}.{function} failed in its own process: {reason[0]}")
    return json.loads(done.stdout)


def _main(module: str, function: str, arguments: str) -> None:
    result = getattr(importlib.import_module(module), function)(**json.loads(arguments))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    _main(*sys.argv[1:])
