"""Resident memory of this process, now and at its peak, in megabytes.

On Linux it is read from /proc, because the peak that `getrusage` gives is inherited from the starting process.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tamis.errors import BadInput

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")
_RESET_PEAK = "5"  # see proc(5)


def resident() -> float:
    """Return the resident memory now (on systems other than Linux, the peak)."""
    return _status("VmRSS") if _STATUS.exists() else _peak_by_usage()


def peak() -> float:
    """Return the peak since `reset_peak`, or since the start where the peak cannot be reset."""
    return _status("VmHWM") if _STATUS.exists() else _peak_by_usage()


def reset_peak() -> None:
    """Start measuring the peak from here."""
    gc.collect()
    if _CLEAR.exists():
        _CLEAR.write_text(_RESET_PEAK)


def _status(field: str) -> float:
    for line in _STATUS.read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _peak_by_usage() -> float:
    import resource

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1024 * 1024 if sys.platform == "darwin" else 1024)


def call(module: str, function: str, arguments: dict[str, Any], **environment: str) -> Any:
    """Return the result of `module.function(**arguments)`, computed in a new process."""
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
